"""Requests put to a page in this process, as its server hands them over."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

Headers = dict[bytes, bytes]


class Answer(NamedTuple):
    status: int  # 0: none
    headers: Headers
    body: bytes


async def request(app: Any, method: str, address: str, headers: Headers, body: bytes = b"", chunks: int = 1) -> Answer:
    """The answer to a request; its body comes so often, if need be."""
    path, _, query = address.partition("?")
    scope = {
        "type": "http", "method": method, "path": path, "raw_path": path.encode(), "headers": [*headers.items()],
        "query_string": query.encode(), "scheme": "http", "client": ("127.0.0.1", 1), "root_path": "",
        "server": tuple(headers[b"host"].decode("latin-1").split(":")), "http_version": "1.1",
    }  # fmt: skip
    parts, answers = [body] * chunks, list[dict[str, Any]]()

    async def receive() -> dict[str, Any]:
        if not parts:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": parts.pop(), "more_body": bool(parts)}

    async def send(message: dict[str, Any]) -> None:
        answers.append(message)

    await app(scope, receive, send)
    status = next((int(answer["status"]) for answer in answers if "status" in answer), 0)
    kept = dict(answers[0].get("headers", ())) if answers else {}
    return Answer(status, kept, b"".join(answer.get("body", b"") for answer in answers))


def finished(questions: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run to the end in a thread: a browser's tests leave this one with a loop that runs."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(questions())).result()
