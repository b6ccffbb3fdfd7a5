"""Turns of the free table: words that every game shares, besides the kit's own counters and buttons."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from companion.contract.codecs import Unclear
from companion.contract.rules import says
from companion.games.free import texts
from specs.base.languages import say


@says("{verb} {pieces} [from {source} [{there}]] [to {target}] [turn {turned}] [{down}]")
class Carry(NamedTuple):
    """Pieces go from where they are to where they are put; `turned` and `down` (face down) say how. The word before the
    last place may be left out; `there` is a place typed so."""

    verb: Literal["play", "move", "take", "discard", "add", "remove"]
    pieces: texts.Refs
    source: texts.Spot = None
    there: texts.There = None
    target: texts.Spot = None
    turned: texts.Steps | None = None
    down: texts.Down = False

    def filled(self, state: Any, seat: int | None, rules: Any) -> Carry:
        """Fill in the last place, if it has no word before it."""
        move, last = self, self.pieces[-1].place if len(self.pieces) > 1 else None
        if self.there is not None and self.target is None:
            move = self._replace(target=self.there, there=None)
        elif last is not None and self.verb != "discard" and self.source is self.target is None:
            which: dict[str, Any] = {"source" if self.verb == "remove" else "target": last}
            move = self._replace(pieces=self.pieces[:-1], **which)
        if move.target is None and move.verb in ("move", "add"):
            raise Unclear("target", say("the end of the line"), say("to, and where"))
        return move


@says("give {whom} {n} {counter}")
class Pay(NamedTuple):
    """Give another player some of a counter."""

    whom: texts.Seat
    n: texts.Number
    counter: texts.Counter


@says("give {whom} {pieces}")
class Give(NamedTuple):
    """Give another player a piece one holds."""

    whom: texts.Seat
    pieces: texts.Refs


@says("draw [{pile}] [{n}] [{shown}]", tells=("shown",))
class Draw(NamedTuple):
    """Take from the top of a pile."""

    pile: texts.Pile = None
    n: texts.Number = 1
    shown: texts.Shown = ()


@says("deal [{pile}] {n}")
class Deal(NamedTuple):
    """Deal everybody `n` pieces from the top of a pile."""

    n: texts.Number = 1
    pile: texts.Pile = None


@says("flip {pieces} [{shown}]", tells=("shown",))
class Flip(NamedTuple):
    """Turn over what lies there, or turn up the top of a pile."""

    pieces: texts.One
    shown: texts.Shown = ()


@says("turn {pieces} {turned}")
class Turn(NamedTuple):
    """Set how many steps a piece is turned from its printed position."""

    pieces: texts.One
    turned: texts.Steps = 1


@says("fill {zone} [{shown}]", tells=("shown",))
class Fill(NamedTuple):
    """Fill a row from its pile."""

    zone: texts.Zone
    shown: texts.Shown = ()


@says("gather {zone}")
class Gather(NamedTuple):
    """Bring back all that belongs to a pile."""

    zone: texts.Zone


@says("shuffle {zone} [into {into}]")
class Shuffle(NamedTuple):
    """Shuffle what lies somewhere, optionally into a pile."""

    zone: texts.Zone
    into: texts.Pile = None


@says("roll {die} [{faces}]")
class Roll(NamedTuple):
    """Throw dice, or say what was thrown."""

    die: texts.Die
    faces: texts.Faces = ()


@says("{verb} [{whose}]")
class Pass(NamedTuple):
    """The next phase, after the last one the next turn; or the round ends."""

    verb: Literal["next", "round"]
    whose: texts.Next = None


@says("end")
class End(NamedTuple):
    """The game ends."""


@says("found {kind} in {place}", corrects=True)
class Found(NamedTuple):
    """What was revealed."""

    kind: texts.Kind
    place: texts.Where


@says("{button} [{it}]")
class Press(NamedTuple):
    """All turns of one of the spec's buttons, as one turn."""

    button: texts.Button
    it: texts.It = ""

    def filled(self, state: Any, seat: int | None, rules: Any) -> Press:
        if not self.it and "{it}" in rules.kit.buttons[self.button]:
            raise Unclear("it", say("the end of the line"), say("a piece or player after {word}", word=self.button))
        return self


@says("{counter} [{whose}] {by} [{note}]")
class Count(NamedTuple):
    """A counter goes up, down, or to a number."""

    counter: texts.Counter
    by: texts.By
    whose: texts.Whose = None
    note: texts.Note = ""


LINES = (Carry, Pay, Give, Draw, Deal, Flip, Turn, Fill, Gather, Shuffle, Roll, Pass, End, Count, Found)
MOVES = (Press, *LINES)  # a button's own line may not press buttons
USUAL = (Carry, Give, Draw, Flip, Turn, Fill, Roll, Count)  # turns that a bot makes


def word_of(move: Any) -> str:
    """Return the word that a turn begins with: that of its kind, or its first field."""
    word = str(move.SAYS).split()[0]
    return str(move[0]) if word.startswith("{") else word
