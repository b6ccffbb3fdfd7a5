"""What can follow a ply typed so far, in words and with its place: beside what the grammar offers.

A step, and a creature's way, are chosen by halves: first who goes, then where to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.contract.offered import Offered
from companion.contract.position import Position
from companion.contract.values import Choice
from companion.games.escape import moving
from companion.games.escape.board import CORAL, DIVE, SAIL, SEA, SWIM, Step
from companion.games.escape.drawing import letters
from companion.games.escape.moves import Go, Move, Place, Put, Reveal, Roll, Sink
from companion.games.escape.state import REGIONS, STEPS, State, eaters, unplaced
from companion.games.escape.text import afloat, kinds_said
from companion.games.escape.texts import SYMBOLS, Goal, Way
from specs.base.languages import Said, joined, say, say_many, word

PARTS: Final = True


def halves(typed: str, ways: Sequence[Offered]) -> list[Offered]:
    """The ways to go on, each step by its first half while that is not typed."""
    found, said = dict[str, Offered](), typed.strip().lower()
    for one in ways:
        first, hop, _ = one.text.partition(">")
        half = hop and one.field in ("step", "way") and ">" not in typed and not _names(said, first)
        text = first + hop if half else one.text
        found.setdefault(text, one._replace(text=text))
    return list(found.values())


def _names(said: str, half: str) -> bool:
    """Whether what was typed ends with the whole first half of a step."""
    return said[-1:].isdigit() and half.lower().endswith(said)


def label(p: Position, way: Offered) -> tuple[Said | str, str]:
    """What is offered, in words, and its place on the board; both empty for a word."""
    return choice(p, way)[1:3]


def note(p: Position, way: Offered) -> Said | str:
    """What is left after it."""
    return choice(p, way).note


def choice(p: Position, one: Offered) -> Choice:
    """What is offered, with a label, its place on the board, and what it brings."""
    s: State = p.state
    match one.move if one.field or " " in one.text.strip() else None:
        case Place() | Sink():
            return _piece(p, one)
        case Move(step):
            return _step(p, one, step)
        case Put(goal):
            return _put(p, one, goal)
        case Reveal(symbol):
            supply = s.supply[s.sea.ground[s.sinking] - 1]
            label = say("{symbol} came up", symbol=word(SYMBOLS[symbol]))
            return Choice(one.text, label, s.name(s.sinking), say("{n} left", n=supply[symbol]))
        case Roll(creature, number):
            if one.field == "creature":
                return Choice(one.text, word(creature))
            return Choice(one.text, say("the second die shows {face}", face=number))
        case Go(way):
            return _way(s, one, way)
    return Choice(one.text, "")


def _beside(p: Position, h: int) -> list[Said]:
    """The ground, and who stands there."""
    people = letters(p, p.state.sea.stand[h])
    return [word(REGIONS[p.state.sea.ground[h]]), *([say("beside {people}", people=people)] if people else [])]


def _piece(p: Position, one: Offered) -> Choice:
    s, h = p.state, one.move.hex
    name, people = s.name(h), letters(p, s.sea.stand[h])
    if isinstance(one.move, Place):
        note = say("{n} left to place", n=unplaced(s, s.turn) - 1)
        return Choice(one.text, joined([name, *_beside(p, h)]), name, note)
    region = word(REGIONS[s.sea.ground[h]])
    label = say("{hex}, {region}, empty", hex=name, region=region)
    if people:
        label = say("{hex}, {region} with {people}", hex=name, region=region, people=people)
    return Choice(one.text, label, name)


def _put(p: Position, one: Offered, goal: Goal) -> Choice:
    name, letter = p.state.name(goal.target), letters(p, 1 << 4 * goal.seat)
    if goal.water:
        return Choice(one.text, say("{letter} into the water on {hex}", letter=letter, hex=name), name)
    to = say("{letter} to {hex}", letter=letter, hex=name)
    return Choice(one.text, joined([to, *_beside(p, goal.target)]), name)


def _way(s: State, one: Offered, way: Way | None) -> Choice:
    creature = s.dice.creature if s.dice else ""
    if way is None:
        return Choice(one.text, say("no {beast} moves", beast=word(creature, "no")))
    here, there = s.name(way.source), s.name(way.target)
    if one.text.endswith(">"):
        return Choice(one.text, say("the {beast} on {hex}", beast=word(creature, "the"), hex=here), here)
    sea = s.sea
    what = afloat(sea.beasts[way.target], bool(sea.boats >> way.target & 1), bool(sea.swim[way.target]))
    label = say("from {here} to {there}", here=here, there=there)
    return Choice(one.text, joined([label, what], ": ") if what else label, there)


# ---- steps ---------------------------------------------------------------------------------------


def _step(p: Position, one: Offered, step: Step | None) -> Choice:
    s: State = p.state
    if step is None:
        return Choice(one.text, say("nobody else moves") if s.steps else say("nobody moves"))
    if one.text.endswith(">"):
        return Choice(one.text, _who(p, step), s.name(step.source))
    left = STEPS - s.steps - 1
    note = say_many("{n} step left", "{n} steps left", left) if left else say("no steps left")
    rescue = moving.rescues(s.sea, step)
    if rescue:
        note = say("the whole move")
    return Choice(one.text, _label(s, step, rescue), s.name(step.target), note, int(s.sea.ground[step.target] == CORAL))


def _who(p: Position, step: Step) -> Said:
    """Who or what goes."""
    s: State = p.state
    name, there = s.name(step.source), letters(p, s.sea.stand[step.source])
    if step.how == SAIL:
        crew = say("the boat on {hex} with {people}", hex=name, people=there)
        return crew if there else say("the boat on {hex}, empty", hex=name)
    if step.how == SWIM:
        return say("somebody in the water of {hex}", hex=name)
    if s.sea.ground[step.source] == SEA:
        return say("somebody aboard on {hex}", hex=name)
    return say("somebody on {hex}", hex=name)


def _label(s: State, step: Step, rescue: bool) -> Said:
    """A step in words."""
    how, stays = step.how, step.source == step.target
    at, to = s.name(step.source), s.name(step.target)
    if rescue:
        return say("a dolphin carries the swimmer on {here} to {there}", here=at, there=to)
    if s.sea.ground[step.target] == CORAL:
        return say("from {here} ashore on {there}", here=at, there=to)
    if how == SAIL:
        return say("the boat from {here} to {there}", here=at, there=to)
    if how == DIVE:
        dive = say("dive from {here} to {there}", here=at, there=to)
        return _perhaps_eaten(s, step, say("overboard on {hex}", hex=at) if stays else dive)
    if how == SWIM and stays:
        return say("climb into the boat on {hex}", hex=at)
    if how == SWIM:
        return _perhaps_eaten(s, step, say("swim from {here} to {there}", here=at, there=to))
    if s.sea.boats >> step.target & 1:
        return say("from {here} into the boat on {there}", here=at, there=to)
    return say("walk from {here} to {there}", here=at, there=to)


def _perhaps_eaten(s: State, step: Step, label: Said) -> Said:
    """A step into the water, and to whom."""
    eaten = eaters(s.table, s.sea.beasts[step.target])
    return say("{step}, to the {beasts}", step=label, beasts=kinds_said(eaten)) if eaten else label
