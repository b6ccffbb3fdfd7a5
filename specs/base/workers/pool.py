"""Tasks in other processes of this machine, so that several cores work, or so that a task can be ended.

Workers are forked if that is safe, and then have everything that is loaded here; else they are started afresh and sent
their tasks. If there are no processes, or the tasks cannot be sent, they are done here.

>>> from functools import partial
>>> with WorkerPool([partial(max, 1, 2), partial(min, 1, 2)], jobs=2) as pool:
...     pool.finish()
[2, 1]
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from math import ceil
from pathlib import Path
from struct import pack, unpack
from time import process_time
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from specs.base.languages import say, speak, spoken

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    End = Connection[Any, Any]

__all__ = ["Lost", "WorkerLost", "WorkerPool", "cores", "deferred_signals", "run_bounded", "still_lost"]

T = TypeVar("T")
Found = TypeVar("Found")
Results = Generator[tuple[int, Found], None, None]  # numbered results, in the order they finish
CAN_FORK = hasattr(os, "fork") and sys.platform != "darwin"  # Apple's own libraries do not work in a forked process
CAN_START = sys.platform not in ("emscripten", "wasi")  # a browser has no processes
MOST_SHARES = 1000  # messages with task numbers: few enough for a pipe on every system
PATIENCE = 10.0  # seconds for a worker to clean up when told to end
MOST_LOST = 5  # workers that may end in a row with nothing done
PROJECT = Path(__file__).resolve().parents[3]  # where this project's modules are imported from
Tasks = Sequence[Callable[[], object]]
WAITED = 6.0  # results are waited for so many times the allowed seconds of work: other programs run too


class Bounds(NamedTuple):
    """Limits of a task: seconds of work, megabytes of memory."""

    seconds: float
    megabytes: int


ENDING = (signal.SIGINT, signal.SIGTERM)


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def deferred_signals(*signals: signal.Signals) -> Iterator[None]:
    """Defer signals within a block, where the system can; processes started in it never receive them."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, signals)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class WorkerLost(MemoryError):
    """A worker that ended before its task did; when memory is short, the system may kill one."""


class Lost(Exception):
    """The workers cannot go on: one sentence. Results of other parts have been given already."""


def still_lost(count: int) -> int:
    """Count one more worker that ended with nothing done since the last success. Raises Lost if there are too many."""
    if count >= MOST_LOST:
        raise Lost(say("{n} workers ended one after another without doing any work", n=count + 1))
    return count + 1


