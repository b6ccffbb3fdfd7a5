"""The dice, what a creature may do, and what it does where it ends (rules "Sea creatures", "The dice")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from random import Random

from companion.contract import IllegalMove
from companion.games.escape.shores import shores_of, taken
from companion.games.escape.state import (
    CREATURES,
    FACES,
    MONSTER,
    OCTOPUS,
    SEA,
    SHARK,
    Roll,
    State,
    creatures,
    eaters,
    refusal,
)

NOWHERE = -1
CREATURE_DICE = {
    "classic": ("monster", "shark", "shark", "octopus", "octopus", "dolphin"),
    "1996": ("dolphin", "dolphin", "dolphin", "monster", "shark", "octopus"),
}
NUMBER_DIE = ("1", "1", "2", "2", "3", "D")


@cache
def dealt(seed: int, number: int, die: str) -> tuple[str, str]:
    """The `number`-th roll of a game, from 0, where a seed deals the dice: creature, then number."""
    random = Random(1000 * seed + number)
    return CREATURE_DICE[die][int(random.random() * 6)], NUMBER_DIE[int(random.random() * 6)]


class Reaches:
    """Where creatures are at a position and may end, each worked out once."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.shores = shores_of(state.board, state.ground)

    def of(self, source: int, number: str) -> Sequence[int]:
        """Where a creature on a hex may end, in the board's order."""
        # where a creature is, nothing is vacant
        return self._vacant if number == "D" else self.shores.swum(source, int(number))

    def most(self, number: str) -> int:
        """How many ends there may be, wherever the creature is."""
        return len(self.shores.seas) if number == "D" else 3 * int(number) * (int(number) + 1)

    def end(self, source: int, number: str, at: int) -> int | None:
        """Each of the ends for one number below `most`, None for the other numbers."""
        if number == "D":
            h = self.shores.seas[at]
            return h if vacant(self.state, h) else None
        ends = self.shores.swum(source, int(number))
        return ends[at] if at < len(ends) else None

    def sources(self, creature: str) -> Sequence[int]:
        """The hexes with a creature of that name."""
        kind = 4 * CREATURES.index(creature)
        return [h for h, beasts in self._lairs if beasts >> kind & 15]

    @cached_property
    def _lairs(self) -> Sequence[tuple[int, int]]:
        return [(h, self.state.beasts[h]) for h in taken(self.state.beasts)]

    @cached_property
    def _vacant(self) -> Sequence[int]:
        return [h for h in self.shores.seas if vacant(self.state, h)]


def reach(state: State, source: int, number: str) -> Sequence[int]:
    """Where a creature on a hex may end, in the board's order."""
    return Reaches(state).of(source, number)


def where(state: State, creature: str) -> Sequence[int]:
    """The hexes with a creature of that name."""
    kind = 4 * CREATURES.index(creature) if creature in CREATURES else 16
    return [h for h, beasts in enumerate(state.beasts) if beasts >> kind & 15]


def vacant(state: State, h: int) -> bool:
    """Whether there is nothing at all on a sea hex."""
    return not (state.beasts[h] or state.swim[h] or state.stand[h] or state.boats >> h & 1)


def judge(state: State, roll: Roll) -> IllegalMove | None:
    """Why a roll is refused, None where it is legal."""
    creature, number, source, target = roll
    names = state.board.names
    if not creature and not any(state.beasts):
        return None  # nobody asks what the dice show
    if creature not in CREATURES:
        return refusal("roll.die", f"No face of the first die shows '{creature}': {', '.join(CREATURES)}.")
    if number not in FACES:
        return refusal("roll.die", f"No face of the second die shows '{number}': 1, 2, 3 or D.")
    if state.dice and state.dice != (creature, number):
        return refusal("roll.die", f"The dice show {' '.join(state.dice)}, not {creature} {number}.")
    if source == NOWHERE:
        return None
    kind = CREATURES.index(creature)
    if not state.beasts[source] >> 4 * kind & 15:
        others = [names[h] for h in where(state, creature)]
        there = f"; on {', '.join(others)} there is" if others else ", nor anywhere"
        return refusal("roll.none", f"No {creature} is on {names[source]}{there}.")
    if source == target:
        return refusal("roll.far", f"The {creature} on {names[source]} would stay where it is: roll … - for that.")
    if state.ground[target] != SEA:
        return refusal("roll.far", f"{names[target]} is no sea.")
    if number == "D":
        if vacant(state, target):
            return None
        return refusal("roll.vacant", f"{names[target]} is not vacant: {contents(state, target)}.")
    if target not in reach(state, source, number):
        far = f"more than {number} sea hex{'es' * (number != '1')}"
        return refusal("roll.far", f"From {names[source]} to {names[target]} it is {far}.")
    return None


def contents(state: State, h: int) -> str:
    """What is on a sea hex, in words."""
    words = list(creatures(state.beasts[h]))
    if state.boats >> h & 1:
        words.append("a boat")
    if state.swim[h]:
        words.append("swimmers")
    return ", ".join(words)


def rolled(state: State, roll: Roll) -> State:
    """The position after the creature moved and attacked; the turn not yet ended."""
    creature, number, source, target = roll
    if source == NOWHERE:
        return state
    kind = CREATURES.index(creature)
    beasts = list(state.beasts)
    beasts[source] -= 1 << 4 * kind
    beasts[target] += 1 << 4 * kind
    if number == "D":
        return state._replace(beasts=tuple(beasts))
    stand, swim, boats = state.stand, state.swim, state.boats
    crew, bit = stand[target], 1 << target
    boat = boats & bit
    eaten = eaters(state.table, beasts[target])
    devours = kind in (MONSTER, SHARK) and eaten and swim[target]
    if devours:
        swim = (*swim[:target], 0, *swim[target + 1 :])
    if boat and (kind == MONSTER or (kind == OCTOPUS and crew)):
        boats ^= bit
        stand = (*stand[:target], 0, *stand[target + 1 :])
        if kind == OCTOPUS and not eaten:
            swim = (*swim[:target], swim[target] + crew, *swim[target + 1 :])
    return state._replace(beasts=tuple(beasts), stand=stand, swim=swim, boats=boats)


def rolls(reaches: Reaches, creature: str, number: str) -> Iterator[list[Roll]]:
    """Every legal ply for these dice, many at a time: nothing first, then by the creature's hex and where it ends."""
    yield [Roll(creature, number, NOWHERE, NOWHERE)]
    for source in reaches.sources(creature):
        yield [Roll(creature, number, source, target) for target in reaches.of(source, number)]


def can_stand(state: State, roll: Roll) -> bool:
    """Whether a refused roll can have happened: such a creature, there, moved to another sea hex."""
    if roll.creature not in CREATURES or roll.source == NOWHERE:
        return roll.creature in CREATURES
    there = state.beasts[roll.source] >> 4 * CREATURES.index(roll.creature) & 15
    return bool(there) and state.ground[roll.target] == SEA and roll.source != roll.target
