"""A machine at the table: told with who plays, it says what it does, and asks for what only the table knows."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import pytest

from companion.cli.main import run
from companion.contract.faults import IllegalMove
from companion.lab.opponents import make
from companion.table.store import Store
from companion.table.table import open_game


class Companion:
    """The program in this process, with a store of its own."""

    def __init__(self, store: Path) -> None:
        self.store = store

    def __call__(self, *words: str, lines: tuple[str, ...] = (), status: int = 0) -> list[str]:
        out = io.StringIO()
        typed = io.StringIO("\n".join((*lines, "")))
        with redirect_stdout(out), redirect_stderr(out), patch.object(sys, "stdin", typed):
            assert run(["--db", str(self.store), *words]) == status, out.getvalue()
        return out.getvalue().splitlines()


@pytest.fixture
def companion(tmp_path: Path) -> Companion:
    return Companion(tmp_path / "games.db")


def test_in_a_dealt_game_a_machine_moves_by_itself(companion: Companion) -> None:
    companion("new", "atlantis", "Ann", "Bot:greedy", "--seed", "5", "--cards", "dealt")
    said = companion("move", "1:C")
    assert said[0] == "1. Ann: 1:C"
    assert any(line.startswith("2. Bot: ") for line in said)
    assert said[-1].startswith("Ann to move.")


def test_a_machine_that_begins_is_let_move(companion: Companion) -> None:
    companion("new", "circles", "Bot:random", "Ann")
    assert companion("show")[-1] == "Bot is a bot (random); companion move --bot plays its turn."
    assert companion("move", "--bot")[0].startswith("1. Bot: ")
    assert companion("move", "--bot", status=2) == [
        "It is Ann's turn, not a bot's; companion move --leave NAME:steady seats one"
    ]


def test_a_hand_that_only_the_table_knows_is_asked_for(companion: Companion) -> None:
    companion("new", "atlantis", "Ann", "Bot:greedy", "--seed", "5")
    asked = ["What does Bot hold? Type its cards, such as FFOH.", "  companion move --bot WHAT"]
    assert companion("move", "1:H")[-2:] == asked
    assert companion("move", "--bot") == asked
    assert companion("move", "--bot", "FFO", status=1)[0].startswith("stuck.hand: Bot holds 5 cards")
    assert companion("move", "--bot", "nonsense", status=2) == ["'nonsense'; expected a hand, letters of F O H A R S C"]
    said = companion("move", "--bot", "FFOHR")
    assert said[0].startswith("2. Bot: ")
    assert set(said[0].split(":")[-1].split()[0]) <= set("FOHR")


def test_a_hand_is_told_once_as_long_as_nothing_unseen_comes_to_it(companion: Companion) -> None:
    """Three cards are drawn from the deck, unseen; then Bot acts, and acts again by what it has left."""
    companion("new", "gods", "Bot:greedy", "Ann", "--seed", "4")
    companion("move", "draw deck / draw deck / draw deck")
    assert companion("move", "--bot")[0] == "What does Bot hold? Type its cards, such as BGRY."
    said = companion("move", "--bot", "BBGRRR")
    made = [line for line in said if line.split()[1:2] == ["Bot:"]]
    assert [line.split(".")[0] for line in made] == [str(number) for number in range(4, 4 + len(made))]
    assert len(made) > 1


def test_a_card_that_comes_to_a_hand_unseen_is_told_alone(companion: Companion, tmp_path: Path) -> None:
    """Bot migrates, which takes the deck's top card: what it holds besides need not be told again."""
    companion("new", "gods", "Bot:greedy", "Ann", "--seed", "4")
    companion("move", "draw deck / draw deck / draw deck")
    said = companion("move", "--bot", "GGRYYY")
    assert said[-3].endswith(" migrate")
    assert said[-2:] == ["What does Bot hold? Type its cards, such as BGRY.", "  companion move --bot GGY?"]
    with Store(tmp_path / "games.db") as store:
        table = open_game(store)
        assert make(table, "", "GGY?").knows == "GGY?"
        with pytest.raises(IllegalMove, match="Bot holds 4 cards; 2 told"):
            make(table, "BB", "GGY?")
        assert make(table, "b", "GGY?", most=1).changes


