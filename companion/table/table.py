"""One game in play, as every surface uses it: find it in the store, enter lines, take back, look.

A `Table` is a value: what changes a game keeps the change in the store, and gives the table as it is then. What is
shown is a `Look`: for `PUBLIC` (what lies open), a seat by its number, or `REFEREE` (everything). What is entered is
judged by that look first, in its words; then in truth. Where only the truth forbids it, the refusal says no more than
that, and the attempt stands in the log for all.

    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from companion.record.starting import new
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
    companion.table.turns.Untaken: ...
    >>> back = table.undo()
    >>> [entry.text for entry in back.entries], list(back.seen)
    (['1:A'], ['the tile S1 on space 8', '1 card Ann drew'])
    >>> open_game(store).enter("1:A").table.ply
    1
    >>> table.enter("1:O")
    Traceback (most recent call last):
    ...
    companion.table.table.Overtaken: Nothing was changed: somebody else entered this meanwhile: ...
    >>> store.close(); folder.cleanup()
"""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.contract import Entry, Forbidden, IllegalMove, NamedTuple, Player, Refused, Result, SyntaxFault
from companion.contract.entering import Ply, Stopped, enter
from companion.contract.sentences import HIDDEN
from companion.games import Game
from companion.table import report
from companion.table.journal import ASIDE, Journal, Logged, noted
from companion.table.look import PUBLIC, REFEREE, Look, Picture, Sight, Viewer, picture, seen_by, step_seen
from companion.table.play import DONE, Play, Row, seated
from companion.table.store import Conflict, Store
from companion.table.stored import Stored, StoreError
from companion.table.turns import DEALER, Untaken, handed_back, split_stood, untaken
from specs.base.languages import Said, joined, mark, say, verbatim, word

TAKEN, PUT = mark("Taken back: {turn}"), mark("Put back: {turn}")


class Change(NamedTuple):
    """What was done: the table as it is now; the steps `enter` took; the entries taken back or put back, nearest first;
    what the table has seen that an undo cannot unsee; a sentence about the rest of a line that was not entered, and
    that rest, if only what was revealed stopped it."""

    table: "Table"
    steps: Sequence[Ply] = ()
    entries: Sequence[Logged] = ()
    seen: Sequence[str] = ()
    rest: str = ""
    on: str = ""

    def confirmed(self, viewer: Viewer) -> list[str]:
        """Say what was entered, ply by ply, and what was handed back."""
        lines, ply = list[str](), self.table.ply - sum(step.counts for step in self.steps)
        for step in self.steps:
            ply += step.counts
            lines += self.table.confirmation(step, ply, viewer)
        return [*lines, self.rest] if self.rest else lines

    def moved(self, most: int | None = None) -> list[str]:
        """Say which entries were taken back or put back, nearest first: `Taken back: 3. 2:H`; of many the first `most`,
        and how many more."""
        done = PUT if self.table.journal.entries[-1].kind == "redo" else TAKEN
        named = [word(done, turn=self.table.journal.numbered(entry)) for entry in self.entries]
        if most is None or len(named) <= most + 1:
            return list(named)
        return [*named[:most], say("... and {n} more: the log has them", n=len(named) - most)]

    def seen_since(self) -> list[str]:
        """Say what everyone has seen by turns that were taken back."""
        return [say("Already seen: {what}.", what=phrase) for phrase in self.seen]


