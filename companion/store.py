"""The games in one SQLite file: one transaction a change, on the disk before it is confirmed.

The current position is kept with its game, so that a move needs no replay. Entries are only ever added.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, get_args

from companion.contract import Player, Setup
from companion.journal import Journal, Kind, Logged
from specs.ground.folders import user_data

APPLICATION = 0x41544C41  # "ATLA": tells our files from other programs'
SCHEMA = 1
MOST_BYTES, MOST_PLAYERS, LONGEST_NAME = 4_000_000, 99, 60  # of a row; of a game; letters of a game's name
DAMAGED = "not a companion database, or a damaged one; name another file with --db"
TABLES = """
CREATE TABLE games(
  id INTEGER PRIMARY KEY, game TEXT NOT NULL, rules_version INTEGER NOT NULL, players TEXT NOT NULL,
  setup TEXT NOT NULL, start TEXT NOT NULL, head INTEGER NOT NULL, last INTEGER NOT NULL, ply INTEGER NOT NULL,
  position TEXT NOT NULL, turn INTEGER, used INTEGER NOT NULL);
CREATE UNIQUE INDEX games_by_use ON games(used);
CREATE TABLE entries(
  game INTEGER NOT NULL REFERENCES games ON DELETE CASCADE, n INTEGER NOT NULL, parent INTEGER NOT NULL,
  ply INTEGER NOT NULL, kind TEXT NOT NULL, text TEXT NOT NULL, position TEXT NOT NULL, rule TEXT NOT NULL,
  points INTEGER NOT NULL, PRIMARY KEY(game, n)) WITHOUT ROWID;
"""
COLUMNS = "id, game, rules_version, players, setup, start, head, last, ply, position, turn"


class StoreError(Exception):
    """The store cannot be read or written: one sentence. Nothing was changed."""


class Conflict(Exception):
    """Somebody else changed the game meanwhile: `made` is what was entered since. Nothing was changed."""

    def __init__(self, made: Sequence[Logged]) -> None:
        super().__init__("; ".join(f"{entry.kind} {entry.text}".strip() for entry in made))
        self.made = tuple(made)


class Stored(NamedTuple):
    """A game as stored. `setup` is its record's setup as JSON; `start` and `position` are lines;
    `head` is the entry we stand at, `last` the number of entries; `turn` a player's index, None once over."""

    id: int
    game: str
    rules_version: int
    players: tuple[Player, ...]
    setup: str
    start: str
    head: int
    last: int
    ply: int
    position: str
    turn: int | None

    @classmethod
    def begun(
        cls, game: str, rules_version: int, players: Sequence[Player], setup: str, journal: Journal, turn: int | None
    ) -> Stored:
        """A game that has no number yet, as its journal stands."""
        begun = cls(0, game, rules_version, tuple(players), setup, journal.start, 0, 0, 0, journal.start, turn)
        return begun.after(journal, turn)

    def after(self, journal: Journal, turn: int | None) -> Stored:
        """The game as its journal stands now, and whose turn it is."""
        return self._replace(
            head=journal.head, last=len(journal.entries), ply=journal.ply, position=journal.position, turn=turn
        )


def default_path() -> Path:
    """The store in the user's data folder, by the custom of each system."""
    return user_data() / "companion.db"


