"""A win in one turn is taken: at the last ply of a game that its mover won, whatever chance the machine draws."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from companion import Game
from companion.lab.eyes import Eyes
from companion.lab.players import decide, plies

BURNT = (  # Ann can end it, and is far ahead
    "E11 G10 I9 K8 D8 F7 H6 C5 E4 B2 e11# f11# e10# d10# d11# e12# f12# g10# h10# g9# f9# f10# g11# h11# i9:1.3 "
    "j9:1.1 h8:1.2 h9# i10# j10:1.1 k8# l8# k7# k9# l9# d8# e8# d7# c7# c8# d9# e9# f7# g7:1.2 f6:1.2 e6# e7# f8# "
    "g8^1.1 h6:2.1 i6:2.2 h5# g5:1.2 c5# d5# c4# b4# b5# c6# d6# e4:1.1 f4:1.2 d3:1.2 d4:1.2 e5^1.1 f5:1.4 b2:1.3 "
    "a2:1.1 b3# c3:1.3 | players=Ann:red,Bob:blue chances=0 seed=- turn=0 number=34 moved=- late=- "
    "passed=no,no away=no,no over=no table=jump/pieces/last-player"
)
DEALT = {"escape": {"pieces": "dealt", "dice": "dealt"}, "gods": {"cards": "dealt"}}


def won_at_once(game: Game, seed: int) -> Any:
    """The position before the winner's last ply, of a game that greedy wins against chance."""
    state: Any = game.new("Ann", "Bob", seed=seed, **DEALT[game.name]).start
    for _, after in plies(game, state, ("greedy", "random"), seed):
        result = game.result(after)
        if result is not None and result.winners == (game.turn(state),):
            return state
        state = after
    return None


@pytest.mark.parametrize("name", ["circles", "escape", "gods"])
def test_a_win_in_one_turn_is_taken(name: str) -> None:
    game = Game(name)
    if name in DEALT:
        state = next(found for seed in range(1, 20) if (found := won_at_once(game, seed)) is not None)
    else:
        state = game.read(BURNT)
    seat = game.turn(state)
    assert seat is not None
    for strength in ("greedy", "steady"):
        for luck in range(2):
            eyes = Eyes(game, state, seat)
            move = decide(eyes, strength, Random(luck))
            result = game.result(game.apply(state, move))
            assert result is not None, (strength, game.format(state, move))
            assert result.winners == (seat,)