class WorkerPool(Generic[T]):
    """Workers that do tasks in order, in at most `jobs` processes beside this one.

    Leaving the block ends all running work. Workers end when this process does, even if it is killed. With `bounds`,
    each worker is limited to them, and a result is waited for `WAITED` times their seconds.
    """

    def __init__(self, tasks: Sequence[Callable[[], T]], jobs: int, bounds: Bounds | None = None) -> None:
        self.tasks, self.bounds = tasks, bounds
        self.found: dict[int, T] = {}
        self.raised: BaseException | None = None
        self.workers: dict[End, Any] = {}
        step = 1 + len(tasks) // MOST_SHARES
        shares = [(start, min(start + step, len(tasks))) for start in range(0, len(tasks), step)]
        start = _way_to_start(tasks) if jobs > 0 and tasks else None
        self.queue: End | None = None
        if start is None:
            self.shares = iter(shares)
            return
        from multiprocessing import Pipe  # 4 ms: only loaded if there are workers

        self.queue, filling = Pipe(duplex=False)
        for share in shares:
            _write_whole(filling, pack("II", *share))
        filling.close()
        try:
            for _ in range(min(jobs, len(tasks))):
                end, theirs = Pipe(duplex=False)
                with deferred_signals(*ENDING):  # until both processes know which one they are
                    self.workers[end] = start(tasks, self.queue, theirs, bounds)
                theirs.close()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> WorkerPool[T]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self, kill: bool = False) -> None:
        """End all workers, even while another thread waits for results. Tasks clean up, for at most `PATIENCE` seconds,
        unless they are killed. Bounded tasks always are: one may be inside a library that ignores signals."""
        workers = list(self.workers.values())
        for process in workers:
            (process.kill if kill or self.bounds else process.terminate)()
        until = time.monotonic() + PATIENCE  # for all together
        for process in workers:
            process.join(max(0.0, until - time.monotonic()))
            process.kill()
            process.join()  # its end stays open: a thread may wait for that number, which the next file would get
        if self.queue is not None:
            self.queue.close()

    def run_one(self) -> bool:
        """Run here a task that no worker has begun; False if none is left. Raises what a worker's task has raised."""
        self.found.update(self._finished(0))
        if self.raised is not None:
            raise self.raised
        share = self._share()
        self.found.update((number, self.tasks[number]()) for number in share)
        return bool(share)

    def finish(self) -> list[T]:
        """Return all results in the order of the tasks, running here those not begun yet. Raises what a task raised."""
        while self.run_one():
            pass
        self.found.update(self.results())
        return [self.found[number] for number in range(len(self.tasks))]

    def results(self) -> Iterator[tuple[int, T]]:
        """Yield each task's number and result as workers finish them. At the end, raises what a task raised, or
        WorkerLost; TimeoutError at once."""
        while self.queue is None and (share := self._share()):
            yield from ((number, self.tasks[number]()) for number in share)
        while self.workers:
            yield from self._finished(self.bounds and self.bounds.seconds * WAITED)
        if self.raised is not None:
            raise self.raised

    def _finished(self, seconds: float | None) -> Iterator[tuple[int, T]]:
        """Yield what workers have finished; wait at most so many seconds for the first. Raises TimeoutError."""
        if not self.workers:
            return
        from multiprocessing.connection import wait  # 4 ms: only loaded if there are workers

        ready = wait(list(self.workers), seconds)
        if not ready and seconds:
            raise TimeoutError
        for end in [each for each in self.workers if each in ready]:
            try:
                number, found, error = pickle.loads(end.recv_bytes())  # written by our own worker
            except (EOFError, OSError):
                process = self.workers.pop(end)
                process.join()
                end.close()
                spent = process.exitcode == -getattr(signal, "SIGXCPU", 0)
                error = TimeoutError() if spent and process.exitcode else WorkerLost() if process.exitcode else None
            else:
                if error is None:
                    yield number, found
            if error is not None:
                self.raised = self.raised or error
                while self._share():  # no more tasks are started
                    pass

    def _share(self) -> range:
        return range(*next(self.shares, (0, 0))) if self.queue is None else _share(self.queue)


def run_bounded(task: Callable[[], T], bounds: Bounds) -> T:
    """Run one task in a worker and return its result. Raises what the task raises, TimeoutError, and MemoryError if it
    takes too much memory or ends its process."""
    with WorkerPool([task], 1, bounds) as pool:
        return next(found for _, found in pool.results())


# ---- starting a worker ---------------------------------------------------------------------------


class _Fresh(subprocess.Popen[bytes]):
    """A freshly started process, with those methods of a forked one that a pool uses."""

    def join(self, seconds: float | None = None) -> None:
        with suppress(subprocess.TimeoutExpired):
            self.wait(seconds)
        if self.stdin is not None:
            self.stdin.close()

    @property
    def exitcode(self) -> int | None:
        return self.returncode


def _way_to_start(tasks: Tasks) -> Callable[[Tasks, End, End, Bounds | None], Any] | None:
    """Return how to start workers; None if they cannot be. A process with several threads is not forked: the copy would
    have one thread, and the locks of all."""
    if not CAN_START:
        return None
    if CAN_FORK and threads() == 1:
        return _fork
    try:
        pickle.dumps(tasks)
    except Exception:  # any object in a task may refuse to be pickled
        return None
    return _start_afresh


def threads() -> int:
    """Count this process's threads, without the one that watches a worker's parent: it holds no lock."""
    from multiprocessing import parent_process

    return threading.active_count() - (parent_process() is not None)


