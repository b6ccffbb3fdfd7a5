"""Several plies on a line: how they are told apart, and what is said where one of them cannot be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.contract.plies import typed
from companion.games import Game, names
from companion.record.record import read
from companion.record.replay import begin, play

from .conftest import ROOT, Companion

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
    entered = 1 if name == "atlantis" else LINES[name].count("/") + 1  # what lay under the tile taken was not known
    assert json.loads(companion("show", "--json").out)["plies"] == entered


def test_what_was_typed_without_knowing_what_turned_up_is_handed_back(companion: Companion) -> None:
    companion("new", "atlantis", "Ann", "Bob", "--seed", "42")
    done = companion("move", "1:H / 1:O")
    assert done.out.splitlines()[4:5] == ["1:O was not entered: it was typed before this was known"]


@pytest.mark.parametrize(("name", "line"), [("escape", "D5; D6;"), ("gods", "draw deck; draw deck;")])
def test_what_stood_between_them_before_is_still_read(name: str, line: str) -> None:
    assert len(Game(name).plies(line)) == 2


def test_a_purchase_is_part_of_its_turn() -> None:
    assert Game("atlantis").plies("buy F4; 2:HH / 1:O") == ("buy F4; 2:HH", "1:O")


def test_of_a_line_the_one_that_cannot_be_is_named_and_nothing_is_kept(started: Companion) -> None:
    done = started("move", "1 / 2 / 7 / 3")
    assert done.status == 1
    assert done.err == (
        "take.count: 7 pebbles; a turn takes 1 to 3 (taking)\n"
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
    told = companion("move", "1:C / 1:F").err
    assert told.startswith("hidden: ")
    assert "on the line" not in told


@pytest.mark.parametrize("file", sorted((ROOT / "tests" / "records").glob("*.yaml")), ids=lambda file: file.stem)
def test_every_turn_reads_the_same_without_the_signs_a_shell_takes_for_files(file: Path) -> None:
    record, source = read(file.read_bytes(), str(file))
    whole, start = begin(record, source)
    game = Game(whole.game)
    told = [step for _, step in play(game, start, whole.lines).steps()]
    assert whole.game != "escape" or any(">" in step.text for step in told)
    for step in told:
        assert not set(typed(step.text)) & set("<>&|$*?!`")
        assert game.parse(step.before, typed(step.text)) == step.move


def test_what_a_person_may_copy_makes_no_file(companion: Companion) -> None:
    """The nearest turn and the list of turns have - where a record has >."""
    assert companion("import", str(ROOT / "tests" / "records" / "escape-3-hidden.yaml")).status == 0
    assert companion("undo", "36").status == 0
    refused = companion("move", "H4>H6")
    assert "nearest legal turn: move H5-" in refused.err
    assert companion("move", *refused.err.partition("nearest legal turn: ")[2].splitlines()[0].split()).status == 0
    assert companion("undo").status == 0
    listed = companion("moves", "h4").out
    assert "H4-" in listed
    assert ">" not in listed + companion("moves").out
