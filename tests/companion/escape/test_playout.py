"""Plies by chance: every legal one has one number, and so is as likely as any other."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.contract import Player, Setup
from companion.games.escape import playout, rules, setup
from companion.games.escape.moving import Waters
from companion.games.escape.state import OVER, State, Step
from specs.load import load
from tests.companion.escape.drawing import position

PEOPLE = (Player("Ann", "red"), Player("Bob", "green"), Player("Cy", "yellow"), Player("Di", "blue"))
FEW = "1.0.1.0.0.1/0.0.0.0.1.0/0.0.0.0.0.0"
MOVING = {
    "nobody": ". .b\n . .",
    "a coast": "C .=\n .=b l:r",
    "a boat between three": "l:rrr .= l:r\n .=rb .!o",
    "swimmers and a dolphin": "C .~r!d\n .=r~r\nC .!d",
    "a crowd that changes places": "l:rrr l:rrb\n h:r l:rr",
}
SINKING = {
    "nobody there": ("l h\n . .=b", FEW),
    "three of a kind": ("l:rrr h:b h h:bb\n . .=b", FEW),
    "three of three": ("l:rby h h:bb h\n . .=b", FEW),
    "two who must swim": ("l:rrb h:bb\n . .=b", FEW),
    "all must swim": ("l:rrb .\n . .=b", FEW),
}
ROLLING = {
    "no creature": ". .~r\n . .=b",
    "creatures that meet": ".!mo .~r .\n .!s l:r .=b",
}


def begin(players: int, seed: int) -> State:
    dealt = {"pieces": "dealt", "dice": "dealt"} if seed % 2 else {}
    return setup.new(load("escape"), PEOPLE[:players], Setup(seed, dealt))


def numbered(state: State) -> Counter[object]:
    """The plies of all numbers."""
    count, ply_of = playout.numbered(state)
    return Counter(move for move in map(ply_of, range(count)) if move is not None)


@pytest.mark.parametrize("drawing", MOVING.values(), ids=MOVING)
def test_every_legal_move_has_one_number(drawing: str) -> None:
    state = position(drawing)
    assert numbered(state) == Counter(rules.legal_moves(state))


@pytest.mark.parametrize("drawing", [MOVING["a coast"], MOVING["a crowd that changes places"]])
def test_every_legal_ply_after_a_step_has_one_number(drawing: str) -> None:
    """A move that may go on is one of fewer steps."""
    state = position(drawing)._replace(steps=1)
    assert numbered(state) == Counter(rules.legal_moves(state))


@pytest.mark.parametrize("symbols", ["hidden", "dealt"])
@pytest.mark.parametrize(("drawing", "supply"), SINKING.values(), ids=SINKING)
def test_every_legal_sinking_has_one_number(drawing: str, supply: str, symbols: str) -> None:
    state = position(drawing, phase="sink", players=3, supply=supply, dealt=f"{symbols}/table/-")
    assert numbered(state) == Counter(rules.legal_moves(state)) != Counter()


@pytest.mark.parametrize("dice", ["-", "shark/2", "octopus/D"])
@pytest.mark.parametrize("drawing", ROLLING.values(), ids=ROLLING)
def test_every_legal_roll_has_one_number(drawing: str, dice: str) -> None:
    state = position(drawing, phase="roll", dice=dice, dealt="hidden/table/-" if dice == "-" else "hidden/dealt/1")
    assert numbered(state) == Counter(rules.legal_moves(state)) != Counter()


def test_a_game_that_is_over_has_no_number() -> None:
    assert playout.numbered(position(". .b", phase="over"))[0] == 0


def opened(before: Waters, step: Step) -> set[Step]:
    after = before.copy()
    after.make(step)
    return set(after.steps()) - set(before.steps())


@settings(max_examples=8)
@given(players=st.integers(2, 4), seed=st.integers(0, 999), plies=st.integers(0, 300))
def test_along_any_game_plies_are_legal_ones_and_no_number_is_missing(players: int, seed: int, plies: int) -> None:
    """Of moves, which are too many to number them all: no step opens more others than there are numbers for."""
    state, chance = begin(players, seed), random.Random(seed)
    for _ in range(plies):
        if state.phase == OVER:
            return
        state = rules.apply(state, playout.random_ply(state, chance.random))
    if state.phase == "move":
        waters = Waters(state)
        assert all(len(opened(waters, step)) <= playout.MORE for step in waters.steps())
    elif state.phase in ("place", "roll"):
        assert numbered(state) == Counter(rules.legal_moves(state))


@pytest.mark.parametrize(
    ("drawing", "opens"),
    [
        (". .=r .=r . .=r\n .=r .=r .=r .=r .\n. .=r . .=r .", 13),
        (".~r .= . . l\n . .= .=r~r .=r C\nl . .=r .~r .=r~r\n . . .=r .=r .=\nl l . .= .=", 18),
    ],
)
def test_a_boat_in_a_crowd_opens_no_more_than_there_are_numbers_for(drawing: str, opens: int) -> None:
    """The second was sought, step by step: no position opens more."""
    waters = Waters(position(drawing))
    assert max(len(opened(waters, step)) for step in waters.steps()) == opens <= playout.MORE
