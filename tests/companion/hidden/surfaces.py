"""What people ask of the companion and what comes back, to the byte: commands, the prompt, the page.

Nothing here knows how the companion answers, only how it is asked.
"""

from __future__ import annotations

import asyncio
import io
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AsyncExitStack, contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple
from unittest.mock import patch
from urllib.parse import quote

from asgi import request

from companion.cli.main import run
from companion.page.app import Links, Page
from companion.page.around import Around
from companion.page.live import Live
from companion.page.seats import Seats
from companion.page.server import PHOTO
from companion.record.starting import rematch
from companion.table.store import Store
from companion.table.table import open_game
from specs.base.languages import verbatim
from specs.base.web.guard import Guard
from specs.base.web.streams import Hearer

HOST = "localhost:8421"
TABLE = "table"
LOBBY = "lobby"
TOKENS = {TABLE: "t" * 24, LOBBY: "l" * 24, "Ann": "a" * 24, "Bob": "b" * 24, "Cy": "c" * 24}


class Answer(NamedTuple):
    """What came back, as bytes, and how it ended: an exit status, or that of HTTP and its headers."""

    status: int
    body: bytes
    head: str = ""

    @property
    def facts(self) -> Any:
        return json.loads(self.body)


def typed(store: Path, *words: str, lines: tuple[str, ...] = ()) -> Answer:
    """A command line, and what is typed at its prompt: what it says, its streams and its status."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), patch.object(sys, "stdin", io.StringIO("\n".join((*lines, "")))):
        status = run(["--db", str(store), *words])
    text = f"{out.getvalue()}\0{err.getvalue()}".replace(str(store), "STORE")
    return Answer(status, text.encode())


class Pages:
    """The page's server of several stores, asked in this process."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.open = AsyncExitStack()

    def close(self) -> None:
        self.wait(self.open.aclose())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()
        self.loop.close()

    def wait(self, doing: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(doing, self.loop).result(60)

    def serve(self, store: Path, players: tuple[str, ...]) -> Served:
        seats = Seats(TOKENS[TABLE], tuple(TOKENS[name] for name in players), TOKENS[LOBBY])
        page = Page(
            lambda: Live(open_game(Store(store), 1)),
            Around(seats, lambda seat, renew: seats),
            Links("look", "table", tuple(players), verbatim("net")),
            lambda table: Live(rematch(table)),
        )
        app = page.app()
        self.wait(self.open.enter_async_context(page.lifespan(app)))
        return Served(self, page, Guard(app, [HOST], PHOTO))


class Served:
    def __init__(self, pages: Pages, page: Page, app: Any) -> None:
        self.pages, self.page, self.app = pages, page, app

    def listen(self, *, looks_on: bool) -> Callable[[], bytes]:
        """A seat's stream, or one of somebody who looks on: what it sends next, once the page knows what happened."""
        stream = self.page.streams.listen(Hearer("", "en" if looks_on else None), packed=False)

        async def heard() -> bytes:
            await self.page.happened()
            return await anext(stream)

        return lambda: self.pages.wait(heard())

    def ask(
        self, who: str, path: str, body: Mapping[str, Any] | bytes | None = None, headers: Mapping[str, str] = {}
    ) -> Answer:
        """A request of a seat's page, the table's, or (no name) of somebody who looks on; a photo is sent as bytes."""
        sent = body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        own = {"host": HOST} | ({"x-seat": TOKENS[who]} if who else {}) | dict(headers)
        if body is not None:
            kind = "image/jpeg" if isinstance(body, bytes) else "application/json"
            own |= {"content-type": kind, "content-length": str(len(sent))}
        method, head = "GET" if body is None else "POST", {name.encode(): own[name].encode() for name in own}
        status, told, said = self.pages.wait(request(self.app, method, path, head, sent))
        return Answer(status, said, repr(told))


def view(then: tuple[str, ...] | None = None, ply: int | None = None) -> str:
    """The address of a view, after a turn or in a branch."""
    words = [f"then={quote(line)}" for line in then or ([] if then is None else [""])]
    return "/api/view?" + "&".join(words + ([] if ply is None else [f"ply={ply}"]))


@contextmanager
def serving() -> Iterator[Pages]:
    pages = Pages()
    # nothing is made ready that is not asked for, and a stream says only what happened
    with patch("companion.page.app.FIRST", 3600), patch("specs.base.web.streams.BEAT", 3600):
        try:
            yield pages
        finally:
            pages.close()
