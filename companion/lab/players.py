"""Opponents of three strengths, each of which sees a seat's view alone: random, greedy at a first look, and steady.

Steady plays candidates out, on positions that look like the view, by sequential halving: all candidates on the same
positions, then the better half on more. So many playouts, never so many seconds: the same view and the same chance give
the same ply on any machine.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import ceil, log2, sqrt
from random import Random
from typing import Any, Final, NamedTuple

from companion.contract.faults import IllegalMove
from companion.contract.values import Result
from companion.games import Game
from companion.lab.eyes import Eyes

MOST = 12  # candidates that are played out
LONGEST = 2_000  # plies of a game; one that takes more has not ended


class Thought(NamedTuple):
    """A ply, and how much of the win it is worth by the playouts, from 0 to 1."""

    move: Any
    worth: float


def decide(eyes: Eyes, strength: str, chance: Random) -> Any:
    """The ply a strength makes, as one of the candidates of a sample."""
    return PLAYERS[strength](eyes, chance)


def _random(eyes: Eyes, chance: Random) -> Any:
    if eyes.game.bots is None:
        return eyes.listed(chance)
    return eyes.bots.by_chance(eyes.sample(chance), chance)


def _greedy(eyes: Eyes, chance: Random) -> Any:
    return eyes.bots.candidates(eyes.sample(chance), chance, 1)[0]


def _steady(eyes: Eyes, chance: Random) -> Any:
    return ponder(eyes, chance)[0].move


def plies(game: Game, start: Any, strengths: Sequence[str], seed: object) -> Iterator[tuple[Any, Any]]:
    """Each ply of a game between opponents, each of whom gets its view, and the position after it: `strengths` by seat.
    All chance comes from the seed, the seat and the number of the ply."""
    state, number = start, 0
    while (player := game.turn(state)) is not None:
        chance = Random(f"{seed}/{player}/{number}")
        move = decide(Eyes(game, state, player), strengths[player], chance)
        state, number = game.apply(state, move), number + 1
        yield move, state


PLAYERS: Final[Mapping[str, Callable[[Eyes, Random], Any]]] = {"random": _random, "greedy": _greedy, "steady": _steady}


def share(result: Result, player: int) -> float:
    """A player's share of the win."""
    return 1 / len(result.winners) if player in result.winners else 0.0


def ponder(eyes: Eyes, chance: Random, playouts: int = 0, most: int = MOST) -> list[Thought]:
    """Plies worth a thought, best first, by so many playouts (0: as many as the game says). The share of one that was
    given up early is a rough one."""
    bots, sample = eyes.bots, eyes.sample(chance)
    moves = list(dict.fromkeys(bots.candidates(sample, chance, most)))
    if _wins(eyes, sample, moves[0]):
        return [Thought(moves[0], 1.0)]
    found: list[list[float]] = [[] for _ in moves]
    alive, out = list(range(len(moves))), list[int]()
    rounds = max(1, ceil(log2(len(moves))))
    for _ in range(rounds):
        for _ in range(max(1, (playouts or bots.playouts) // (rounds * len(alive)))):
            for at, worth in zip(alive, worths(eyes, [moves[at] for at in alive], chance), strict=True):
                found[at].append(worth)
        alive.sort(key=lambda at: mean(found[at]), reverse=True)
        half = max(1, ceil(len(alive) / 2))
        gone = [at for at in alive[half:] if at or not bots.doubt]
        alive, out = [at for at in alive if at not in gone], [*gone, *out]
    if alive[0] and 0 in alive and not _surely(found[alive[0]], found[0], bots.doubt):
        alive = [0, *(at for at in alive if at)]
    return [Thought(moves[at], mean(found[at])) for at in [*alive, *out]]


def weigh(eyes: Eyes, moves: Sequence[Any], chance: Random, samples: int) -> list[Thought]:
    """Those plies, best first, each played out on the same so many positions."""
    found = zip(*[worths(eyes, moves, chance) for _ in range(samples)], strict=True)
    thoughts = [Thought(move, mean(worths)) for move, worths in zip(moves, found, strict=True)]
    return sorted(thoughts, key=lambda thought: thought.worth, reverse=True)


def worths(eyes: Eyes, moves: Sequence[Any], chance: Random) -> list[float]:
    """What each ply is worth on one position, with the same luck for all."""
    world = Random(int(chance.random() * 2**48))
    position, luck = eyes.sample(world), int(world.random() * 2**48)
    return [_outcome(eyes, position, move, Random(luck)) for move in moves]


def _surely(better: Sequence[float], first: Sequence[float], doubt: float) -> bool:
    """Whether one is better than the first by so many standard errors of what they differ by, position for position."""
    ahead, error = apart(better, first)
    return len(first) > 1 and ahead > doubt * error


def apart(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """How far one is ahead of the other on average, position for position, and the standard error of that."""
    each = [a - b for a, b in zip(one, other, strict=True)]
    ahead, number = mean(each), len(each)
    return ahead, sqrt(sum([(one - ahead) ** 2 for one in each]) / max(1, number - 1) / number)


def mean(found: Sequence[float]) -> float:
    return sum(found) / len(found)


def _wins(eyes: Eyes, sample: Any, move: Any) -> bool:
    """Whether a ply wins at once."""
    result = eyes.game.result(eyes.game.apply(sample, move))
    return result is not None and result.winners == (eyes.player,)


def _outcome(eyes: Eyes, position: Any, move: Any, chance: Random) -> float:
    """What a playout after a ply is worth to the seat; nothing where this position does not take it."""
    game, bots, plies = eyes.game, eyes.bots, 0
    try:
        state = game.apply(position, move)
    except IllegalMove:
        return 0.0
    most = bots.horizon or LONGEST
    while game.turn(state) is not None:
        if plies == most:
            return bots.value(state, eyes.player)
        ply = bots.candidates(state, chance, 1)[0] if bots.greedy else bots.by_chance(state, chance)
        state, plies = game.apply(state, ply), plies + 1
    result = game.result(state)
    assert result is not None, "a game that nobody is to move in has a result"
    return share(result, eyes.player)
