"""What a machine needs to play Seven Circles: turns built move by move, and what a position is worth.

Nothing is hidden here, so that a sample is the position itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import exp
from random import Random

from companion.contract import SyntaxFault
from companion.games.circles.rules import Table, finish, single_moves
from companion.games.circles.score import scores, settle
from companion.games.circles.state import OWNER, STACK, TOWER, Single, State, Turn, owner
from specs.base.languages import say

PLAYOUTS, HORIZON, GREEDY, DOUBT = 192, 2, False, 0.0
SINGLES = 5  # single moves of a turn at most
TOWERS, FIELDS = 0.3, 2.0  # what a piece of a tower, and a field of one's own, is worth beside a piece of a stack
LATER = (0.4, 0.3, 0.3)  # what counts is how it stands once everybody's pieces have exploded and grown so many times
NEARLY = 0.01  # turns worth so nearly the same come in any order, or the same game would be played again and again
SCALE = 6.0
LOOKED = 2_000  # turns of two moves among which one that wins is sought, where the game may end


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
    other first moves, and turns by chance; none at all for who leads. Two moves that win at once are found."""
    me, found = state.turn, dict[tuple[Single, ...], float]()
    made, best = tuple[Single, ...](), -1.0
    held, idle = scores(state), _worth(state, (), me)
    if idle == 1 or (held[me] == max(held) and held.count(held[me]) == 1):
        found[()] = idle
    while len(made) < SINGLES:
        for single in _after(state, made).singles():
            found[(*made, single)] = _worth(state, (*made, single), me)
        better = max((way for way in found if len(way) == len(made) + 1), key=found.__getitem__, default=())
        if not better or found[better] <= best:
            break
        made, best = better, found[better]
    if 1 not in found.values() and (won := _won(state)):
        found[won] = 1
    for _ in range(most):
        turn = by_chance(state, chance).singles
        if turn and turn not in found:
            found[turn] = _worth(state, turn, me)
    near = {way: worth if worth == 1 else worth - NEARLY * chance.random() for way, worth in found.items()}
    return [*map(Turn, sorted(near, key=near.__getitem__, reverse=True)[:most])] or [Turn()]


def _after(state: State, made: Sequence[Single]) -> Table:
    table = Table(state)
    for single in made:
        table.move(single)
    return table


def _won(state: State) -> tuple[Single, ...]:
    """Two moves that win at once, sought where one can end the game or the others hold two fields; else none."""
    me, others = state.turn, sum(bool(value) and owner(value) not in (-1, state.turn) for value in state.fields)
    if others > 2 and not any(_ended(state, (single,)).over for single in single_moves(state)):
        return ()
    pairs = ((one, two) for one in single_moves(state) for two in single_moves(state, (one,)))
    each = {tuple(_after(state, pair).fields): pair for pair in islice(pairs, LOOKED)}
    ends = ((pair, _ended(state, pair)) for pair in each.values())
    return next((pair for pair, after in ends if after.over and settle(after).winners == (me,)), ())


def _ended(state: State, made: tuple[Single, ...]) -> State:
    return finish(state, _after(state, made), Turn(made))


def _worth(state: State, made: tuple[Single, ...], me: int) -> float:
    """What a turn leads to: 1 where it wins at once, 0 where it loses."""
    after = _ended(state, made)
    if not after.over:
        return value(after, me)
    winners = settle(after).winners
    return 1 / len(winners) if me in winners else 0.0


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
    """By pieces and by fields held alone, beside the best of the others, as they will be when nobody moves."""
    worth, table, turn = [0.0] * len(state.players), Table(state), state.turn
    for weight in LATER:
        for _ in worth:
            table.player, table.tag = turn, (turn + 1) << 2
            table.explode()
            table.grow()
            turn = (turn + 1) % len(worth)
        for player, each in enumerate(_standing(state._replace(fields=tuple(table.fields)))):
            worth[player] += weight * each
    there = [player for player in range(len(worth)) if player == seat or not state.resigned[player]]
    return 1 / sum([exp(min(40.0, (worth[player] - worth[seat]) / SCALE)) for player in there], 0.0)


def _standing(state: State) -> list[float]:
    worth = [FIELDS * fields for fields in scores(state)]
    for field in state.fields:
        kind, player = field & 3, (field >> 2 & 7) - 1
        if player >= 0 and field & OWNER:
            worth[player] += (field >> 5) * (1.0 if kind == STACK else TOWERS if kind == TOWER else 0.0)
    return worth
