"""What a machine needs to play Seven Circles: turns built move by move, and what a position is worth."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from math import exp
from random import Random
from typing import Final

from companion.contract.rules import Rules
from companion.games.circles.moves import End, Go, Move, made, singles
from companion.games.circles.rules import SINGLES, Circles, finished
from companion.games.circles.state import OWNER, STACK, State, height, kind, owner
from companion.games.circles.unfolding import explode, grow, scores

PLAYOUTS, HORIZON, GREEDY, DOUBT = 192, 2, False, 0.0
TOWERS, FIELDS = 0.3, 2.0  # what a piece of a tower, and a field of one's own, is worth beside a piece of a stack
LATER: Final = (0.4, 0.3, 0.3)  # what counts is how it stands once all has exploded and grown so many times
NEARLY: Final = 0.01  # turns worth so nearly the same come in any order, or the same game would be played again
SCALE: Final = 6.0
LOOKED: Final = 2_000  # turns of two moves among which one that wins is sought, where the game may end
RULES: Final = Circles()

Way = tuple[Go, ...]


def candidates(rules: Rules[State, Move], s: State, chance: Random, most: int) -> Sequence[Move]:
    """How turns begin that are worth a thought."""
    found = [way[0]._replace(more=len(way) > 1) if way else End("-") for way in turns(s, chance, most)]
    return list(dict.fromkeys(found))


def turns(s: State, chance: Random, most: int) -> Sequence[Way]:
    """A turn that climbs by the best single move as long as one is better than none, what it passes on its way, the
    other first moves, and turns by chance; none at all for who leads. Two moves that win at once are found."""
    me, found, held = s.turn, dict[Way, float](), scores(s.board, s.fields, s.seats)
    made_: Way = ()
    best, idle = -1.0, _worth(s)
    if s.moved or idle == 1 or (held[me] == max(held) and held.count(held[me]) == 1):
        found[()] = idle
        best = idle if s.moved else best
    after = s
    while len(after.moved) < SINGLES:
        found |= {(*made_, single): _worth(made(after, single)) for single in singles(after)}
        better = max((way for way in found if len(way) == len(made_) + 1), key=found.__getitem__, default=())
        if not better or found[better] <= best:
            break
        made_, best, after = better, found[better], made(after, better[-1])
    if 1 not in found.values() and (won := _won(s)):
        found[won] = 1
    for _ in range(most):
        way, end = _by_chance(s, chance)
        if way and way not in found:
            found[way] = _worth(end)
    near = {way: worth if worth == 1 else worth - NEARLY * chance.random() for way, worth in found.items()}
    return sorted(near, key=near.__getitem__, reverse=True)[:most] or [()]


def _by_chance(s: State, chance: Random) -> tuple[Way, State]:
    """Single moves by chance, and the position after them."""
    way = list[Go]()
    while isinstance(move := RULES.pick(s, chance), Go):
        way.append(move._replace(more=False))
        s = made(s, move)
        if not move.more:
            break
    return tuple(way), s


def _won(s: State) -> Way:
    """Two moves that win at once, sought where one can end the game or the others hold two fields; else none."""
    stacks = sum(bool(value) and owner(value) not in (-1, s.turn) for value in s.fields)
    first = {one: made(s, one) for one in singles(s)}
    if stacks > 2 and not any(finished(after).over for after in first.values()):
        return ()
    pairs = ((one, two, made(after, two)) for one, after in first.items() for two in singles(after))
    each = {after.fields: (one, two, after) for one, two, after in islice(pairs, LOOKED)}
    return next(((one, two) for one, two, after in each.values() if _worth(after) == 1), ())


def _worth(s: State) -> float:
    """What a turn leads to: 1 where it wins at once, 0 where it loses."""
    after = finished(s)
    if not after.over:
        return value(after, s.turn)
    winners = RULES.score(after).winners
    return 1 / len(winners) if s.turn in winners else 0.0


def value(s: State, seat: int) -> float:
    """By pieces and by fields held alone, beside the best of the others, as they will be when nobody moves."""
    worth, fields, turn = [0.0] * s.seats, list(s.fields), s.turn
    for weight in LATER:
        for _ in worth:
            explode(s.board, fields, turn)
            grow(fields, turn)
            turn = (turn + 1) % s.seats
        for player, each in enumerate(_standing(s, fields)):
            worth[player] += weight * each
    there = [player for player in range(s.seats) if player == seat or not s.away[player]]
    return 1 / sum([exp(min(40.0, (worth[player] - worth[seat]) / SCALE)) for player in there], 0.0)


def _standing(s: State, fields: Sequence[int]) -> list[float]:
    worth = [FIELDS * each for each in scores(s.board, fields, s.seats)]
    for field in fields:
        if field & OWNER and owner(field) >= 0:
            worth[owner(field)] += height(field) * (1.0 if kind(field) == STACK else TOWERS)
    return worth