def _fork(tasks: Tasks, queue: End, end: End, bounds: Bounds | None) -> Any:
    from multiprocessing import get_context

    process = get_context("fork").Process(target=_forked, args=(tasks, queue, end, bounds))
    process.start()
    return process


def _forked(tasks: Tasks, queue: End, end: End, bounds: Bounds | None) -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    _work(tasks, queue, end, bounds, parent.sentinel)


def _start_afresh(tasks: Tasks, queue: End, end: End, bounds: Bounds | None) -> Any:
    """Start a process that imports this project's modules, whatever lies in the current folder."""
    handles = [queue.fileno(), end.fileno()]
    paths = [str(PROJECT), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    if sys.platform == "win32":
        for handle in handles:
            os.set_handle_inheritable(handle, True)
    process = _Fresh(
        [sys.executable, "-P", "-m", __name__, *map(str, handles)],
        stdin=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        close_fds=sys.platform != "win32",
        pass_fds=handles if sys.platform != "win32" else (),
    )
    assert process.stdin is not None
    with suppress(OSError):  # if it is dead, reading its results shows it
        pickle.dump((tasks, bounds, spoken()), process.stdin)
        process.stdin.flush()
    return process


def main() -> None:
    """Main loop of a freshly started worker."""
    from multiprocessing.connection import Connection

    tasks, bounds, tongue = pickle.load(sys.stdin.buffer)  # written by the process that started us
    speak(tongue)
    queue, end = (Connection(int(handle)) for handle in sys.argv[1:])
    _work(tasks, queue, end, bounds, sys.stdin.fileno())


# ---- in a worker ---------------------------------------------------------------------------------


def _share(queue: End) -> range:
    """Return the numbers of the next tasks, none if there are no more. Each message is read whole by one worker."""
    try:
        share = queue.recv_bytes() if sys.platform == "win32" else os.read(queue.fileno(), 8)
    except EOFError:
        share = b""
    return range(*unpack("II", share)) if share else range(0)


def _write_whole(queue: End, share: bytes) -> None:
    if sys.platform == "win32":
        queue.send_bytes(share)
    else:
        os.write(queue.fileno(), share)


def _work(tasks: Tasks, queue: End, end: End, bounds: Bounds | None, parent: int) -> None:
    """Worker main loop. `parent` becomes readable when the process that started it has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that started it decides, and ends it
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    if bounds is not None:
        _bound(bounds)
    while share := _share(queue):
        for number in share:
            found, failed = _answer(number, tasks[number])
            end.send_bytes(found)
            if failed:
                break
        if failed:
            break
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it is ending


def _answer(number: int, task: Callable[[], object]) -> tuple[bytes, bool]:
    """Pickle a task's number, result and error, and whether it failed."""
    found, error = None, None
    try:
        found = task()
    except SystemExit:
        raise
    except BaseException as raised:
        error = raised
    try:
        answer = pickle.dumps((number, found, error))
        if error is not None:
            pickle.loads(answer)
    except Exception as unable:
        why = error or unable
        return pickle.dumps((number, None, RuntimeError(f"{type(why).__name__}: {why}"))), True
    return answer, error is not None


def _end_with(parent: int) -> None:
    os.read(parent, 1)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(PATIENCE)  # Python ignores what a signal raises in a destructor, and the task would go on
    os._exit(1)


def _bound(bounds: Bounds) -> None:
    """Limit how much more this process may take, where the system can, and stay silent about why it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    with suppress(ImportError):
        import resource  # not on Windows

        taken = 0
        with suppress(OSError):
            taken = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        for limit, most in (
            (resource.RLIMIT_AS, taken + bounds.megabytes * 1_000_000),
            (resource.RLIMIT_CPU, ceil(process_time() + bounds.seconds)),
            (resource.RLIMIT_CORE, 0),
        ):
            soft, hard = resource.getrlimit(limit)
            if soft == resource.RLIM_INFINITY or soft > most:
                resource.setrlimit(limit, (most, hard))


if __name__ == "__main__":
    main()
