"""The kinds of move, how each is typed, and what is filled in if it is missing."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from companion.contract import NamedTuple, Refused, Unclear, says
from companion.contract.codecs import Here
from companion.games.escape import moving, rolling, texts
from companion.games.escape.board import SAIL, SWIM, Step
from companion.games.escape.state import State, of
from companion.games.escape.texts import UNWRITTEN, Goal, Way
from specs.base.languages import say

Hex = Annotated[int, texts.HEX]


@says("place {hex}", phase="place")
class Place(NamedTuple):
    hex: Hex


@says("move {step}", phase="move")
class Move(NamedTuple):
    """A step; None ends the move."""

    step: Annotated[Step | None, texts.STEP]

    def filled(self, s: State, seat: int | None, rules: Any) -> Move:
        """Fill in what was not typed: that the person dives, swims, or moves an empty boat (see `moving.resolved`)."""
        return self if self.step is None else Move(moving.resolved(s, self.step))


@says("sink {hex}", phase="sink")
class Sink(NamedTuple):
    hex: Hex


@says("put {goal}", phase="put")
class Put(NamedTuple):
    """Where one of the people on the sinking piece goes."""

    goal: Annotated[Goal, texts.GOAL]

    def filled(self, s: State, seat: int | None, rules: Any) -> Put:
        """Fill in the player, if all on the piece are of one."""
        if self.goal.seat != UNWRITTEN:
            return self
        here = s.sea.stand[s.sea.sinking] if s.sea.sinking is not None else 0
        there = [n for n in range(s.seats) if of(here, n)]
        if len(there) != 1:
            raise Unclear("goal", f"'{s.name(self.goal.target)}'", say("a colour, r b y or g, before the hex"))
        return Put(self.goal._replace(seat=there[0]))


@says("reveal {symbol}", phase="reveal")
class Reveal(NamedTuple):
    """What came up under the sunk piece."""

    symbol: Annotated[int, texts.SYMBOL]


@says("roll {way}", phase="roll")
class Go(NamedTuple):
    """Where a creature that the dice show goes; None leaves it. If no creature is on the board, the dice are not asked
    for."""

    way: Annotated[Way | None, texts.WAY]

    def filled(self, s: State, seat: int | None, rules: Any) -> Go:
        """Fill in where it begins, if there is only one such creature."""
        if self.way is None and s.phase == "dice" and any(s.sea.beasts):
            raise Unclear("way", "'-'", say("both dice, such as shark 2"))
        if self.way is None or self.way.source != UNWRITTEN:
            return self
        there = rolling.where(s, s.dice.creature) if s.dice else ()
        if len(there) != 1:
            target = s.name(self.way.target)
            raise Unclear("way", f"'{target}'", say("FROM-TO, such as C7-C9, or - for none"), unseen=s.dice is None)
        return Go(Way(there[0], self.way.target))


@says("roll {creature} {number}", phase="roll")
class Roll(NamedTuple):
    """What the dice show."""

    creature: Annotated[str, texts.CREATURE]
    number: Annotated[str, texts.FACE]


@says("{phase} none")
class Skip(NamedTuple):
    """What the table forgot."""

    phase: Literal["sink", "roll"]


Ply = Place | Move | Sink | Put | Reveal | Go | Roll | Skip
KINDS = (Place, Move, Sink, Put, Reveal, Go, Roll, Skip)


def stepwise(s: State, plies: list[str]) -> list[str]:
    """Return the plies, the first split into single steps, by the shortest open way, if it goes further than one. A
    move with `>`, as records write it, is always one step."""
    verb, _, way = plies[0].partition(" ")
    try:
        far = texts.STEP.read(way, Here(None, s, ())) if verb == "move" and ">" not in way else None
    except (ValueError, Refused):
        return plies
    if far is None or far.source == far.target or far.target in s.sea.board.around[far.source]:
        return plies
    ways: list[tuple[State, tuple[Step, ...]]] = [(s, ())]
    reached = {far.source}
    for at, made in ways:
        here = made[-1].target if made else far.source
        for step in moving.steps(at):
            swims = made or far.how != SWIM or step.how == SWIM
            if step.source != here or (step.how == SAIL) != (far.how == SAIL) or not swims or step.target in reached:
                continue
            if step.target == far.target:
                return [f"move {texts.step_text(s.sea.board.names, each)}" for each in (*made, step)] + plies[1:]
            reached.add(step.target)
            ways.append((moving.made(at, step), (*made, step)))
    return plies