class Table:
    """A game in play with its players, and its store; None: it is not saved. Made by `open_game`, or by `new` and
    `keep` of `companion.record.starting`."""

    def __init__(self, store: Store | None, stored: Stored, play: Play) -> None:
        self.store, self.stored, self.play = store, stored, play
        self.game, self.sight, self.journal = play.game, play.sight, play.journal
        self.state = play.state  # the whole position, with all that is hidden
        self.number, self.players, self.names = stored.id, stored.players, stored.names  # in turn order
        # how many plies have been made; whose turn it is, None once the game is over
        self.ply, self.turn = stored.ply, stored.turn

    @property
    def kept_in(self) -> Store:
        """Return its store. Raises NoGame for a game that is not saved."""
        if self.store is None:
            raise NoGame(say("This game is in no store."))
        return self.store

    @property
    def turns(self) -> int:
        """Return how many turns players have had; a turn may be several plies."""
        return len(self.play.begun())

    @property
    def whose(self) -> str | None:
        """Return the name of the player to move, None once the game is over."""
        return None if self.turn is None else self.names[self.turn]

    @property
    def start(self) -> Any:
        """Return the first position."""
        return self.sight.state(self.stored.start)

    def viewer(self, name: str) -> Viewer:
        """Return a viewer by name: a player, `referee`, or the public for an empty one. Raises SyntaxFault."""
        if not name:
            return PUBLIC
        seats: dict[str, Viewer] = {player.lower(): seat for seat, player in enumerate(self.names)}
        seats[REFEREE] = REFEREE
        if name.lower() not in seats:
            raise SyntaxFault(f"'{name[:40]}'", say("one of {names}", names=", ".join([*self.names, REFEREE])))
        return seats[name.lower()]

    # ---- changes -----------------------------------------------------------------------------------

    def enter(self, line: str, viewer: Viewer = PUBLIC, *, stood: bool = False) -> Change:
        """Enter a line of one or several turns, all or none, and save it: once this returns it is on disk.

        Raises Untaken for the first turn that is refused, as far as the viewer sees; Attempted if only hidden things
        forbid it; Overtaken if somebody else was faster, StoreError.
        """
        marked, turns = split_stood(line)
        try:
            done = enter(self.game, self.state, turns, viewer, stood=stood or marked)
        except Stopped as stopped:
            if isinstance(stopped.refusal, Forbidden) and stopped.refusal.rule == HIDDEN:
                raise self.attempted("stood " * stood + line, viewer) from None
            raise untaken(self.game, stopped, self.ply + 1) from None
        on = done.rest if done.why is None else ""
        return Change(
            self.kept(self.play.made(done.plies), seat=viewer), done.plies, rest=handed_back(self.game, done), on=on
        )

    def judged(self, line: str, viewer: Viewer = PUBLIC, *, stood: bool = False) -> tuple[Ply, ...]:
        """Return what a line would do as far as the viewer sees, if that viewer entered it now. Raises Untaken."""
        return self.look(viewer).steps(line, stood=stood, entered=True)

    def attempted(self, line: str, viewer: Viewer = PUBLIC) -> "Attempted":
        """Log a line that was tried and is impossible. Raises Overtaken, StoreError."""
        words = " ".join(line.split())
        return Attempted(words, self.kept(self.play.aside(self.journal.attempt(words)), seat=viewer))

    def note(self, text: str, viewer: Viewer = PUBLIC) -> Change:
        """Write a note into the log. Raises SyntaxFault if it is empty, Overtaken, StoreError."""
        return Change(self.kept(self.play.aside(self.journal.note(noted(text))), seat=viewer))

    def leave(self, name: str, viewer: Viewer = PUBLIC) -> Change:
        """Let a player leave, and save it. Raises Untaken if that is impossible, or if a seat says it of another;
        Overtaken, StoreError."""
        index = self.viewer(name)
        if isinstance(viewer, int) and viewer != index:
            sentence = say("{name} leaves, not {viewer}", name=name, viewer=self.names[viewer])
            why = IllegalMove("leave.others", sentence, "a seat says it of itself")
            raise Untaken(why, f"leave {name}", self.ply + 1)
        play = self.play.leave(self.names[index] if isinstance(index, int) else name)
        return Change(self.kept(play, seat=viewer), entries=play.journal.entries[-1:])

    def undo(self, ply: int | None = None, *, whole: bool = False, viewer: Viewer = PUBLIC) -> Change:
        """Take back plies, as `Play.undo` does; they stay in the log. Raises as that does, Overtaken, StoreError."""
        play, back = self.play.undo(ply, whole=whole)
        return Change(self.kept(play, seat=viewer), entries=back, seen=self.play.revealed(back[::-1]))

    def redo(self, ply: int | None = None, *, whole: bool = False, viewer: Viewer = PUBLIC) -> Change:
        """Put plies back, as `Play.redo` does. Raises as that does, Overtaken, StoreError."""
        play, again = self.play.redo(ply, whole=whole)
        return Change(self.kept(play, seat=viewer), entries=again)

    def kept(self, play: Play, players: Sequence[Player] | None = None, seat: Viewer = PUBLIC) -> "Table":
        """Save another play of the game, or other players, and return the table; what is new was entered by a `seat`.
        Raises Overtaken, StoreError."""
        own = seat if isinstance(seat, int) else None
        play = play.aside(play.journal.signed(self.stored.last, own))
        stored = self.stored.after(play.journal, play.turn)
        if players is not None:
            stored = stored._replace(players=tuple(players), start=play.journal.start)
        if self.store is not None:
            try:
                self.store.append(self.stored, stored, self.journal, play.journal)
            except Conflict as conflict:
                raise Overtaken(conflict.made, open_game(self.store, self.number)) from None
        return Table(self.store, stored, play)

    # ---- for programs, which know all of a game they began -------------------------------------------

    def move(self, line: str, viewer: Viewer = REFEREE, *, stood: bool = False) -> "Table":
        """Return the table after a line of one or several turns. Raises as `enter` does."""
        return self.enter(line, viewer, stood=stood).table

    def legal_moves(self, viewer: Viewer = REFEREE) -> list[str]:
        """Return every legal turn as far as the viewer can know, in a stable order."""
        return list(self.look(viewer).legal())

    @property
    def position(self) -> str:
        """Return the whole position as one line of text, hidden things included."""
        return self.game.text(self.state)

    def picture(self, viewer: Viewer = REFEREE) -> Picture:
        """Draw the position with the printed faces. Raises SyntaxFault for a game that has no picture."""
        return picture(self.look(viewer))

    def settle(self, viewer: Viewer = REFEREE) -> Result:
        """Return costs, scores and winners as if the game ended now."""
        return self.look(viewer).settled()

    # ---- looks ---------------------------------------------------------------------------------------

    def look(self, viewer: Viewer = PUBLIC) -> Look:
        """Return the current game for a viewer."""
        return Look(self.game, self.names, viewer, seen_by(self.game, self.state, viewer), self.ply)

    def at(self, viewer: Viewer = PUBLIC, ply: int | None = None, then: Sequence[str] = ()) -> Look:
        """Return the game after a turn (None: the current position) and the turns of a branch from there, with its last
        step. A branch continues from what the viewer sees. Raises SyntaxFault for a turn that was not made, Untaken."""
        line = self.journal.line()
        if ply is not None:
            if not 0 <= ply <= self.ply:
                raise SyntaxFault(
                    say("turn {ply}", ply=ply), say("one that was made; the last is {last}", last=self.ply)
                )
            line = [entry for entry in line if entry.ply <= ply and entry.kind in DONE]
        position = line[-1].position if line else self.stored.start
        last = next((entry for entry in reversed(line) if entry.kind == "turn"), None)
        step = self.play.step(last, viewer) if last is not None else None
        look = Look(self.game, self.names, viewer, self.sight.of(position, viewer), last.ply if last else 0, step)
        for text in then:
            step = look.steps(text)[-1]
            look = look._replace(seen=step.after, ply=look.ply + step.counts, step=step)
        return look

    def whose_turn(self, viewer: Viewer = PUBLIC, *, width: int = report.WIDTH) -> list[str]:
        """Say who moves next and what can be typed; or how it ended, and what stood."""
        return [*self.look(viewer).whose_turn(width), *(self.stood() if self.turn is None else ())]

    def stood(self) -> list[str]:
        """Say how many turns were legal and what those that stood were worth; empty if none stood."""
        found = [(entry.points, player) for entry, player in self.play.stood()]
        return [say("Turns: {tally}.", tally=report.tally(self.ply, found, self.names))] if found else []

    def last(self) -> str:
        """Return the last turn, with its number and its player; empty if none was made."""
        last = next((entry for entry in reversed(self.journal.line()) if self.journal.counts(entry)), None)
        player = None if last is None else self.play.mover(last)
        return "" if last is None or player is None else f"{last.ply}. {self.names[player]}: {last.text}"

    def confirmation(self, step: Ply, ply: int, viewer: Viewer = PUBLIC) -> list[str]:
        """Say what a step did, as far as the viewer sees; `ply` is its number."""
        before, after = (seen_by(self.game, at, viewer) for at in (step.before, step.after))
        seen = step_seen(self.game, before, step.text, after, ply, step.rules, step.points)
        return report.confirmation(self.game, seen, ply, self.names) if seen is not None else [f"{ply}. {step.text}"]

    def log(self, viewer: Viewer = PUBLIC, *, hands: bool = True) -> list[Row]:
        """Return everything that was ever entered or tried, also what was taken back: what was said at the table is for
        everybody, what it did to a hand for those who know that hand."""
        return self.play.log(viewer, hands=hands)

    def trail(self, viewer: Viewer = PUBLIC) -> Iterator[tuple[Logged | None, Entry]]:
        """Yield what each current turn gained or cost whom, after what players began with."""
        return self.play.trail(viewer)


