"""Workers of a Dask cluster: an existing one, or one started on this machine that ends with the work.

Anyone who reaches a scheduler can make its workers run anything, and is sent what they find: trust a cluster as you
trust this machine. A cluster started here listens to this machine alone.
"""

import logging
import pickle
import signal
import time
import warnings
from asyncio import CancelledError
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from functools import cache
from hashlib import sha256
from multiprocessing import current_process
from multiprocessing.resource_tracker import ensure_running
from pathlib import Path
from queue import Empty, SimpleQueue
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Any, NamedTuple, TypeVar

from distributed import Client, Future, KilledWorker, LocalCluster

from specs.base.languages import say
from specs.base.workers.pool import Found, Lost, Results, deferred_signals, still_lost

PROJECT = Path(__file__).resolve().parents[3]
PACKAGES = ("specs", "generator", "companion")
ANSWERS, PATIENCE = 10.0, 30.0  # seconds to wait for a scheduler, and while it has no workers
OFTEN = 0.5  # seconds between two looks at the workers
AHEAD = 2  # batches queued for each worker, so that none waits for us
BATCH = 0.4  # seconds of a batch: a task costs Dask some milliseconds
ALONE = Lock()

Part = TypeVar("Part")


class Batch(NamedTuple):
    """The results of some parts, by their numbers, with the seconds they took, and the error that ended the work, if
    any."""

    found: list[tuple[int, Any]]
    seconds: float
    raised: Exception | None


def by_dask(work: Callable[[Part], Found], parts: Sequence[Part], jobs: int, address: str) -> Results[Found]:
    """Yield each part's number and result from the workers of a scheduler; without an address from `jobs` on this
    machine. Small parts travel together. Raises Lost, and whatever `work` raises."""
    todo, under_way, size, lost = deque(range(len(parts))), dict[int, list[int]](), 1, 0
    dask = Dask(jobs, address)
    try:
        while todo or under_way:
            while todo and len(under_way) < (room := dask.room):
                fair = max(1, len(todo) // (2 * room))  # so that all finish at about the same time
                numbers = [todo.popleft() for _ in range(min(size, fair))]
                under_way[numbers[0]] = numbers
                dask.give(numbers[0], pickle.dumps((work, [(number, parts[number]) for number in numbers])))
            name, done = dask.take()
            numbers = under_way.pop(name)
            if done is None:
                lost, size = still_lost(lost), 1
                todo.extendleft(reversed(numbers))
                continue
            lost = 0
            yield from done.found
            if done.raised is not None:
                raise done.raised
            size = max(1, round(BATCH * len(numbers) / max(done.seconds, 1e-6)))
    finally:
        dask.leave()


# ---- on a worker ---------------------------------------------------------------------------------


@cache
def fingerprint() -> bytes:
    """Return a digest of this project's code: the same wherever the same version is installed, compiled or not."""
    found = sha256()
    for file in sorted(file for package in PACKAGES for file in (PROJECT / package).rglob("*")):
        if file.suffix in (".py", ".yaml"):
            found.update(f"{file.relative_to(PROJECT).as_posix()}\n".encode() + file.read_bytes())
    return found.digest()


def worked(batch: bytes, expected: bytes) -> Batch | None:
    """Run a batch on a worker, one at a time however many threads it has. None if the worker has another
    version of us."""
    if fingerprint() != expected:
        return None
    raised: Exception | None = None
    found = list[tuple[int, Any]]()
    with ALONE:
        current_process().daemon = False  # so that it may start a process that bounds a task
        begun = time.perf_counter()
        try:
            work, parts = pickle.loads(batch)  # written by the process that asked the cluster
            for number, part in parts:
                found.append((number, work(part)))
        except Exception as error:
            raised = error
        return Batch(found, time.perf_counter() - begun, raised)


# ---- here ----------------------------------------------------------------------------------------


class Dask:
    """A cluster, by its scheduler's address, or `jobs` workers on this machine. Raises Lost."""

    def __init__(self, jobs: int, address: str) -> None:
        self.shown = address or "local"
        self.over = SimpleQueue[int]()
        self.futures = dict[int, Future[Any]]()
        self.workers, self.looked, self.seen = 0, 0.0, time.monotonic()
        self.stack = ExitStack()
        self.stack.callback(logging.disable, logging.root.manager.disable)
        logging.disable(logging.CRITICAL)  # we report what Dask would log about its workers
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
            if hasattr(signal, "pthread_sigmask"):
                ensure_running()  # otherwise it starts with the first of them, and unblocks interrupts
            with deferred_signals(signal.SIGINT):
                cluster = LocalCluster(
                    n_workers=jobs, threads_per_worker=1, host="127.0.0.1", dashboard_address=None,
                    local_directory=folder, silence_logs=logging.CRITICAL,
                )  # fmt: skip
            at = self.stack.enter_context(cluster)
        with warnings.catch_warnings(action="ignore"):  # we report differing versions ourselves
            client: Client = self.stack.enter_context(Client(at, timeout=ANSWERS, set_as_default=False))
            return client

    @property
    def room(self) -> int:
        if time.monotonic() - self.looked > OFTEN:  # workers come and go
            self._look()
        return max(1, AHEAD * self.workers)

    def give(self, name: int, batch: bytes) -> None:
        try:
            future = self.client.submit(worked, batch, fingerprint(), pure=False)
        except Exception:
            raise self._gone() from None
        self.futures[name] = future
        future.add_done_callback(lambda _: self.over.put(name))

    def take(self) -> tuple[int, Batch | None]:
        """Return the name of a finished batch, and its result: None if its worker was lost. Raises Lost."""
        while True:
            try:
                name = self.over.get(timeout=OFTEN)
            except Empty:
                self._look()
                continue
            future = self.futures.pop(name)
            try:
                done: Batch | None = future.result()
            except KilledWorker:
                return name, None
            except (Exception, CancelledError) as error:
                if future.status != "error":
                    raise self._gone() from None
                raise self._unable(f"{type(error).__name__}: {error}") from None
            if done is None:
                raise self._unable(say("they have another version of this program"))
            self.seen = time.monotonic()
            return name, done

    def _look(self) -> None:
        """Count the workers. Raises Lost if the scheduler is gone, or has had no workers for a while."""
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
