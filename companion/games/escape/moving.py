"""A step: what it means, why it is refused, what it does (rules "Atlantean movement", "Boats", "Swimmers")."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from random import Random
from typing import Any, Final

from companion.contract.rules import Judge
from companion.games.escape import state
from specs.base.named import NamedTuple

from companion.games.escape.board import (  # isort: skip
    CORAL, DIVE, REEF, SAIL, SEA, SWIM, WALK, Shores, Step, bits_of, hexes_of, taken,
)  # fmt: skip
from companion.games.escape.state import State, Tribes
from companion.games.escape.texts import Sea, step_text

RESCUED: Final = state.STEPS + 1  # cost of a rescue, which allows no other step
Fault = tuple[str, Mapping[str, Any]]  # a refusal's id and facts


@cache
def controls(crew: int, seat: int) -> bool:
    """Return whether a player may move a boat with that crew: it is empty, or no other has more aboard."""
    mine = state.of(crew, seat)
    return not crew or (mine > 0 and mine == max(state.of(crew, other) for other in range(4)))


# ---- what a step means ---------------------------------------------------------------------------


def resolved(s: State, step: Step) -> Step:
    """Return a typed step with what was left out: from land into open sea it is a dive; from a hex where the player has
    only swimmers it is a swim; otherwise, from an empty boat it moves the boat."""
    how, source, target = step
    sea, shift = s.sea, 4 * s.turn
    if how == SAIL:
        return step
    if how == SWIM or (not sea.stand[source] >> shift & 15 and sea.swim[source] >> shift & 15):
        return Step(SWIM, source, target)
    if how == WALK and sea.boats >> source & 1 and not sea.stand[source] and source != target:
        return Step(SAIL, source, target)
    if how == DIVE:
        return Step(WALK, source, target) if sea.ground[target] != SEA else step
    dives = state.is_land(sea.ground[source]) and sea.ground[target] == SEA and not sea.boats >> target & 1
    return Step(DIVE, source, target) if dives else step


def rescues(sea: Sea, step: Step) -> bool:
    """Return whether a resolved step is a dolphin's rescue: a swimmer to a coral that is out of a step's reach."""
    how, source, target = step
    return how == SWIM and sea.ground[target] == CORAL and target not in sea.board.around[source]


# ---- what can be done ----------------------------------------------------------------------------


class Open(NamedTuple):
    """Where there is room for one more, on pieces and in boats, and where no creature stops a boat; and the ground."""

    free: int
    clear: int
    shores: Shores


@lru_cache(maxsize=64)
def _full(stand: tuple[int, ...]) -> int:
    return bits_of([h for h in taken(stand) if state.room(stand[h]) <= 0])


@lru_cache(maxsize=64)
def _barred(beasts: tuple[int, ...]) -> int:
    return bits_of([h for h in taken(beasts) if beasts[h] & state.IN_THE_WAY])


def _open(s: State) -> Open:
    sea, shores = s.sea, s.shores
    return Open((shores.land | sea.boats) & ~_full(sea.stand), shores.sea & ~_barred(sea.beasts), shores)


def steps(s: State) -> list[Step]:
    """Return every legal step from here, by the hex it begins on; a boat's last."""
    if s.steps >= state.STEPS:
        return []
    open_, found = _open(s), list[Step]()
    for how, h in _movers(s):
        found += _steps_of(s, how, h, open_)
    return found


def any_step(s: State, chance: Random) -> Step | None:
    """Return a random legal step: first whose it is, then where it goes; None if there is none."""
    movers, open_ = _movers(s) if s.steps < state.STEPS else [], _open(s)
    while movers:
        found = _steps_of(s, *movers.pop(int(chance.random() * len(movers))), open_)
        if found:
            return found[int(chance.random() * len(found))]
    return None


def _movers(s: State) -> list[tuple[int, int]]:
    """Return how and from where steps may begin: the player's people on each hex, their swimmers, the boats they
    steer."""
    (_, ground, stand, swim, _, boats, *_), mask = s.sea, 15 << 4 * s.turn
    found = [(WALK, h) for h in taken(stand) if stand[h] & mask and ground[h] != CORAL]
    found += [(SWIM, h) for h in taken(swim) if swim[h] & mask]
    return found + [(SAIL, h) for h in hexes_of(boats) if controls(stand[h], s.turn)]