def test_dice_and_what_comes_up_are_asked_for(companion: Companion) -> None:
    companion("new", "escape", "Bot:greedy", "Cy:greedy")
    for _ in range(24):
        said = companion("move", "--bot")
        if said[-1] == "  companion move --bot WHAT":
            break
    assert said[-3].split(".")[1].startswith(" Bot: sink ")
    piece = said[-3].split()[-1]
    assert said[-2] == f"What came up under {piece}?"
    assert companion("move", "--bot", "crab", status=2)
    assert companion("move", "--bot") == said[-2:]
    said = companion("move", "--bot", "shark")
    assert said[0].endswith(" Bot: reveal shark")
    assert said[-2] == "Roll the dice for Bot. What do they show? Type it, such as shark 2."
    assert companion("move", "--bot", "crab", "9", status=1)
    said = companion("move", "--bot", "shark", "2")
    assert said[0].endswith(" Bot: roll shark 2")
    assert " Bot: roll " in said[1]


def test_a_hint_is_the_own_seats(companion: Companion) -> None:
    companion("new", "atlantis", "Ann", "Bob", "--seed", "5", "--cards", "dealt")
    assert companion("hint", status=2) == ["This needs Ann's hand: companion hint --as Ann"]
    assert companion("hint", "--as", "Bob", status=2) == ["It is Ann's turn."]
    said = companion("hint", "--as", "Ann")
    assert said[0] == "For Ann, by games played on from here:"
    assert len(said) == 4
    found = json.loads("\n".join(companion("hint", "--as", "Ann", "--json")))
    assert found["player"] == "Ann"
    assert all(0 <= each["win"] <= 1 and each["why"] for each in found["hints"])
    assert [each["turn"] for each in found["hints"]] == [line.split()[2] for line in said[1:]]
    for each in found["hints"]:
        companion("move", "--as", "Ann", each["turn"])
        companion("undo")


def test_hints_that_come_to_the_same_say_so(companion: Companion) -> None:
    """At the start of Escape nearly every place is as good."""
    companion("new", "escape", "Ann", "Bob", "--seed", "5", "--pieces", "dealt", "--dice", "dealt")
    said = companion("hint", "--as", "Ann")
    assert len({line.split()[0] for line in said[1:]}) == 1
    assert said[0] == "For Ann, as good as each other by games played on from here:"


def test_a_machine_goes_on_for_who_left(companion: Companion) -> None:
    companion("new", "circles", "Ann", "Bob")
    assert companion("move", "--leave", "Bob:strong", status=2) == [
        "--leave Bob:strong; expected one of random, greedy, steady"
    ]
    assert companion("move", "--leave", "bob:random")[0] == "Bob leaves, and a bot plays on (random)."
    assert any(line.startswith("2. Bob: ") for line in companion("move", "-"))
    assert companion("note")[-1].split() == ["bots", "2", "random"]
    record = "\n".join(companion("export"))
    assert "  bots: 2 random" in record
    file = companion.store.with_suffix(".yaml")
    file.write_text(record)
    companion("import", str(file))
    assert companion("note")[-1].split() == ["bots", "2", "random"]


def test_enter_alone_lets_a_machine_move_at_the_prompt(companion: Companion) -> None:
    companion("new", "circles", "Bot:random", "Ann")
    said = companion("play", lines=("", "bot", "-", "quit"))
    told = [line for line in said if line.split()[:2] in (["1.", "Bot:"], ["2.", "Ann:"], ["3.", "Bot:"])]
    assert [line[:2] for line in told] == ["1.", "2.", "3."]
    assert any("bot; expected a bot's turn; Ann is to move" in line for line in said), said


def test_machines_are_told_when_a_game_is_asked_for(companion: Companion) -> None:
    companion("play", "--new", lines=("circles", "Ann, Bot:greedy", "", "", "", "quit"))
    assert companion("note")[-1].split() == ["bots", "2", "greedy"]


def test_of_machines_alone_each_moves_once(companion: Companion) -> None:
    companion("new", "circles", "Bot:random", "Cy:random", "Di:random")
    assert [line.split()[0] for line in companion("move", "--bot") if ": " in line][:3] == ["1.", "2.", "3."]
    assert companion("log")[-1].split()[0] == "3"
