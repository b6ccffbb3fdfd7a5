"""Machines at Seven Circles look at how it stands once all has exploded that will."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import Game
from companion.games.circles import bots
from companion.games.circles.score import areas, scores, settle
from companion.games.circles.state import State, Turn, field
from companion.lab.eyes import Eyes
from companion.lab.players import decide

GAME = Game("circles")
WON_BY_TWO = (
    "E11 G10 I9 K8 D8 F7 H6 C5 E4 B2 | f11:2.1 d10# d11# f12:1.1 g10# h10# g9# f9^2.2 f10^2.2 g11# h11# i9# "
    "j9# i8# h8# h9# i10# j10# k8# l8# k7# j7# j8# k9# l9# d8:2.1 e8:1.1 d7:2.2 c7:2.1 c8^2.2 f7# g7# f6# e6# "
    "e7^2.2 f8# g8# h6# i6# h5# g5# g6# h7# i7# c5:2.2 d5^2.2 c4:2.2 c6:2.1 d6^2.2 e4# f4# e3# d3^2.2 d4^2.2 "
    "e5# f5# c3:2.3 | players=Ann:red,Bob:blue turn=2 plies=23 passed=.. resigned=.. tallies=7/5/10,7/46/24 "
    "rules=jump/pieces/last-player over=no"
)


def start() -> State:
    found: State = GAME.new("Ann", "Bob").start
    return found


@settings(max_examples=10)
@given(st.integers(0, 10**6))
def test_fields_held_are_those_of_areas_held_alone(seed: int) -> None:
    chance, state = Random(seed), start()
    while not state.over and state.plies < 60:
        state = GAME.rules.apply(state, bots.by_chance(state, chance))
        found = areas(state.board, state.fields)
        assert scores(state) == tuple(
            sum(len(area.fields) for area in found if area.owner == player) for player in range(2)
        )


def test_nobody_passes_but_who_leads() -> None:
    """At the start both hold nothing: who passes there plays for a draw."""
    state = start()
    for luck in range(3):
        for strength in ("random", "greedy"):
            assert decide(Eyes(GAME, state, 0), strength, Random(luck)) != Turn()


def test_a_position_is_worth_what_is_left_when_all_has_exploded() -> None:
    """Ann holds every field: with a piece on each they stay hers, with six they burn to the last."""
    state = start()
    calm, full = (state._replace(fields=(field(0, height),) * len(state.fields), turn=1) for height in (1, 6))
    assert bots.value(calm, 0) > 0.9 > bots.value(full, 0)


def test_two_moves_that_win_at_once_are_made_by_greedy_and_steady() -> None:
    """Nearly every turn here ends the game drawn, and no single move wins."""
    state = GAME.notation.parse_state(WON_BY_TWO)
    for strength in ("greedy", "steady"):
        for luck in range(2):
            move = decide(Eyes(GAME, state, 1), strength, Random(luck))
            after = GAME.rules.apply(state, move)
            assert after.over
            assert settle(after).winners == (1,), GAME.notation.format(state, move)
