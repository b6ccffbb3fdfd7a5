"""Labels and places for what can follow a typed ply, beyond what the grammar offers.

A step, and a creature's way, are chosen by halves: first who goes, then where to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from companion.contract import Position
from companion.games.escape import moving
from companion.games.escape.board import CORAL, DIVE, SAIL, SEA, SWIM, Step
from companion.games.escape.drawing import letters
from companion.games.escape.moves import Go, Move, Place, Put, Reveal, Roll, Sink
from companion.games.escape.state import REGIONS, STEPS, State, eaters, unplaced
from companion.games.escape.text import afloat, kinds_said
from companion.games.escape.texts import SYMBOLS, Goal, Way
from specs.base.languages import Said, joined, say, say_many, word

if TYPE_CHECKING:
    from companion.contract.offered import Offered

PARTS: Final = True


def halves(typed: str, ways: Sequence[Offered]) -> list[Offered]:
    """Return the continuations; a step or a way is cut to its first half until that half is typed."""
    found: dict[str, Offered] = {}
    said = typed.strip().lower()
    for one in ways:
        first, hop, _ = one.text.partition(">")
        named = said[-1:].isdigit() and first.lower().endswith(said)
        half = hop and one.field in ("step", "way") and ">" not in typed and not named
        text = first + hop if half else one.text
        found.setdefault(text, one._replace(text=text))
    return list(found.values())


def label(p: Position, way: Offered) -> tuple[Said | str, str]:
    """Return what is offered in words, and its place on the board; both empty for a word."""
    s: State = p.state
    match way.move if way.field or " " in way.text.strip() else None:
        case Place(h) | Sink(h):
            return _piece(p, h, isinstance(way.move, Place)), s.name(h)
        case Move(None):
            return say("nobody else moves") if s.steps else say("no move"), ""
        case Move(Step() as step) if way.text.endswith(">"):
            return _who(p, step), s.name(step.source)
        case Move(Step() as step):
            return _label(s, step), s.name(step.target)
        case Put(goal):
            return _put(p, goal), s.name(goal.target)
        case Reveal(symbol):
            return say("{symbol} came up", symbol=word(SYMBOLS[symbol])), s.name(s.sinking)
        case Roll(creature, number):
            return word(creature) if way.field == "creature" else joined([word(creature), number], " "), ""
        case Go(None):
            return say("no {beast} moves", beast=word(s.dice.creature if s.dice else "", "no")), ""
        case Go(Way() as goes) if way.text.endswith(">") and s.dice:
            beast = word(s.dice.creature, "the")
            return say("the {beast} on {hex}", beast=beast, hex=s.name(goes.source)), s.name(goes.source)
        case Go(Way() as goes):
            return _goes(s, goes), s.name(goes.target)
    return "", ""


def note(p: Position, way: Offered) -> Said | str:
    """Say what is left after a ply: people to place, symbols of that kind, steps."""
    s: State = p.state
    match way.move if way.field or " " in way.text.strip() else None:
        case Place():
            return say("{n} left to place", n=unplaced(s, s.turn) - 1)
        case Reveal(symbol):
            return say("{n} left", n=s.supply[s.sea.ground[s.sinking] - 1][symbol])
        case Move(Step() as step) if not way.text.endswith(">"):
            left = STEPS - s.steps - 1
            some = say_many("{n} step left", "{n} steps left", left) if left else say("no steps left")
            return say("the whole move") if moving.rescues(s.sea, step) else some
    return ""


def _beside(p: Position, h: int) -> list[Said]:
    """Describe the ground, and who stands there."""
    people = letters(p, p.state.sea.stand[h])
    return [word(REGIONS[p.state.sea.ground[h]]), *([say("beside {people}", people=people)] if people else [])]


def _piece(p: Position, h: int, places: bool) -> Said:
    name, people, region = p.state.name(h), letters(p, p.state.sea.stand[h]), word(REGIONS[p.state.sea.ground[h]])
    if places:
        return joined([name, *_beside(p, h)])
    if people:
        return say("{hex}, {region} with {people}", hex=name, region=region, people=people)
    return say("{hex}, {region}, empty", hex=name, region=region)


def _put(p: Position, goal: Goal) -> Said:
    values = {"letter": letters(p, 1 << 4 * goal.seat), "hex": p.state.name(goal.target)}
    if goal.water:
        return say("{letter} into the water on {hex}", **values)
    return joined([say("{letter} to {hex}", **values), *_beside(p, goal.target)])


def _goes(s: State, way: Way) -> Said:
    sea, to = s.sea, way.target
    what = afloat(sea.beasts[to], bool(sea.boats >> to & 1), bool(sea.swim[to]))
    said = say("from {here} to {there}", here=s.name(way.source), there=s.name(to))
    return joined([said, what], ": ") if what else said


# ---- steps ---------------------------------------------------------------------------------------


def _who(p: Position, step: Step) -> Said:
    """Say who or what goes."""
    s: State = p.state
    name, there = s.name(step.source), letters(p, s.sea.stand[step.source])
    if step.how == SAIL:
        crew = say("the boat on {hex} with {people}", hex=name, people=there)
        return crew if there else say("the boat on {hex}, empty", hex=name)
    if step.how == SWIM:
        return say("a swimmer on {hex}", hex=name)
    if s.sea.ground[step.source] == SEA:
        return say("a person aboard on {hex}", hex=name)
    return say("a person on {hex}", hex=name)


def _label(s: State, step: Step) -> Said:
    """Describe a step."""
    how, stays = step.how, step.source == step.target
    at, to = s.name(step.source), s.name(step.target)
    if moving.rescues(s.sea, step):
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
    """Add to the label of a step into the water the creatures that devour whoever enters it."""
    eaten = eaters(s.table, s.sea.beasts[step.target])
    return say("{step}, to the {beasts}", step=label, beasts=kinds_said(eaten)) if eaten else label