# ---- games in the store ------------------------------------------------------------------------------


def open_game(store: Store, number: int | None = None, *, readable: bool = False) -> Table:
    """Open a game by its number, or the current one; with `readable`, of a damaged one the part before its first
    damaged entry. Raises NoGame, StoreError."""
    stored = store.get(number)
    if stored is None:
        there = say("`companion list` shows the games there are.")
        if number is None:
            raise NoGame(say("No games yet in {path}. {there}", path=store.path, there=there))
        raise NoGame(say("No game {n} in {path}. {there}", n=number, path=store.path, there=there))
    return stored_table(store, stored, readable=readable)


def stored_table(store: Store, stored: Stored, sight: Sight | None = None, *, readable: bool = False) -> Table:
    """Make a table of a stored game; `sight`: positions of it that were read already. Raises StoreError."""
    if sight is None:
        game = Game(stored.game, stored.spec)
        sight = Sight(game, lambda position: seated(game, _parsed(game, position, store), stored.players))
    entries = tuple(store.readable(stored) if readable else store.entries(stored))
    whole = len(entries) == stored.last
    head = stored.head if whole else max((entry.n for entry in entries if entry.kind not in ASIDE), default=0)
    journal = Journal(stored.start, entries, head)
    play = Play(sight, journal, sight.state(stored.position if whole else journal.position))
    return Table(store, stored if whole else stored.after(journal, play.turn), play)


