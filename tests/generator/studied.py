"""A studio in this process, as its server hands questions over to it, and the small game that most are put on."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from asgi import Headers, finished, request
from cases import data

from generator.studio.app import BODIES, Studio
from generator.studio.findings import Editor
from specs.base.web.guard import Guard

HOST, KEY = b"127.0.0.1:8422", "k" * 24
EVIL = "<img src=x onerror=alert(1)></script>{}"
SPEC = data(__file__)["SPEC"].replace("EVIL", EVIL.replace("{}", ""))
CARDS = "name,words\nada,first\nbob,second\ncy,third\n"
Asked = Callable[..., Awaitable[tuple[int, dict[str, Any]]]]


def asked(spec: Path, questions: Callable[[Studio, Asked], Awaitable[None]]) -> None:
    """Put questions to a studio in this process, as its server hands them over."""

    async def everything() -> None:
        studio = Studio(str(spec), KEY, Editor("vscode"))
        app = Guard(studio.app(), [HOST.decode()], BODIES)

        async def ask(
            path: str,
            headers: Headers | None = None,
            method: str = "GET",
            sends: object = None,
            body: bytes = b"",
            **query: object,
        ) -> tuple[int, Any]:
            method, sent = ("POST", json.dumps(sends).encode()) if sends is not None else (method, body)
            own = {b"host": HOST, b"x-seat": KEY.encode(), b"content-length": str(len(sent)).encode()}
            own |= {b"content-type": b"application/json"} | (headers or {})
            found = await request(app, method, f"{path}?{urlencode(query)}", own, sent)
            if found.body[:1] == b"{":
                return found.status, json.loads(found.body)
            return found.status, {"text": found.body.decode(errors="replace"), "headers": found.headers}

        async with studio.shown.lifespan(studio.app()):
            await questions(studio, ask)

    finished(everything)
