"""Work in many numbered parts: done here, by processes of this machine, or by the workers of a Dask cluster.

The results are the same in each case. A part is given to `work`, a function of a module, and must hold everything that
the work needs. If a worker is killed, another one does its part again.

>>> sorted(spread(abs, [3, -4, 5]))
[(0, 3), (1, 4), (2, 5)]
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeVar

from specs.base.languages import mark, say
from specs.base.workers.pool import Found, Lost, Results, WorkerLost, WorkerPool, cores, still_lost

__all__ = ["EXPECTED", "LOCAL", "Lost", "is_cluster", "spread"]

LOCAL: Final = "local"
EXPECTED: Final = mark("local, or a Dask scheduler's address such as tcp://192.168.1.5:8786")

Part = TypeVar("Part")


def is_cluster(text: str) -> bool:
    return text == LOCAL or re.fullmatch(r"(?:tcp|tls)://(?:[\w.-]+|\[[0-9a-fA-F:]+\]):\d{1,5}", text) is not None


def spread(work: Callable[[Part], Found], parts: Sequence[Part], jobs: int = 1, cluster: str = "") -> Results[Found]:
    """Yield each part's number and result as they finish, computed by `jobs` processes or by a cluster (`local`: Dask
    with `jobs` workers on this machine; 0: one for each core). Raises Lost, and whatever `work` raises."""
    jobs = jobs or cores()
    if not cluster:
        yield from _by_pool(work, parts, jobs if len(parts) > 1 and jobs > 1 else 0)
    elif parts:
        try:
            from specs.base.workers.dask_workers import by_dask
        except ImportError:
            command = "pip install 'tideline-press[cluster]'"
            raise Lost(say("Dask is not installed: {command} installs it", command=command)) from None
        yield from by_dask(work, parts, jobs, "" if cluster == LOCAL else cluster)


def _by_pool(work: Callable[[Part], Found], parts: Sequence[Part], jobs: int) -> Results[Found]:
    """Yield results from a pool on this machine. Raises Lost."""
    missing, lost = dict(enumerate(parts)), 0
    while missing:
        numbers = list(missing)
        try:
            with WorkerPool([partial(work, part) for part in missing.values()], jobs) as pool:
                for place, found in pool.results():
                    del missing[numbers[place]]
                    yield numbers[place], found
        except WorkerLost:
            lost = still_lost(lost if len(missing) == len(numbers) else 0)
