"""Server-sent events: each open page is told which entry the game stands at. Those who look on are sent what they see
with it; a seat fetches its own view.

A stream says nothing that a looker-on may not see, and an event may be lost, doubled or late without harm. The number
is said again every second: a page that hears nothing for longer knows that its line is gone.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from specs.base.web.answers import HEAD, Part, event, part, zipped

ALL, OF_ONE = 400, 256  # streams open at once, and of one address
BEAT = 1.0  # seconds between signs of life


class Hearer(NamedTuple):
    """An open stream: whose address it is of, and in which language it is sent what lookers-on see; None for a seat."""

    client: str
    language: str | None = None


class Streams:
    """The open streams. Used from the event loop only."""

    def __init__(self) -> None:
        self.open: dict[asyncio.Queue[Part], Hearer] = {}
        self.ended = False
        self.last = -1  # entries of the game, as every page was told

    def room(self, client: str) -> bool:
        """May this address open one more?"""
        return (
            not self.ended
            and len(self.open) < ALL
            and Counter(each.client for each in self.open.values())[client] < OF_ONE
        )

    @property
    def languages(self) -> set[str]:
        """The languages in which somebody looks on."""
        return {each.language for each in self.open.values() if each.language is not None}

    def tell(self, last: int, views: Mapping[str, Part]) -> None:
        """Tell every page that the game has `last` entries, and lookers-on what they see, by their languages. They come
        first: they ask for nothing, and seats then ask for much."""
        self.last = last
        events = {language: event("view", view) for language, view in views.items()}
        number = _number(last)
        for queue, hearer in sorted(self.open.items(), key=lambda each: each[1].language not in events):
            _put(queue, events.get(hearer.language or "", number))

    async def beats(self) -> None:
        """Signs of life until the end, whatever the game's own thread is busy with."""
        while not self.ended:
            await asyncio.sleep(BEAT)
            number = _number(self.last)
            for queue in self.open:
                if queue.empty() and not self.ended:
                    queue.put_nowait(number)

    def end(self) -> None:
        """Close every stream; no new one is opened."""
        self.ended = True
        for queue in self.open:
            _put(queue, END)

    def answer(self, request: Request, language: str | None = None) -> Response:
        """A page's stream as it is answered; with `language` it looks on."""
        client, packed = request.client.host if request.client else "", zipped(request)
        if not self.room(client):
            return Response("Too many pages are open here.", 503)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no", "vary": "accept-encoding"}
        headers |= {"content-encoding": "gzip"} if packed else {}
        heard = self.listen(Hearer(client, language), packed=packed)
        return StreamingResponse(heard, media_type="text/event-stream", headers=headers)

    async def listen(self, hearer: Hearer, *, packed: bool) -> AsyncIterator[bytes]:
        """One page's stream, from what is known now."""

        def sent(each: Part) -> bytes:
            return each.packed if packed else each.plain

        queue: asyncio.Queue[Part] = asyncio.Queue(maxsize=1)
        self.open[queue] = hearer
        try:
            yield (HEAD if packed else b"") + sent(RETRY) + sent(_number(self.last))
            while not self.ended and (found := await queue.get()) is not END:
                yield sent(found)
            yield sent(END)
        finally:
            del self.open[queue]


RETRY, END = part(b"retry: 2000\n"), event("end", part(b"0"))


def _number(last: int) -> Part:
    return event("at", part(str(last).encode()))


def _put(queue: asyncio.Queue[Part], found: Part) -> None:
    """Only the latest counts: an older one that nobody took is dropped."""
    if queue.full():
        queue.get_nowait()
    queue.put_nowait(found)
