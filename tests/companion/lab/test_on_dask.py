"""A playtest on Dask: the same figures as alone, whoever is killed at it."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from multiprocessing import active_children
from pathlib import Path
from socket import socket

import pytest

from companion.cli.main import run as program
from companion.lab import runs
from companion.lab.measures import figures
from companion.lab.playtest import Plan, Row, planned
from companion.lab.report import facts
from companion.lab.runs import run
from specs.base.workers import dask_workers
from specs.base.workers.cluster import spread
from specs.base.workers.pool import deferred_signals

pytestmark = pytest.mark.deep
ROOT = Path(__file__).parents[3]
GAMES = 24
PLAN = planned("atlantis", ("random", "random"), seed=5)


@pytest.fixture(scope="module")
def alone() -> list[Row]:
    return run(PLAN, GAMES)


@contextmanager
def dask(what: str, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A scheduler or a worker, as a person begins one."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{what}", "--no-dashboard", *words]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    begun = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=env)
    try:
        yield begun
    finally:
        begun.kill()
        begun.wait()


def test_workers_here_find_what_one_process_does_and_one_that_is_killed_loses_nothing(alone: list[Row]) -> None:
    with closing(spread(partial(runs.play_one, PLAN), range(GAMES), 2, "local")) as found:
        rows = [next(found)[1]]
        os.kill(next(each for each in active_children() if "Dask" in each.name).pid or 0, signal.SIGKILL)
        rows += [row for _, row in found]
    assert sorted(rows, key=lambda row: row.number) == alone
    assert not active_children()


def test_a_scheduler_that_is_killed_is_one_line_and_what_was_played_is_gone_on_with(
    alone: list[Row], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(socket()) as free:
        free.bind(("127.0.0.1", 0))
        address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
    file, written = tmp_path / "games.db", list[int]()
    asked = ["stats", "--simulate", "atlantis", "--games", str(GAMES), "--seats", "random", "--seed", "5"]
    asked += ["--resume", str(file)]
    with dask("scheduler", "--host", "127.0.0.1", "--port", address.rpartition(":")[2]) as scheduler, dask(
        "worker", address, "--no-nanny", "--nthreads", "2"
    ):  # fmt: skip
        add = runs.Kept.add

        def counted(kept: runs.Kept, plan: Plan, rows: list[Row]) -> None:
            add(kept, plan, rows)
            written.append(len(rows))
            scheduler.kill()

        monkeypatch.setattr(runs, "OFTEN", 0.0)
        monkeypatch.setattr(runs.Kept, "add", counted)
        assert program([*asked, "--cluster", address]) == 2
    assert capsys.readouterr().err.splitlines() == [f"the Dask scheduler at {address} is gone"]
    with closing(sqlite3.connect(file)) as kept:
        assert 0 < kept.execute("SELECT count(*) FROM games").fetchone()[0] == sum(written) < GAMES
    monkeypatch.setattr(runs.Kept, "add", add)
    assert program([*asked, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(facts([PLAN], [figures(alone)], [])))
    monkeypatch.setattr(dask_workers, "ANSWERS", 0.3)
    assert program([*asked, "--games", "99", "--cluster", address]) == 2
    assert f"the Dask scheduler at {address} does not answer" in capsys.readouterr().err


def test_a_worker_that_has_other_files_than_we_have_does_nothing() -> None:
    assert dask_workers.worked(b"", dask_workers.fingerprint()[::-1]) is None
    assert dask_workers.worked(b"", dask_workers.fingerprint()) is not None


@pytest.mark.skipif(sys.platform == "win32", reason="no signals are held back here")
def test_an_interrupt_is_nothing_to_processes_that_are_begun_for_a_cluster() -> None:
    """Ctrl-C reaches all that a terminal runs: theirs would each tell where it was."""
    with deferred_signals(signal.SIGINT):
        shell = subprocess.run(["sh", "-c", "kill -INT $$; echo at work"], capture_output=True, text=True, check=False)
    assert shell.stdout == "at work\n"
