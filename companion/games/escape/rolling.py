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
from specs.base.languages import Said, joined, listed, say, say_many, word

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
        faces = ", ".join(CREATURES)
        message = say("No face of the first die shows '{typed}': {faces}.", typed=creature, faces=faces)
        return refusal("roll.die", message)
    if number not in FACES:
        return refusal("roll.die", say("No face of the second die shows '{typed}': 1, 2, 3 or D.", typed=number))
    if state.dice and state.dice != (creature, number):
        shown, told = dice_said(state.dice), dice_said((creature, number))
        return refusal("roll.die", say("The dice show {shown}, not {told}.", shown=shown, told=told))
    if source == NOWHERE:
        return None
    kind = CREATURES.index(creature)
    if not state.beasts[source] >> 4 * kind & 15:
        others = [names[h] for h in where(state, creature)]
        values = {"beast": word(creature, "no"), "hex": names[source]}
        if not others:
            return refusal("roll.none", say("No {beast} is on {hex}, nor anywhere.", **values))
        message = say("No {beast} is on {hex}; on {hexes} there is.", hexes=", ".join(others), **values)
        return refusal("roll.none", message)
    if source == target:
        message = say(
            "The {beast} on {hex} would stay where it is: roll … - for that.",
            beast=word(creature, "the"), hex=names[source],
        )  # fmt: skip
        return refusal("roll.far", message)
    if state.ground[target] != SEA:
        return refusal("roll.far", say("{hex} is no sea.", hex=names[target]))
    if number == "D":
        if vacant(state, target):
            return None
        return refusal(
            "roll.vacant", say("{hex} is not vacant: {what}.", hex=names[target], what=contents(state, target))
        )
    if target not in reach(state, source, number):
        message = say_many(
            "From {here} to {there} it is more than {n} sea hex.",
            "From {here} to {there} it is more than {n} sea hexes.",
            int(number), here=names[source], there=names[target],
        )  # fmt: skip
        return refusal("roll.far", message)
    return None


def dice_said(dice: Sequence[str]) -> Said:
    """Both dice: a creature and a number."""
    creature, number = dice
    return joined([word(creature), number], " ")


def kinds_said(beasts: int) -> Said:
    """The kinds of some creatures, each once."""
    return listed([*map(word, dict.fromkeys(creatures(beasts)))])


def contents(state: State, h: int) -> Said:
    """What is on a sea hex, in words."""
    words = [*map(word, creatures(state.beasts[h]))]
    if state.boats >> h & 1:
        words.append(say("a boat"))
    if state.swim[h]:
        words.append(say("swimmers"))
    return joined(words)


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
