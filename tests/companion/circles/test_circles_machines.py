"""Machines at Seven Circles look at how it stands once all has exploded that will."""

from __future__ import annotations

from itertools import islice
from random import Random

from cases import data
from hypothesis import given, settings, strategies as st

from companion import Game
from companion.contract.position import Position
from companion.games.circles.moves import End
from companion.games.circles.state import field
from companion.games.circles.unfolding import areas, scores
from companion.lab.players import Eyes, decide, plies

GAME = Game("circles")
WON_BY_TWO = data(__file__)["won by two moves"]


def start() -> Position:
    found: Position = GAME.new("Ann", "Bob").start
    return found


@settings(max_examples=10)
@given(st.integers(0, 10**6))
def test_fields_held_are_those_of_areas_held_alone(seed: int) -> None:
    for _, after in islice(plies(GAME, start(), ("random", "random"), seed), 60):
        s = after.state
        found = list(areas(s.board, s.fields))
        assert scores(s.board, s.fields, 2) == tuple(
            sum(len(area.fields) for area in found if area.owner == seat) for seat in range(2)
        )


def test_nobody_passes_but_who_leads() -> None:
    """At the start both hold nothing: who passes there plays for a draw."""
    here = start()
    for luck in range(3):
        for strength in ("random", "greedy"):
            assert decide(Eyes(GAME, here, 0), strength, Random(luck)) != End("-")


def test_a_position_is_worth_what_is_left_when_all_has_exploded() -> None:
    """Ann holds every field: with a piece on each they stay hers, with six they burn to the last."""
    here = start()
    ground = here.state.ground
    full_of = (ground._replace(fields=(field(0, height),) * len(ground.fields)) for height in (1, 6))
    calm, full = (here._replace(state=here.state._replace(ground=each, turn=1)) for each in full_of)
    assert GAME.bots.value(calm.state, 0) > 0.9 > GAME.bots.value(full.state, 0)


def test_two_moves_that_win_at_once_are_made_by_greedy_and_steady() -> None:
    """Nearly every turn here ends the game drawn, and no single move wins."""
    for strength in ("greedy", "steady"):
        for luck in range(2):
            here = GAME.read(WON_BY_TWO)
            while not here.state.over:
                assert here.state.turn == 1
                here = GAME.apply(here, decide(Eyes(GAME, here, 1), strength, Random(luck)))
            assert GAME.settle(here).winners == (1,)
