"""Tries broken inputs in processes of their own, so that one that ends its process is a finding as any other.

    python tests/hostile/fuzz.py --count 1000000          every kind in turn; `make fuzz` runs this
    python tests/hostile/fuzz.py --kind svg --first 5000 --count 1
    python tests/hostile/fuzz.py --guided 600 --kind svg  led by what each input reaches (`guided.py`)

What is found is written into `corpus/`, as KIND-N, which the tests try every time.
"""

import argparse
import multiprocessing
import os
import sys
import tempfile
import time
import traceback
from multiprocessing.context import ForkContext, ForkProcess
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path
from typing import Any

import broken_games
import fuzzing

KINDS = tuple(fuzzing.KINDS)
HUNG = 60 * fuzzing.SECONDS  # of the clock: not even the alarm is heard, it waits for what never comes, or others work


class Tally:
    """What all workers share: the next number, and by kind how many were taken, refused and findings."""

    def __init__(self, context: ForkContext, first: int, jobs: int) -> None:
        self.next: Synchronized[int] = context.Value("q", first)
        self.counts: Any = context.Array("q", 3 * len(KINDS))
        self.doing: Any = context.Array("d", [-1.0] * 2 * jobs, lock=False)  # number and start of each worker's input

    def add(self, kind: str, outcome: int) -> None:
        with self.counts.get_lock():
            self.counts[3 * KINDS.index(kind) + outcome] += 1

    def findings(self) -> int:
        return sum(self.counts[2::3])


TAKEN, REFUSED, FINDING = range(3)


def found(kind: str, number: int, what: str) -> None:
    (fuzzing.CORPUS / f"{kind}-{number}").write_bytes(fuzzing.made(kind, number))
    print(f"{kind} {number}: {what[:300]}", flush=True)


def worker(job: int, tally: Tally, order: list[str], end: int) -> None:
    with tempfile.TemporaryDirectory() as folder, fuzzing.little_memory():
        while True:
            with tally.next.get_lock():
                number = tally.next.value
                tally.next.value += 1
            if number >= end:
                break
            kind = order[number % len(order)]
            content = fuzzing.made(kind, number)
            tally.doing[2 * job : 2 * job + 2] = [float(number), time.monotonic()]
            try:
                tally.add(kind, TAKEN if fuzzing.tried(kind, content, Path(folder)) else REFUSED)
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # a library's panic is no Exception
                tally.add(kind, FINDING)
                at = traceback.extract_tb(error.__traceback__)[-1]
                what = "; ".join([str(error), *getattr(error, "__notes__", ())])
                found(kind, number, f"{type(error).__name__}: {what} ({Path(at.filename).name}:{at.lineno})")
            tally.doing[2 * job] = -1.0


def lost(job: int, tally: Tally, order: list[str], how: str) -> None:
    """A worker is gone, or no longer answers: its input is the finding."""
    number = int(tally.doing[2 * job])
    tally.doing[2 * job] = -1.0
    if number >= 0:
        tally.add(order[number % len(order)], FINDING)
        found(order[number % len(order)], number, how)


def run(first: int, count: int, jobs: int, order: list[str]) -> int:
    """Tries `count` numbers from `first` and prints what came of it. How many findings there were."""
    began, told = time.monotonic(), first
    context = multiprocessing.get_context("fork")
    tally = Tally(context, first, jobs)
    if {"turn", "position", "typed"} & {*order}:
        broken_games.looks()  # once, before the workers begin

    def start(job: int) -> ForkProcess:
        process = context.Process(target=worker, args=(job, tally, order, first + count))
        process.start()
        return process

    workers = {job: start(job) for job in range(jobs)}
    while workers:
        time.sleep(0.2)
        for job, process in list(workers.items()):
            if not process.is_alive():
                if process.exitcode:
                    lost(job, tally, order, f"ended the process with {process.exitcode}")
                    workers[job] = start(job)
                else:
                    del workers[job]
            elif tally.doing[2 * job] >= 0 and time.monotonic() - tally.doing[2 * job + 1] > HUNG:
                process.kill()
                process.join()
        if tally.next.value - told >= 10_000:
            told = tally.next.value
            print(f"{told - first:,} inputs, {time.monotonic() - began:,.0f} s", flush=True)
    print(f"{count:,} inputs in {time.monotonic() - began:,.0f} s by {jobs} processes, {tally.findings()} findings")
    print(f"  {'':<14}{'taken':>10}{'refused':>10}{'findings':>10}")
    for at, kind in enumerate(KINDS):
        if any(counts := tally.counts[3 * at : 3 * at + 3]):
            print(f"  {kind:<14}" + "".join(f"{number:>10,}" for number in counts))
    return tally.findings()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--guided", type=int, metavar="SECONDS", help="of each kind, or of the one that is named")
    given = parser.parse_args()
    if given.guided:
        import guided

        return 1 if guided.run([given.kind] if given.kind else list(KINDS), given.guided) else 0
    order = [given.kind] if given.kind else fuzzing.turns_of_kinds()
    return 1 if run(given.first, given.count, max(1, given.jobs), order) else 0


if __name__ == "__main__":
    sys.exit(main())