def _steps_of(s: State, how: int, h: int, open_: Open) -> Sequence[Step]:
    """Return every legal step of somebody on a hex, in its water, or of its boat."""
    sea = s.sea
    shores, near = open_.shores, sea.board.near[h]
    if how == SAIL:
        return shores.steps(SAIL, h, near & open_.clear & ~sea.boats)
    if how == WALK:
        return shores.steps(WALK, h, near & (open_.free if sea.ground[h] else open_.free & sea.boats | shores.coral))
    found = shores.steps(SWIM, h, near & (shores.coral | shores.sea if _fresh(s, h) else shores.coral))
    if open_.free >> h & 1:
        found = (Step(SWIM, h, h), *found)
    if not s.steps and sea.beasts[h] >> 12:
        found = (*found, *[Step(SWIM, h, coral) for coral in sea.board.corals if not near >> coral & 1])
    return found


def _fresh(s: State, h: int) -> bool:
    """Return whether one of the player's swimmers on a hex neither entered the water in this move nor swam."""
    return state.of(s.sea.swim[h], s.turn) > sum([entered + swum for at, entered, swum in s.sea.tired if at == h])


# ---- why it is refused ---------------------------------------------------------------------------


def judged(s: State, step: Step, judge: Judge) -> None:
    """Refuse a step that is against the rules; one that is impossible cannot be let stand either."""
    if (fault := _fault(s, step)) is not None:
        rule, facts = fault
        if _can_be(s.sea, s.turn, step):
            judge.refuse(rule, int(s.sea.ground[step.target] == CORAL), **facts)
        else:
            judge.cannot(rule, **facts)


def against(rule: str, **facts: Any) -> Fault:
    return rule, facts


def _fault(s: State, step: Step) -> Fault | None:
    how, source, target = step
    sea, names = s.sea, s.sea.board.names
    here, there, stand, at, to = names[source], names[target], sea.stand, sea.ground[source], sea.ground[target]
    near, boat = target in sea.board.around[source], sea.boats >> target & 1
    if s.steps == RESCUED:
        return against("rescue.steps")
    if s.steps >= state.STEPS:
        return against("step.limit", step=step_text(names, step), number=s.steps + 1, most=state.STEPS)
    if how == SAIL:
        return _boat_fault(s, step)
    mine = state.of((sea.swim if how == SWIM else stand)[source], s.turn)
    nobody = {"why": "ashore" if at == CORAL else "swimmer" if how == SWIM else "other", "hex": here}
    if rescues(sea, step):
        if not mine:
            return against("step.none", **nobody, colour=Tribes((s.turn,)))
        if not sea.beasts[source] >> 12:
            return against("rescue.dolphin", hex=here, coral=there)
        return against("rescue.steps") if s.steps else None
    if to == CORAL and (not near or at != SEA):
        landing = sea.board.landing[target]
        if landing < 0:
            return against("step.coral", why="away", coral=there, hex=here, ground=at)
        return against("step.coral", why="landing", coral=there, hex=here, ground=at, landing=names[landing])
    if not near and not (source == target and at == SEA and how in (SWIM, DIVE)):
        return against("step.far", why="far", there=there, here=here)
    if mine and how != SWIM and at == SEA and to == SEA and source != target and (how == DIVE or not boat):
        return against("step.far", why="water", hex=here)
    if not mine or at == CORAL:
        return against("step.none", **nobody, colour=Tribes((s.turn,)))
    return _end_fault(s, step)


def _end_fault(s: State, step: Step) -> Fault | None:
    """Return what is wrong with where a step ends; None if nothing is."""
    how, source, target = step
    sea, here, there, boat = s.sea, s.name(source), s.name(target), s.sea.boats >> target & 1
    stand, at, to = sea.stand, sea.ground[source], sea.ground[target]
    if state.is_land(to) and state.room(stand[target]) <= 0:
        return against("step.full", why="piece", hex=there, people=s.crew(target))
    if boat and state.room(stand[target]) <= 0 and (how == WALK or (source == target and how == SWIM)):
        return against("step.full", why="boat", hex=there, crew=s.crew(target))
    if state.is_land(to) and at == SEA:
        return against("step.land", why="swimmer" if how == SWIM else "boat", hex=there)
    if to == REEF:
        return against("step.reef", hex=there)
    if source == target:
        return None if boat else against("boat.none", why="climb", hex=here)
    if how != SWIM or to == CORAL or _fresh(s, source):
        return None
    swum = any(swum for h, _, swum in sea.tired if h == source)
    return against("swim.once" if swum else "swim.entered", hex=here)


