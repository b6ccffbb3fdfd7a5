"""Setup: one Atlantean a turn, at most 3 on a piece and 1 on a lowland piece."""

from __future__ import annotations

import pytest

from tests.companion.escape.drawing import ISLAND, drawn, items, play, refused

DRAWN = """
C r .=  .
 . l:r h:rrb .
. . m  .
"""


def test_players_take_turns() -> None:
    state = play(drawn(ISLAND, phase="place", players=3), "place F5", "place F5", "F5", "e5")
    assert items(state) == "E5:r F5:rby"
    assert (state.state.turn, state.state.phase) == (1, "place")


@pytest.mark.parametrize(
    ("ply", "rule", "sentence"),
    [
        ("place B3", "place.full", "B3 is full: rrb stand there."),
        ("place B2", "place.lowland", "B2 is lowland, where one may stand at setup, and r does."),
        ("place A3", "place.sea", "A3 is sea, no island piece."),
        ("place A1", "place.sea", "A1 is Coral Island, no island piece."),
        ("place A2", "place.sea", "A2 is reef, no island piece."),
        ("move -", "phase", "Ann is to place, not to move."),
        ("B2>B3", "phase", "Ann is to place, not to move."),
        ("=A3>A4", "phase", "Ann is to place, not to move."),
        ("roll shark 1 -", "phase", "Ann is to place, not to roll."),
    ],
)
def test_refusals(ply: str, rule: str, sentence: str) -> None:
    assert refused(drawn(DRAWN, phase="place"), ply) == (rule, sentence)


def test_when_all_are_placed_the_first_player_moves() -> None:
    hills = "E6:rrr E7:rrr E8:rrr F5:rrb F6:bbb F7:bbb F8:bbb G5:b"
    state = play(drawn(ISLAND, hills, phase="place"), "place G5")
    assert (state.state.turn, state.state.phase) == (1, "place")
    state = play(state, "place G5")
    assert (state.state.turn, state.state.phase) == (0, "move")


def test_who_has_placed_all_is_passed_over() -> None:
    reds = "E6:rrr E7:rrr E8:rrr F5:rr"
    state = play(drawn(ISLAND, reds, phase="place"), "place G5", "place G6", "place G6")
    assert (state.state.turn, state.state.phase) == (1, "place")
