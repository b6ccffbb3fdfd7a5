"""Server-sent events: each open page is told which entry the game stands at, and fetches its own view itself.

An event carries a number only, so it may be lost, doubled or late without harm, and says nothing to a stranger. It is
said again every second: a page that hears nothing for longer knows that its line is gone.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

ALL, OF_ONE = 400, 256  # streams open at once, and of one address
BEAT = 1.0  # seconds between signs of life
END = -2


class Streams:
    """The open streams. Used from the event loop only."""

    def __init__(self) -> None:
        self.open: dict[asyncio.Queue[int], str] = {}
        self.ended = False
        self.last = -1  # entries of the game, as every page was told

    def room(self, client: str) -> bool:
        """May this address open one more?"""
        return not self.ended and len(self.open) < ALL and Counter(self.open.values())[client] < OF_ONE

    def tell(self, last: int) -> None:
        """Tell every page that the game has `last` entries."""
        self.last = last
        for queue in self.open:
            _put(queue, last)

    async def beats(self) -> None:
        """Signs of life until the end, whatever the game's own thread is busy with."""
        while not self.ended:
            await asyncio.sleep(BEAT)
            for queue in self.open:
                if queue.empty() and not self.ended:
                    queue.put_nowait(self.last)

    def end(self) -> None:
        """Close every stream; no new one is opened."""
        self.ended = True
        for queue in self.open:
            _put(queue, END)

    async def listen(self, client: str) -> AsyncIterator[bytes]:
        """One page's stream, from what is known now."""
        queue: asyncio.Queue[int] = asyncio.Queue(maxsize=1)
        self.open[queue] = client
        try:
            yield f"retry: 2000\nevent: at\ndata: {self.last}\n\n".encode()
            while not self.ended:
                if (last := await queue.get()) == END:
                    break
                yield f"event: at\ndata: {last}\n\n".encode()
            yield b"event: end\ndata: 0\n\n"
        finally:
            del self.open[queue]


def _put(queue: asyncio.Queue[int], last: int) -> None:
    """Only the latest counts: an older number that nobody took is dropped."""
    if queue.full():
        queue.get_nowait()
    queue.put_nowait(last)
