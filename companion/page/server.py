"""The server as a process: its sockets, its addresses, and an end within a moment of being told to end."""

from __future__ import annotations

import asyncio
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

import uvicorn

from companion.page.app import Links, Page
from companion.page.connections import Bounded
from companion.page.guard import Guard
from companion.page.live import Live
from companion.page.seats import Seats
from companion.store import Store
from companion.table import open_game
from specs.ground.languages import Said

PORT = 8421  # always the same, so that links and codes outlive a restart
HEADERS = 16 * 1024  # bytes of a request's head
CONNECTIONS = 600
GRACE = 2  # seconds for answers under way when told to end


def listening(port: int | None, *, lan: bool) -> socket.socket:
    """A socket that listens, on this machine only or for its network. Without a port the usual one, or any free one
    where that is taken. Raises OSError."""
    host = "0.0.0.0" if lan else "127.0.0.1"
    try:
        return socket.create_server((host, PORT if port is None else port), backlog=256)
    except OSError:
        if port is not None:
            raise
        return socket.create_server((host, 0), backlog=256)


def own_address() -> str | None:
    """This machine's address in its network, as others reach it; None without a network. Sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation: only the route to it is looked up
            found = str(probe.getsockname()[0])
        except OSError:
            return None
    return None if found.startswith("127.") or found == "0.0.0.0" else found


def hosts(port: int, address: str | None) -> list[str]:
    """The names this server answers to."""
    names = ["localhost", "127.0.0.1"]
    if address is not None:
        name = socket.gethostname()
        names += [address, name, f"{name}.local"]
    return [f"{name}:{port}" for name in names] + ([*names] if port == 80 else [])


def links(base: str, seats: Seats, network: Said) -> Links:
    return Links(f"{base}/", f"{base}/table#{seats.table}", tuple(f"{base}/seat#{s}" for s in seats.seats), network)


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


def serve(sock: socket.socket, store: Path, game: int, seats: Seats, where: Links, names: list[str]) -> None:
    """Serve a game until told to end."""
    page = Page(lambda: Live(open_game(Store(store), game)), seats, where)
    app: Any = Guard(page.app(), names)
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
            loop.call_soon_threadsafe(page.streams.end)

        await _Server(config, end).serve(sockets=[sock])

    asyncio.run(run())
