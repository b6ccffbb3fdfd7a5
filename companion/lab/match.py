"""Whole games between opponents, each of whom gets its view, and the referee what they choose.

>>> from companion import Game
>>> start = Game("circles").new("Ann", "Bob").start
>>> played = play(Game("circles"), start, ("random", "random"), "a game")
>>> played == play(Game("circles"), start, ("random", "random"), "a game")
True
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from companion.games import Game
from companion.lab.eyes import Eyes
from companion.lab.players import decide

LONGEST = 2_000  # plies; a game that takes more has not ended


class Match(NamedTuple):
    """The last position of a game, how many plies led there, and whether it ended by the rules."""

    state: Any
    plies: int
    ended: bool


def plies(game: Game, start: Any, strengths: Sequence[str], seed: object) -> Iterator[tuple[Any, Any]]:
    """Each ply of a game, and the position after it: `strengths` by seat. All chance comes from the seed, the seat and
    the number of the ply."""
    state, number = start, 0
    while (player := game.turn(state)) is not None:
        chance = Random(f"{seed}/{player}/{number}")
        move = decide(Eyes(game, state, player), strengths[player], chance)
        state, number = game.apply(state, move), number + 1
        yield move, state


def play(game: Game, start: Any, strengths: Sequence[str], seed: object, most: int = LONGEST) -> Match:
    """A whole game, or its first so many plies."""
    states = [start]
    states += [state for _, state in islice(plies(game, start, strengths, seed), most)]
    return Match(states[-1], len(states) - 1, game.turn(states[-1]) is None)
