"""Many games of a plan: played by some processes beside each other, and kept in a file as they come.

A worker plays the numbers it was given and hands on each row as it is done. One that dies leaves the rest of its
numbers to the others, so that nothing but the game it was at is played twice. The parent alone writes.
"""

from __future__ import annotations

import signal
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

from msgspec import MsgspecError, json

from companion.lab.playtest import Plan, Row, played
from specs.ground.languages import say

__all__ = ["Broken", "Kept", "run"]

APPLICATION = 0x41544C50  # "ATLP": tells our files from other programs'
CHUNK, SHARES = 50, 4  # numbers a worker is given at a time, and how often at least it is given some
LOST = 5  # workers that may die one after another without a game done
OFTEN = 0.5  # seconds between two writings
LONGEST_ROW = 1_000_000
TABLES = """
CREATE TABLE plans(key TEXT PRIMARY KEY, plan TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games(plan TEXT NOT NULL REFERENCES plans, number INTEGER NOT NULL, row TEXT NOT NULL,
  PRIMARY KEY(plan, number)) WITHOUT ROWID;
"""


class Broken(Exception):
    """A run that cannot go on: one sentence. What was kept stays kept."""


class Kept:
    """A file of games that were played, of any plans. Raises Broken for what is no such file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.db = sqlite3.connect(path, isolation_level=None)
            (told,), (tables,) = (
                self._all("PRAGMA application_id")[0],
                self._all("SELECT count(*) FROM sqlite_master")[0],
            )
            if told != APPLICATION:
                if told or tables:
                    raise Broken(say("{path}: not a file of games that were simulated", path=path))
                self.db.executescript(f"BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {APPLICATION}; COMMIT")
        except sqlite3.Error as error:
            raise self._broken(error) from None

    def __enter__(self) -> Kept:
        return self

    def __exit__(self, *_: object) -> None:
        self.db.close()

    def _all(self, query: str, *values: str | int) -> list[Any]:
        return self.db.execute(query, values).fetchall()

    def _broken(self, error: Exception) -> Broken:
        return Broken(say("{path}: {why}", path=self.path, why=error))

    def rows(self, plan: Plan, games: int) -> list[Row]:
        """What is kept of the first so many games. Raises Broken."""
        query = "SELECT number, substr(row, 1, ?) FROM games WHERE plan = ? AND number < ? ORDER BY number"
        try:
            found = [json.decode(text, type=Row) for _, text in self._all(query, LONGEST_ROW, plan.key, games)]
        except (sqlite3.Error, MsgspecError, UnicodeError) as error:
            raise self._broken(error) from None
        return found

    def add(self, plan: Plan, rows: Sequence[Row]) -> None:
        """In one transaction. Raises Broken."""
        told = json.encode(plan._asdict()).decode()
        try:
            self.db.execute("BEGIN IMMEDIATE")
            self.db.execute("INSERT OR IGNORE INTO plans VALUES (?, ?)", (plan.key, told))
            kept = [(plan.key, row.number, json.encode(row).decode()) for row in rows]
            self.db.executemany("INSERT OR REPLACE INTO games VALUES (?, ?, ?)", kept)
            self.db.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self.db.execute("ROLLBACK")
            raise self._broken(error) from None


def run(
    plan: Plan, games: int, jobs: int = 1, kept: Kept | None = None, told: Callable[[int], object] = lambda done: None
) -> list[Row]:
    """The first so many games of a plan, in their order, by so many processes; what is kept is not played again. `told`
    hears how many are done. Raises Broken."""
    found = {row.number: row for row in (kept.rows(plan, games) if kept else ())}
    missing = [number for number in range(games) if number not in found]
    fresh, since = list[Row](), time.monotonic()
    rows = _beside(plan, missing, jobs) if jobs > 1 and len(missing) > 1 else (_one(plan, n) for n in missing)
    try:
        with closing(rows):
            for row in rows:
                found[row.number] = row
                fresh.append(row)
                if time.monotonic() - since > OFTEN:
                    told(len(found))
                    _written(kept, plan, fresh)
                    since = time.monotonic()
    finally:
        _written(kept, plan, fresh)
    return [found[number] for number in range(games)]


def _written(kept: Kept | None, plan: Plan, fresh: list[Row]) -> None:
    if kept is not None and fresh:
        kept.add(plan, fresh)
    fresh.clear()


def _one(plan: Plan, number: int) -> Row:
    """A game. Raises Broken where the game itself fails, with what plays it again."""
    try:
        return played(plan, number)
    except Exception as error:
        where = say("game {number} of seed {seed}", number=number, seed=plan.seed)
        raise Broken(say("{where} broke off: {error}", where=where, error=repr(error))) from error


class _Worker:
    """A process with the numbers that were given to it and have not come back."""

    def __init__(self, plan: Plan) -> None:
        context = get_context("spawn")  # the same on every system, and nothing of this process is held by it
        self.end, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, plan), daemon=True)
        self.process.start()
        theirs.close()
        self.numbers: list[int] = []

    def give(self, numbers: list[int]) -> None:
        self.numbers = numbers
        with suppress(OSError):  # it is dead: that is seen where its rows are read
            self.end.send(numbers)

    def leave(self) -> None:
        self.end.close()
        self.process.terminate()
        self.process.join()


def _beside(plan: Plan, missing: Sequence[int], jobs: int) -> Generator[Row, None, None]:
    size = max(1, min(CHUNK, len(missing) // (jobs * SHARES)))
    todo = deque([list(missing[at : at + size]) for at in range(0, len(missing), size)])
    workers, lost = dict[Any, _Worker](), 0
    try:
        while todo or workers:
            while todo and len(workers) < jobs:
                worker = _Worker(plan)
                worker.give(todo.popleft())
                workers[worker.end] = worker
            for end in wait(list(workers)):
                worker = workers[end]
                try:
                    row = worker.end.recv()
                except (EOFError, OSError):
                    lost += 1
                    if lost > LOST:
                        raise Broken(say("{n} processes ended one after another without a game", n=lost)) from None
                    workers.pop(end).leave()
                    todo.appendleft(worker.numbers)
                    continue
                if not isinstance(row, Row):
                    raise Broken(row)
                lost = 0
                worker.numbers.remove(row.number)
                yield row
                if not worker.numbers and todo:
                    worker.give(todo.popleft())
                elif not worker.numbers:
                    workers.pop(end).leave()
    finally:
        for worker in workers.values():
            worker.leave()


def _work(end: Connection, plan: Plan) -> None:
    """A worker: plays what it is given until nobody gives more; an interrupt is the parent's to hear."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            for number in end.recv():
                try:
                    row: Row | str = _one(plan, number)
                except Broken as broken:
                    row = str(broken)
                end.send(row)
