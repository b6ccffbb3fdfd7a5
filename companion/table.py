"""One game in play, as every surface uses it: find it in the store, enter lines, take back, look.

A `Table` is a value: what changes a game keeps the change in the store, and gives the table as it is then. What is
shown is made from what a viewer may see: `PUBLIC` (what lies open), a seat by its number, or `REFEREE` (everything).

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from companion.starting import new
    >>> folder = TemporaryDirectory()
    >>> store = Store(Path(folder.name) / "games.db", create=True)
    >>> table = new(store, "atlantis", ["Ann", "Bob:blue"], seed=42, options={"cards": "dealt"})
    >>> entered = table.enter("1:A")
    >>> table = entered.table
    >>> entered.steps[0].text, table.ply, table.whose
    ('1:A', 1, 'Bob')
    >>> table.facts()["players"][0]["cards"]
    4
    >>> table.state_seen(PUBLIC).deck[:3]
    '???'
    >>> table.enter("3:FF")
    Traceback (most recent call last):
    ...
    companion.turns.Untaken: ...
    >>> back = table.undo()
    >>> [entry.text for entry in back.entries], list(back.seen)
    (['1:A'], ['the tile S1 on space 8', '1 card Ann drew'])
    >>> open_game(store).enter("1:A").table.ply
    1
    >>> table.enter("1:O")
    Traceback (most recent call last):
    ...
    companion.table.Overtaken: Nothing was changed: somebody else entered this meanwhile: ...
    >>> store.close(); folder.cleanup()
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from companion import report
from companion.contract import Choice, Entry, Player, Prompt, Refused, Result, Span, SyntaxFault
from companion.games import find
from companion.journal import Journal, Logged, NothingThere
from companion.log import Told, hand_at, told
from companion.store import Conflict, Store, Stored, StoreError, unpacked
from companion.turns import Corrected, Step, amend, enter, mover, steps, stood_turns

if TYPE_CHECKING:
    from companion.record import Record
    from generator.draw.scene import Scene

__all__ = [
    "PUBLIC",
    "REFEREE",
    "Change",
    "Correction",
    "Hidden",
    "NoGame",
    "Overtaken",
    "Table",
    "Told",
    "Viewer",
    "open_game",
]

Viewer = int | None | Literal["referee"]
PUBLIC: Final = None
LONGEST_NOTE = 4_000
REFEREE: Final = "referee"


class NoGame(StoreError):
    """There is no such game in the store."""


class Overtaken(Refused):
    """Somebody else changed the game meanwhile: `made` is what was entered since, `table` the game as it is now.
    Nothing was changed."""

    def __init__(self, made: Sequence[Logged], table: Table) -> None:
        meanwhile = ", ".join(f"{entry.kind} {entry.text}" for entry in made)
        super().__init__(f"Nothing was changed: somebody else entered this meanwhile: {meanwhile}.")
        self.made, self.table = tuple(made), table


class Change(NamedTuple):
    """What was done: the table as it is now; the steps `enter` took; the entries taken or put back, nearest first;
    and what the table has seen that taking back cannot unsee."""

    table: Table
    steps: tuple[Step, ...] = ()
    entries: tuple[Logged, ...] = ()
    seen: tuple[str, ...] = ()


class Table:
    """A game in the store, its rules, and where it stands. Made by `open_game`, or `new` and `keep` of
    `companion.starting`."""

    def __init__(self, store: Store, stored: Stored, journal: Journal | None = None, state: Any = None) -> None:
        self.store, self.stored, self.game = store, stored, find(stored.game)
        if stored.rules_version > self.game.rules_version:
            raise StoreError(
                f"Game {stored.id} was played by rules version {stored.rules_version} of {stored.game};"
                f" this companion knows up to {self.game.rules_version}."
            )
        self.state = self._parsed(stored.position) if state is None else state
        if journal is not None:
            self.journal = journal

    @cached_property
    def journal(self) -> Journal:
        """Everything that was entered."""
        return Journal(self.stored.start, tuple(self.store.entries(self.stored)), self.stored.head)

    @property
    def number(self) -> int:
        """The game's number in the store."""
        return self.stored.id

    @property
    def players(self) -> tuple[Player, ...]:
        return self.stored.players

    @property
    def names(self) -> list[str]:
        """The players' names in turn order."""
        return [player.name for player in self.stored.players]

    @property
    def ply(self) -> int:
        """How many turns have been made."""
        return self.stored.ply

    @property
    def turn(self) -> int | None:
        """Whose turn it is, None once the game is over."""
        return self.stored.turn

    @property
    def whose(self) -> str | None:
        """The name of the player to move, None once the game is over."""
        return None if self.turn is None else self.names[self.turn]

    @cached_property
    def start(self) -> Any:
        """The first position."""
        return self._parsed(self.stored.start)

    def at(self, store: Store) -> Table:
        """The table as it was, to go on through another connection: whoever typed saw this position."""
        return Table(store, self.stored, self.__dict__.get("journal"), self.state)

    def viewer(self, name: str) -> Viewer:
        """A viewer by name: a player, `referee`, or nobody in particular. Raises SyntaxFault."""
        if not name:
            return PUBLIC
        seats: dict[str, Viewer] = {player.lower(): seat for seat, player in enumerate(self.names)}
        seats[REFEREE] = REFEREE
        if name.lower() not in seats:
            raise SyntaxFault(f"'{name[:40]}'", f"one of {', '.join(self.names)}, referee")
        return seats[name.lower()]

    # ---- changes -----------------------------------------------------------------------------------

    def enter(self, line: str, *, stood: bool = False) -> Change:
        """Take a line of one turn or several, all or none, and keep it: once this returns it is on the disk.

        Raises Untaken for the first turn that is refused, Overtaken where somebody else was faster, StoreError.
        """
        taken = enter(self.game, self.journal, self.state, line, stood=stood)
        journal, last = taken[-1]
        return Change(self._kept(journal, last.after), tuple(step for _, step in taken))

    def note(self, text: str) -> Change:
        """Write words into the log. Raises SyntaxFault where there are none, Overtaken, StoreError."""
        words = " ".join(text.split())
        if not words:
            raise SyntaxFault("a note without text", "some words")
        if len(words) > LONGEST_NOTE:
            raise SyntaxFault(f"a note of {len(words):,} letters", f"at most {LONGEST_NOTE:,}")
        if not words.isascii() and any("\ud800" <= char <= "\udfff" for char in words):
            raise SyntaxFault("a note with bytes that are no text", "words in UTF-8")
        return Change(self._kept(self.journal.note(words), self.state))

    def undo(self, ply: int | None = None) -> Change:
        """Take back the last turn, or every turn after `ply`; it stays in the log.

        Raises NothingThere where no turn was made, SyntaxFault for a ply that is not behind us, Overtaken, StoreError.
        """
        line = self.journal.line()
        turns = [entry for entry in line if entry.kind == "turn"]
        if not turns:
            raise NothingThere("There is no turn to take back.")
        if ply is not None and not 0 <= ply < self.ply:
            raise SyntaxFault(f"turn {ply}", f"one before the last, which is {self.ply}")
        stays = turns[-1].n if ply is None else 1 + max((e.n for e in line if e.ply <= ply), default=0)
        back = [entry for entry in line if entry.n >= stays]
        journal = self.journal.undo(len(back))
        state = self._parsed(journal.position)
        seen = tuple(
            phrase
            for _, step in steps(self.game, state, back)
            for phrase in self.game.advice.revealed(self._open(step.before), step.move, self._open(step.after))
        )
        return Change(self._kept(journal, state), entries=tuple(back[::-1]), seen=seen)

    def redo(self, ply: int | None = None) -> Change:
        """Put back the turn that was taken back, or every turn up to `ply`.

        Raises NothingThere where none was taken back, SyntaxFault for a ply that was not, Overtaken, StoreError.
        """
        following, again = self.journal.following(), list[Logged]()
        for entry in following:
            if any(before.kind == "turn" for before in again) if ply is None else entry.ply > ply:
                break
            again.append(entry)
        if not again:
            raise NothingThere("There is no turn to put back.")
        if ply is not None and again[-1].ply < ply:
            raise SyntaxFault(f"turn {ply}", f"one that was taken back, at most {again[-1].ply}")
        journal = self.journal.redo(len(again))
        return Change(self._kept(journal, self._parsed(journal.position)), entries=tuple(again))

    def amend(self, ply: int, line: str, *, stood: bool = False) -> Correction:
        """What it would mean to have another turn `ply`; nothing is kept before `Correction.keep`.

        Raises Untaken for the turn itself, SyntaxFault where no such turn was made.
        """
        try:
            return Correction(self, amend(self.game, self.journal, ply, line, stood=stood))
        except NothingThere:
            raise SyntaxFault(f"turn {ply}", f"one that was made, 1 to {self.ply}") from None

    def _kept(self, journal: Journal, state: Any) -> Table:
        made = journal.entries[self.stored.last :]
        try:
            stored = self.store.append(self.stored, made, journal.head, self.game.rules.turn(state))
        except Conflict as conflict:
            raise Overtaken(conflict.made, open_game(self.store, self.number)) from None
        return Table(self.store, stored, journal, state)

    def _parsed(self, position: str) -> Any:
        """A stored position. Raises StoreError where somebody else wrote it."""
        try:
            return self.game.notation.parse_state(position)
        except SyntaxFault as fault:
            raise StoreError(f"{self.store.path}: a position that cannot be read: {fault}") from None

    # ---- looks: all of them from what the viewer may see -------------------------------------------

    def state_seen(self, viewer: Viewer = PUBLIC) -> Any:
        """The position as the viewer can know it."""
        return self._seen(self.state, viewer)

    def _seen(self, state: Any, viewer: Viewer) -> Any:
        return state if viewer == REFEREE else self.game.view.seen_by(state, viewer)

    def _open(self, state: Any) -> Any:
        return self._seen(state, PUBLIC)

    def facts(self, viewer: Viewer = PUBLIC) -> dict[str, Any]:
        """The position for programs, as `--json` prints it."""
        return report.facts(self.game, self.state_seen(viewer), self.ply)

    def board(self, width: int, viewer: Viewer = PUBLIC) -> Sequence[Sequence[Span]]:
        """The position as lines of at most `width` terminal columns."""
        return self.game.view.board(self.state_seen(viewer), width)

    def asked(self, viewer: Viewer = PUBLIC) -> Prompt:
        """What the player to move is asked for, and how it is typed."""
        return self.game.view.prompt(self.state_seen(viewer))

    def whose_turn(self, viewer: Viewer = PUBLIC, *, width: int = report.WIDTH) -> list[str]:
        """Who moves next and what can be typed; or how it ended. Lines of `width` columns, or 80 if that is less."""
        lines = report.whose_turn(self.game, self.state_seen(viewer), self.names, width)
        return lines if self.turn is not None else [*lines, *self.stood()]

    def stood(self) -> list[str]:
        """How many turns were legal and what those that stood were worth; nothing where none stood."""
        found = [(entry.points, player) for entry, player in stood_turns(self.game, self.journal)]
        return [f"Turns: {report.tally(self.ply, found, self.names)}."] if found else []

    def last(self) -> str:
        """The last turn, with its number and who made it; empty where none was made."""
        turns = [entry for entry in self.journal.line() if entry.kind == "turn"][-1:]
        return "".join(_numbered(self.names, entry, mover(self.game, self.journal, entry)) for entry in turns)

    def status(self, viewer: Viewer = PUBLIC) -> str:
        """What is weighed before the next turn, in one line; may be empty."""
        return self.game.view.status(self.state_seen(viewer))

    def confirmation(self, step: Step, ply: int) -> list[str]:
        """What a step did, for everybody; `ply` is its number."""
        seen = step._replace(before=self._open(step.before), after=self._open(step.after))
        return report.confirmation(self.game, seen, ply, self.names)

    def legal(self, viewer: Viewer = PUBLIC, known: str = "") -> Iterator[str]:
        """Every legal turn as far as the viewer can know, lazily; `known` is what only the player to move can see, such
        as a hand. Raises SyntaxFault, IllegalMove for a hand that cannot be."""
        state = self.state_seen(viewer)
        if known:
            state = self.game.advice.assume(state, known)
        return (self.game.notation.format(state, move) for move in self.game.rules.legal_moves(state))

    def choices(self, typed: str, viewer: Viewer = PUBLIC) -> Sequence[Choice]:
        """How a line typed so far can go on; for a game without choices of its own, the first legal turns that begin
        so."""
        if self.turn is None:
            return ()
        if self.game.choices is not None:
            return self.game.choices.choices(self.state_seen(viewer), typed)
        begun = typed.lstrip().lower()
        lines = islice((line for line in islice(self.legal(viewer), 5000) if line.lower().startswith(begun)), 200)
        return [Choice(line, line, whole=True) for line in lines]

    def picture(self, viewer: Viewer = PUBLIC) -> Scene | None:
        """The position drawn with the printer's faces, in mm; None where the game has no picture."""
        from specs.load import load

        if self.game.picture is None:
            return None
        return self.game.picture.picture(self.state_seen(viewer), load(self.game.name))

    def places(self, viewer: Viewer = PUBLIC) -> Mapping[str, tuple[float, float, float, float]]:
        """Where each place a choice can name lies in the picture: (x, y, width, height) in mm."""
        from specs.load import load

        return self.game.picture.places(self.state_seen(viewer), load(self.game.name)) if self.game.picture else {}

    def chain(self, viewer: Viewer = PUBLIC) -> Sequence[str]:
        """How the last turn unfolded by itself, step by step."""
        turns = [entry for entry in self.journal.line() if entry.kind == "turn"]
        if not turns:
            return ()
        before = self._parsed(self.journal.after(turns[-1].parent))
        return self.game.advice.chain(self._seen(before, viewer), self.game.notation.parse(before, turns[-1].text))

    def log(self, viewer: Viewer = PUBLIC) -> list[Told]:
        """Everything that was ever entered, also what was taken back: what was said at the table is for everybody, what
        it did to a hand for who knows that hand."""
        seat = viewer if isinstance(viewer, int) else None
        return told(self.game, self.journal, seat, lambda state: self._seen(state, viewer), self._open)

    def first_hand(self, viewer: Viewer = PUBLIC) -> str:
        """What the viewer's own hand was at the start; empty for who has none, or knows no more of it than anybody."""
        if not isinstance(viewer, int):
            return ""
        return hand_at(self.game, self.start, viewer, lambda state: self._seen(state, viewer), self._open) or ""

    def trail(self, viewer: Viewer = PUBLIC) -> Iterator[tuple[Logged | None, Entry]]:
        """What each turn that stands gained or cost whom, first what players began with."""
        for change in self.game.score.opening(self._seen(self.start, viewer)):
            yield None, change
        for entry, step in steps(self.game, self.start, self.journal.line()):
            before, after = self._seen(step.before, viewer), self._seen(step.after, viewer)
            for change in self.game.score.trail(before, step.move, after):
                yield entry, change

    def result(self, viewer: Viewer = PUBLIC) -> Result | None:
        """Who won by what; None before the end."""
        return self.game.score.result(self.state_seen(viewer))

    def settled(self) -> Result:
        """The result if the game ended now, for the referee."""
        return self.game.score.settle(self.state)

    def record(self, viewer: Viewer = PUBLIC) -> Record:
        """The whole game as a record. Raises Hidden where it would tell the viewer what is hidden."""
        from companion.record import Record
        from companion.replay import lines_of

        self._nothing_hidden(viewer)
        stored = self.stored
        lines = tuple(lines_of(self.journal.entries))
        return Record(stored.game, stored.rules_version, stored.players, unpacked(stored.setup), lines)

    def transcript(self, viewer: Viewer = PUBLIC) -> tuple[str, Sequence[str]]:
        """The whole game in its public format, and what that leaves out, a sentence each. Raises Hidden, SyntaxFault
        where there is none."""
        if self.game.transcript is None:
            raise SyntaxFault(f"{self.game.name} has no transcript format", "a record")
        self._nothing_hidden(viewer)
        moves = [step.move for _, step in steps(self.game, self.start, self.journal.line()) if step.ply]
        return self.game.transcript.write(self.start, moves), self.game.transcript.left_out(self.start, moves)

    def _nothing_hidden(self, viewer: Viewer) -> None:
        if viewer != REFEREE and self.turn is not None and self._open(self.start) != self.start:
            raise Hidden("a record that tells what is hidden while the game is played", "--as referee, or the end")


def _numbered(names: Sequence[str], entry: Logged, player: int | None) -> str:
    who = "" if player is None else f"{names[player]}: "
    return f"{entry.ply}. {who}{entry.text}"


class Hidden(SyntaxFault):
    """What was asked for would tell the viewer what only the referee may know."""


class Correction(NamedTuple):
    """An earlier turn corrected, not kept yet: see `turns.Corrected` for what follows from it."""

    table: Table
    corrected: Corrected

    def keep(self) -> Table:
        """Keep it. Raises Overtaken, StoreError."""
        return self.table._kept(self.corrected.journal, self.corrected.state)


# ---- games in the store ------------------------------------------------------------------------------


def open_game(store: Store, number: int | None = None) -> Table:
    """A game by its number, or the current one. Raises NoGame, StoreError."""
    stored = store.get(number)
    if stored is None:
        missing = "No games yet" if number is None else f"No game {number}"
        raise NoGame(f"{missing} in {store.path}. `companion list` shows the games there are.")
    return Table(store, stored)
