"""Work in many numbered parts: done here, by processes of this machine, or by the workers of a Dask cluster.

Who does it makes no difference to what comes of it. A part is given to `work`, a function that a module has by its
name, and must say all that it takes; parts that take little time travel together. A worker that is killed loses
nothing: what it had is done again by another.

>>> sorted(spread(abs, [3, -4, 5]))
[(0, 3), (1, 4), (2, 5)]
"""

from __future__ import annotations

import pickle
import re
from collections import deque
from collections.abc import Callable, Generator, Sequence
from typing import Final, Protocol, TypeVar

from specs.base.languages import mark, say
from specs.base.workers.pool import Done, Lost, Processes, cores

__all__ = ["EXPECTED", "LOCAL", "Lost", "is_cluster", "spread"]

LOCAL: Final = "local"
EXPECTED: Final = mark("local, or a Dask scheduler's address such as tcp://192.168.1.5:8786")
BATCH = 0.4  # seconds that a batch shall take: a task costs Dask some milliseconds
LOST = 5  # batches that may be lost one after another

Part = TypeVar("Part")
Found = TypeVar("Found")


class Workers(Protocol):
    """Whoever does batches of work; each is named by a number."""

    @property
    def room(self) -> int:
        """How many batches may be under way. Raises Lost."""
        ...

    def give(self, name: int, batch: bytes) -> None: ...

    def take(self) -> tuple[int, bytes]:
        """A batch that is over and what came of it: nothing where it was lost. Raises Lost."""
        ...

    def leave(self) -> None: ...


def is_cluster(text: str) -> bool:
    return text == LOCAL or re.fullmatch(r"(?:tcp|tls)://(?:[\w.-]+|\[[0-9a-fA-F:]+\]):\d{1,5}", text) is not None


def spread(
    work: Callable[[Part], Found], parts: Sequence[Part], jobs: int = 1, cluster: str = ""
) -> Generator[tuple[int, Found], None, None]:
    """What comes of each part, with its number, in the order in which they are done: by so many processes, or by a
    cluster (`local`: Dask with so many workers on this machine; 0: one for each core). Raises Lost, and what `work`
    raises."""
    jobs = jobs or cores()
    if not cluster and (jobs == 1 or len(parts) < 2):
        yield from ((number, work(part)) for number, part in enumerate(parts))
        return
    if not parts:
        return
    todo, under_way, size, lost = deque(range(len(parts))), dict[int, list[int]](), 1, 0
    workers = _workers(jobs, cluster)
    try:
        while todo or under_way:
            while todo and len(under_way) < (room := workers.room):
                fair = max(1, len(todo) // (2 * room))  # so that all are done at about the same time
                numbers = [todo.popleft() for _ in range(min(size, fair))]
                under_way[numbers[0]] = numbers
                workers.give(numbers[0], pickle.dumps((work, [(number, parts[number]) for number in numbers])))
            name, told = workers.take()
            numbers = under_way.pop(name)
            if not told:
                lost, size = lost + 1, 1
                if lost > LOST:
                    raise Lost(say("{n} workers ended one after another with nothing done", n=lost))
                todo.extendleft(reversed(numbers))
                continue
            done: Done = pickle.loads(told)  # of our own process, or of the cluster of whoever asked
            lost = 0
            yield from done.found
            if done.raised is not None:
                raise done.raised
            size = max(1, round(BATCH * len(numbers) / max(done.seconds, 1e-6)))
    finally:
        workers.leave()


def _workers(jobs: int, cluster: str) -> Workers:
    """Raises Lost."""
    if not cluster:
        return Processes(jobs)
    try:
        from specs.base.workers.dask_workers import Dask
    except ImportError:
        command = "pip install 'tideline-press[cluster]'"
        raise Lost(say("Dask is not here: {command} installs it", command=command)) from None
    return Dask(jobs, "" if cluster == LOCAL else cluster)
