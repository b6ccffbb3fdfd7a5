"""A server process: its socket, host names and connections, and a quick end when told to stop.

Connections are bounded: slow requests are closed, and one address may hold only so many.
"""

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADERS = 16 * 1024  # bytes of a request's head
CONNECTIONS = 600
HEAD = 5.0  # seconds for a request's head
OF_ONE = 300  # connections of one address: half of all
GRACE = 2  # seconds for running answers when told to end


def listening(port: int | None, usual: int, *, lan: bool = False) -> socket.socket:
    """Open a listening socket, for this machine only or for its network. Without a port it takes the usual one, or any
    free one if that is taken. Raises OSError."""
    host = "0.0.0.0" if lan else "127.0.0.1"
    try:
        return socket.create_server((host, usual if port is None else port), backlog=256)
    except OSError:
        if port is not None:
            raise
        return socket.create_server((host, 0), backlog=256)


def hosts(port: int, address: str | None = None) -> list[str]:
    """Return the host names a server answers to, with its network address if it listens there."""
    names = ["localhost", "127.0.0.1"]
    if address is not None:
        name = socket.gethostname()
        names += [address, name, f"{name}.local"]
    return [f"{name}:{port}" for name in names] + ([*names] if port == 80 else [])


def _host(connection: object) -> str:
    client = getattr(connection, "client", None)
    return str(client[0]) if client else ""


class Joined:
    """A transport that sends everything written in one step of the loop at once: an answer's head with its body."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self.transport, self.loop = transport, loop
        self.written: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.transport, name)

    def write(self, data: bytes) -> None:
        if not self.written:
            self.loop.call_soon(self.flush)
        self.written.append(data)

    def flush(self) -> None:
        data, self.written = b"".join(self.written), []
        if data:
            self.transport.write(data)

    def close(self) -> None:
        self.flush()
        self.transport.close()


class Bounded(H11Protocol):
    """uvicorn's protocol, with a limit on how long a client may take over its request; uvicorn alone has none."""

    waiting: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(Joined(transport, self.loop))  # type: ignore[arg-type]
        if sum(_host(each) == _host(self) for each in self.connections) > OF_ONE:
            transport.abort()
            return
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._go_on()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._go_on()
        elif self.waiting is None:
            self._wait()

    def _wait(self) -> None:
        self.waiting = self.loop.call_later(HEAD, self.transport.abort)

    def _go_on(self) -> None:
        if self.waiting is not None:
            self.waiting.cancel()
            self.waiting = None


class _Server(uvicorn.Server):
    """uvicorn, except that it ends every open stream when it stops, and does not raise the signal again."""

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
    """Serve an ASGI application until a signal ends it; then run `ending` in its loop, to end its streams."""
    config = uvicorn.Config(
        app, log_config=None, log_level="error", access_log=False, lifespan="on", loop="asyncio", http=Bounded,
        ws="none", server_header=False, proxy_headers=False, timeout_keep_alive=20, timeout_graceful_shutdown=GRACE,
        limit_concurrency=CONNECTIONS, h11_max_incomplete_event_size=HEADERS,
    )  # fmt: skip

    async def run() -> None:
        loop = asyncio.get_running_loop()

        def end() -> None:
            loop.call_soon_threadsafe(ending)

        await _Server(config, end).serve(sockets=[sock])

    asyncio.run(run())
