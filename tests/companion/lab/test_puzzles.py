"""Puzzles: made where one turn is clearly best, told as a seat sees them, answered by what is as good."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from cases import cases
from records import RECORDS, recorded

from companion.cli.main import run
from companion.lab import puzzles as made
from companion.lab.players import Eyes
from companion.lab.puzzles import Puzzle, judged, puzzles, read, write
from companion.lab.review import made_by
from specs.base.errors import SpecError

DEALT = {"atlantis": "atlantis-2-dealt", "circles": "circles-2-players", "escape": "escape-2-dealt",
         "gods": "gods-2-dealt"}  # fmt: skip


@pytest.fixture
def slip(tmp_path: Path) -> Path:
    """Ann's last turn of a game of Seven Circles: she moved f12-e11, and two pieces left were lost."""
    table = recorded("circles-2-players", 38)
    file = tmp_path / "slip.yaml"
    file.write_text(write(Puzzle(Eyes(table.game, table.state, 0), "f12-e12", "Turn 25")), encoding="utf-8")
    return file


@pytest.mark.parametrize("game", DEALT)
def test_a_puzzle_of_every_game_reads_back_and_its_best_turn_is_right(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(made, "ANSWERED", 0)
    table = recorded(DEALT[game], 20)
    eyes = Eyes(table.game, table.state, table.turn or 0)
    best = eyes.line(eyes.bots.candidates(eyes.sample(Random(1)), Random(1), 1)[0])
    puzzle = Puzzle(eyes, best, "Turn 21: a try")
    back = read(write(puzzle).encode(), "a.yaml")
    assert (back.eyes.seen, back.eyes.player, back.best, back.of) == (eyes.seen, eyes.player, best, puzzle.of)
    assert back.eyes.seen == table.game.seen(back.eyes.seen, eyes.player), "it holds what its seat sees"
    found, _ = judged(back, best)
    assert found.right
    assert found.worth == found.most


def test_puzzles_of_a_game_are_positions_in_which_the_rest_is_clearly_worse() -> None:
    table = recorded("circles-2-players", 39)
    one = made_by(table, [], 1)[-1]._replace(playouts=160)
    found = made.clearly_best(one)
    assert found is not None
    assert found[0] >= made.CLEAR
    assert found[1] == "f12-e12"
    assert made.clearly_best(made_by(table, [], 1)[0]._replace(playouts=160)) is None, (
        "the first turn has many good ways"
    )


def test_of_a_game_at_most_so_many_are_made_the_same_by_any_number_of_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(made, "made_by", lambda *given: made_by(*given)[-1:])
    table = recorded("circles-2-players", 39)
    found = puzzles(table, count=1, playouts=200)
    assert [(each.best, each.of) for each in found] == [("f12-e12", "Turn 39 of Ann, Bob")]
    again = puzzles(table, count=1, playouts=200, jobs=2)
    assert list(map(write, again)) == list(map(write, found))


def test_an_answer_is_right_where_it_is_as_good_as_the_best(slip: Path) -> None:
    puzzle = read(slip.read_bytes(), "slip.yaml")
    assert not judged(puzzle, "f12-e11")[0].right
    assert judged(puzzle, "f12-e12 / -")[0].right, "of several plies the first is judged"
    same = Puzzle(puzzle.eyes, "f12-e11", "")
    assert judged(same, "f12-e12")[0].right, "a better turn than the one that was found is right too"


@cases
def test_a_file_at_fault_is_told_with_its_place(slip: Path, found: str, changed: str, said: str) -> None:
    text = slip.read_text(encoding="utf-8")
    assert found in text
    with pytest.raises(SpecError) as refused:
        read(text.replace(found, changed, 1).encode(), "a.yaml")
    assert str(refused.value.faults[0]).startswith(said)


def test_what_is_written_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], slip: Path
) -> None:
    one = read(slip.read_bytes(), "slip.yaml")
    monkeypatch.setattr("companion.cli.evening.review.find_puzzles", lambda *_, **__: [one])
    record, folder = RECORDS[0].with_name("circles-2-players.yaml"), tmp_path / "made"
    assert run(["review", str(record), "--puzzles", "--out", str(folder)]) == 0
    assert f"Written: {folder / 'circles-1.yaml'}" in capsys.readouterr().out
    assert (folder / "circles-1.yaml").read_bytes() == slip.read_bytes()
    assert run(["review", str(record), "--puzzles", "--out", str(folder)]) == 2
    monkeypatch.setattr("companion.cli.evening.review.find_puzzles", lambda *_, **__: [])
    assert run(["review", str(record), "--puzzles", "--out", str(folder), "--force"]) == 0
    assert "In no position was one turn clearly better" in capsys.readouterr().out
