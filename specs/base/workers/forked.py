"""Work done beside other work, in processes forked from this one, which have all that is loaded here.

Such work gives nothing back but files and what it raised, so what it writes is the same wherever it is done. Where a
process cannot be forked safely it is done here, at the end. At most 16,000 works at a time: a pipe holds no more.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from select import select
from struct import pack, unpack
from threading import Thread
from typing import NoReturn

# Apple's own libraries may not be used in a forked process; Windows forks none.
CAN_FORK = hasattr(os, "fork") and sys.platform != "darwin"
Work = Callable[[], None]


class Beside:
    """Works under way. Called, it does here what nobody has begun yet, waits for the rest, and raises what one
    raised."""

    def __init__(self, works: Sequence[Work], queue: int) -> None:
        self.works, self.queue = works, queue
        self.children: list[_Child] = []

    def one(self) -> bool:
        """Do here one that nobody has begun yet; False where there is none. Raises what another has raised by now."""
        for child in self.children:
            child.look()
        return _take_one(self.works, self.queue)

    def __call__(self) -> None:
        while self.one():
            pass
        for child in self.children:
            child.wait()


@contextmanager
def beside(works: Sequence[Work], most: int) -> Iterator[Beside]:
    """Begin works, in their order, in at most so many processes beside this one.

    Whatever is still at work when the block is left, however that is, is ended first.
    """
    queue = _queue(len(works))
    under_way = Beside(works, queue)
    try:
        for _ in range(min(most, len(works)) if CAN_FORK else 0):
            under_way.children.append(_Child(works, queue))
        yield under_way
    finally:
        for child in under_way.children:
            child.end()
        os.close(queue)


def aside(work: Work) -> None:
    """Do work in a process of its own and wait for it. Raises what it raised. Only where `CAN_FORK`."""
    queue = _queue(1)
    child = _Child([work], queue)
    try:
        child.wait()
    finally:
        child.end()
        os.close(queue)


def _queue(count: int) -> int:
    """A pipe with the works' numbers in it: whoever reads a number does that work."""
    queue, filled = os.pipe()
    os.write(filled, b"".join([pack("I", number) for number in range(count)]))
    os.close(filled)
    return queue


def _take_one(works: Sequence[Work], queue: int) -> bool:
    number = os.read(queue, 4)
    if number:
        works[unpack("I", number)[0]]()
    return bool(number)


class _Child:
    """A forked process. It ends when we do, even if we are killed: then a pipe that only we hold open closes."""

    def __init__(self, works: Sequence[Work], queue: int) -> None:
        self.told, telling = os.pipe()
        watched, self.held = os.pipe()
        self.running = True
        sys.stdout.flush()
        sys.stderr.flush()
        # what would end us waits until either process knows who it is
        before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM))
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.told)
            os.close(self.held)
            _work(works, queue, telling, watched, before)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        os.close(telling)
        os.close(watched)

    def look(self) -> None:
        """Raises what it raised, if it has."""
        if self.running and select([self.told], [], [], 0)[0]:
            self.wait()

    def wait(self) -> None:
        """Wait for its end. Raises what it raised."""
        if not self.running:
            return
        with open(self.told, "rb", closefd=False) as told:
            raised = told.read()
        _, status = os.waitpid(self.pid, 0)
        self.running = False
        if raised:
            error: BaseException = pickle.loads(raised)  # our own process wrote it
            raise error
        ended = os.waitstatus_to_exitcode(status)
        if ended < 0:
            raise MemoryError  # for want of it the system ends a process unasked
        if ended > 0:
            raise RuntimeError(f"a process of the build ended with {ended}")

    def end(self) -> None:
        if self.running:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGTERM)
            with suppress(ChildProcessError):
                os.waitpid(self.pid, 0)
        os.close(self.told)
        os.close(self.held)


def _work(works: Sequence[Work], queue: int, telling: int, watched: int, signals: Iterable[int]) -> NoReturn:
    """What a forked process does with its life."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # who forked us decides, and ends us
        signal.signal(signal.SIGTERM, _leave)
        signal.pthread_sigmask(signal.SIG_SETMASK, signals)
        Thread(target=_end_with_parent, args=(watched,), daemon=True).start()
        while _take_one(works, queue):
            pass
        status = 0
    except SystemExit:
        pass
    except BaseException as error:
        with open(telling, "wb", closefd=False) as told:
            told.write(pickle.dumps(error))
    finally:
        os._exit(status)  # nothing of the parent's is cleaned up, written out or told here


def _leave(*_: object) -> None:
    sys.exit(1)


def _end_with_parent(watched: int) -> None:
    os.read(watched, 1)  # nobody writes: it ends when nobody could any more
    os.kill(os.getpid(), signal.SIGTERM)
