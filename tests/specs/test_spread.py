"""Work in many parts: by whomever it is done, the same comes of it, and a worker that is killed loses nothing."""

import math
import os
import sys
import time
from collections.abc import Iterator

import psutil
import pytest
from cases import cases

from specs.base.workers import pool
from specs.base.workers.cluster import Lost, is_cluster, spread


@pytest.fixture(params=["forked", "afresh"], autouse=True)
def started(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Workers are started in both ways, and none is left behind."""
    monkeypatch.setattr(pool, "CAN_FORK", pool.CAN_FORK and request.param == "forked")
    monkeypatch.setattr(pool, "threads", lambda: 1)  # whoever runs tests may have some of their own
    before = {*psutil.Process().children()}
    yield
    assert {*psutil.Process().children()} <= before


def test_what_two_processes_find_is_what_one_does_by_the_numbers_of_the_parts() -> None:
    parts = [5, 3, 40, 0, 7]
    found = dict(enumerate(map(math.factorial, parts)))
    assert dict(spread(math.factorial, parts, 2)) == dict(spread(math.factorial, parts)) == found


def test_who_is_killed_at_work_loses_nothing() -> None:
    found = spread(time.sleep, [0.01] * 60, 2)
    numbers = [next(found)[0]]
    max(psutil.Process().children(), key=lambda child: child.create_time()).kill()
    numbers += [number for number, _ in found]
    assert sorted(numbers) == list(range(60))


def test_a_part_that_kills_whoever_takes_it_ends_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "MOST_LOST", 0)
    with pytest.raises(Lost, match="1 workers ended one after another without doing any work"):
        list(spread(os._exit, [1, 1], 2))


def test_what_the_work_raises_is_raised_once_what_was_done_before_is_given() -> None:
    work = spread(math.sqrt, [4.0, 9.0, 16.0, 25.0, -1.0], 2)
    found = [next(work), next(work)]
    with pytest.raises(ValueError, match=r"math domain error|nonnegative"):
        found.extend(work)
    assert len(found) >= 3, "two parts are under way at a time, so three were done before the last was begun"
    assert {*found} <= {(0, 2.0), (1, 3.0), (2, 4.0), (3, 5.0)}


def test_what_cannot_be_handed_on_is_an_error_not_a_worker_that_is_lost() -> None:
    with pytest.raises(RuntimeError, match="TypeError: cannot pickle"):
        list(spread(memoryview, [b"", b""], 2))


def test_nothing_to_do_needs_nobody() -> None:
    assert list(spread(abs, [], 4)) == list(spread(abs, [], 1, "tcp://127.0.0.1:1")) == []


def test_without_dask_a_cluster_is_one_line_that_says_what_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    monkeypatch.delitem(sys.modules, "specs.base.workers.dask_workers", raising=False)
    with pytest.raises(Lost, match=r"^Dask is not installed: pip install 'tideline-press\[cluster\]' installs it$"):
        list(spread(abs, [1], 1, "local"))


@pytest.mark.parametrize("text", ["local", "tcp://10.0.0.5:8786", "tls://host.lan:8786", "tcp://[::1]:8786"])
def test_a_cluster_is_told_by_the_address_of_its_scheduler(text: str) -> None:
    assert is_cluster(text)


@cases
def test_nothing_else_is(text: str) -> None:
    assert not is_cluster(text)
