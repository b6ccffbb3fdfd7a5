"""Files on the command line: records checked, exported and imported, transcripts, final positions settled."""

from __future__ import annotations

import json

import pytest

from .conftest import Companion

RECORD = """\
game: pebbles
players: [Ann, {name: Bob, colour: black}]
setup: {pile: 9}
moves:
- 3
- note: a long think
- 2
- 3
"""


def test_check_tells_how_many_stood_and_every_bad_turn(companion: Companion) -> None:
    record = companion.folder / "game.yaml"
    head = "game: pebbles\nplayers: [Ann, Bob]\nsetup: {pile: 20}\n"
    record.write_text(head + "moves: [1, stood 5, 2]\n")
    done = companion("import", "--check", "game.yaml")
    assert "game.yaml: pebbles, Ann, Bob: 3 turns: 2 legal, 1 stood (worth 2 to Bob).\n" in done.out
    assert "2. 5 stood though take.count (worth 2)" in done.err
    assert companion("import", "game.yaml").status == 0
    assert "Turns: 2 legal, 1 stood (worth 2 to Bob).\n" in companion("settle", "--score").out
    settled = companion("settle")
    assert "Turns: 2 legal, 1 stood (worth 2 to Bob).\n" in settled.out
    assert settled.err.startswith("warning: the game is not over")
    record.write_text(head + "moves: [1, 5, 2, 6, 1]\n")
    done = companion("import", "--check", "game.yaml")
    assert done.status == 1
    assert "game.yaml:4:12: turn 2, 5: take.count: 5 pebbles; a turn takes 1 to 3" in done.err
    assert "game.yaml:4:18: turn 4, 6: take.count: 6 pebbles; a turn takes 1 to 3" in done.err
    assert done.err.endswith("2 turns are refused, each as if those before it had stood\n")


def test_settle_a_file(companion: Companion) -> None:
    (companion.folder / "end.yaml").write_text(
        "game: pebbles\nplayers:\n- {name: A, taken: 3}\n- {name: B, taken: 3}\n"
    )
    assert companion("settle", "end.yaml").out.endswith("A and B share the win.\n")
    (companion.folder / "end.yaml").write_text(
        "game: pebbles\nplayers:\n- {name: A, taken: 3}\n- {name: B, taken: x}\n"
    )
    done = companion("settle", "end.yaml")
    assert (done.status, done.err) == (2, "end.yaml:4:20: taken: 'x'; expected a number of pebbles up to 9999\n")


@pytest.mark.parametrize("text", ["", "[]", "game: 3", "game: chess", "players: []", "game: pebbles", "a: b: c", "\0"])
def test_settle_refuses_a_file_that_cannot_be_read(companion: Companion, text: str) -> None:
    (companion.folder / "end.yaml").write_text(text)
    done = companion("settle", "end.yaml")
    assert done.status == 2
    assert done.err.startswith("end.yaml:")


def test_check_replays_a_record(companion: Companion) -> None:
    (companion.folder / "game.yaml").write_text(RECORD)
    done = companion("import", "--check", "game.yaml")
    assert done.status == 0
    assert done.out == "game.yaml: pebbles, Ann, Bob: 3 turns, all legal.\nBob to move.  1 to 1 pebbles\n"
    facts = json.loads(companion("import", "--check", "game.yaml", "--json").out)
    assert (facts["game"], facts["plies"], facts["legal"], facts["over"], facts["turn"]) == (
        "pebbles",
        3,
        True,
        False,
        "Bob",
    )
    assert [player["colour"] for player in facts["players"]] == ["red", "black"]
    assert "winners" not in facts


def test_check_reads_standard_input(companion: Companion) -> None:
    assert companion("import", "--check", "-", stdin=RECORD).status == 0


def test_check_says_which_turn_is_illegal(companion: Companion) -> None:
    (companion.folder / "game.yaml").write_text(RECORD + "- 2\n")
    done = companion("import", "--check", "game.yaml", "--json")
    assert done.status == 1
    facts = json.loads(done.out)
    assert (facts["legal"], facts["ply"], facts["move"], facts["rule"]) == (False, 4, "2", "take.pile")
    assert facts["message"] == "2 pebbles; 1 are left"
    assert done.err.startswith("game.yaml:9:3: turn 4, 2: take.pile: 2 pebbles; 1 are left (taking)\n")


