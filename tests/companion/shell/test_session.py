"""The prompt beside other windows and other games: what went on meanwhile, what is shown after a line, where one is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import companion.cli
from companion.commands.session import Session
from companion.look import Look
from companion.starting import new
from companion.store import Store

from .conftest import ROOT, Companion

Typed = str | Callable[[], object]
Play = Callable[..., str]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def elsewhere(db: Path) -> Callable[..., int]:
    """Another window."""
    return lambda *words: companion.cli.run(["--db", str(db), *words])


@pytest.fixture
def play(db: Path, capsys: pytest.CaptureFixture[str]) -> Play:
    """Types lines at a prompt, and does what is no line before the next answer; what was shown."""

    def typed(*lines: Typed, who: str = "") -> str:
        given: Iterator[Typed] = iter(lines)

        def ask(_: Look) -> str:
            for line in given:
                if isinstance(line, str):
                    return line
                line()
            return ""

        session = Session(db, 1, who, ask)
        for _ in range(sum(isinstance(line, str) for line in lines)):
            session.where()
            session.do(session.ask(session.look))
        session.where()
        said = capsys.readouterr()
        return said.out + said.err

    return typed


@pytest.fixture
def atlantis(db: Path) -> None:
    with Store(db, create=True) as store:
        new(store, "atlantis", ["Ann", "Bob"], seed=42)


@pytest.mark.usefixtures("atlantis")
class TestMeanwhile:
    def test_a_line_meant_for_an_earlier_position_is_not_entered(
        self, play: Play, elsewhere: Callable[..., int]
    ) -> None:
        said = play(lambda: elsewhere("move", "1:H"), "1:H")
        assert "Meanwhile:\n   1  Ann  1:H\n" in said
        assert "What you typed was meant before that, and was not entered." in said
        assert "2. Bob" not in said
        assert "Bob to move" in said

    def test_a_seat_that_waited_is_judged_on_the_new_position(self, play: Play, elsewhere: Callable[..., int]) -> None:
        said = play(lambda: elsewhere("move", "1:H"), "1:O", who="Bob")
        assert "Meanwhile:\n   1  Ann  1:H\n" in said
        assert "2. Bob: 1:O" in said

    def test_a_note_changes_nothing_of_what_is_meant(self, play: Play, elsewhere: Callable[..., int]) -> None:
        said = play(lambda: elsewhere("note", "tea"), "1:H")
        assert "Meanwhile:\n      note  tea\n" in said
        assert "1. Ann: 1:H" in said

    def test_neither_undo_nor_amend_takes_what_was_not_seen(self, play: Play, elsewhere: Callable[..., int]) -> None:
        for line in ("undo", "amend 1 1:O"):
            said = play("1:H", lambda: elsewhere("move", "1:O"), line, "undo 0")
            assert said.count("was not entered") == 1
            assert "Taken back: 2. 1:O" in said

    def test_it_is_told_also_where_nothing_is_judged(self, play: Play, elsewhere: Callable[..., int]) -> None:
        said = play(lambda: elsewhere("move", "1:H"), "show")
        assert "Meanwhile:\n   1  Ann  1:H\n" in said
        assert "was not entered" not in said

    def test_a_game_that_is_gone_is_one_line(self, companion: Companion) -> None:
        assert companion("new", "pebbles", "A", "B", "--pile", "5").status == 0
        done = companion("play", stdin="1\nnew pebbles Cy Di --pile 3\nuse 1\nuse 9\nquit\n")
        assert done.status == 0
        assert "No game 9 in " in done.err


# ---- what is shown --------------------------------------------------------------------------------


def test_the_board_comes_with_a_new_turn_and_not_with_each_action(db: Path, play: Play) -> None:
    with Store(db, create=True) as store:
        new(store, "gods", ["Ann", "Bob"], seed=42, options={"cards": "dealt"})
    draws = play("draw deck", "draw deck")
    assert "area" not in draws
    assert "2. Ann: draw deck" in draws
    assert "area" in play("show")
    assert "area" in play("undo turn")


def test_a_whole_turn_is_taken_back_and_put_back(db: Path, play: Play) -> None:
    with Store(db, create=True) as store:
        new(store, "gods", ["Ann", "Bob"], seed=42, options={"cards": "dealt"})
    said = play("draw deck / draw deck / draw deck", "undo turn", "redo turn", "undo tern")
    assert [line for line in said.splitlines() if line.startswith("Taken back")] == [
        f"Taken back: {n}. draw deck" for n in (3, 2, 1)
    ]
    assert [line for line in said.splitlines() if line.startswith("Put back")] == [
        f"Put back: {n}. draw deck" for n in (1, 2, 3)
    ]
    assert "undo 'tern'; expected the number of a turn, such as undo 3, or undo turn" in said


# ---- whole games, typed by a process that reads nothing but its input ---------------------------------


PLAYED = ("atlantis-4-hidden", "circles-3-players-cancel", "escape-2-dealt", "gods-4-hidden-sides")
ROWS = 24


@pytest.mark.parametrize("name", PLAYED)
def test_a_whole_game_is_played_at_the_prompt_on_a_screen_of_24_rows(companion: Companion, name: str) -> None:
    """What was recorded is typed, line by line: the game comes out the same, and from one prompt to the next there are
    no more rows than a screen has. Only the end may be longer, which is read once."""
    source = ROOT / "tests" / "records" / f"{name}.yaml"
    assert companion("import", str(source)).status == 0
    turns = [entry for entry in json.loads(companion("log", "--json").out)["entries"] if entry["kind"] == "turn"]
    assert companion("undo", "0").status == 0
    typed = [f"stood {entry['text']}" if "rule" in entry else entry["text"] for entry in turns if entry["kept"]]
    done = companion("play", "--as", "referee", stdin="\n".join([*typed, ""]))
    answers = re.split(r"^(?:\w+)> ", done.out, flags=re.M)
    assert len(answers) == len(typed) + 2
    assert max(answer.count("\n") for answer in answers[:-2]) < ROWS
    assert "(show shows the board.)" not in done.out[: done.out.rindex(answers[-2])]
    log = json.loads(companion("log", "--json").out)["entries"]
    again = [entry for entry in log if entry["kind"] == "turn" and entry["kept"]]
    assert [(entry["text"], entry.get("rule")) for entry in again] == [
        (entry["text"], entry.get("rule")) for entry in turns if entry["kept"]
    ]
