"""Correcting a turn that was entered, from the command line: what follows is played again."""

from __future__ import annotations

import json

from .conftest import Companion


def test_amend_replays_what_follows(started: Companion) -> None:
    started("move", "1")
    started("note", "tea")
    started("move", "2")
    assert started("amend", "1", "3").out.startswith("Corrected: 1. 3 (was 1)\nAnn to move.")
    assert json.loads(started("show", "--json").out)["pile"] == 7
    assert [e["text"] for e in json.loads(started("log", "--json").out)["entries"] if e["kept"]][-3:] == [
        "3",
        "tea",
        "2",
    ]


def test_amend_keeps_nothing_that_breaks_without_a_yes(started: Companion) -> None:
    for turn in ("3", "3", "3", "2"):
        started("move", turn)
    started("move", "1")
    before = started("show", "--json").out
    done = started("amend", "4", "3")
    assert done.status == 1
    assert "turn 5, 1, cannot stand: game.over: the pile is empty and the game is over" in done.err
    assert "left out, and in the log as taken back: 5. 1\n" in done.err
    assert "add --yes" in done.err
    assert started("show", "--json").out == before
    assert started("amend", "4", "3", "--yes").status == 0
    assert json.loads(started("show", "--json").out)["over"] is True


def test_amend_lets_later_turns_stand_with_a_yes(companion: Companion) -> None:
    """A real game: another first turn leaves the figure that turn 4 walks over elsewhere."""
    (companion.folder / "game.yaml").write_text(
        "game: atlantis\nplayers: [Ann, Bob, Cy]\nsetup: {seed: 1, cards: dealt}\n"
        "moves: [1:H, 1:HH pay 2c, 1:A, 2:AC bridge 13]\n"
    )
    assert companion("import", "game.yaml").status == 0
    done = companion("amend", "1", "2:H")
    assert done.status == 1
    assert "turn 4, 2:AC bridge 13, would stand: walk.ended: the walk ends at space 20 (A6)" in done.err
    assert companion("amend", "1", "2:H", "--yes").status == 0
    assert "   4  Ann  2:AC bridge 13 pay 1c  (stood: walk.ended" in companion("log").out
    assert companion("export", "again.yaml", "--as", "referee").status == 0
    assert companion("check", "again.yaml").status == 0


def test_amend_refuses_an_illegal_turn_unless_it_stood(started: Companion) -> None:
    started("move", "1")
    assert started("amend", "1", "4").status == 1
    assert started("amend", "1", "4", "--stood").status == 0
    assert started("amend", "2", "1").status == 2


def test_amend_names_every_turn_that_breaks_and_keeps_those_that_can_still_be(companion: Companion) -> None:
    """Of 9 pebbles Ann took 5 and Bob 3: Ann's 3 cannot be, Bob's turn after it is not his to make, Ann's last can."""
    companion("new", "pebbles", "Ann", "Bob", "--pile", "9")
    for turn in ("1", "3", "3", "1", "1"):
        companion("move", turn)
    done = companion("amend", "1", "5", "--stood", "--yes")
    assert "turn 3, 3, cannot stand: take.pile: 3 pebbles; 1 are left" in done.err
    assert "left out, and in the log as taken back: 3. 3, 4. 1\n" in done.err
    kept = [(e["text"], e["player"]) for e in json.loads(companion("log", "--json").out)["entries"] if e["kept"]]
    assert kept[-3:] == [("5", "Ann"), ("3", "Bob"), ("1", "Ann")]
    assert json.loads(companion("show", "--json").out)["over"] is True


def test_amend_reports_facts_as_json(started: Companion) -> None:
    for turn in ("3", "3", "3", "2", "1"):
        started("move", turn)
    facts = json.loads(started("amend", "4", "3", "--json").out)
    assert (facts["amended"], facts["kept"], facts["left_out"]) == (4, False, ["1"])
    assert facts["broken"][0]["rule"] == "game.over"
    assert facts["broken"][0]["stands"] is False
