"""The dice, what a creature may do, and what it does where it ends (rules "Sea creatures", "The dice")."""

from collections.abc import Sequence
from random import Random
from typing import Final

from companion.contract.rules import Judge
from companion.games.escape.board import SEA, taken
from companion.games.escape.state import People, State, changed, eaters
from companion.games.escape.texts import CREATURES, FACES, MONSTER, OCTOPUS, SHARK, Dice, Sea, Way

CREATURE_DICE: Final = {
    "classic": ("monster", "shark", "shark", "octopus", "octopus", "dolphin"),
    "1996": ("dolphin", "dolphin", "dolphin", "monster", "shark", "octopus"),
}
NUMBER_DIE: Final = ("1", "1", "2", "2", "3", "D")
_new = tuple.__new__  # skips the checks of a named tuple: a listing makes dozens
STAYS: Final = 0.1  # how often a random move leaves a creature in place


def rolled(die: str, chance: Random) -> tuple[str, str]:
    """Roll both dice."""
    return CREATURE_DICE[die][int(chance.random() * 6)], NUMBER_DIE[int(chance.random() * 6)]


def dice(creature: str, number: str, judge: Judge) -> Dice:
    """Return the dice as they were read."""
    for face, faces, why in ((creature, CREATURES, "first"), (number, FACES, "second")):
        if face not in faces:
            judge.cannot("roll.die", why=why, typed=face)
    return Dice(creature, number)  # type: ignore[arg-type]


def shown(s: State, creature: str, number: str, judge: Judge) -> State:
    """Return the position unchanged after somebody says dice that are on the table already."""
    assert s.dice is not None, "the dice were rolled"
    if (said := dice(creature, number, judge)) != s.dice:
        judge.cannot("roll.die", why="shown", shown=s.dice, read=said)
    return s


def where(s: State, creature: str) -> Sequence[int]:
    """Return the hexes with a creature of that name."""
    kind, beasts = 4 * CREATURES.index(creature), s.sea.beasts
    return [h for h in taken(beasts) if beasts[h] >> kind & 15]


def vacant(sea: Sea, h: int) -> bool:
    """Return whether a sea hex is completely empty."""
    return not (sea.beasts[h] or sea.swim[h] or sea.stand[h] or sea.boats >> h & 1)


def reach(s: State, source: int, number: str) -> Sequence[int]:
    """Return where a creature on a hex may end, in the board's order."""
    return [h for h in s.shores.seas if vacant(s.sea, h)] if number == "D" else s.shores.swum(source, int(number))


def ways(s: State) -> list[Way]:
    """Return where the creatures that the dice show may go, by the creature's hex and its goal."""
    if s.dice is None:
        return []
    there, number = where(s, s.dice.creature), s.dice.number
    if number == "D":  # D on the number die fits any creature
        ends = reach(s, 0, number) if there else ()
        return [_new(Way, (source, target)) for source in there for target in ends]
    return [_new(Way, (source, target)) for source in there for target in reach(s, source, number)]


def any_way(s: State, chance: Random) -> Way | None:
    """Return a random way for a creature that the dice show; None leaves it."""
    there = where(s, s.dice.creature) if s.dice is not None else ()
    if s.dice is None or not there or chance.random() < STAYS:
        return None
    source = there[int(chance.random() * len(there))]
    ends = s.shores.seas if s.dice.number == "D" else s.shores.swum(source, int(s.dice.number))
    target = ends[int(chance.random() * len(ends))] if ends else source
    return None if target == source or (s.dice.number == "D" and not vacant(s.sea, target)) else Way(source, target)


def judged(s: State, way: Way, judge: Judge) -> None:
    """Refuse a way that a creature may not go."""
    assert s.dice is not None, "the dice were rolled"
    (source, target), (creature, number), sea = way, s.dice, s.sea
    here, there = s.name(source), s.name(target)
    if not sea.beasts[source] >> 4 * CREATURES.index(creature) & 15:
        others = [s.name(h) for h in where(s, creature)]
        judge.cannot("roll.none", why="there" if others else "nowhere", no=creature, hex=here, hexes=others)
    if source == target:
        judge.cannot("roll.far", why="same", beast=creature, hex=here)
    if sea.ground[target] != SEA:
        judge.cannot("roll.far", why="land", hex=there)
    if number == "D":
        if not vacant(sea, target):
            boat, swimmers = bool(sea.boats >> target & 1), bool(sea.swim[target])
            judge.refuse("roll.vacant", hex=there, beasts=sea.beasts[target], boat=boat, swimmers=swimmers)
    elif target not in reach(s, source, number):
        judge.refuse("roll.far", why="far", here=here, there=there, n=int(number))


def gone(s: State, way: Way, judge: Judge) -> Sea:
    """Return the board after a creature moved and attacked."""
    assert s.dice is not None, "the dice were rolled"
    (source, target), (creature, number), sea = way, s.dice, s.sea
    kind = CREATURES.index(creature)
    beasts = changed(sea.beasts, (source, -(1 << 4 * kind)), (target, 1 << 4 * kind))
    if number == "D":
        return sea._replace(beasts=beasts)
    stand, swim, boats, crew, bit = sea.stand, sea.swim, sea.boats, sea.stand[target], 1 << target
    eaten = eaters(s.table, beasts[target])
    sinks = kind == OCTOPUS or (kind == SHARK and s.table.shark == "sinks-boats")
    if boats & bit and (kind == MONSTER or (sinks and crew)):
        why = creature if crew else "empty"
        judge.tell("boat.lost", why=why, people=People(crew), hex=s.name(target))
        boats ^= bit
        stand = changed(stand, (target, -crew))
        if sinks:
            judge.tell("crew.devoured" if eaten else "crew.swims", people=People(crew), hex=s.name(target))
            swim = swim if eaten else changed(swim, (target, crew))
    if kind in (MONSTER, SHARK) and eaten and swim[target]:
        judge.tell("swimmers.devoured", beast=creature, people=People(swim[target]), hex=s.name(target))
        swim = changed(swim, (target, -swim[target]))
    return sea._replace(beasts=beasts, stand=stand, swim=swim, boats=boats)