class Store:
    """An open store. Every method is one transaction; raises StoreError."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path = path
        with self._plainly():
            if create:
                path.parent.mkdir(parents=True, exist_ok=True)
            uri = f"{path.absolute().as_uri()}?mode={'rwc' if create else 'rw'}"
            self.db = sqlite3.connect(uri, uri=True, timeout=10, isolation_level=None)
            self.db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, MOST_BYTES)
        try:
            with self._plainly():
                self._open()
        except BaseException:
            self.db.close()
            raise

    def _open(self) -> None:
        (version,) = self.db.execute("PRAGMA user_version").fetchone()
        # EXTRA is FULL, and syncs the folder too: a confirmed move outlives a power cut
        self.db.execute("PRAGMA synchronous=EXTRA")
        self.db.execute("PRAGMA foreign_keys=ON")
        (application,) = self.db.execute("PRAGMA application_id").fetchone()
        if application == APPLICATION and 0 < version <= SCHEMA:
            return
        if application == APPLICATION and version > SCHEMA:
            raise StoreError(f"{self.path}: made by a newer companion (schema {version}; this one knows {SCHEMA})")
        self.db.execute("BEGIN IMMEDIATE")
        try:
            # another process may have made the tables while this one waited for the lock
            if self.db.execute("PRAGMA application_id").fetchone() != (APPLICATION,):
                if self.db.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,):
                    raise StoreError(f"{self.path}: another program's database; name a file of our own with --db")
                for statement in TABLES.split(";\n"):
                    self.db.execute(statement)
                self.db.execute(f"PRAGMA application_id={APPLICATION}")
                self.db.execute(f"PRAGMA user_version={SCHEMA}")
            self.db.execute("COMMIT")
        except BaseException:
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.db.close()

    @contextmanager
    def _plainly(self) -> Iterator[None]:
        """Errors of the database as one sentence."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"{self.path}: {_sentence(error, self.path)}") from None
        except (ValueError, TypeError):
            # what SQLite hands out of a damaged page: text that is no text, numbers that point nowhere
            raise StoreError(f"{self.path}: {DAMAGED}") from None
        except OSError as error:
            raise StoreError(f"{self.path}: {error.strerror or error}; choose another place with --db") from None

    @contextmanager
    def _change(self) -> Iterator[sqlite3.Connection]:
        """A transaction that holds the write lock from its start, kept on success and undone on any error."""
        with self._plainly():
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield self.db
                self.db.execute("COMMIT")
            except BaseException:
                if self.db.in_transaction:
                    self.db.execute("ROLLBACK")
                raise

    # ---- reading ---------------------------------------------------------------------------------

    def get(self, game: int | None = None) -> Stored | None:
        """A game by its number; without one the current game, which is the one used last."""
        if game is not None and not 0 < game < 2**63:
            return None
        where = "id = ?" if game is not None else "used = (SELECT max(used) FROM games)"
        with self._plainly():
            row = self.db.execute(
                f"SELECT {COLUMNS} FROM games WHERE {where}", () if game is None else (game,)
            ).fetchone()
            return _stored(row) if row else None

    def latest(self, count: int) -> list[Stored]:
        """The games used last, latest first; all of them with a negative count."""
        with self._plainly():
            rows = self.db.execute(f"SELECT {COLUMNS} FROM games ORDER BY used DESC LIMIT ?", (count,)).fetchall()
            return [_stored(row) for row in rows]

    def entries(self, game: Stored) -> list[Logged]:
        """Every entry ever made in a game up to when it was read, in order."""
        with self._plainly():
            found = self._since(game.id, 0)[: game.last]
            if len(found) != game.last or any(entry.n != n for n, entry in enumerate(found, 1)):
                raise ValueError("entries are missing")
            return found

    def _since(self, game: int, n: int) -> list[Logged]:
        columns = "n, parent, ply, kind, text, position, rule, points"
        rows = self.db.execute(f"SELECT {columns} FROM entries WHERE game = ? AND n > ? ORDER BY n", (game, n))
        return [_logged(row) for row in rows]

    # ---- writing ---------------------------------------------------------------------------------

    def add(
        self,
        game: str,
        rules_version: int,
        players: Sequence[Player],
        setup: str,
        journal: Journal,
        turn: int | None,
    ) -> Stored:
        """A new game that stands where its journal does; it becomes the current one. `turn` is whose turn it is."""
        begun = Stored.begun(game, rules_version, players, setup, journal, turn)
        seats = _seats(players)
        with self._change() as db:
            number = db.execute(
                "INSERT INTO games(game, rules_version, players, setup, start, head, last, ply, position, turn, used)"
                " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT ifnull(max(used), 0) + 1 FROM games))",
                (*begun[1:3], seats, *begun[4:]),
            ).lastrowid
            assert number is not None
            self._insert(number, journal.entries)
        return begun._replace(id=number)

    def append(self, game: Stored, journal: Journal, turn: int | None) -> Stored:
        """Add what the journal has more than `game` as it was read, and stand where it does. The game as it is then.

        Raises Conflict where the game is no longer as it was read.
        """
        after = game.after(journal, turn)
        with self._change() as db:
            self._unchanged(db, game)
            self._insert(game.id, journal.entries[game.last :])
            db.execute(
                "UPDATE games SET head = ?, last = ?, ply = ?, position = ?, turn = ? WHERE id = ?",
                (after.head, after.last, after.ply, after.position, turn, game.id),
            )
        return after

    def rewrite(self, game: Stored, players: Sequence[Player], journal: Journal, turn: int | None) -> Stored:
        """A game with other players: of every entry what it says of them, and those the journal has more. The game as
        it is then.

        Raises Conflict where the game is no longer as it was read.
        """
        after = game._replace(players=tuple(players), start=journal.start).after(journal, turn)
        with self._change() as db:
            self._unchanged(db, game)
            db.executemany(
                "UPDATE entries SET text = ?, position = ?, rule = ?, points = ? WHERE game = ? AND n = ?",
                [(e.text, e.position, e.rule, e.points, game.id, e.n) for e in journal.entries[: game.last]],
            )
            self._insert(game.id, journal.entries[game.last :])
            db.execute(
                "UPDATE games SET players = ?, start = ?, last = ?, position = ?, turn = ? WHERE id = ?",
                (_seats(players), after.start, after.last, after.position, turn, game.id),
            )
        return after

    def _unchanged(self, db: sqlite3.Connection, game: Stored) -> None:
        """Raises Conflict where the game is no longer as it was read, StoreError where it is gone."""
        row = db.execute("SELECT last FROM games WHERE id = ?", (game.id,)).fetchone()
        if row is None:
            raise StoreError(f"{self.path}: game {game.id} was deleted meanwhile")
        if row[0] != game.last:
            raise Conflict(self._since(game.id, game.last))

    def _insert(self, game: int, made: Sequence[Logged]) -> None:
        self.db.executemany(
            "INSERT INTO entries(game, n, parent, ply, kind, text, position, rule, points)"
            " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(game, e.n, e.parent, e.ply, e.kind, e.text, e.position, e.rule, e.points) for e in made],
        )

    def use(self, game: int) -> None:
        """Make a game the current one."""
        with self._change() as db:
            db.execute("UPDATE games SET used = (SELECT max(used) + 1 FROM games) WHERE id = ?", (game,))

    def delete(self, game: int) -> None:
        """Remove a game with all its entries."""
        with self._change() as db:
            db.execute("DELETE FROM games WHERE id = ?", (game,))


