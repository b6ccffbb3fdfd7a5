"""Many games of a plan, played by parallel processes or a cluster, and kept in a file as they finish.

Workers return their rows; only this process writes.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from functools import partial
from pathlib import Path

from msgspec import MsgspecError, json

from companion.lab.playtest import Plan, Row, played
from specs.base.json_values import decoded
from specs.base.languages import say
from specs.base.workers.cluster import Lost, spread

APPLICATION = 0x41544C50  # "ATLP": identifies our files
OFTEN = 0.5  # seconds between two writings
LONGEST_ROW = 1_000_000
TABLES = """
CREATE TABLE plans(key TEXT PRIMARY KEY, plan TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE games(plan TEXT NOT NULL REFERENCES plans, number INTEGER NOT NULL, row TEXT NOT NULL,
  PRIMARY KEY(plan, number)) WITHOUT ROWID;
"""


class Broken(Exception):
    """A run that cannot continue: one sentence. What was saved stays saved."""


class Kept(AbstractContextManager["Kept"]):
    """A file of games that were played, of any plans. Raises Broken for any other file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self._plainly():
            self.db = sqlite3.connect(path, isolation_level="IMMEDIATE")
            asked = "SELECT application_id, (SELECT count(*) FROM sqlite_master) FROM pragma_application_id"
            application, tables = self.db.execute(asked).fetchone()
            if application != APPLICATION:
                if application or tables:
                    raise Broken(say("{path}: not a file of games that were simulated", path=path))
                self.db.executescript(f"BEGIN IMMEDIATE; {TABLES} PRAGMA application_id = {APPLICATION}; COMMIT")

    def __exit__(self, *_: object) -> None:
        self.db.close()

    @contextmanager
    def _plainly(self) -> Iterator[None]:
        """A block that turns errors of the database into one sentence."""
        try:
            yield
        except (sqlite3.Error, MsgspecError, UnicodeError) as error:
            raise Broken(say("{path}: {why}", path=self.path, why=error)) from None

    def rows(self, plan: Plan, games: int) -> list[Row]:
        """Return the saved games among the first `games` of a plan. Raises Broken."""
        query = "SELECT substr(row, 1, ?) FROM games WHERE plan = ? AND number < ? ORDER BY number"
        with self._plainly():
            found = self.db.execute(query, (LONGEST_ROW, plan.key, games)).fetchall()
            return [decoded(text, Row) for (text,) in found]

    def add(self, plan: Plan, rows: Sequence[Row]) -> None:
        """Save rows in one transaction. Raises Broken."""
        kept = [(plan.key, row.number, json.encode(row).decode()) for row in rows]
        with self._plainly(), self.db as db:
            db.execute("INSERT OR IGNORE INTO plans VALUES (?, ?)", (plan.key, json.encode(plan._asdict()).decode()))
            db.executemany("INSERT OR REPLACE INTO games VALUES (?, ?, ?)", kept)


def run(
    plan: Plan,
    games: int,
    jobs: int = 1,
    kept: Kept | None = None,
    progress: Callable[[int], object] = lambda done: None,
    cluster: str = "",
) -> list[Row]:
    """Return the first `games` games of a plan, in order, played by `jobs` processes or a cluster. Saved games are not
    played again. `progress` is called with how many are done. Raises Broken."""
    found = {row.number: row for row in (kept.rows(plan, games) if kept else ())}
    missing = [number for number in range(games) if number not in found]
    fresh, since = list[Row](), time.monotonic()
    try:
        with closing(spread(partial(play_one, plan), missing, jobs, cluster)) as rows:
            for at, row in rows:
                if isinstance(row, str):
                    where = say("game {number} of seed {seed}", number=missing[at], seed=plan.seed)
                    raise Broken(say("{where} broke off: {error}", where=where, error=row))
                found[row.number] = row
                fresh.append(row)
                if time.monotonic() - since > OFTEN:
                    progress(len(found))
                    _written(kept, plan, fresh)
                    since = time.monotonic()
    except Lost as lost:
        raise Broken(*lost.args) from None
    finally:
        _written(kept, plan, fresh)
    return [found[number] for number in range(games)]


def _written(kept: Kept | None, plan: Plan, fresh: list[Row]) -> None:
    if kept is not None and fresh:
        kept.add(plan, fresh)
    fresh.clear()


def play_one(plan: Plan, number: int) -> Row | str:
    """Play a game, or return what its rules or bots raised."""
    try:
        return played(plan, number)
    except Exception as error:
        return repr(error)
