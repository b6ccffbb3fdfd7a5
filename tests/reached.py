"""A pytest plugin: which lines each test runs, and how much of a processor it takes, for tests/mutants.py.

    REACHED=FOLDER PYTHONPATH=tests python -m pytest -p reached

Every process of the run writes its part: `FOLDER/lines.*` in coverage's own format, with the test as context, and
`FOLDER/times.*.json`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

FOLDER = Path(os.environ["REACHED"])
MEASURED = coverage.Coverage(
    data_file=str(FOLDER / "lines"), data_suffix=True, source=["specs", "generator", "companion"]
)
MEASURED.set_option("run:relative_files", True)
MEASURED.start()  # on import, before any conftest: what a module runs when it is loaded has the context ""
times: dict[str, float] = {}
red: set[str] = set()


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
