"""A server as a process: its socket, its names, and an end within a moment of being told to end."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import uvicorn

from specs.base.web.connections import Bounded

HEADERS = 16 * 1024  # bytes of a request's head
CONNECTIONS = 600
GRACE = 2  # seconds for answers under way when told to end


def listening(port: int | None, usual: int, *, lan: bool = False) -> socket.socket:
    """A socket that listens, on this machine only or for its network. Without a port the usual one, or any free one
    where that is taken. Raises OSError."""
    host = "0.0.0.0" if lan else "127.0.0.1"
    try:
        return socket.create_server((host, usual if port is None else port), backlog=256)
    except OSError:
        if port is not None:
            raise
        return socket.create_server((host, 0), backlog=256)


def hosts(port: int, address: str | None = None) -> list[str]:
    """The names a server answers to, with its address in its network where it listens there."""
    names = ["localhost", "127.0.0.1"]
    if address is not None:
        name = socket.gethostname()
        names += [address, name, f"{name}.local"]
    return [f"{name}:{port}" for name in names] + ([*names] if port == 80 else [])


class _Server(uvicorn.Server):
    """uvicorn, but its end is told to every open stream, and a signal that ended it is not raised again."""

    def __init__(self, config: uvicorn.Config, ending: Callable[[], None]) -> None:
        super().__init__(config)
        self.ending = ending

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.ending()
        super().handle_exit(sig, frame)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        before = {each: signal.signal(each, self.handle_exit) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


def serve(app: Any, sock: socket.socket, ending: Callable[[], None]) -> None:
    """Serve an ASGI application until told to end; `ending` is called in its loop then, to end its streams."""
    config = uvicorn.Config(
        app,
        log_config=None,
        log_level="error",
        access_log=False,
        lifespan="on",
        loop="asyncio",
        http=Bounded,
        ws="none",
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=GRACE,
        limit_concurrency=CONNECTIONS,
        h11_max_incomplete_event_size=HEADERS,
    )

    async def run() -> None:
        loop = asyncio.get_running_loop()

        def end() -> None:
            loop.call_soon_threadsafe(ending)

        await _Server(config, end).serve(sockets=[sock])

    asyncio.run(run())
