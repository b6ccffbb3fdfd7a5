"""Whole processes, measured: wall seconds and peak memory as the operating system accounts for them."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """Wall time in ms, peak resident memory in MiB, and the time of all processors in ms: of a run, or medians."""

    ms: float
    mib: float
    cpu: float = 0.0


# Compiled modules are kept, as they are for anybody who installs a package.
UNSET = ("PYTHONDONTWRITEBYTECODE",)


def environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in UNSET}


def run(argv: Sequence[str], env: dict[str, str] | None = None) -> Figure:
    """Run a command once. Exits with its output when it fails: a figure of a failed run is worth nothing."""
    start = time.perf_counter()
    process = subprocess.Popen(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment() | (env or {}))
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(argv)} ended with {process.returncode}:\n{output.decode(errors='replace')}")
    return Figure(elapsed * 1000, usage.ru_maxrss / 1024, (usage.ru_utime + usage.ru_stime) * 1000)


def medians(
    commands: Mapping[str, Sequence[str]], runs: int, env: dict[str, str] | None = None, *, warm: bool = True
) -> dict[str, Figure]:
    """The medians of `turns`."""
    return {
        name: Figure(*(statistics.median(getattr(figure, key) for figure in each) for key in ("ms", "mib", "cpu")))
        for name, each in turns(commands, runs, env, warm=warm).items()
    }


def turns(
    commands: Mapping[str, Sequence[str]], runs: int, env: dict[str, str] | None = None, *, warm: bool = True
) -> dict[str, list[Figure]]:
    """Each command `runs` times after a warm-up, in turn (A B A B ...), so that a drifting machine drifts for all."""
    figures: dict[str, list[Figure]] = {name: [] for name in commands}
    for counted in (*(False,) * warm, *(True,) * runs):
        for name, argv in commands.items():
            figure = run(argv, env)
            if counted:
                figures[name].append(figure)
    return figures


def table(title: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table, its first column left-aligned and the others right-aligned."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    print(f"\n{title}")
    for row in (head, ["-" * width for width in widths], *rows):
        first, *rest = (
            cell.ljust(w) if i == 0 else cell.rjust(w) for i, (cell, w) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join((first, *rest)))
