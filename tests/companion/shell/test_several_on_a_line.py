"""Several plies on a line: how they are told apart, and what is said where one of them cannot be."""

from __future__ import annotations

import json

import pytest

from companion.games import Game, names

from .conftest import Companion

SETUP = {
    "atlantis": ("--seed", "42"),
    "circles": (),
    "escape": (),
    "gods": ("--seed", "42", "--cards", "dealt"),
}
LINES = {
    "atlantis": "1:H / 1:O",
    "circles": "e11-f11/l9-l8",
    "escape": "D5 / D6 / place D7",
    "gods": "draw deck/draw deck / draw deck",
}


@pytest.mark.parametrize("name", names())
def test_a_stroke_stands_between_plies_in_every_game(companion: Companion, name: str) -> None:
    assert companion("new", name, "Ann", "Bob", *SETUP[name]).status == 0
    assert companion("move", *LINES[name].split(" ")).status == 0
    assert json.loads(companion("show", "--json").out)["plies"] == LINES[name].count("/") + 1


@pytest.mark.parametrize(("name", "line"), [("escape", "D5; D6;"), ("gods", "draw deck; draw deck;")])
def test_what_stood_between_them_before_is_still_read(name: str, line: str) -> None:
    assert len(Game(name).notation.plies(line)) == 2


def test_a_purchase_is_part_of_its_turn() -> None:
    assert Game("atlantis").notation.plies("buy F4; 2:HH / 1:O") == ("buy F4; 2:HH", "1:O")


def test_of_a_line_the_one_that_cannot_be_is_named_and_nothing_is_kept(started: Companion) -> None:
    done = started("move", "1 / 2 / 7 / 3")
    assert done.status == 1
    assert done.err == (
        "take.count: 7 pebbles; a turn takes 1 to 3 (taking)\n"
        "nearest legal turn: 3\n"
        "That was number 3 of the 4 on the line, '7'; none of them was entered.\n"
    )
    facts = json.loads(started("move", "1/x", "--json").out)
    assert (facts["move"], facts["part"], facts["parts"]) == ("x", 2, 2)
    assert started("move", "1 / / 2").err.endswith(
        "That was number 2 of the 3 on the line, where nothing stands; none of them was entered.\n"
    )
    assert json.loads(started("show", "--json").out)["plies"] == 0
    assert "on the line" not in started("move", "7").err
    assert "part" not in json.loads(started("move", "7", "--json").out)


def test_a_guess_in_a_line_is_not_told_which_it_was(companion: Companion) -> None:
    """What only what is hidden forbids is told of the line as a whole."""
    companion("new", "atlantis", "Ann", "Bob", "--seed", "42", "--cards", "dealt")
    told = companion("move", "1:F / 1:FFF").err
    assert told.startswith("hidden: ")
    assert "on the line" not in told
