"""An earlier turn corrected: what followed is entered again. What a rule forbids then stands, and is listed; what
cannot even stand is left out.

A correction is worked out by what a viewer sees and kept once somebody agrees. Later turns that break may be answered
for: `lines` has another line for a turn by its number (`-` leaves it out), `drop` lets go of the first that is not
answered for and of all that follow.

>>> from companion import REFEREE, Game
>>> table = Game("atlantis").new("Ann", "Bob", seed=1).move("1:H").move("1:HH")
>>> table.journal.line()[1].text, brief(table.game, table.play.before(table.journal.line()[1]), "1:HH pay 2c")
('1:HH pay 2c', '1:HH')
>>> [entry.text for entry in amend(table.play, Asked(1, "2:H")).play.journal.line()]
['2:H', '1:HH pay 2c']
>>> table, made = correct(table, Asked(1, "2:H", lines={2: "1:F"}), REFEREE).keep()
>>> made.was.text, made.now.text, [entry.text for entry in table.journal.line()]
('1:H', '2:H', ['2:H', '1:F'])
"""

from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from companion.contract import IllegalMove, Ply, Refused, SyntaxFault
from companion.games import Game
from companion.table.journal import Logged, NothingThere
from companion.table.look import PUBLIC, Viewer
from companion.table.play import Play
from companion.table.table import Table
from companion.table.turns import DEALER, Untaken, split_stood, take
from specs.base.languages import say

NO_LINES: Final[Mapping[int, str]] = MappingProxyType({})
LEFT_OUT: Final = "-"
HIDDEN: Final = "hidden"  # the rule id when something hidden decides
NOTHING_DONE: Final = (LEFT_OUT, "none")  # for a die that the table tells, `none` means that it was not rolled
MOST_WORDS: Final = 20  # words of a ply examined for parts that were filled in


class Asked(NamedTuple):
    """What to correct: the turn's number and line, and whether it stood; for later turns, by number, another line in
    place of one, `-` for none; and the entry from which on all are dropped."""

    ply: int
    line: str
    stood: bool = False
    lines: Mapping[int, str] = NO_LINES
    drop: int | None = None

    @property
    def text(self) -> str:
        """Return the request in words, for the log of attempts."""
        later = [f"{ply} {line}" for ply, line in sorted(self.lines.items())]
        later += [] if self.drop is None else ["the rest dropped"]
        return "; ".join([f"amend {self.ply} {'stood ' * self.stood}{self.line}", *later])


class Breaks(NamedTuple):
    """A later turn that the rules forbid once an earlier one is corrected; `stands` is false if it cannot even stand at
    the table, and `instead` is then entered in its place: a turn without a move, if the game has one."""

    entry: Logged
    refused: Untaken
    stands: bool
    instead: str = ""

    @property
    def what_becomes(self) -> str:
        """Say what becomes of it."""
        if self.refused.rule == HIDDEN:
            return say("is not decided yet")
        if self.stands:
            return say("would stand")
        return (
            say("cannot stand; {instead} in its place", instead=self.instead) if self.instead else say("cannot stand")
        )


class Corrected(NamedTuple):
    """A game with an earlier turn corrected: the position it leads to, the old turn and the new one, later turns that
    now break a rule and were not answered for, and the entries left out: those that cannot even stand, that were
    dropped by an answer, and turns of players who are no longer to move. `blind` says that only hidden things decide
    the last of `breaks` and what follows."""

    play: Play
    was: Logged
    now: Logged
    breaks: tuple[Breaks, ...]
    left_out: tuple[Logged, ...]
    blind: bool = False


def brief(game: Game, before: Any, text: str) -> str:
    """Return a ply as it could have been typed at a position: without what is filled in automatically there (a payment,
    a card the companion reveals, dice it rolls), so that it is filled in anew elsewhere."""

    def means(other: str) -> bool:
        try:
            return bool(game.parse(before, other) == move)
        except Refused:
            return False

    try:
        move = game.parse(before, text)
    except Refused:
        return text
    words = text.split()
    for length in range(len(words) - 1, 0, -1) if len(words) <= MOST_WORDS else ():
        for first in range(1, len(words) - length + 1):
            fewer = " ".join(words[:first] + words[first + length :])
            if means(fewer):
                return fewer
    return text


# ---- pure ----------------------------------------------------------------------------------------