def packed(setup: Setup) -> str:
    """A setup as the store keeps it."""
    import json  # a move at the table needs none

    parts = {"seed": setup.seed, "options": dict(setup.options), "rules": dict(setup.rules)}
    return json.dumps(parts, ensure_ascii=False, sort_keys=True)


def unpacked(text: str) -> Setup:
    """A setup from the store. Raises StoreError for what we never wrote."""
    import json

    try:
        parts = json.loads(text)
        return Setup(parts["seed"], dict(parts["options"]), dict(parts["rules"]))
    except (ValueError, TypeError, KeyError, RecursionError):
        raise StoreError(f"a stored setup that cannot be read: {text[:60]!r}") from None


def _seats(players: Sequence[Player]) -> str:
    return "\n".join(f"{player.name}\t{player.colour}" for player in players)


def _stored(row: Sequence[Any]) -> Stored:
    """A game from its row. Raises ValueError, TypeError for what we never wrote."""
    number, game, version, seats, setup, start, head, last, ply, position, turn = row
    if not all(isinstance(text, str) for text in (game, seats, setup, start, position)):
        raise TypeError("not text")
    players = tuple(Player(*seat.split("\t")) for seat in seats.split("\n"))
    numbers = (number, version, head, last, ply, 0 if turn is None else turn)
    if not all(isinstance(n, int) and n >= 0 for n in numbers) or head > last or not (turn or 0) < len(players):
        raise ValueError("numbers that point nowhere")
    if len(players) > MOST_PLAYERS or len(game) > LONGEST_NAME or not game.isprintable():
        raise ValueError("a game of nobody's")
    return Stored(number, game, version, players, setup, start, head, last, ply, position, turn)


def _logged(row: Sequence[Any]) -> Logged:
    """An entry from its row. Raises ValueError, TypeError for what we never wrote."""
    entry = Logged(*row)
    if not all(isinstance(n, int) for n in (entry.n, entry.parent, entry.ply, entry.points)):
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
        return f"{'a folder' if path.is_dir() else 'a device or a pipe'}, not a file"
    match error.sqlite_errorname.split("_")[1] if hasattr(error, "sqlite_errorname") else "":
        case "NOTADB" | "CORRUPT" | "":  # without a name: Python itself found text that is no text
            return DAMAGED
        case "READONLY" | "PERM" | "AUTH":
            return "the store cannot be written here; nothing was changed"
        case "FULL" | "IOERR":
            return f"the disk is full or failing ({error}); nothing was changed"
        case "CANTOPEN":
            return "the store cannot be opened here"
        case "TOOBIG":
            return f"a text of more than {MOST_BYTES:,} bytes; nothing was changed"
        case "BUSY" | "LOCKED":
            return "another program keeps the store locked; nothing was changed, try again"
        case _:
            return f"{' '.join(str(error).split())}; nothing was changed"