def test_check_says_where_a_turn_cannot_be_read(companion: Companion) -> None:
    (companion.folder / "game.yaml").write_text(RECORD + "- two\n")
    done = companion("import", "--check", "game.yaml", "--json")
    assert done.status == 2
    assert json.loads(done.out)["rule"] == "syntax"
    assert done.err == "game.yaml:9:3: turn 4, 'two'; expected how many pebbles to take, such as 2\n"


def test_check_names_every_fault_of_a_record(companion: Companion) -> None:
    (companion.folder / "game.yaml").write_text(
        "game: pebbles\nplayer: [A, B]\nsetup: {pail: 9, seed: x}\nmoves:\n- [1]\n"
    )
    done = companion("import", "--check", "game.yaml", "--json")
    assert done.status == 2
    assert [line.split(" ", 1)[0] for line in done.err.splitlines()] == [
        "game.yaml:1:1:", "game.yaml:2:1:", "game.yaml:3:9:", "game.yaml:3:24:", "game.yaml:5:3:",
    ]  # fmt: skip
    assert "(did you mean 'players'?)" in done.err
    faults = json.loads(done.out)["faults"]
    assert faults[1] == {
        "code": "unknown-key", "severity": "error", "place": {"file": "game.yaml", "line": 2, "column": 1},
        "found": "unknown key 'player'", "expected": "a key of a record", "hints": ["did you mean 'players'?"],
        "name": "", "pieces": [], "rows": [], "used": [], "language": "",
    }  # fmt: skip


def test_export_and_import_keep_the_whole_journal(started: Companion) -> None:
    for words in (["move", "2"], ["move", "5", "--stood"], ["note", "# it's: late"], ["undo"], ["move", "1"], ["undo"]):
        assert started(*words).status == 0
    started("undo", "--redo")
    assert started("export", "game.yaml").status == 0
    before, log = json.loads(started("show", "--json").out), started("log").out
    assert started("import", "game.yaml").status == 0
    assert json.loads(started("show", "--json").out) == before | {"number": 2}
    assert started("log").out == log
    assert started("export").out == (started.folder / "game.yaml").read_text()
    assert started("import", "--check", "game.yaml").status == 0


def test_a_transcript_is_read_and_written(started: Companion) -> None:
    for words in (["move", "2"], ["note", "x"], ["move", "3"]):
        started(*words)
    assert started("export", "--transcript").out == '{"pebbles": 12, "who": ["Ann", "Bob"], "taken": [2, 3]}\n'
    started("export", "--transcript", "game.json")
    assert json.loads(started("import", "--check", "game.json", "--json").out)["plies"] == 2
    assert started("import", "game.json").status == 0
    assert json.loads(started("show", "--json").out)["pile"] == 7


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"who": ["A", "B"]}', ":1:1: "),
        ('{"pebbles": "x",\n "who": ["A", "B"], "taken": []}', ":1:13: 'x' pebbles; expected a number up to 9999"),
        ('{"pebbles": 9,\n "who": ["A"], "taken": []}', ":1:1: 1 player; expected 2 to 4"),
        ('{"pebbles": 9, "who": ["A", "B"], "taken": ["z"]}', "turn 1, 'z'; expected how many pebbles"),
    ],
)
def test_a_transcript_with_faults(companion: Companion, text: str, said: str) -> None:
    (companion.folder / "game.json").write_text(text)
    done = companion("import", "--check", "game.json")
    assert done.status == 2
    assert said in done.err


def test_a_game_without_a_transcript_format_says_so(companion: Companion) -> None:
    companion("new", "atlantis", "A", "B", "--seed", "1")
    assert companion("export", "--transcript").status == 2


def test_export_never_writes_over_a_file_unasked(started: Companion) -> None:
    (started.folder / "tax.yaml").write_text("precious")
    assert started("export", "tax.yaml").status == 2
    assert (started.folder / "tax.yaml").read_text() == "precious"
    assert started("export", "tax.yaml", "--force").status == 0
    assert [p.name for p in started.folder.iterdir() if "tax" in p.name] == ["tax.yaml"]


def test_import_of_an_illegal_record_changes_nothing(companion: Companion) -> None:
    (companion.folder / "game.yaml").write_text(RECORD + "- 2\n")
    assert companion("import", "game.yaml").status == 1
    assert not companion.db.exists()