def _boat_fault(s: State, step: Step) -> Fault | None:
    _, source, target = step
    sea, here, there, to = s.sea, s.name(step.source), s.name(step.target), s.sea.ground[target]
    if target not in sea.board.around[source]:
        return against("step.far", why="far", there=there, here=here)
    if to == REEF:
        return against("step.reef", hex=there)
    if not sea.boats >> source & 1:
        return against("boat.none", why="none", hex=here)
    crew = sea.stand[source]
    if not controls(crew, s.turn):
        masters = tuple(n for n in range(s.seats) if state.of(crew, n) and controls(crew, n))
        return against("boat.control", hex=here, crew=s.crew(source), masters=Tribes(masters), colour=Tribes((s.turn,)))
    what = "land" if to != SEA else "boat" if sea.boats >> target & 1 else "monster" if sea.beasts[target] & 15 else ""
    what = what or ("octopus" if sea.beasts[target] & state.IN_THE_WAY else "")
    return against("boat.blocked", why=what, here=here, there=there) if what else None


def _can_be(sea: Sea, seat: int, step: Step) -> bool:
    """Return whether a refused step can have happened all the same: the person or boat is there, and the target can
    hold it."""
    how, source, target = step
    to = sea.ground[target]
    if how == SAIL:
        return bool(sea.boats >> source & 1) and to == SEA and not sea.boats >> target & 1
    people = sea.swim if how == SWIM else sea.stand
    if not state.of(people[source], seat) or sea.ground[source] == CORAL or to == REEF:
        return False
    if how == DIVE or to != SEA:
        return True
    if how == WALK:  # into a boat, over any distance
        return bool(sea.boats >> target & 1) and source != target
    return source != target or bool(sea.boats >> target & 1)


# ---- doing it ------------------------------------------------------------------------------------


def made(s: State, step: Step) -> State:
    """Return the position after a resolved step, legal or not, as far as the pieces it names are there."""
    how, source, target = step
    sea, unit, count = s.sea, 1 << 4 * s.turn, s.steps + 1
    board, ground, stand, swim, beasts, boats, tired, *_ = sea
    if how == SAIL:
        crew = stand[source]
        stand = state.changed(stand, (source, -crew), (target, crew)) if crew else stand
        boats ^= 1 << source | 1 << target
        return s._replace(sea=Sea(board, ground, stand, swim, beasts, boats, tired, None, sea.backs), steps=count)
    wet = how == DIVE or (how == SWIM and source != target and ground[target] == SEA)
    if how == SWIM:
        tired = _left(s, source, swims=wet)
        swim = state.changed(swim, (source, -unit))
        if rescues(sea, step):
            count, landing = RESCUED, board.landing[target]
            if beasts[source] >> 12 and landing >= 0:
                beasts = state.changed(beasts, (source, -(1 << 12)), (landing, 1 << 12))
    else:
        stand = state.changed(stand, (source, -unit))
    if not wet:
        stand = state.changed(stand, (target, unit))
    elif not state.eaters(s.table, beasts[target]):  # otherwise devoured
        swim = state.changed(swim, (target, unit))
        tired = _counted((*tired, (target, int(how == DIVE), int(how == SWIM))))
    return s._replace(sea=Sea(board, ground, stand, swim, beasts, boats, tired, None, sea.backs), steps=count)


def _left(s: State, source: int, *, swims: bool) -> tuple[tuple[int, int, int], ...]:
    """Return who is tired after one swimmer has left a hex. Of several, the one leaves who may make the step and could
    do the least afterwards."""
    mine = next((each for each in s.sea.tired if each[0] == source), None)
    if mine is None or (swims and _fresh(s, source)):
        return s.sea.tired
    return _counted((*s.sea.tired, (source, 0, -1) if mine[2] else (source, -1, 0)))


def _counted(tired: Iterable[tuple[int, int, int]]) -> tuple[tuple[int, int, int], ...]:
    """Return who is tired, with one entry for each hex."""
    found = dict[int, tuple[int, int]]()
    for h, entered, swum in tired:
        before = found.get(h, (0, 0))
        found[h] = before[0] + entered, before[1] + swum
    return tuple(sorted((h, *counts) for h, counts in found.items() if any(counts)))


def effects(s: State, step: Step) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield what follows from a step: a creature devours whoever enters its water; a dolphin carries a swimmer and goes
    along."""
    how, source, target = step
    beasts, name, hex_ = state.eaters(s.table, s.sea.beasts[target]), step_text(s.sea.board.names, step), s.name(target)
    if beasts and s.sea.ground[target] == SEA and (how == DIVE or (how == SWIM and source != target)):
        yield "water.deadly", {"step": name, "beasts": beasts, "hex": hex_}
        yield "step.devoured", {"step": name, "beasts": beasts, "hex": hex_}
    landing = s.sea.board.landing.get(target, -1)
    if rescues(s.sea, step) and s.sea.beasts[source] >> 12 and landing >= 0:
        yield "rescue", {"hex": s.name(source), "landing": s.name(landing), "coral": hex_}
