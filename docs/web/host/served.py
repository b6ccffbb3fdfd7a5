"""The studio and the table's page, whose server is the Python of a browser: what the page asks, and its streams."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import js
from host import OWN, speaks

from companion.page.app import Links
from companion.page.seats import seats, secret
from companion.page.server import page_of
from companion.table import Store, open_game
from generator.studio.app import Studio
from generator.studio.findings import Editor
from specs.base.languages import say

STORE = Path("/tables/companion.db")
SERVED: list[tuple[Any, Any]] = []  # the application, and what ends it
OPEN: set[int] = set()  # streams


async def studio(spec: str, language: str) -> None:
    """Open the studio of a spec."""
    speaks(language)
    os.chdir(OWN)
    await _begun(Studio(os.path.relpath(spec, OWN), "", Editor("")).app())


async def table(language: str) -> dict[str, object]:
    """Open the page of the current game, and return its links' tokens and the players' names."""
    speaks(language)
    stored = open_game(Store(STORE)).stored
    found = seats(secret(STORE), stored.id, stored.start, stored.names)
    await _begun(page_of(STORE, stored, found, Links("", "", (), say("This device"))).app())
    return {"table": found.table, "seats": found.seats, "names": stored.names}


async def _begun(app: Any) -> None:
    for _, living in SERVED:
        await living.__aexit__(None, None, None)
    living = app.router.lifespan_context(app)
    await living.__aenter__()
    SERVED[:] = [(app, living)]


async def answered(
    method: str, address: str, headers: Mapping[str, str], body: Any, stream: int = 0
) -> tuple[int, str, bytes]:
    """Ask the page's server, and return status, content type and body. A stream's parts are passed on as they come."""
    path, _, query = address.partition("?")
    head: dict[bytes, bytes] = {}
    status, parts = 0, []
    OPEN.add(stream)

    async def receive() -> object:
        return {"type": "http.request", "body": bytes(body), "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
            head.update(message["headers"])
        elif stream:
            if stream not in OPEN:
                raise OSError
            js.streamed(stream, message["body"].decode())
        else:
            parts.append(message["body"])

    lines = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    asgi = {"version": "3.0", "spec_version": "2.4"}
    scope = {"type": "http", "asgi": asgi, "http_version": "1.1", "scheme": "http", "method": method, "path": path}
    scope |= {"query_string": query.encode(), "headers": lines, "client": ("", 0), "server": ("", 0), "root_path": ""}
    await SERVED[0][0](scope, receive, send)
    return status, head.get(b"content-type", b"").decode(), b"".join(parts)


def left(stream: int) -> None:
    """Close a stream: no page listens to it any more."""
    OPEN.discard(stream)
