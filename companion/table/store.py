"""The games in one SQLite file: one transaction for each change, written to disk before it is confirmed.

The current position is kept with its game, so that a move needs no replay. Entries are only added. Every row has a
checksum, verified whenever it is read: a flipped bit never becomes another score.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, Final, get_args
from zlib import crc32

from companion.contract.values import Player
from companion.table.journal import Journal, Kind, Logged
from companion.table.stored import Stored, StoreError
from specs.base.folders import user_data
from specs.base.languages import mark, say, word

APPLICATION = 0x41544C41  # "ATLA": identifies our files
SCHEMA = 5
MOST_BYTES, MOST_PLAYERS, LONGEST_NAME = 4_000_000, 99, 60  # of a row; of a game; letters of a game's name
DAMAGED = mark("not a companion database, or a damaged one; name another file with --db")
TABLES = Path(__file__).with_suffix(".sql")
COLUMNS: Final = {
    "games": "id, game, players, setup, start, head, last, ply, position, turn, about, photo, begun, used",
    "entries": "game, n, parent, ply, kind, text, position, rule, points, seat, made",
    "outcomes": "game, last, scores",
    "clocks": "game, n, made, word, value",
    "known_as": "spelling, name",
}
KEYS: Final = {"games": "id", "entries": "game, n", "outcomes": "game", "clocks": "game, n", "known_as": "spelling"}


def checksum(*cells: object) -> int:
    """Return the checksum of a row's cells."""
    return crc32(repr(cells).encode("utf-8", "surrogatepass"))


def _sealing(table: str) -> Iterator[str]:
    """Yield the triggers that give a row its checksum whenever it is written."""
    new = ", ".join(f"NEW.{column}" for column in COLUMNS[table].split(", "))
    row = " AND ".join(f"{column} = NEW.{column}" for column in KEYS[table].split(", "))
    for name, event in (("made", "INSERT"), ("changed", f"UPDATE OF {COLUMNS[table]}")):
        yield (
            f"CREATE TRIGGER {table}_{name} AFTER {event} ON {table}"
            f" BEGIN UPDATE {table} SET sum = checksum({new}) WHERE {row}; END"
        )


class Damaged(StoreError):
    """A row of the store is damaged. For an entry, `entry` is its number."""

    def __init__(self, path: Path, table: str, cells: Sequence[Any] = ()) -> None:
        self.entry = cells[1] if table == "entries" and isinstance(cells[1], int) else 0
        match table:
            case "entries":
                here = say("entry {n} of game {game}", n=self.entry, game=cells[0])
                rest = say("`companion export --readable` writes what is before it")
                what = say("{here} is damaged: its checksum fails; {rest}", here=here, rest=rest)
            case "games" if cells:
                what = say("game {n} is damaged: its checksum fails", n=cells[0])
            case _:
                what = say("the table {name} is damaged: a checksum fails", name=table)
        super().__init__(f"{path}: {what}")


class Conflict(Exception):
    """Somebody else changed the game meanwhile: `made` is what was entered since. Nothing was changed."""

    def __init__(self, made: Sequence[Logged]) -> None:
        super().__init__("; ".join(f"{entry.kind} {entry.text}".strip() for entry in made))
        self.made = tuple(made)


def default_path() -> Path:
    """Return the store's path in the user's data folder, following each system's custom."""
    return user_data() / "companion.db"


