"""Legal turns counted to a depth, and what a hand that is not known lets be played."""

from __future__ import annotations

import pytest

from companion.games import Game

GAME = Game("climb")


def perft(state: object, depth: int) -> list[int]:
    reached, counts = [state], []
    for _ in range(depth):
        reached = [GAME.rules.apply(each, move) for each in reached for move in GAME.rules.legal_moves(each)]
        counts.append(len(reached))
    return counts


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("EFGHIJ | players=Ann:red,Bob:blue turn=1 passes=0 hands=AKL,BCD deck=-", [2, 2, 2]),
        ("EFGHIJ | players=Ann:red,Bob:blue turn=2 passes=0 hands=A??,??? deck=-", [3, 6]),
        ("- | players=Ann:red,Bob:blue turn=1 passes=0 hands=ABL,CDE deck=FGHIJK", [4, 13]),
    ],
)
def test_perft(line: str, counts: list[int]) -> None:
    """Ann plays K or L, and Bob can only pass. Bob may hold K, L or neither, and then Ann one that is higher, or
    none. Any card goes on an empty pile, and on L none."""
    assert perft(GAME.notation.parse_state(line), len(counts)) == counts


def test_who_holds_other_cards_looks_the_same_to_all_others() -> None:
    line = "D | players=Ann:red,Bob:blue turn=1 passes=0 hands={} deck={}"
    dealt = [("ABC,EFG", "HIJKL"), ("IJK,EFG", "HABCL")]
    one, other = (GAME.notation.parse_state(line.format(*cards)) for cards in dealt)
    for seat in (1, None):
        assert GAME.view.seen_by(one, seat) == GAME.view.seen_by(other, seat)
    assert GAME.view.seen_by(one, 0) != GAME.view.seen_by(other, 0)
    assert [GAME.hands.known(GAME.view.seen_by(one, 0), seat) for seat in (0, 1)] == ["ABC", "???"]
