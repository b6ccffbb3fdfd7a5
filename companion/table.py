"""One game in play, as every surface uses it: find it in the store, enter lines, take back, look.

A `Table` is a value: what changes a game keeps the change in the store, and gives the table as it is then. What is
shown is a `Look` (`companion.look`): for `PUBLIC` (what lies open), a seat by its number, or `REFEREE` (everything).
What is entered is judged by that look first, in its words; then in truth. Where only the truth forbids it, that is told
and no more, and the attempt stands in the log for all.

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
    >>> table.look().facts()["players"][0]["cards"]
    4
    >>> table.look(1).hand(1), table.look(0).hand(1)
    ('OOHSC', '?????')
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
    companion.refusing.Overtaken: Nothing was changed: somebody else entered this meanwhile: ...
    >>> store.close(); folder.cleanup()
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from companion import lines, report
from companion.contract import Entry, IllegalMove, Player, Result, SyntaxFault
from companion.contract.entering import Stopped
from companion.games import Game
from companion.journal import Journal, Logged, NothingThere
from companion.log import Told, told
from companion.look import PUBLIC, REFEREE, Look, May, Sight, Viewer, seen_by, step_seen
from companion.noting import noted
from companion.refusing import Attempted, Hidden, NoGame, Overtaken, missing
from companion.store import Conflict, Store, Stored, StoreError
from companion.turns import Step, Untaken, begins, begun, dealing, enter, left, logged, mover, of_ply, stood_turns
from specs.base.languages import say

if TYPE_CHECKING:
    from companion.door import Picture
    from companion.record import Record
    from companion.unstored import Unstored

__all__ = [
    "PUBLIC",
    "REFEREE",
    "Attempted",
    "Change",
    "Hidden",
    "NoGame",
    "Overtaken",
    "Table",
    "Told",
    "Viewer",
    "open_game",
]

DONE = ("turn", "leave")  # entries that change the position


class Change(NamedTuple):
    """What was done: the table as it is now; the steps `enter` took; the entries taken or put back, nearest first;
    what the table has seen that taking back cannot unsee; and what is said of the rest of a line, which was not
    entered."""

    table: Table
    steps: tuple[Step, ...] = ()
    entries: tuple[Logged, ...] = ()
    seen: tuple[str, ...] = ()
    rest: str = ""


class Table:
    """A game in the store, its rules, and where it stands. Made by `open_game`, or `new` and `keep` of
    `companion.starting`."""

    def __init__(
        self,
        store: Store | Unstored,
        stored: Stored,
        journal: Journal | None = None,
        state: Any = None,
        sight: Sight | None = None,
    ) -> None:
        self.store, self.stored = store, stored
        self.sight = sight if sight is not None else Sight(Game(stored.game, stored.spec), self._parsed)
        self.game = self.sight.game
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
        """How many plies have been made: what is numbered."""
        return self.stored.ply

    @property
    def turns(self) -> int:
        """How many turns players have had; a turn may be several plies."""
        return len(self.begun(self.journal))

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

    def through(self, store: Store) -> Table:
        """The table as it was, to go on through another connection: whoever typed saw this position."""
        return Table(store, self.stored, self.__dict__.get("journal"), self.state, self.sight)

    def viewer(self, name: str) -> Viewer:
        """A viewer by name: a player, `referee`, or nobody in particular. Raises SyntaxFault."""
        if not name:
            return PUBLIC
        seats: dict[str, Viewer] = {player.lower(): seat for seat, player in enumerate(self.names)}
        seats[REFEREE] = REFEREE
        if name.lower() not in seats:
            raise SyntaxFault(f"'{name[:40]}'", say("one of {names}", names=", ".join([*self.names, REFEREE])))
        return seats[name.lower()]

    # ---- changes -----------------------------------------------------------------------------------

    def enter(self, line: str, viewer: Viewer = PUBLIC, *, stood: bool = False) -> Change:
        """Take a line of one turn or several, all or none, and keep it: once this returns it is on the disk.

        Raises Untaken for the first turn that is refused, by what the viewer sees; Attempted where only what is hidden
        forbids it; Overtaken where somebody else was faster, StoreError.
        """
        if self.game.contracted is not None:
            return self._entered(line, viewer, stood=stood)
        look, unseen = self.look(viewer), None
        open_to_all = look.seen == self.state
        if not open_to_all or isinstance(viewer, int):
            try:
                self.judged(line, viewer, stood=stood)
            except Untaken as refused:
                if not refused.unseen or open_to_all:
                    raise
                unseen = refused
        try:
            taken = enter(self.game, self.journal, self.state, line, stood=stood)
        except Untaken as refused:
            if open_to_all:
                raise
            if unseen is not None and refused.unseen:
                raise unseen from None  # nobody but the table knows it
            raise self.attempted("stood " * stood + line) from None
        journal, last = taken[-1]
        return Change(self.kept(journal, last.after), tuple(step for _, step in taken))

    def _entered(self, line: str, viewer: Viewer, *, stood: bool) -> Change:
        """Take a line of a game by the contract, up to what it turns up."""
        try:
            entered = lines.entered(self.game, self.state, line, viewer, stood=stood)
        except Stopped as stopped:
            if lines.only_hidden(stopped):
                raise self.attempted("stood " * stood + line) from None
            raise lines.untaken(self.game, self.state, self.look(viewer).seen, stopped, self.ply + 1) from None
        journal, steps = self.journal, [of_ply(self.game, made) for made in entered.plies]
        for step in steps:
            journal = logged(self.game, journal, step)
        return Change(self.kept(journal, steps[-1].after), tuple(steps), rest=lines.handed_back(self.game, entered))

    def judged(self, line: str, viewer: Viewer = PUBLIC, *, stood: bool = False) -> tuple[Step, ...]:
        """What a line would do by what the viewer sees, if that viewer entered it now. Raises Untaken."""
        return self.look(viewer).steps(line, stood=stood, may=self.may(viewer))

    def may(self, viewer: Viewer) -> May:
        """What a viewer may not enter: a seat enters its own turns, and nobody but a referee says what the companion
        itself turns up."""
        return lines.may(self.game, self.state, self.names, viewer)

    def attempted(self, line: str) -> Attempted:
        """The line in the log, as one that could not be. Raises Overtaken, StoreError."""
        words = " ".join(line.split())
        return Attempted(words, self.kept(self.journal.attempt(words), self.state))

    def note(self, text: str) -> Change:
        """Write words into the log. Raises SyntaxFault where there are none, Overtaken, StoreError."""
        return Change(self.kept(self.journal.note(noted(text)), self.state))

    def leave(self, name: str, viewer: Viewer = PUBLIC) -> Change:
        """A player gets up and goes home. Raises Untaken where that cannot be, or a seat says it of another; Overtaken,
        StoreError."""
        index = self.viewer(name)
        if isinstance(viewer, int) and viewer != index:
            sentence = say("{name} leaves, not {viewer}", name=name, viewer=self.names[viewer])
            why = IllegalMove("leave.others", sentence, "a seat says it of itself")
            raise Untaken(why, f"leave {name}", self.ply + 1)
        name = self.names[index] if isinstance(index, int) else name
        state = left(self.game, self.state, name, self.ply + 1)
        journal = self.journal.leave(name, self.game.notation.text(state))
        return Change(self.kept(journal, state), entries=journal.entries[-1:])

    def undo(self, ply: int | None = None, *, whole: bool = False) -> Change:
        """Take back the last ply, every ply after `ply`, or with `whole` the last player's turn as far as it has come;
        it stays in the log.

        Raises NothingThere where no turn was made, SyntaxFault for a ply that is not behind us, Overtaken, StoreError.
        """
        line = self.journal.line()
        turns = [entry for entry in line if entry.kind in DONE]
        if not turns:
            raise NothingThere(say("There is no turn to take back."))
        if whole and (first := self.begun(self.journal)):
            ply = first[-1].ply - 1
        if ply is not None and not 0 <= ply < self.ply:
            raise SyntaxFault(say("turn {ply}", ply=ply), say("one before the last, which is {last}", last=self.ply))
        while (
            ply is None
            and len(turns) > 1
            and dealing(self.game, self.sight.state(self.journal.after(turns[-1].parent)))
        ):
            turns.pop()  # what chance did goes back with the turn that it followed
        stays = turns[-1].n if ply is None else 1 + max((e.n for e in line if e.ply <= ply), default=0)
        back = [entry for entry in line if entry.n >= stays]
        journal = self.journal.undo(len(back))
        state = self._parsed(journal.position)
        told = [step for entry in back if entry.kind == "turn" and (step := self.step(entry)) is not None]
        seen = tuple(
            phrase for step in told for phrase in self.game.advice.revealed(step.before, step.move, step.after)
        )
        return Change(self.kept(journal, state), entries=tuple(back[::-1]), seen=seen)

    def redo(self, ply: int | None = None, *, whole: bool = False) -> Change:
        """Put back the ply that was taken back, every ply up to `ply`, or with `whole` a player's turn to its end.

        Raises NothingThere where none was taken back, SyntaxFault for a ply that was not, Overtaken, StoreError.
        """
        following, again = self.journal.following(), list[Logged]()
        if whole and following and following[-1].ply > self.ply:
            later = [e.ply for e in self.begun(self.journal.redo(len(following))) if e.ply > self.ply + 1]
            ply = later[0] - 1 if later else following[-1].ply
        for entry in following:
            dealt = self._dealt(entry)
            done = any(before.kind in DONE for before in again) and not dealt
            if done if ply is None else entry.ply > ply and not dealt:
                break
            again.append(entry)
        if not again:
            raise NothingThere(say("There is no turn to put back."))
        if ply is not None and again[-1].ply < ply:
            raise SyntaxFault(
                say("turn {ply}", ply=ply), say("one that was taken back, at most {last}", last=again[-1].ply)
            )
        journal = self.journal.redo(len(again))
        return Change(self.kept(journal, self._parsed(journal.position)), entries=tuple(again))

    def _dealt(self, entry: Logged) -> bool:
        """Whether the companion decided an entry by chance."""
        return dealing(self.game, self.sight.state(self.journal.after(entry.parent)))

    def begun(self, journal: Journal) -> list[Logged]:
        """The plies of a journal that began a player's turn."""
        return begun(self.game, journal, self.sight.state)

    @property
    def begins(self) -> bool:
        """Whether another player's turn, or the game, begins here."""
        line = self.journal.line()
        return not line or begins(self.game, self.sight.state(self.journal.after(line[-1].parent)), self.state)

    def kept(self, journal: Journal, state: Any) -> Table:
        """The table with another journal, and the position it leads to. Raises Overtaken, StoreError."""
        try:
            stored = self.store.append(self.stored, journal, self.game.rules.turn(state))
        except Conflict as conflict:
            raise Overtaken(conflict.made, open_game(self.store, self.number)) from None
        return Table(self.store, stored, journal, state, self.sight)

    def _parsed(self, position: str) -> Any:
        """A stored position. Raises StoreError where somebody else wrote it."""
        try:
            return self.game.notation.parse_state(position)
        except SyntaxFault as fault:
            raise StoreError(
                say("{path}: a position that cannot be read: {fault}", path=self.store.path, fault=fault)
            ) from None

    # ---- for programs, which know all of a game they began -------------------------------------------

    def move(self, line: str, viewer: Viewer = REFEREE, *, stood: bool = False) -> Table:
        """The table after a line of one turn or several. Raises as `enter` does."""
        return self.enter(line, viewer, stood=stood).table

    def legal_moves(self, viewer: Viewer = REFEREE) -> list[str]:
        """Every legal turn as far as the viewer can know, in a stable order."""
        return list(self.look(viewer).legal())

    @property
    def position(self) -> str:
        """The whole position as one line of text, with all that is hidden."""
        return self.stored.position

    def picture(self, viewer: Viewer = REFEREE) -> Picture:
        """The position drawn with the printed faces. Raises SyntaxFault for a game that has no picture."""
        from companion.door import picture

        return picture(self.look(viewer))

    def settle(self, viewer: Viewer = REFEREE) -> Result:
        """Costs, scores and winners as they would be if the game ended now."""
        return self.look(viewer).settled()

    # ---- looks ---------------------------------------------------------------------------------------

    def look(self, viewer: Viewer = PUBLIC) -> Look:
        """The game as it stands, for a viewer."""
        return Look(self.game, self.names, viewer, seen_by(self.game, self.state, viewer), self.ply)

    def at(self, viewer: Viewer = PUBLIC, ply: int | None = None, then: Sequence[str] = ()) -> Look:
        """The game after a turn (None: as it stands) and the turns of a branch from there, with its last step. A branch
        goes on from what the viewer sees. Raises SyntaxFault for a turn that was not made, Untaken."""
        line = self.journal.line()
        if ply is not None:
            if not 0 <= ply <= self.ply:
                raise SyntaxFault(
                    say("turn {ply}", ply=ply), say("one that was made; the last is {last}", last=self.ply)
                )
            line = [entry for entry in line if entry.ply <= ply and entry.kind in DONE]
        position = line[-1].position if line else self.stored.start
        last = next((entry for entry in reversed(line) if entry.kind == "turn"), None)
        step = self.step(last, viewer) if last is not None else None
        look = Look(self.game, self.names, viewer, self.sight.of(position, viewer), last.ply if last else 0, step)
        for text in then:
            step = look.steps(text)[-1]
            look = look._replace(seen=step.after, ply=look.ply + step.ply, step=step)
        return look

    def step(self, entry: Logged, viewer: Viewer = PUBLIC) -> Step | None:
        """A turn of the log by what the viewer sees; None where it cannot be read from there."""
        before, after = (self.sight.of(at, viewer) for at in (self.journal.after(entry.parent), entry.position))
        return step_seen(self.game, before, entry.text, after, entry.ply, entry.rule, entry.points)

    def whose_turn(self, viewer: Viewer = PUBLIC, *, width: int = report.WIDTH) -> list[str]:
        """Who moves next and what can be typed; or how it ended, and what stood."""
        return [*self.look(viewer).whose_turn(width), *(self.stood() if self.turn is None else ())]

    def stood(self) -> list[str]:
        """How many turns were legal and what those that stood were worth; nothing where none stood."""
        found = [(entry.points, player) for entry, player in stood_turns(self.game, self.journal)]
        return [say("Turns: {tally}.", tally=report.tally(self.ply, found, self.names))] if found else []

    def last(self) -> str:
        """The last turn, with its number and who made it; empty where none was made."""
        last = next((entry for entry in reversed(self.journal.line()) if self.journal.counts(entry)), None)
        player = None if last is None else mover(self.game, self.journal, last)
        return "" if last is None or player is None else f"{last.ply}. {self.names[player]}: {last.text}"

    def confirmation(self, step: Step, ply: int, viewer: Viewer = PUBLIC) -> list[str]:
        """What a step did, by what the viewer sees; `ply` is its number."""
        before, after = (seen_by(self.game, at, viewer) for at in (step.before, step.after))
        rules = ", ".join(dict.fromkeys(each.rule for each in step.stood))
        seen = step_seen(self.game, before, step.text, after, ply, rules, step.points)
        return report.confirmation(self.game, seen, ply, self.names) if seen is not None else [f"{ply}. {step.text}"]

    def log(self, viewer: Viewer = PUBLIC, *, hands: bool = True) -> list[Told]:
        """Everything that was ever entered or tried, also what was taken back: what was said at the table is for
        everybody, what it did to a hand for who knows that hand."""
        return told(self.sight, self.journal, viewer, hands=hands)

    def first_hand(self, viewer: Viewer = PUBLIC) -> str:
        """What the viewer's own hand was at the start; empty for who has none, or knows no more of it than anybody."""
        return self.sight.hand(self.stored.start, viewer, viewer) or "" if isinstance(viewer, int) else ""

    def trail(self, viewer: Viewer = PUBLIC) -> Iterator[tuple[Logged | None, Entry]]:
        """What each turn that stands gained or cost whom, first what players began with."""
        from companion.written import trail

        return trail(self, viewer)

    def record(self, viewer: Viewer = PUBLIC) -> Record:
        """The whole game as a record. Raises Hidden where it would tell the viewer what is hidden."""
        from companion.written import record  # which loads the reader of YAML

        return record(self, viewer)

    def transcript(self, viewer: Viewer = PUBLIC) -> tuple[str, Sequence[str]]:
        """The whole game in its public format, and what that leaves out, a sentence each. Raises Hidden, SyntaxFault
        where there is none."""
        from companion.written import transcript

        return transcript(self, viewer)


# ---- games in the store ------------------------------------------------------------------------------


def open_game(store: Store | Unstored, number: int | None = None) -> Table:
    """A game by its number, or the current one. Raises NoGame, StoreError."""
    stored = store.get(number)
    if stored is None:
        raise missing(number, store.path)
    return Table(store, stored)
