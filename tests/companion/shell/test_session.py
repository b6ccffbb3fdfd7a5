"""The prompt beside other windows and other games: what went on meanwhile, what is shown after a line, where one is."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from often import tiers
from records import whole

import companion.cli.main
from companion.cli.prompt.session import Session
from companion.cli.terminal import lowered
from companion.contract.values import Span
from companion.games import Game, names
from companion.record.bots import fill
from companion.record.starting import new
from companion.table.look import Look
from companion.table.store import Store
from companion.table.stored import StoreError

from .conftest import RECORDS, Companion

Typed = str | Callable[[], object]
Play = Callable[..., str]


@pytest.fixture
def db(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def elsewhere(db: Path) -> Callable[..., int]:
    """Another window."""
    return lambda *words: companion.cli.main.run(["--db", str(db), *words])


@pytest.fixture
def play(db: Path, capsys: pytest.CaptureFixture[str]) -> Play:
    """Types lines at a prompt, and does what is no line before the next answer; what was shown."""

    def typed(*lines: Typed, who: str = "") -> str:
        given: Iterator[Typed] = iter(lines)

        def ask(_: Look, label: str) -> str:
            for line in given:
                if isinstance(line, str):
                    return line
                line()
            return ""

        session = Session(db, 1, who, ask)
        for _ in range(sum(isinstance(line, str) for line in lines)):
            session.where()
            session.do(session.ask(session.look, ""))
        session.where()
        said = capsys.readouterr()
        return said.out + said.err

    return typed


@pytest.fixture
def atlantis(db: Path) -> None:
    with Store(db, create=True) as store:
        new(store, "atlantis", ["Ann", "Bob"], seed=42)


def test_a_bots_draw_is_typed_with_the_card_that_turns_up_and_then_only_what_it_drew(db: Path, play: Play) -> None:
    with Store(db, create=True) as store:
        fill(new(store, "gods", ["Ann", "Bob"], seed=3), 0, "greedy")
    said = play("bgy", "r-y", "r")
    assert said.count("What does Ann hold?") == 1
    assert "1. Ann takes the red card of the open row  (draw R>Y)\n" in said
    assert said.count("What did Ann draw? Type that alone, or all it holds.") == 1
    assert said.count("-CARD. Type that with what is turned up.") == 2  # the second draw, too


@pytest.mark.usefixtures("atlantis")
class TestMeanwhile:
    def test_a_line_meant_for_an_earlier_position_is_not_entered(
        self, play: Play, elsewhere: Callable[..., int]
    ) -> None:
        said = play(lambda: elsewhere("move", "1:H"), "1:H")
        assert "Meanwhile:\n   1  Ann  1:H\n" in said
        assert "You typed that before this was known, so it was not entered." in said
        assert "2. Bob" not in said
        assert "Bob to move" in said

    def test_a_seat_that_waited_is_judged_on_the_new_position(self, play: Play, elsewhere: Callable[..., int]) -> None:
        said = play(lambda: elsewhere("move", "1:H"), "1:O", who="Bob")
        assert "Meanwhile:\n   1  Ann  1:H\n" in said
        assert "2. Bob walks" in said

    def test_a_note_changes_nothing_of_what_is_meant(self, play: Play, elsewhere: Callable[..., int]) -> None:
        said = play(lambda: elsewhere("note", "tea"), "1:H")
        assert "Meanwhile:\n      note  tea\n" in said
        assert "1. Ann walks" in said

    def test_neither_undo_nor_amend_takes_what_was_not_seen(self, play: Play, elsewhere: Callable[..., int]) -> None:
        for line in ("undo", "amend 1 1:O"):
            said = play("1:H", lambda: elsewhere("move", "1:O"), line, "undo 0")
            assert said.count("was not entered") == 1
            assert "Taken back: 2. 1:O" in said

    def test_it_is_told_also_where_nothing_is_judged(self, play: Play, elsewhere: Callable[..., int]) -> None:
        said = play(lambda: elsewhere("move", "1:H"), "show")
        assert "Meanwhile:\n   1  Ann  1:H\n" in said
        assert "was not entered" not in said

    def test_a_game_that_is_gone_is_one_line(self, play: Play, elsewhere: Callable[..., int]) -> None:
        with pytest.raises(StoreError, match=r"Game 1 was deleted meanwhile\."):
            play("1:H", lambda: elsewhere("list", "--delete", "1", "--yes"), "1:O")


def test_who_draws_within_a_turn_is_shown_the_hand_and_what_was_drawn(db: Path, play: Play) -> None:
    with Store(db, create=True) as store:
        new(store, "gods", ["Ann", "Bob"], seed=7, options={"cards": "dealt"})
    assert "draws from the deck  (draw deck)\nAnn's hand: GRYY. New: Y.\n" in play("deck", who="Ann")
    assert "Ann's hand" not in play("undo", "deck", who="Bob")


# ---- what is shown --------------------------------------------------------------------------------


def test_a_board_that_is_too_high_leaves_out_what_says_nothing_of_the_position() -> None:
    """Empty lines first, then what marks mean, then rows with nothing on them; a row of sea is dim too and stays."""
    sea, gap, nothing, legend = [Span("A1", "on_sea white dim")], [Span(" ")], [Span(". .", "dim")], [Span("#", "dim")]
    board = [sea, gap, nothing, sea, legend]
    assert lowered(board, 5) == board
    assert lowered(board, 4) == [sea, nothing, sea, legend]
    assert lowered(board, 3) == [sea, nothing, sea]
    assert lowered(board, 2) == [sea, sea]
    assert not lowered(board, 1)


def test_a_whole_turn_on_a_line_is_told_above_the_board_where_a_screen_has_no_room_for_both(
    play: Play, elsewhere: Callable[..., int]
) -> None:
    """Four play Gods: their temples alone are 16 rows. One ply that tells much leaves the board out instead."""
    file = RECORDS / "gods-4-hidden-sides.yaml"
    assert elsewhere("import", str(file)) == elsewhere("undo", "0") == 0
    turn = [step.text for step in whole(file).steps[:8]]
    assert "Taken back" in play("show")
    said = play(" / ".join(turn)).partition("1. Ann ")[2]
    assert said.index("8. Ann ") < said.index("open row  B") < said.index("Bob to move")
    assert "show shows" not in said
    assert said[said.index("open row  B") :].count("\n") < ROWS


def test_help_fits_a_screen_in_every_game_and_so_do_its_topics(companion: Companion) -> None:
    for name in names():
        assert companion("new", name, "Ann", "Bob", *(["--seed", "42"] if name != "circles" else [])).status == 0
        topics = ("", *Game(name).folder.help, "rules", "commands")
        said = companion("play", stdin="".join(f"?{topic}\n" for topic in topics) + "quit\n").out
        answers = re.split(r"^(?:\w+)> ", said, flags=re.M)[1:-1]
        assert len(answers) == len(topics)
        for answer in answers:
            assert sum(-(-len(line) // 78) or 1 for line in answer.splitlines()) < ROWS, answer


# ---- whole games, typed by a process that reads nothing but its input ---------------------------------


ROWS = 24
PLAYED = tiers(["atlantis-4-hidden", "circles-3-players-cancel", "gods-2-dealt"], ["escape-2-dealt"])


@pytest.mark.parametrize("name", PLAYED)
def test_a_whole_game_is_played_at_the_prompt_on_a_screen_of_24_rows(companion: Companion, name: str) -> None:
    """What was recorded is typed, line by line: the game comes out the same, and from one prompt to the next there are
    no more rows than a screen has. Only the end may be longer, which is read once."""
    source = RECORDS / f"{name}.yaml"
    assert companion("import", str(source)).status == 0
    turns = [entry for entry in json.loads(companion("log", "--json").out)["entries"] if entry["kind"] == "turn"]
    assert companion("undo", "0").status == 0
    typed = [f"stood {entry['text']}" if "rule" in entry else entry["text"] for entry in turns if entry["kept"]]
    if name.endswith("-dealt"):  # what came up under a piece of Escape and its dice, which nobody types
        typed = [text for text in typed if not re.match("reveal |roll [a-z]+ ", text)]
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
