"""Connections with bounds: what is slow to ask is hung up on, and one address holds only so many."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD = 5.0  # seconds that a request's head may take
OF_ONE = 300  # connections of one address: half of all there may be


def _host(connection: object) -> str:
    client = getattr(connection, "client", None)
    return str(client[0]) if client else ""


class Joined:
    """A transport that sends at once what is written in one step of the loop: an answer's head with its body."""

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
    """uvicorn's protocol, which by itself waits for a request as long as its client likes."""

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
