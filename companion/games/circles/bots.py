"""What a machine needs to play Seven Circles: turns built move by move, and what a position is worth.

Nothing is hidden here, so that a sample is the position itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from companion.contract import SyntaxFault
from companion.games.circles.rules import Table, finish
from companion.games.circles.score import scores, settle
from companion.games.circles.state import OWNER, STACK, TOWER, Single, State, Turn
from specs.ground.languages import say

PLAYOUTS, HORIZON, GREEDY, DOUBT = 64, 6, False, 0.0
SINGLES = 5  # single moves of a turn at most
ANSWERED, ANSWERS = 5, 3  # the best turns, and by how many answers each is weighed again
TOWERS, FIELDS = 0.3, 2.0  # what a piece of a tower, and a field of one's own, is worth beside a piece of a stack
SCALE = 6.0


def asks(seen: State) -> str:
    """Nothing: everybody sees everything."""
    return ""


def told(seen: State, words: str) -> State:
    """Raises SyntaxFault."""
    raise SyntaxFault(f"'{words[:20]}'", say("nothing: in this game everybody sees everything"))


def turns_up(seen: State, move: Turn) -> str:
    """Nothing."""
    return ""


def sample(seen: State, chance: Random) -> State:
    """The position itself."""
    return seen


def candidates(state: State, chance: Random, most: int) -> Sequence[Turn]:
    """A turn that climbs by the best single move as long as one is better than none, what it passes on its way, the
    other first moves, and turns by chance."""
    me, found = state.turn, dict[tuple[Single, ...], float]()
    made, best = tuple[Single, ...](), -1.0
    while len(made) < SINGLES:
        for single in _after(state, made).singles():
            found[(*made, single)] = _worth(state, (*made, single), me)
        better = max((way for way in found if len(way) == len(made) + 1), key=found.__getitem__, default=())
        if not better or found[better] <= best:
            break
        made, best = better, found[better]
    for _ in range(most):
        turn = by_chance(state, chance).singles
        if turn and turn not in found:
            found[turn] = _worth(state, turn, me)
    ranked = sorted(found, key=found.__getitem__, reverse=True)
    answered = sorted(ranked[:ANSWERED], key=lambda way: _answered(state, way, chance), reverse=True)
    passes = not ranked or _worth(state, (), me) == 1
    return [*([Turn()] if passes else []), *map(Turn, [*answered, *ranked[ANSWERED:]])][:most]


def _after(state: State, made: Sequence[Single]) -> Table:
    table = Table(state)
    for single in made:
        table.move(single)
    return table


def _worth(state: State, made: tuple[Single, ...], me: int) -> float:
    """What a turn leads to: 1 where it wins at once, 0 where it loses."""
    after = finish(state, _after(state, made), Turn(made))
    if not after.over:
        return value(after, me)
    winners = settle(after).winners
    return 1 / len(winners) if me in winners else 0.0


def _answered(state: State, made: tuple[Single, ...], chance: Random) -> float:
    """What a turn is worth after answers by chance; one that ends the game, at once."""
    after = finish(state, _after(state, made), Turn(made))
    if after.over:
        return _worth(state, made, state.turn)
    answers = [by_chance(after, chance).singles for _ in range(ANSWERS)]
    return sum([_worth(after, answer, state.turn) for answer in answers]) / ANSWERS


def by_chance(state: State, chance: Random) -> Turn:
    """Single moves by chance, at least one where there is one."""
    table, made = Table(state), list[Single]()
    while len(made) < SINGLES:
        sources = [source for source in table.sources() if next(table.singles_from(source), None) is not None]
        at = int(chance.random() * (len(sources) + bool(made)))
        if at >= len(sources):
            break
        options = list(table.singles_from(sources[at]))
        made.append(options[int(chance.random() * len(options))])
        table.move(made[-1])
    return Turn(tuple(made))


def filled(state: State, move: Turn) -> Turn:
    """The turn itself: nothing here is decided by chance."""
    return move


def value(state: State, seat: int) -> float:
    """By pieces and by fields held alone, beside the best of the others."""
    count = len(state.players)
    worth = [FIELDS * fields for fields in scores(state)]
    for field in state.fields:
        kind, player = field & 3, (field >> 2 & 7) - 1
        if player >= 0 and field & OWNER:
            worth[player] += (field >> 5) * (1.0 if kind == STACK else TOWERS if kind == TOWER else 0.0)
    there = [player for player in range(count) if player == seat or not state.resigned[player]]
    return 1 / sum([exp(min(40.0, (worth[player] - worth[seat]) / SCALE)) for player in there], 0.0)