def amend(play: Play, asked: Asked, *, whole: bool = True) -> Corrected:
    """Return the game with another turn and what followed entered again: automatic parts filled in anew, answers used
    where given, and forbidden turns as stood. A `play` of views is followed as far as it goes, unless they are `whole`.

    Raises Untaken for the turn itself and for an answer, NothingThere if no such turn was made.
    """
    journal, was, rest = play.journal.amend(asked.ply)
    begun = play.to(journal)
    for text in play.game.split(begun.state, asked.line):
        step = take(play.game, begun.state, text, begun.journal.ply + 1, stood=asked.stood)
        begun = begun.made([step])
    again, now = _Again(play, begun, asked, whole=whole), begun.journal.entries[len(journal.entries)]
    for entry in rest:
        again.enter(entry)
        if again.blind:
            break
    else:
        again.chance()
    return Corrected(again.play, was, now, tuple(again.breaks), tuple(again.left_out), again.blind)


class _Undecided(Exception):
    """Only hidden things decide a turn."""


class _Again:
    """A game being entered again: how far it has come, what broke and what was left out."""

    def __init__(self, old: Play, play: Play, asked: Asked, *, whole: bool) -> None:
        self.old, self.play, self.game = old, play, old.game
        self.asked, self.whole = asked, whole
        self.breaks, self.left_out, self.blind = list[Breaks](), list[Logged](), False

    def chance(self) -> None:
        """Make what chance does now, if the companion deals."""
        self.play = self.play.made(self.game.follows(self.play.state))

    def enter(self, entry: Logged) -> None:
        """Enter a later entry again. Raises Untaken for an answer that is refused."""
        self.chance()
        try:
            self._enter(entry)
        except _Undecided:
            sentence = say("this turn and what follows depend on hidden cards")
            why = IllegalMove(HIDDEN, sentence, "what the companion knows")
            self.breaks.append(Breaks(entry, Untaken(why, entry.text, entry.ply), stands=True))
            self.blind = True

    def _enter(self, entry: Logged) -> None:
        counts, drop = self.old.journal.counts(entry), self.asked.drop
        if drop is not None and entry.n >= drop:
            self.left_out.append(entry)
        elif self.game.follows(self.old.before(entry)):
            pass  # chance decides it anew
        elif entry.kind == "note":
            self.play = self.play.aside(self.play.journal.note(entry.text))
        elif entry.kind == "leave":
            self._leave(entry)
        elif counts and (answer := self.asked.lines.get(entry.ply)) is not None:
            self._answer(entry, answer)
        elif counts and not self._due(entry):
            if not self.left_out:
                self.breaks.append(Breaks(entry, self._others(entry), stands=False))
            self.left_out.append(entry)
        else:
            self._turn(entry, counts=counts)

    def _due(self, entry: Logged) -> bool:
        """Return whether a later ply's turn has come, after missing turns before it are filled in with plies without a
        move."""
        before = self.old.before(entry)
        while (number := self.game.number(self.play.state)) is not None and number < (self.game.number(before) or 0):
            if not (steps := self._nothing(entry.ply)):
                return False
            self.play = self.play.made(steps)
            self.chance()
        return self.play.turn in (None, self.game.turn(before))

    def _leave(self, entry: Logged) -> None:
        try:
            self.play = self.play.leave(entry.text)
        except Untaken as refused:
            self.breaks.append(Breaks(entry, refused, stands=False))
            self.left_out.append(entry)

    def _answer(self, entry: Logged, answer: str) -> None:
        """Enter the line given for a later turn, or leave the turn out. Raises Untaken."""
        marked, line = split_stood(answer)
        if line == LEFT_OUT:
            self._made(entry, self._nothing(entry.ply))
            return
        try:
            self.play = self.play.enter(line, stood=marked)[0]
        except Untaken as refused:
            refused.ply = entry.ply
            raise

    def _made(self, entry: Logged, steps: list[Ply]) -> None:
        """Enter the steps that take the place of a later entry; without any, it is left out."""
        self.left_out += [] if steps else [entry]
        self.play = self.play.made(steps)

    def _turn(self, entry: Logged, *, counts: bool) -> None:
        """Enter a later turn as it is, as it can stand, or a turn without a move in its place."""
        try:
            steps = [self._as_before(entry)]
        except Untaken as refused:
            try:
                steps = [take(self.game, self.play.state, entry.text, entry.ply, stood=True)]
                self.breaks.append(Breaks(entry, refused, stands=isinstance(refused.refusal, IllegalMove)))
            except Untaken as impossible:
                # plies of one turn ask for one thing each
                same = self.game.phase(self.play.state) == self.game.phase(self.old.before(entry))
                steps = self._nothing(entry.ply) if counts and same else []
                self.breaks.append(Breaks(entry, impossible, stands=False, instead=steps[0].text if steps else ""))
        self._made(entry, steps)

    def _take(self, text: str, ply: int, *, stood: bool) -> Ply:
        """Make a turn. Raises Untaken, or _Undecided."""
        try:
            return take(self.game, self.play.state, text, ply, stood=stood)
        except Untaken as refused:
            if refused.unseen and not self.whole:
                raise _Undecided from None
            raise

    def _as_before(self, entry: Logged) -> Ply:
        """Enter a later turn again: automatic parts anew, else as it was written. Raises as `_take` does."""
        before, stood = self.old.before(entry), bool(entry.rule)
        short = entry.text if self.play.state == before else brief(self.game, before, entry.text)
        try:
            return self._take(short, entry.ply, stood=stood)
        except Untaken:
            return self._take(entry.text, entry.ply, stood=stood)

    def _nothing(self, ply: int) -> list[Ply]:
        """Return the turn without a move, if the game has one here: as the rules allow it, or as it can stand; not if
        it would change nothing and the same be asked for again. Raises _Undecided."""
        for text in NOTHING_DONE:
            with suppress(Untaken):
                step = self._take(text, ply, stood=True)
                return [step] if step.after != step.before else []
        return []

    def _others(self, entry: Logged) -> Untaken:
        """Return the refusal that it is another player's turn."""
        state, game = self.play.state, self.game
        name, due = game.facts(state)["players"][self.play.turn]["name"], game.prompt(state).text
        sentence = say("it is {name}'s turn then: {due}", name=name, due=due)
        return Untaken(IllegalMove("turn.others", sentence, "what was entered"), entry.text, entry.ply)