def _parsed(game: Game, position: str, store: Store) -> Any:
    """Read a stored position. Raises StoreError if another program wrote it."""
    try:
        return game.read(position)
    except SyntaxFault as fault:
        raise StoreError(say("{path}: a position that cannot be read: {fault}", path=store.path, fault=fault)) from None


# ---- why a game was not changed ----------------------------------------------------------------------


class NoGame(StoreError):
    """There is no such game in the store."""


class Attempted(Untaken):
    """A line that only hidden things forbid: the refusal says no more, and it is in the log of `table`."""

    def __init__(self, text: str, table: Table) -> None:
        sentence = say("hidden cards make this impossible; the log shows everyone that it was tried")
        super().__init__(IllegalMove("hidden", sentence, DEALER), text, table.ply + 1)
        self.table = table


class Overtaken(Refused):
    """Somebody else changed the game meanwhile: `made` is what was entered since, `table` the game as it is now.
    Nothing was changed."""

    def __init__(self, made: Sequence[Logged], table: Table) -> None:
        self.made, self.table = tuple(made), table
        super().__init__(
            say("Nothing was changed: somebody else entered this meanwhile: {entries}.", entries=self.entries())
        )

    def entries(self) -> Said:
        """Return what was entered since, and by whom if that is known."""
        return joined([_by_whom(entry, self.table) for entry in self.made])


def _by_whom(entry: Logged, table: Table) -> Said:
    index = table.play.mover(entry) if entry.kind in ("turn", "attempt") else None
    who = None if index is None or index >= len(table.names) else table.names[index]
    if entry.kind == "leave":
        return say("{who} leaves", who=entry.text)
    if entry.kind == "attempt" and who is not None:
        return say("{who} tried {text}", who=who, text=entry.text)
    first = (who or "") if entry.kind == "turn" else entry.kind
    return verbatim(f"{first} {entry.text}".strip())
