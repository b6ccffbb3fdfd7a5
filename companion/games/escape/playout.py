"""Random play: plies numbered without being listed, so that each legal one can be as likely as any other.

A move has some hundred thousand legal plies, too many to count for one. So the numbers have gaps: of each part of a ply
as many numbers are kept as there can be ways to go on, and a number beyond those there are is no ply's.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from functools import reduce
from itertools import accumulate
from operator import or_
from typing import Final

from companion.games.escape import rolling, sinking
from companion.games.escape.moving import Waters
from companion.games.escape.rules import apply, places
from companion.games.escape.state import CREATURES, FACES, OVER, Move, Place, Roll, Sink, State, Step, Steps

Chance = Callable[[], float]  # from 0 to below 1, such as `random.Random(seed).random`
Numbered = tuple[int, Callable[[int], Move | None]]

# A step opens at most so many others. Around the hex where it ends lie five hexes and the one that was left: two for
# each of the five (into its boat or the water beside it, or from here to there and from there to here), one back; one
# overboard, one out of the water into the boat; five into what was left, from the others around it.
MORE: Final = 18


def random_ply(state: State, chance: Chance) -> Move:
    """A legal ply of a game that is not over: every one that `rules.legal_moves` lists is as likely."""
    count, ply_of = numbered(state)
    while (move := ply_of(int(chance() * count))) is None:
        pass
    return move


def playout(state: State, chance: Chance) -> tuple[State, int]:
    """The end of a game of random plies, and how many they were. Each goes through `apply`."""
    plies = 0
    while state.phase != OVER:
        state = apply(state, random_ply(state, chance))
        plies += 1
    return state, plies


def numbered(state: State) -> Numbered:
    """How many numbers there are, from 0, and what gives the ply of each, or None: every one that `rules.legal_moves`
    lists has one number."""
    match state.phase:
        case "place":
            free = places(state)
            return len(free), lambda number: Place(free[number])
        case "move":
            return _moves(state)
        case "sink":
            return _sinkings(state)
        case "roll":
            return _rolls(state)
    return 0, lambda number: None


def _moves(state: State) -> Numbered:
    start = Waters(state)
    first = start.steps()
    one = len(first)
    two, three = one + MORE, one + 2 * MORE

    def row(*wanted: int) -> Steps | None:
        """The steps of these numbers: first those there were at the beginning, then those that came since."""
        waters, found = start.copy() if len(wanted) > 1 else start, list[Step]()
        for at in wanted:
            if at < one:
                step = first[at]
                if found and not waters.allows(step):
                    return None
            else:
                since = _since(start, waters, found)
                if at - one >= len(since):
                    return None
                step = since[at - one]
            found.append(step)
            if len(found) < len(wanted):
                waters.make(step)
        return Steps(tuple(found))

    def ply_of(number: int) -> Steps | None:
        if number <= one:
            return row(number - 1) if number else row()
        number -= 1 + one
        if number < one * two:
            return row(*divmod(number, two))
        before, last = divmod(number - one * two, three)
        return row(*divmod(before, two), last)

    return 1 + one + one * two + one * two * three, ply_of


def _since(start: Waters, waters: Waters, made: Sequence[Step]) -> list[Step]:
    """The steps that can be made now and could not at the start: they begin or end where others did."""
    near = start.shores.near
    there = reduce(or_, (near[h] | 1 << h for _, *way in made for h in way), 0)
    found = list[Step]()
    for how, h in waters.sources(there):
        before = start.steps_from(how, h)
        found += [step for step in waters.steps_from(how, h) if step not in before]
    return found


def _sinkings(state: State) -> Numbered:
    pieces = sinking.pieces(state)
    ways = {piece: sinking.Puts(state, piece) for piece in pieces}
    kinds = [(piece, symbol) for piece in pieces for symbol in sinking.symbols(state, piece)]
    ends = list(accumulate(ways[piece].numbers for piece, _ in kinds))

    def ply_of(number: int) -> Sink | None:
        at = bisect_right(ends, number)
        piece, symbol = kinds[at]
        puts = ways[piece].of(ends[at] - 1 - number)
        return None if puts is None else Sink(piece, symbol, puts)

    return ends[-1], ply_of


def _rolls(state: State) -> Numbered:
    reaches = rolling.Reaches(state)
    dice = [state.dice] if state.dice else [(creature, face) for creature in CREATURES for face in FACES]
    sources = {creature: reaches.sources(creature) for creature in CREATURES}
    most = {face: reaches.most(face) for face in FACES}
    ends = list(accumulate([1 + len(sources[creature]) * most[face] for creature, face in dice]))

    def ply_of(number: int) -> Roll | None:
        at = bisect_right(ends, number)
        creature, face = dice[at]
        number = ends[at] - 1 - number
        if not number:
            return Roll(creature, face, rolling.NOWHERE, rolling.NOWHERE)
        which, end = divmod(number - 1, most[face])
        source = sources[creature][which]
        target = reaches.end(source, face, end)
        return None if target is None else Roll(creature, face, source, target)

    return ends[-1], ply_of
