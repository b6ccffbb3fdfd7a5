"""Correcting a turn that was entered, from the command line: what follows is played again."""

from __future__ import annotations

import json
import os
import pty
import subprocess

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
    assert "turn 5, 1, cannot stand: game.over: the game is over" in done.err
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
    assert companion("import", "--check", "again.yaml").status == 0


def test_amend_refuses_an_illegal_turn_unless_it_stood(started: Companion) -> None:
    started("move", "1")
    assert started("amend", "1", "4").status == 1
    assert started("amend", "1", "4", "--stood").status == 0
    assert started("amend", "2", "1").status == 2


def test_amend_names_every_turn_that_breaks_and_leaves_out_what_followed_it(companion: Companion) -> None:
    """Of 9 pebbles Ann took 5 and Bob 3: Ann's 3 cannot be, and the turns after it are of a turn that is missing."""
    companion("new", "pebbles", "Ann", "Bob", "--pile", "9")
    for turn in ("1", "3", "3", "1", "1"):
        companion("move", turn)
    done = companion("amend", "1", "5", "--stood", "--yes")
    assert "turn 3, 3, cannot stand: take.pile: 3 pebbles; 1 are left" in done.err
    assert "left out, and in the log as taken back: 3. 3, 4. 1, 5. 1\n" in done.err
    kept = [(e["text"], e["player"]) for e in json.loads(companion("log", "--json").out)["entries"] if e["kept"]]
    assert kept[-2:] == [("5", "Ann"), ("3", "Bob")]
    assert json.loads(companion("show", "--json").out)["over"] is False


def test_amend_reports_facts_as_json(started: Companion) -> None:
    for turn in ("3", "3", "3", "2", "1"):
        started("move", turn)
    facts = json.loads(started("amend", "4", "3", "--json").out)
    assert (facts["amended"], facts["kept"], facts["left_out"]) == (4, False, ["1"])
    assert facts["broken"][0]["rule"] == "game.over"
    assert facts["broken"][0]["stands"] is False


def test_what_breaks_is_answered_on_the_command_line(started: Companion) -> None:
    """Ann takes 3 in place of 1, so that Bob's last 3 are not there: another number in its place, or nothing more."""
    for turn in ("1", "3", "3", "2", "3"):
        started("move", turn)
    before = started("show", "--json").out
    done = started("amend", "1", "3")
    assert done.status == 1
    assert "turn 5, 3, cannot stand: take.pile" in done.err
    assert "--replace 'NUMBER TURN' for one that breaks, or --drop-rest." in done.err
    wrong = started("amend", "1", "3", "--replace", "5 2")
    assert (wrong.status, wrong.err) == (1, "take.pile: 2 pebbles; 1 are left (taking)\nnearest legal turn: 1\n")
    assert started("amend", "1", "3", "--replace", "five 2").status == 2
    assert started("show", "--json").out == before
    assert started("amend", "1", "3", "--replace", "5 1").status == 0
    assert json.loads(started("show", "--json").out)["over"] is True
    assert started("undo", "0").status == 0


def test_the_rest_is_dropped_where_that_is_said(started: Companion) -> None:
    for turn in ("1", "3", "3", "2", "3"):
        started("move", turn)
    done = started("amend", "1", "3", "--drop-rest")
    assert done.status == 0
    assert "left out, and in the log as taken back: 5. 3\n" in done.err
    assert [e["text"] for e in json.loads(started("log", "--json").out)["entries"] if e["kept"]][-4:] == list("3332")


def test_a_person_at_a_terminal_is_asked_for_what_breaks(started: Companion) -> None:
    for turn in ("1", "3", "3", "2", "3"):
        started("move", turn)
    said = at_a_terminal(started, ["amend", "1", "3"], ["2", "1"])
    assert "y as it is, another line for 5, - for none, drop for 5 and the rest [y/N]" in said
    assert "take.pile: 2 pebbles; 1 are left" in said
    assert "Corrected: 1. 3 (was 1)" in said
    assert json.loads(started("show", "--json").out)["over"] is True


def at_a_terminal(companion: Companion, words: list[str], answers: list[str]) -> str:
    """What the program says at a terminal of 80 columns on which one answer after the other is typed."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*companion.argv, *words], cwd=companion.folder, env=companion.env, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        found = ""
        for answer in [*answers, None]:
            while answer is None or found.count("[y/N] ") <= answers.index(answer):
                try:
                    read = os.read(ours, 4096).decode()
                except OSError:
                    read = ""
                if not read:
                    break
                found += read
            if answer is not None:
                os.write(ours, f"{answer}\n".encode())
        process.wait(20)
        os.close(ours)
    return " ".join(found.split())
