"""Choices lead to every legal turn and to nothing else, and say where a card leads and what it costs."""

from __future__ import annotations

import random

import pytest

from companion import games
from companion.contract.position import Position
from companion.contract.values import Player, Setup
from companion.games.atlantis.moves import Move, Walk
from companion.games.atlantis.state import gaps
from specs.load import load

from .tables import Seat, random_turn, table

GAME = games.Game("atlantis")
SPEC = load("atlantis")
PATH = {1: "H3", 2: "F4", 4: "O5", 6: "H2@r1", 8: "C1", 10: "R6"}


def reached(state: Position, typed: str = "") -> set[Move]:
    """Every whole turn that choosing step by step leads to."""
    assert GAME.choices is not None
    found: set[Move] = set()
    for choice in GAME.choices(state, typed):
        if choice.whole:
            move = GAME.parse(state, choice.text)
            GAME.apply(state, move)
            found.add(move)
        if choice.text != typed and "pay" not in choice.text and "bridge" not in choice.text:
            found |= reached(state, choice.text)
    return found


@pytest.mark.parametrize("seed", [0, 1, pytest.param(2, marks=pytest.mark.deep)])
def test_choices_lead_to_every_legal_turn_and_no_other(seed: int) -> None:
    """Of a gap's spaces for the bridge the first stands for all."""
    chance = random.Random(seed)
    people = [
        Player(name, colour) for name, colour in zip(("Ann", "Bob", "Cy"), SPEC.spec.players.colours, strict=False)
    ]
    state: Position = GAME.begin(SPEC, people, Setup(seed, {"cards": "dealt"}))
    for _ in range(seed * 6 + 1):
        if state.state.over:
            return
        firsts = {0, *(gap.start for gap in gaps(state.state.path.tops, state.state.path.bridges))}
        legal = {m for m in GAME.moves(state) if not isinstance(m, Walk) or m.bridge in firsts}
        assert reached(state) == legal
        state = GAME.apply(state, random_turn(state, chance))


def test_a_card_says_where_it_leads_and_what_it_costs() -> None:
    state = table(PATH, Seat("Ann", "HFO", "F2 S7"), Seat("Bob"))
    assert GAME.choices is not None
    found = {choice.text: choice for choice in GAME.choices(state, "2:")}
    assert found["2:F"].place == "2"
    assert found["2:O"].note == "pays F2 + 2 cards, takes F4, draws 1"
    assert found["2:O"].points == -1 - 4 + 4 + 1


def test_a_payment_of_more_than_is_owed_says_what_it_is_for() -> None:
    state = table(PATH, Seat("Ann", "OH", "S7"), Seat("Bob"))
    assert GAME.choices is not None
    found = {choice.text: choice for choice in GAME.choices(state, "2:")}
    assert found["2:O"].note == "pays S7 for 4, takes F4, draws 1"


def test_onto_a_figure_another_card_must_follow() -> None:
    spaces = {**PATH, 1: "H3@w1"}
    state = table(spaces, Seat("Ann", "HF"), Seat("Bob"))
    assert GAME.choices is not None
    first = next(c for c in GAME.choices(state, "2:") if c.text == "2:H")
    assert not first.whole
    assert "another card must follow" in first.label
    assert [c.text for c in GAME.choices(state, "2:H")] == ["2:HF"]


def test_a_gap_that_only_the_bridge_makes_free() -> None:
    state = table(PATH, Seat("Ann", "O"), Seat("Bob"))
    assert GAME.choices is not None
    (card,) = GAME.choices(state, "2:")
    assert (card.text, card.whole) == ("2:O ", False)
    assert [c.text for c in GAME.choices(state, "2:O")] == ["2:O bridge 3"]


def test_what_is_typed_without_a_colon_or_in_small_letters() -> None:
    state = table(PATH, Seat("Ann", "HFO", "F2 S7"), Seat("Bob"))
    assert GAME.choices is not None
    choices = GAME.choices
    assert choices(state, "2o")[0] == choices(state, "2:O")[0]
    assert len(choices(state, "buy s7;2:")) == len(choices(state, "buy S7; 2:"))
    assert not choices(state, "x")
    assert not choices(state, "buy C1; 1:")
    assert "buy F2; " in [choice.text for choice in choices(state, "b")]


@pytest.mark.parametrize("typed", ["H", "h"])
def test_a_card_typed_alone_goes_with_each_of_the_three_figures(typed: str) -> None:
    state = table(PATH, Seat("Ann", "HFO", "F2 S7"), Seat("Bob"))
    assert GAME.choices is not None
    assert [choice.text for choice in GAME.choices(state, typed)] == ["1:H", "2:H", "3:H"]