class Store(AbstractContextManager["Store"]):
    """An open store. Every method is one transaction; raises StoreError. `now` gives seconds since 1970."""

    def __init__(self, path: Path, *, create: bool = False, now: Callable[[], float] = time.time) -> None:
        self.path, self._now = path, now
        with self.plainly():
            if create:  # private: it holds hidden hands
                path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                if not path.exists():
                    path.touch(mode=0o600)
            uri = f"{path.absolute().as_uri()}?mode={'rwc' if create else 'rw'}"
            self.db = sqlite3.connect(uri, uri=True, timeout=10, isolation_level=None)
            self.db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
            self.db.create_function("checksum", -1, checksum, deterministic=True)
        try:
            with self.plainly():
                self._open()
        except BaseException:
            self.db.close()
            raise

    def _open(self) -> None:
        # 3 is EXTRA: like FULL, and syncs the folder too, so that a confirmed move survives a power cut
        for setting, wanted in (("synchronous", 3), ("foreign_keys", 1)):
            self.db.execute(f"PRAGMA {setting}={wanted}")
            if self.db.execute(f"PRAGMA {setting}").fetchone() != (wanted,):
                raise StoreError(say("{path}: SQLite here cannot keep {setting}", path=self.path, setting=setting))
        if not self._is_ours():
            with self._transaction():
                if not self._is_ours():  # another process may have made the tables meanwhile
                    self._make()

    def _is_ours(self) -> bool:
        """Return whether the tables exist. Raises StoreError for a store of another version."""
        (application,) = self.db.execute("PRAGMA application_id").fetchone()
        (version,) = self.db.execute("PRAGMA user_version").fetchone()
        if application == APPLICATION and version != SCHEMA:
            raise StoreError(
                say("{path}: made by another version of the companion; name another file with --db", path=self.path)
            )
        return bool(application == APPLICATION)

    def _make(self) -> None:
        """Make the tables. Raises StoreError for another program's file."""
        if self.db.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
            raise StoreError(
                say("{path}: another program's database; name a file of our own with --db", path=self.path)
            )
        tables = TABLES.read_text(encoding="utf-8").split(";\n")
        for statement in [*tables, *chain.from_iterable(map(_sealing, COLUMNS))]:
            self.db.execute(statement)
        self.db.execute(f"PRAGMA application_id={APPLICATION}")
        self.db.execute(f"PRAGMA user_version={SCHEMA}")

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.db.close()

    @contextmanager
    def plainly(self) -> Iterator[None]:
        """A block that turns errors of the database into one sentence."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {_sentence(error, self.path)}") from None
        except (ValueError, TypeError):
            # SQLite on a damaged page: text that is not text, numbers out of range
            raise StoreError(f"{self.path}: {word(DAMAGED)}") from None
        except OSError as error:
            raise StoreError(
                say("{path}: {why}; choose another place with --db", path=self.path, why=error.strerror or error)
            ) from None

    @contextmanager
    def change(self) -> Iterator[sqlite3.Connection]:
        """A transaction that holds the write lock from its start; committed on success, rolled back on any error."""
        with self.plainly(), self._transaction():
            yield self.db

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
            self.db.execute("COMMIT")
        except BaseException:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
            raise

    # ---- reading ---------------------------------------------------------------------------------

    def rows(self, table: str, which: str = "", *values: object) -> list[Sequence[Any]]:
        """Return rows of a table, all columns but the checksum; `which` is the rest of the query. Raises Damaged for
        the first whose checksum fails, and if rows cannot be found."""
        if table != "entries":  # their number is known
            faults = self.db.execute(f"PRAGMA quick_check({table})").fetchall()
            if faults != [("ok",)]:
                raise Damaged(self.path, table)
        found = self.db.execute(f"SELECT {COLUMNS[table]}, sum FROM {table} {which}", values).fetchall()
        for *cells, total in found:
            if checksum(*cells) != total:
                raise Damaged(self.path, table, cells)
        return [row[:-1] for row in found]

    def get(self, game: int | None = None) -> Stored | None:
        """Return a game by its number; without one the current game, which is the one used last. None if there is
        none."""
        if game is not None and not 0 < game < 2**63:
            return None
        where = "id = ?" if game is not None else "used = (SELECT max(used) FROM games)"
        with self.plainly():
            found = self.rows("games", f"WHERE {where}", *(() if game is None else (game,)))
            return _stored(found[0]) if found else None

    def latest(self, count: int) -> list[Stored]:
        """Return the games used last, latest first; all of them with a negative count."""
        with self.plainly():
            return [_stored(row) for row in self.rows("games", "ORDER BY used DESC LIMIT ?", count)]

    def entries(self, game: Stored) -> list[Logged]:
        """Return every entry ever made in a game up to when it was read, in order. Raises Damaged."""
        with self.plainly():
            found = self._since(game.id, 0)[: game.last]
            missing = next((n for n, entry in enumerate(found, 1) if entry.n != n), len(found) + 1)
            if missing <= game.last:
                raise Damaged(self.path, "entries", (game.id, missing))
            return found

    def readable(self, game: Stored) -> list[Logged]:
        """Return the entries of a damaged game before the first damaged one."""
        try:
            return self.entries(game)
        except Damaged as damaged:
            number = damaged.entry
        with self.plainly():
            rows = self.rows("entries", "WHERE game = ? AND n < ? ORDER BY n", game.id, number)
            return [_logged(row) for row in rows]

    def times(self, game: Stored) -> list[int | None]:
        """Return when each entry was made, in ms since 1970, in order; None for one that was made elsewhere."""
        with self.plainly():
            rows = self.rows("entries", "WHERE game = ? ORDER BY n", game.id)
            if not all(made is None or isinstance(made, int) for *_, made in rows):
                raise TypeError("not numbers")
            return [made for *_, made in rows[: game.last]]

    def ended(self, game: Stored) -> int | None:
        """Return when the current entry of a game was made, in ms since 1970; None at the start, or if it was made
        elsewhere."""
        times = self.times(game)
        return times[game.head - 1] if game.head and len(times) >= game.head else None

    def now(self) -> int:
        """Return the time, in ms since 1970."""
        return round(1000 * self._now())

    def _since(self, game: int, n: int) -> list[Logged]:
        return [_logged(row) for row in self.rows("entries", "WHERE game = ? AND n > ? ORDER BY n", game, n)]

    # ---- writing ---------------------------------------------------------------------------------

    def add(self, game: Stored, journal: Journal) -> Stored:
        """Add a new game at the position of its journal; it becomes the current one."""
        fresh = game._replace(begun=self.now())
        seats = _seats(game.players)
        with self.change() as db:
            number = db.execute(
                f"INSERT INTO games({COLUMNS['games'].removeprefix('id, ')})"
                " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT ifnull(max(used), 0) + 1 FROM games))",
                (fresh.game, seats, *fresh[3:]),
            ).lastrowid
            assert number is not None
            self._insert(number, journal.entries, None)  # imported entries have no time
        return fresh._replace(id=number)

    def append(self, game: Stored, after: Stored, was: Journal, journal: Journal) -> None:
        """Move a `game`, as it was read, to the position of its journal, `after`. New entries are added, and an entry
        that records other players than it `was` is written anew.

        Raises Conflict if the game has changed since it was read.
        """
        pairs = zip(journal.entries, was.entries, strict=False)
        anew = [(e.text, e.position, e.rule, e.points, game.id, e.n) for e, old in pairs if e is not old and e != old]
        with self.change() as db:
            self._unchanged(db, game)
            db.executemany(
                "UPDATE entries SET text = ?, position = ?, rule = ?, points = ? WHERE game = ? AND n = ?", anew
            )
            self._insert(game.id, journal.entries[game.last :], self.now())
            stands = (after.start, after.head, after.last, after.ply, after.position, after.turn)
            columns = "(players, start, head, last, ply, position, turn)"
            query = f"UPDATE games SET {columns} = (?, ?, ?, ?, ?, ?, ?) WHERE id = ?"
            db.execute(query, (_seats(after.players), *stands, game.id))

    def _unchanged(self, db: sqlite3.Connection, game: Stored) -> None:
        """Raise Conflict if the game has changed since it was read, StoreError if it is gone."""
        row = db.execute("SELECT last FROM games WHERE id = ?", (game.id,)).fetchone()
        if row is None:
            raise StoreError(say("{path}: game {n} was deleted meanwhile", path=self.path, n=game.id))
        if row[0] != game.last:
            raise Conflict(self._since(game.id, game.last))

    def _insert(self, game: int, entries: Sequence[Logged], made: int | None) -> None:
        self.db.executemany(
            f"INSERT INTO entries({COLUMNS['entries']}) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(game, *entry, made) for entry in entries],
        )

    def describe(self, game: int, about: str) -> None:
        """Save the notes of a game's evening."""
        with self.change() as db:
            db.execute("UPDATE games SET about = ? WHERE id = ?", (about, game))

    def use(self, game: int) -> None:
        """Make a game the current one."""
        with self.change() as db:
            db.execute("UPDATE games SET used = (SELECT max(used) + 1 FROM games) WHERE id = ?", (game,))

    def delete(self, game: int) -> None:
        """Remove a game with all its entries."""
        with self.change() as db:
            db.execute("DELETE FROM games WHERE id = ?", (game,))


