"""Workers of a Dask cluster: one that is somewhere, or one that is begun on this machine and ends with the work.

Whoever reaches a scheduler can have its workers do anything, and is sent whatever they find: a cluster is trusted as
this machine is. One that is begun here listens to this machine alone.
"""

from __future__ import annotations

import logging
import signal
import time
import warnings
from asyncio import CancelledError
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from hashlib import sha256
from multiprocessing.resource_tracker import ensure_running
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any

from distributed import Client, Future, KilledWorker, LocalCluster

from specs.base.languages import say
from specs.base.workers.pool import Lost, answer

ROOM = Path(__file__).resolve().parents[3]  # the packages lie in it
PACKAGES = ("specs", "generator", "companion")
ANSWERS, PATIENCE = 10.0, 30.0  # seconds until a scheduler answers, and until one without workers is given up
OFTEN = 0.5  # seconds between two looks at who works
AHEAD = 2  # batches that are under way for each worker, so that none waits for us
ALONE = Lock()


@cache
def fingerprint() -> bytes:
    """The same wherever the same version of this project lies, compiled or not."""
    found = sha256()
    for file in sorted(file for package in PACKAGES for file in (ROOM / package).rglob("*")):
        if file.suffix in (".py", ".yaml"):
            found.update(f"{file.relative_to(ROOM).as_posix()}\n".encode() + file.read_bytes())
    return found.digest()


def there(batch: bytes, expected: bytes) -> bytes:
    """A batch on a worker, one at a time however many threads it has. Nothing where it has another version of us."""
    if fingerprint() != expected:
        return b""
    with ALONE:
        return answer(batch)


@contextmanager
def deaf() -> Iterator[None]:
    """An interrupt is heard afterwards, and never by processes that are begun meanwhile, nor by those that a thread
    begun meanwhile begins."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    ensure_running()  # or it is begun with the first of them, and lets interrupts through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Dask:
    """A cluster, by its scheduler's address; without one so many workers on this machine. Raises Lost."""

    def __init__(self, jobs: int, address: str) -> None:
        self.shown = address or "local"
        self.over = SimpleQueue[int]()
        self.futures = dict[int, Future[Any]]()
        self.workers, self.looked, self.seen = 0, 0.0, time.monotonic()
        self.stack = ExitStack()
        self.stack.callback(logging.disable, logging.root.manager.disable)
        logging.disable(logging.CRITICAL)  # what Dask tells of its workers, we tell
        try:
            self.client = self._begun(jobs, address)
        except BaseException as error:
            self.stack.close()
            if not isinstance(error, Exception):
                raise
            raise Lost(say("the Dask scheduler at {address} does not answer: {why}", address=self.shown,
                           why=str(error).partition("\n")[0] or type(error).__name__)) from None  # fmt: skip

    def _begun(self, jobs: int, address: str) -> Client:
        at: str | LocalCluster = address
        if not address:
            folder = self.stack.enter_context(TemporaryDirectory(prefix="tideline-dask-", ignore_cleanup_errors=True))
            with deaf():
                cluster = LocalCluster(
                    n_workers=jobs, threads_per_worker=1, host="127.0.0.1", dashboard_address=None,
                    local_directory=folder, silence_logs=logging.CRITICAL,
                )  # fmt: skip
            at = self.stack.enter_context(cluster)
        with warnings.catch_warnings(action="ignore"):  # versions that differ are told by what differs
            client: Client = self.stack.enter_context(Client(at, timeout=ANSWERS, set_as_default=False))
            return client

    @property
    def room(self) -> int:
        if time.monotonic() - self.looked > OFTEN:  # workers come and go
            self._look()
        return max(1, AHEAD * self.workers)

    def give(self, name: int, batch: bytes) -> None:
        try:
            future = self.client.submit(there, batch, fingerprint(), pure=False)
        except Exception:
            raise self._gone() from None
        self.futures[name] = future
        future.add_done_callback(lambda _: self.over.put(name))

    def take(self) -> tuple[int, bytes]:
        while True:
            try:
                name = self.over.get(timeout=OFTEN)
            except Empty:
                self._look()
                continue
            future = self.futures.pop(name)
            try:
                told: bytes = future.result()
            except KilledWorker:
                return name, b""
            except (Exception, CancelledError) as error:
                if future.status != "error":
                    raise self._gone() from None
                raise self._unable(f"{type(error).__name__}: {error}") from None
            if not told:
                raise self._unable(say("they have another version of this program"))
            self.seen = time.monotonic()
            return name, told

    def _look(self) -> None:
        """How many workers there are. Raises Lost where there is no scheduler any more, or nobody works for it."""
        if self.client.status != "running":
            raise self._gone()
        try:
            self.workers = len(self.client.nthreads())
        except Exception:
            raise self._gone() from None
        self.looked = time.monotonic()
        if self.workers:
            self.seen = self.looked
        elif self.looked - self.seen > PATIENCE:
            raise Lost(say("the Dask scheduler at {address} has no workers", address=self.shown))

    def _gone(self) -> Lost:
        return Lost(say("the Dask scheduler at {address} is gone", address=self.shown))

    def _unable(self, why: str) -> Lost:
        return Lost(say("the Dask workers at {address} cannot do it: {why}", address=self.shown, why=why))

    def leave(self) -> None:
        with suppress(Exception):
            self.client.cancel(list(self.futures.values()), force=True)
        with suppress(Exception):
            self.stack.close()