# ---- at a table ----------------------------------------------------------------------------------


class Correction(NamedTuple):
    """A correction that is not saved yet: `corrected` is what follows from it as far as the viewer sees. `whole` says
    that the viewer sees everything."""

    table: Table
    corrected: Corrected
    asked: Asked
    whole: bool

    def keep(self) -> tuple[Table, Corrected]:
        """Save it and return the table and the correction as it was made. Raises Attempted if, because of hidden
        things, it would break more than the viewer saw; Overtaken, StoreError."""
        table, found, shown = self.table, self.corrected, self.corrected
        if not self.whole:
            try:
                found = amend(table.play, self.asked)
            except Untaken:
                raise table.attempted(self.asked.text) from None
            until = shown.breaks[-1].entry.ply if shown.blind else table.ply + 1
            if _broken(found, until) != _broken(shown, until):
                raise table.attempted(self.asked.text)
            found = found._replace(breaks=shown.breaks)  # what else broke stays hidden
        return table.kept(found.play), found


def _broken(found: Corrected, until: int) -> object:
    """Return what breaks before a turn."""
    breaks = [(each.entry.n, each.stands, each.instead) for each in found.breaks if each.entry.ply < until]
    return breaks, [entry.n for entry in found.left_out if entry.ply < until]


def correct(table: Table, asked: Asked, viewer: Viewer = PUBLIC, *, drop: bool = False) -> Correction:
    """Return what another turn would mean; nothing is saved before `Correction.keep`. `drop` drops the first later turn
    that breaks and the rest.

    Raises Untaken for the turn itself and for a line in place of a later one, SyntaxFault if no such turn was made.
    """
    before = _position_before(table, asked.ply, asked.lines)
    whole = bool(table.sight.of(before, viewer) == table.sight.state(before))
    try:
        corrected = amend(table.play.seen(viewer), asked, whole=whole)
        if drop and corrected.breaks:
            asked = asked._replace(drop=corrected.breaks[0].entry.n)
            corrected = amend(table.play.seen(viewer), asked, whole=whole)
    except Untaken as refused:
        if whole or not refused.unseen:
            raise
        sentence = say("what this turns up is hidden; only the referee can correct it")
        raise Untaken(IllegalMove("amend.turns-up", sentence, DEALER), refused.text, refused.ply) from None
    if not corrected.blind:
        return Correction(table, corrected, asked, whole)
    # If hidden things decide what follows: when all of it stands, it is saved, and so everybody sees it; when not, the
    # question itself reveals something, and is logged.
    try:
        found = amend(table.play, asked)
    except Untaken:
        raise table.attempted(asked.text) from None
    if len(corrected.breaks) == 1 and not (found.breaks or found.left_out):
        return Correction(table, found, asked, whole=True)
    return Correction(table.attempted(asked.text).table, corrected, asked, whole)


def _position_before(table: Table, ply: int, lines: Mapping[int, str]) -> str:
    """Return the position before a turn. Raises SyntaxFault if it was not made, or if a line is not for a later one."""
    try:
        before = table.journal.amend(ply)[0].position
    except NothingThere:
        made = say("one that was made; the last is {last}", last=table.ply) if table.ply else ""
        raise SyntaxFault(say("turn {ply}", ply=ply), made or say("one that was made: none yet")) from None
    for later in lines:
        if not ply < later <= table.ply:
            expected = say("a later one than {ply}, up to {last}", ply=ply, last=table.ply)
            raise SyntaxFault(say("turn {ply}", ply=later), expected)
    return before
