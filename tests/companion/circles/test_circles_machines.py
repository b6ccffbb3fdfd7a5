"""Machines at Seven Circles look at how it stands once all has exploded that will."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import Game
from companion.games.circles import bots
from companion.games.circles.score import areas, scores
from companion.games.circles.state import State, Turn, field
from companion.lab.eyes import Eyes
from companion.lab.players import decide

GAME = Game("circles")


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
