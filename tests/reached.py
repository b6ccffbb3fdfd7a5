"""A pytest plugin: which lines each test runs, and how much of a processor it takes, for tests/mutants.py.

    REACHED=FOLDER PYTHONPATH=tests python -m pytest -p reached

Every process of the run writes its part: `FOLDER/lines.*` in coverage's own format, with the test as context, and
`FOLDER/times.*.json`. So do the programs that tests start as forks (tests/running/warm.py).
"""

import atexit
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import coverage
import pytest

FOLDER = Path(os.environ["REACHED"])
if "REACHED_BY" in os.environ:  # a fork: files are named from its copy of the project
    started_in = os.getcwd()
    os.chdir(Path(sys.modules["specs"].__path__[0]).parent)
MEASURED = coverage.Coverage(
    data_file=str(FOLDER / "lines"), data_suffix=True, source=["specs", "generator", "companion"]
)
MEASURED.set_option("run:relative_files", True)
MEASURED.start()  # on import, before any conftest: what a module runs when it is loaded has the context ""
if "REACHED_BY" in os.environ:
    os.chdir(started_in)
times: dict[str, float] = {}
red: set[str] = set()


def follow(test: str) -> None:
    """Measure this process, a fork that a test has started."""
    MEASURED.switch_context(test)
    atexit.register(MEASURED.save)
    atexit.register(MEASURED.stop)


def pytest_sessionstart() -> None:
    import warm

    run = warm.Warm.run

    def followed(self: Any, *words: Any, env: dict[str, str], **more: Any) -> Any:
        test = os.environ["PYTEST_CURRENT_TEST"].rpartition(" (")[0]
        return run(self, *words, env={**env, "REACHED": str(FOLDER), "REACHED_BY": test}, **more)

    warm.Warm.run = followed


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    MEASURED.switch_context(item.nodeid)
    began = sum(os.times()[:4])
    result = yield
    times[item.nodeid] = round(sum(os.times()[:4]) - began, 3)
    MEASURED.switch_context("")
    return result


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """What does not pass unmutated kills nothing."""
    if report.failed or report.skipped:
        red.add(report.nodeid)


def pytest_unconfigure() -> None:
    MEASURED.stop()
    MEASURED.save()
    (FOLDER / f"times.{os.getpid()}.json").write_text(
        json.dumps({test: took for test, took in times.items() if test not in red}), encoding="utf-8"
    )
