"""Turns and positions as text, and setups: what is read, and what is said of what cannot be."""

from __future__ import annotations

from typing import Any

import pytest
from cases import cases

from companion import Game
from companion.contract.faults import IllegalMove, SyntaxFault, ValueFault
from companion.contract.values import Player, Setup
from companion.games.atlantis.moves import Walk
from companion.games.atlantis.texts import Paid
from specs.base.errors import SpecError
from specs.load import load

from .tables import Seat, play, table, tile

GAME = Game("atlantis")

START = table(
    {1: "F3", 2: "H2@w1", 3: "O4/?", 4: "H6@r1", 6: "F5", 7: "C4"},
    Seat("Ann", "?????", "F4 O2 O5"), Seat("Bob"), unseen="C2,S6/-",
)  # fmt: skip
O5, F4 = tile("O5"), tile("F4")


def test_a_figure_and_a_crown_is_no_number_of_cards() -> None:
    state = table({1: "F3", 3: "C6", 4: "R5", 5: "F4"}, Seat("Ann", "?", "O5 S7"), Seat("Bob"))
    assert GAME.parse(state, "2c") == Walk((), 2, "C", 0, Paid((O5,), 0)), "the cheapest is filled in"


def test_cards_paid_by_name_go_to_the_discards_by_name() -> None:
    after = play(table({1: "A2@r1", 3: "F5"}, Seat("Ann", "FHO?"), Seat("Bob")), "1:F pay HO")
    assert after.state.discards == (0, 1, 1, 1, 0, 0, 0, 0)
    assert after.state.hands[0] == (2, *[0] * 7)


def test_unnamed_cards_of_a_dealt_hand_are_those_it_has_most_of() -> None:
    deck = "F" * 14 + "O" * 13 + "H" * 12 + "A" * 15 + "R" * 15 + "S" * 15 + "C" * 15
    state = table(
        {1: "A2@r1", 3: "F5"}, Seat("Ann", "FOOHHH"), Seat("Bob", ""), deck=deck, cards="dealt", seed="1",
    )  # fmt: skip
    after = play(state, "1:F pay 2c")
    assert after.state.discards == (0, 1, 1, 1, 0, 0, 0, 0), "a helmet, then of two olives and two helmets an olive"


def test_unnamed_cards_of_a_hidden_hand_leave_it_less_certain() -> None:
    after = play(table({1: "A2@r1", 3: "F5"}, Seat("Ann", "FOOHHH"), Seat("Bob")), "1:F pay 2c")
    assert after.state.hands[0] == (2 + 1, 0, 0, 1, 0, 0, 0, 0), "of three helmets one is still certain"
    assert after.state.discards[0] == 2


def test_a_told_hand_narrows_what_is_listed() -> None:
    listed = [GAME.format(START, move) for move in GAME.moves(GAME.assume(START, "ccccc"))]
    assert listed
    assert {turn.split("pay")[0].split("bridge")[0].split(":")[1].strip() for turn in listed if "buy" not in turn} == {
        "C"
    }
    with pytest.raises(IllegalMove, match=r"Ann holds 5 cards; 2 shown"):
        GAME.assume(START, "cc")
    with pytest.raises(SyntaxFault, match="letters of F O H A R S C"):
        GAME.assume(START, "xyz")


@cases
def test_syntax(turn: str, fault: str) -> None:
    with pytest.raises(SyntaxFault) as caught:
        GAME.parse(START, turn)
    assert str(caught.value) == fault


# ---- setups --------------------------------------------------------------------------------------

SPEC = load("atlantis")
TWO = (Player("Ann", "red"), Player("Bob", "white"))
DEALT = GAME.text(GAME.begin(SPEC, TWO, Setup(42))).split(" | ")[0]


def test_a_seed_deals_the_path_and_the_hands() -> None:
    state = GAME.begin(SPEC, TWO, Setup(42, {"cards": "dealt"}))
    assert [sum(hand) for hand in state.state.hands] == [4, 5]
    assert len(state.state.deck) == 105 - 9
    assert state.state.gone == 0


def test_the_same_path_as_text_is_the_same_position() -> None:
    state = GAME.begin(SPEC, TWO, Setup(42))
    assert GAME.begin(SPEC, TWO, Setup(42, {"path": DEALT})) == state
    typed = GAME.begin(SPEC, TWO, Setup(None, {"path": DEALT.lower()}))
    assert typed.state.path.tops == state.state.path.tops


def test_hidden_is_the_default_and_hands_are_counts() -> None:
    state = GAME.begin(SPEC, TWO, Setup(42))
    assert state.state.hands == ((4, *[0] * 7), (5, *[0] * 7))
    assert set(state.state.deck) == {"?"}


@cases
def test_a_setup_that_cannot_be(options: dict[str, str], seed: int | None, rules: dict[str, Any], fault: str) -> None:
    with pytest.raises((SyntaxFault, ValueFault)) as caught:
        GAME.begin(SPEC, TWO, Setup(seed, options, rules))
    assert fault in str(caught.value)


@cases
def test_a_path_that_cannot_be(space: int, put: str, fault: str) -> None:
    """The one that was dealt, with something else on a space."""
    dealt = DEALT.split()
    dealt[space - 1] = put.replace("FIRST", dealt[0])
    with pytest.raises(ValueFault) as caught:
        GAME.begin(SPEC, TWO, Setup(None, {"path": " ".join(dealt)}))
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    "people", [TWO[:1], (*TWO, *TWO, Player("Cy", "blue")), (TWO[0], TWO[0]), (TWO[0], Player("Bob", "pink"))]
)
def test_players_that_cannot_be(people: tuple[Player, ...]) -> None:
    with pytest.raises((ValueFault, SpecError)):
        GAME.begin(SPEC, people, Setup(1))


def test_rule_options_stay_with_the_game() -> None:
    state = GAME.begin(SPEC, TWO, Setup(1, {}, {"buys_per_turn": 2, "settle_from_atlantis": False}))
    assert (state.state.table.buys_per_turn, state.state.table.settle_from_atlantis) == (2, False)


def test_the_number_of_tiles_that_may_be_given_up_is_bounded_as_a_position_bounds_it() -> None:
    begun = GAME.new("Ann", "Bob", seed=1, rules={"buys_per_turn": 999})
    assert GAME.read(begun.position) == begun.state
    with pytest.raises(SpecError, match="'1000'; expected a whole number from 0 to 999"):
        GAME.new("Ann", "Bob", seed=1, rules={"buys_per_turn": 1000})


@pytest.mark.parametrize("text", ["1:" + "H" * 100_000, "stuck " + "F " * 500, "1:F pay " + "H" * 300])
def test_more_cards_than_there_are_are_not_read(text: str) -> None:
    """So nobody is told a hundred thousand letters of what cannot be."""
    with pytest.raises(SyntaxFault, match="expected at most") as caught:
        GAME.parse(START, text)
    assert len(str(caught.value)) < 60
