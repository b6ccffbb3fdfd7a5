"""Every command as a table calls it: what it prints, its exit status, its JSON. The game is the toy."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from .conftest import ROOT, Companion


def test_new_deals_and_says_whose_turn_it_is(companion: Companion) -> None:
    said = companion("new", "pebbles", "Ann", "Bob:blue", "--pile", "12")
    assert (said.status, said.err) == (0, "")
    assert said.out == "Game 1: pebbles, Ann (red), Bob (blue)\nAnn to move.  1 to 3 pebbles\n"


def test_new_with_the_same_seed_deals_the_same(companion: Companion) -> None:
    def pile() -> int:
        return int(json.loads(companion("new", "pebbles", "A", "B", "--seed", "42", "--json").out)["pile"])

    assert pile() == pile()


def test_a_setup_option_that_names_a_file_is_read(companion: Companion) -> None:
    (companion.folder / "pile.txt").write_text("17\n")
    said = companion("new", "pebbles", "A", "B", "--pile", "pile.txt", "--json")
    assert json.loads(said.out)["pile"] == 17


def test_new_takes_rule_options(companion: Companion) -> None:
    assert companion("new", "pebbles", "A", "B", "--pile", "9", "--rule", "most=5").status == 0
    assert companion("move", "5").status == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["chess", "A", "B"], "game 'chess'; expected one of "),
        (["pebbles", "A", "--pile", "9"], "1 player; expected 2 to 4"),
        (["pebbles", *"ABCDE", "--pile", "9"], "5 players; expected 2 to 4"),
        (["pebbles", "A", "a", "--pile", "9"], "two players named 'a'; expected names that differ"),
        (["pebbles", "A:red", "B:red", "--pile", "9"], "colour 'red' twice; expected a colour each"),
        (["pebbles", "A:pink", "B", "--pile", "9"], "colour 'pink'; expected one of red, white, blue, black"),
        (["pebbles", "A|B", "C", "--pile", "9"], "player name 'A|B'; expected 1 to 24 characters"),
        (["pebbles", "A", "B"], "no setup; expected a seed, or --pile with a number"),
        (["pebbles", "A", "B", "--pile", "many"], "'many' pebbles; expected a number up to 9999"),
        (["pebbles", "A", "B", "--pile"], "--pile without a value; expected --pile VALUE"),
        (["pebbles", "A", "B", "--pail", "9"], "--pail; expected one of --pile, --speed"),
        (["pebbles", "A", "B", "--speed", "ludicrous"], "speed: 'ludicrous'; expected one of slow, fast"),
        (["pebbles", "A", "B", "--pile", "9", "--rule", "most=9"], "most: '9'; expected one of 3, 4, 5"),
        (["pebbles", "A", "B", "--pile", "9", "--rule", "most"], "--rule most; expected NAME=VALUE"),
        (
            ["pebbles", "A", "B", "--pile", "9", "--rule", "least=1"],
            "rule option 'least'; expected one of most, last_wins",
        ),
        (["pebbles", "A", "B", "--pile", "9", "--rule", "last_wins=no"], "last_wins: 'no'; expected true or false"),
        (["pebbles", "A", "B", "--seed", "x"], "Invalid value for '--seed'"),
    ],
)
def test_new_refuses_what_cannot_be(companion: Companion, words: list[str], said: str) -> None:
    done = companion("new", *words)
    assert done.status == 2
    assert said in done.err
    assert not companion.db.exists(), "a game that did not start leaves no store behind"


def test_a_game_alone_lists_its_options(companion: Companion) -> None:
    done = companion("new", "pebbles")
    assert done.status == 2
    assert "--pile       how many pebbles lie there" in done.err
    assert "slow or fast" in done.err


def test_move_confirms_with_what_it_gained_and_set_off(started: Companion) -> None:
    rolls = "".join(f"   a pebble rolls: {n}\n" for n in (1, 2, 3))
    assert started("move", "3").out == f"1. Ann: 3\n    +3  takes 3\n{rolls}Bob to move.  1 to 3 pebbles\n"


def test_an_illegal_move_names_rule_sentence_and_nearest_turn(started: Companion) -> None:
    done = started("move", "7")
    assert done.status == 1
    assert done.err == "take.count: 7 pebbles; a turn takes 1 to 3 (taking)\nnearest legal turn: 3\n"
    refused = json.loads(started("move", "7", "--json").out)
    assert refused == {
        "game": "pebbles",
        "legal": False,
        "ply": 1,
        "move": "7",
        "rule": "take.count",
        "message": "7 pebbles; a turn takes 1 to 3",
        "nearest": "3",
    }
    assert json.loads(started("show", "--json").out)["plies"] == 0


def test_a_turn_that_cannot_be_read_is_syntax(started: Companion) -> None:
    done = started("move", "three", "--json")
    assert done.status == 2
    assert json.loads(done.out)["rule"] == "syntax"
    assert "expected how many pebbles to take" in done.err


def test_a_turn_the_table_let_stand_is_kept_with_rule_and_worth(started: Companion) -> None:
    done = started("move", "5", "--stood")
    assert done.status == 0
    assert "stood though take.count: 5 pebbles; a turn takes 1 to 3 (worth 2)" in done.out
    assert "(stood: take.count, worth 2)" in started("log").out
    assert "stood 5 [take.count 2]" in started("export").out


def test_a_legal_turn_called_stood_is_an_ordinary_turn(started: Companion) -> None:
    assert "stood" not in started("move", "2", "--stood").out


def test_what_cannot_even_stand_is_refused(started: Companion) -> None:
    assert started("move", "99", "--stood").err.startswith("take.pile: 99 pebbles; 12 are left")


def test_a_warning_goes_with_the_confirmation(companion: Companion) -> None:
    companion("new", "pebbles", "A", "B", "--pile", "2")
    assert "look again: that was the last pebble" in companion("move", "2").out


def test_show_prints_position_and_turn(started: Companion) -> None:
    assert started("show").out == "oooooooooooo\nAnn to move.  1 to 3 pebbles\n"
    facts = json.loads(started("show", "--json").out)
    assert facts["position"] == (
        "players=Ann:red,Bob:blue chances=0 seed=- pile=12 turn=red taken=0,0 most=3 last_wins=no plies=0"
    )
    assert (facts["turn"], facts["over"], facts["plies"], facts["number"]) == ("Ann", False, 0, 1)


def test_show_draws(started: Companion) -> None:
    assert started("show", "--svg", "here.svg", "--png", "here.png").status == 0
    assert (started.folder / "here.svg").read_text().startswith("<?xml")
    assert (started.folder / "here.png").read_bytes().startswith(b"\x89PNG")


def test_show_into_a_folder_that_is_not_there(started: Companion) -> None:
    done = started("show", "--svg", "nowhere/here.svg")
    assert done.status == 2
    assert "nowhere" in done.err


def test_moves_lists_legal_turns(started: Companion) -> None:
    assert started("moves").out == "1\n2\n3\n"
    assert json.loads(started("moves", "--json").out) == {"turn": "Ann", "moves": ["1", "2", "3"], "more": False}
    assert started("moves", "--limit", "2").out == "1\n2\n"
    assert json.loads(started("moves", "--limit", "2", "--json").out)["more"] is True
    assert started("moves", "--hand", "FF").status == 2


def test_undo_and_redo_stay_in_the_log(started: Companion) -> None:
    for turn in ("1", "2", "3"):
        started("move", turn)
    assert started("undo").out.startswith("Taken back: 3. 3\n")
    assert started("undo", "0").out.startswith("Taken back: 2. 2\nTaken back: 1. 1\nAnn to move.")
    assert started("undo").status == 1
    assert started("undo", "--redo").out.startswith("Put back: 1. 1\n")
    assert started("undo", "--redo", "3").out.startswith("Put back: 2. 2\nPut back: 3. 3\n")
    assert started("undo", "--redo").status == 1
    kinds = [entry["kind"] for entry in json.loads(started("log", "--json").out)["entries"]]
    assert kinds == ["turn", "turn", "turn", "undo", "undo", "redo", "redo"]
    told = [line.split(None, 1)[1] for line in started("log").out.splitlines()[3:]]
    assert told == ["back; stands after turn 2", "back; stands at the start", "on; stands after turn 1",
                    "on; stands after turn 3"]  # fmt: skip


def test_another_turn_after_undo_leaves_the_old_one_in_the_log(started: Companion) -> None:
    started("move", "1")
    started("undo")
    started("move", "2")
    assert started("undo", "--redo").status == 1
    assert "1  (taken back)" in started("log").out


@pytest.mark.parametrize("ply", ["3", "7"])
def test_undo_to_a_turn_that_is_not_behind_us(started: Companion, ply: str) -> None:
    started("move", "1")
    assert started("undo", ply).status == 2
    assert started("undo", "--redo", ply).status == 1


def test_undo_says_what_was_seen_since(started: Companion) -> None:
    started("move", "1")
    started("move", "reveal", "11")
    assert started("undo", "0").err == "Everyone has seen the pile at 11 since.\n"


def test_undo_redo_and_use_as_json(started: Companion) -> None:
    started("move", "1")
    started("move", "reveal", "11")
    back = json.loads(started("undo", "0", "--json").out)
    assert (back["plies"], back["taken_back"], back["seen_since"]) == (0, ["reveal 11", "1"], ["the pile at 11"])
    on = json.loads(started("undo", "--redo", "--json").out)
    assert (on["plies"], on["put_back"], on["turn"]) == (1, ["1"], "Bob")
    assert json.loads(started("list", "--use", "1", "--json").out)["number"] == 1


def test_reveal_is_no_turn(started: Companion) -> None:
    assert started("move", "reveal", "12").out.startswith("· reveal 12\nAnn to move.")
    assert started("log").out.split() == ["·", "reveal", "12"]
    assert json.loads(started("show", "--json").out)["plies"] == 0
    assert started("move", "reveal", "11").status == 1


def test_moves_are_grouped_and_purchases_counted(companion: Companion) -> None:
    companion("new", "atlantis", "Ann", "Bob", "--seed", "42")
    companion("move", "1:H", "pay", "0c")
    companion("move", "1:O")
    said = companion("moves").out
    assert "1:  figure 1, space 2 (H2)\n" in said
    assert re.search(r"buy C2;  first give up C2: \d+ turns\n  all of them: moves buy C2;\n", said)
    assert "buy C2; 1:" not in said
    assert companion("moves", "buy", "C2;").out.startswith("buy C2; 1:F")
    assert "buy C2; 1:F\n" in companion("moves", "--all").out


def test_score_shows_each_players_trail(started: Companion) -> None:
    for turn in ("3", "3", "3", "3"):
        started("move", turn)
    out = started("settle", "--score").out
    assert "Ann\n    1.   +3 =    3  takes 3 +3\n    3.   +3 =    6  takes 3 +3\n" in out
    assert "    4.   +1 =    4  takes 3 +3, the last pebble −2\n" in out
    assert out.endswith("Ann wins.\n")
    facts = json.loads(started("settle", "--score", "--json").out)
    assert facts["winners"] == ["Ann"]
    assert [change["total"] for change in facts["players"][1]["trail"]] == [3, 6, 4]


def test_settle_the_game_as_it_stands(started: Companion) -> None:
    started("move", "3")
    facts = json.loads(started("settle", "--json").out)
    assert facts["winners"] == ["Ann"]
    assert facts["players"][0] == {
        "name": "Ann",
        "colour": "red",
        "taken": 3,
        "due": 0,
        "paid": 0,
        "score": 3,
        "pebbles": 3,
    }


def test_show_how_the_last_turn_unfolded(started: Companion) -> None:
    assert started("show", "--chain").out == "The last turn did no more than it says.\n"
    started("move", "2")
    assert started("show", "--chain").out == "a pebble rolls: 1\na pebble rolls: 2\n"
    assert json.loads(started("show", "--chain", "--json").out)["chain"][1] == "a pebble rolls: 2"


def test_the_latest_game_is_the_current_one(started: Companion) -> None:
    started("new", "pebbles", "Cy", "Di", "--pile", "5")
    assert started("show").out.startswith("ooooo\nCy to move")
    assert started("list", "--use", "1").out.startswith("Game 1: pebbles, Ann, Bob\n")
    assert started("show").out.startswith("oooooooooooo\nAnn to move")
    assert [line[:6].split() for line in started("list").out.splitlines()] == [["*", "1"], ["2"]]
    assert started("--game", "2", "show").out.startswith("ooooo\n")
    assert started("--game", "9", "show").status == 2
    assert started("list", "--use", "9").status == 2


def test_list_as_json_and_in_full(companion: Companion) -> None:
    for _ in range(22):
        companion("new", "pebbles", "A", "B", "--pile", "5")
    assert len(json.loads(companion("list", "--json").out)["games"]) == 20
    assert companion("list").out.endswith("... and earlier ones: companion list --all\n")
    assert len(companion("list", "--all").out.splitlines()) == 22


def test_delete_asks_first(started: Companion) -> None:
    done = started("list", "--delete", "1")
    assert done.status == 1
    assert "add --yes" in done.err
    assert started("list", "--delete", "1", "--yes").out == "Deleted game 1.\n"
    assert started("list", "--delete", "1", "--yes").status == 2
    assert started("list").out == "No games yet.\n"


def test_a_note_needs_words(started: Companion) -> None:
    assert started("note", " ").status == 2
    assert started("note", "Bob", "is", "late").out == "Noted: Bob is late\n"


def test_the_store_is_named_before_or_after_the_command(companion: Companion) -> None:
    assert companion("--db", "x.db", "new", "pebbles", "A", "B", "--pile", "5").status == 0
    assert companion("show", "--db", "x.db").status == 0
    assert not companion.db.exists()


def test_without_a_store_every_command_says_how_to_start(companion: Companion) -> None:
    for words in (["show"], ["move", "1"], ["list"], ["undo"], ["export"], ["log"]):
        done = companion(*words)
        assert done.status == 2
        assert "No games yet" in done.err
    assert not companion.db.exists(), "looking makes no store"


def test_a_misspelt_command_is_told_its_neighbour(companion: Companion) -> None:
    done = companion("unod")
    assert done.status == 2
    assert "undo" in done.err


def test_every_command_has_help(companion: Companion) -> None:
    said = companion("--help").out
    groups = [part.splitlines() for part in said[said.index("Play:") :].split("\n\n")]
    assert [group[0] for group in groups] == ["Play:", "Correct:", "The evening:", "Files:"]
    listed = [line.split()[0] for group in groups for line in group[1:]]
    assert len(listed) == len(set(listed)) == 18
    assert "..." not in "".join(line for group in groups for line in group), "each command's help is a line"
    for command in listed:
        assert companion(command, "--help").out.startswith(f"Usage: companion {command}")


def test_plain_text_where_nobody_looks(started: Companion) -> None:
    assert "\x1b" not in started("show").out


def test_the_default_store_is_in_the_users_data_folder(companion: Companion, tmp_path: Path) -> None:
    homed = Companion(
        companion.project, companion.folder, {"XDG_DATA_HOME": str(tmp_path / "data"), "COMPANION_DB": ""}
    )
    assert homed("new", "pebbles", "A", "B", "--pile", "5").status == 0
    assert (tmp_path / "data" / "tideline" / "companion.db").exists()


def test_what_a_turn_set_off_is_told_with_it(companion: Companion) -> None:
    """A corner of the first island has three neighbours: the third piece there goes off."""
    assert companion("new", "circles", "Ann", "Bob", "--layout", "triangle-4").status == 0
    for turn in ("f12-e11", "k7-l8", "e10-e11"):
        assert len(companion("move", turn).out.splitlines()) == 3, "the turn, who moves, how it is typed"
    assert companion("move", "l9-l8").out.splitlines()[:3] == [
        "4. Bob: l9-l8",
        "   l8: Bob's stack explodes to k7, k8, l9 and becomes a growth tower",
        "Ann to move.",
    ]


def test_a_long_chain_is_told_in_part_and_where_the_rest_is(companion: Companion) -> None:
    assert companion("import", str(ROOT / "tests" / "records" / "circles-2-players.yaml")).status == 0
    assert companion("undo", "9").status == 0
    said = companion("undo", "--redo", "10").out
    assert "Put back: 10. k9-i7" in said
    whole = companion("show", "--chain").out.splitlines()
    assert len(whole) == 11
    assert companion("undo").status == 0
    said = companion("move", "k9-i7").out
    assert said.splitlines()[1:7] == [f"   {line}" for line in whole[:6]]
    assert "   ... and 5 more: show --chain tells all\n" in said
