"""Processes beside this one that are given batches of work, one at a time each, and hand on what came of them.

They are started afresh, the same on every system, and end when this process does, even if it is killed.
"""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, cast

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

__all__ = ["Done", "Lost", "Processes", "answer", "cores"]


def cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Lost(Exception):
    """Workers that cannot go on: one sentence. What came of other parts before is given by then."""


class Done(NamedTuple):
    """A batch that was worked on for so many seconds: what came of its parts by their numbers, and what one raised that
    ended it."""

    found: list[tuple[int, Any]]
    seconds: float
    raised: Exception | None


def answer(batch: bytes) -> bytes:
    """What comes of a batch: a function and its numbered parts, pickled; a `Done` comes back so."""
    work: Callable[[Any], Any]
    parts: Sequence[tuple[int, Any]]
    raised: Exception | None = None
    begun, found = time.perf_counter(), list[tuple[int, Any]]()
    try:
        work, parts = pickle.loads(batch)  # our own process wrote it, or the cluster of whoever asked
        for number, part in parts:
            found.append((number, work(part)))
    except Exception as error:
        raised = error
    seconds = time.perf_counter() - begun
    try:
        told = pickle.dumps(Done(found, seconds, raised))
        pickle.loads(told)
    except Exception as error:  # what cannot be handed on
        why = raised or error
        told = pickle.dumps(Done([], seconds, RuntimeError(f"{type(why).__name__}: {why}")))
    return told


class Processes:
    """So many processes at most, each begun when it is first needed. A batch is named by a number."""

    def __init__(self, jobs: int) -> None:
        self.room = jobs
        self.idle: list[_Process] = []
        self.busy: dict[Connection[bytes, bytes], tuple[int, _Process]] = {}

    def give(self, name: int, batch: bytes) -> None:
        worker = self.idle.pop() if self.idle else _Process()
        self.busy[worker.end] = name, worker
        with suppress(OSError):  # it is dead: that is seen where its answer is read
            worker.end.send_bytes(batch)

    def take(self) -> tuple[int, bytes]:
        """A batch that is over and what came of it: nothing where its process died."""
        from multiprocessing.connection import wait

        end = cast("Connection[bytes, bytes]", wait(list(self.busy))[0])
        name, worker = self.busy.pop(end)
        try:
            told = end.recv_bytes()
        except (EOFError, OSError):
            worker.leave()
            return name, b""
        self.idle.append(worker)
        return name, told

    def leave(self) -> None:
        for worker in [*self.idle, *(worker for _, worker in self.busy.values())]:
            worker.leave()


class _Process:
    def __init__(self) -> None:
        from multiprocessing import get_context

        context = get_context("spawn")
        self.end, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def leave(self) -> None:
        self.end.close()
        self.process.terminate()
        self.process.join()


def _work(end: Connection[bytes, bytes]) -> None:
    """Answers until nobody asks any more; an interrupt is the parent's to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            end.send_bytes(answer(end.recv_bytes()))
