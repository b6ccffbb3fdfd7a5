"""Bots for Seven Circles: turns built move by move, and the worth of a position."""

from collections.abc import Mapping, Sequence
from itertools import islice
from math import exp
from random import Random
from typing import Final

from companion.contract.rules import Rules
from companion.games.circles.moves import End, Go, Move, made, singles
from companion.games.circles.rules import SINGLES, Circles, finished
from companion.games.circles.state import OWNER, STACK, State, height, kind, owner
from companion.games.circles.unfolding import explode, grow, scores

PLAYOUTS, HORIZON, GREEDY, DOUBT = 192, 4, False, 0.0
CURVE = (-0.22, 0.41, 2.54)
TRIED: Final = 3  # single moves tried with another after them
TOWERS, FIELDS = 0.3, 2.0  # worth of a tower's piece, and of a field held alone, relative to a stack's piece
LATER: Final = (0.4, 0.3, 0.3)  # weights of the positions after one, two and three rounds of explosions and growth
NEARLY: Final = 0.01  # turns of nearly equal worth are shuffled, so that games differ
SCALE: Final = 6.0
LOOKED: Final = 2_000  # most turns of two moves searched for a win when the game may end
RULES: Final = Circles()


def candidates(rules: Rules[State, Move], s: State, chance: Random, most: int) -> Sequence[Move]:
    """Return single moves by what they lead to, the best of them also with another after them; no move too, for a
    player who leads or has moved. Two moves that win at once are found."""
    me, held, first = s.turn, scores(s.board, s.fields, s.seats), {one: made(s, one) for one in singles(s)}
    found: dict[Move, float] = {one: _worth(after) for one, after in first.items()}
    for one in sorted(first, key=found.__getitem__, reverse=True)[: TRIED * (len(s.moved) + 1 < SINGLES)]:
        found[one._replace(more=True)] = max((_worth(made(first[one], two)) for two in singles(first[one])), default=0)
    idle = _worth(s)
    if s.moved or not found or idle == 1 or (held[me] == max(held) and held.count(held[me]) == 1):
        found[End("-")] = idle
    if 1 not in found.values():
        found |= {one._replace(more=True): 1 for one in _won(s, first)}
    near = {way: worth if worth == 1 else worth - NEARLY * chance.random() for way, worth in found.items() if worth}
    return sorted(near, key=near.__getitem__, reverse=True)[:most] or [*found][:1]


def _won(s: State, first: Mapping[Go, State]) -> Sequence[Go]:
    """Return a move after which another wins at once, if there is one; searched only if a move can end the game or the
    others hold at most two fields."""
    stacks = sum(bool(value) and owner(value) not in (-1, s.turn) for value in s.fields)
    if stacks > 2 and not any(finished(after).over for after in first.values()):
        return ()
    pairs = ((one, made(after, two)) for one, after in first.items() for two in singles(after))
    each = {after.fields: (one, after) for one, after in islice(pairs, LOOKED)}
    return next(((one,) for one, after in each.values() if _worth(after) == 1), ())


def _worth(s: State) -> float:
    """Return what a turn leads to: 1 if it wins at once, 0 if it loses; a shared win is divided."""
    after = finished(s)
    if not after.over:
        return value(after, s.turn)
    winners = RULES.score(after).winners
    return 1 / len(winners) if s.turn in winners else 0.0


def value(s: State, seat: int) -> float:
    """Return a player's share of the expected result, 0 to 1, by pieces and by fields held alone, as they will be if no
    more moves are made."""
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
