"""Legal moves counted to a depth, from piles small enough to count by hand."""

from __future__ import annotations

import pytest

from companion.games import Game

GAME = Game("pebbles")


def perft(state: object, depth: int) -> list[int]:
    """How many positions each number of moves leads to, as often as there are ways to them."""
    reached, counts = [state], []
    for _ in range(depth):
        reached = [GAME.rules.apply(each, move) for each in reached for move in GAME.rules.legal_moves(each)]
        counts.append(len(reached))
    return counts


@pytest.mark.parametrize(("pile", "counts"), [(3, [3, 3, 1]), (1, [1]), (9, [3, 9, 27])])
def test_perft(pile: int, counts: list[int]) -> None:
    """Of 3 pebbles one may take 1, 2 or 3; then 2 or 1 are left, three ways to go on, and so on."""
    line = f"{pile} | players=Ann:red,Bob:white taken=0,0 turn=1 rules=3/no"
    assert perft(GAME.notation.parse_state(line), len(counts)) == counts