def _seats(players: Sequence[Player]) -> str:
    return "\n".join(f"{player.name}\t{player.colour}" for player in players)


def _stored(row: Sequence[Any]) -> Stored:
    """Make a game from its row. Raises ValueError, TypeError for a row we never wrote."""
    number, game, seats, setup, start, head, last, ply, position, turn, about, photo, begun, _ = row
    if not all(isinstance(text, str) for text in (game, seats, setup, start, position, about, photo)):
        raise TypeError("not text")
    players = tuple(Player(*seat.split("\t")) for seat in seats.split("\n"))
    numbers = (number, head, last, ply, *(n for n in (turn, begun) if n is not None))
    if not all(isinstance(n, int) and n >= 0 for n in numbers) or head > last or not (turn or 0) < len(players):
        raise ValueError("numbers that point nowhere")
    if len(players) > MOST_PLAYERS or len(game) > LONGEST_NAME or not game.isprintable():
        raise ValueError("a game of nobody's")
    noted = (about, photo, begun)
    return Stored(number, game, players, setup, start, head, last, ply, position, turn, *noted)


def _logged(row: Sequence[Any]) -> Logged:
    """Make an entry from its row. Raises ValueError, TypeError for a row we never wrote."""
    _, *cells, _ = row
    entry = Logged(*cells)
    if not all(isinstance(n, int) for n in (entry.n, entry.parent, entry.ply, entry.points, entry.seat or 0)):
        raise TypeError("not numbers")
    if not 0 <= entry.parent < entry.n or entry.kind not in get_args(Kind):
        raise ValueError("an entry that follows none")
    if not all(isinstance(text, str) for text in (entry.text, entry.position, entry.rule)):
        raise TypeError("not text")
    if entry.kind in ("undo", "redo") and not entry.text.isdecimal():
        raise ValueError("an undo of nothing")
    return entry


def _sentence(error: sqlite3.Error, path: Path) -> str:
    if path.exists() and not path.is_file():
        return say("a folder, not a file") if path.is_dir() else say("a device or a pipe, not a file")
    match error.sqlite_errorname.split("_")[1] if hasattr(error, "sqlite_errorname") else "":
        case "" if isinstance(error, sqlite3.ProgrammingError):
            raise error  # a bug of ours
        case "NOTADB" | "CORRUPT" | "":  # unnamed: Python itself found invalid text
            return DAMAGED
        case "READONLY" | "PERM" | "AUTH":
            return say("the store cannot be written here; nothing was changed")
        case "FULL" | "IOERR":
            return say("the disk is full or failing ({error}); nothing was changed", error=error)
        case "CANTOPEN":
            return say("the store cannot be opened here")
        case "TOOBIG":
            return say("a text of more than {most} bytes; nothing was changed", most=f"{MOST_BYTES:,}")
        case "BUSY" | "LOCKED":
            return say("another program keeps the store locked; nothing was changed, try again")
        case _:
            return say("{why}; nothing was changed", why=" ".join(str(error).split()))
