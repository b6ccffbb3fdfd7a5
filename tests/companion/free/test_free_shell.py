"""A game of one's own from the command line: begun by its file, kept with what is needed of it, a record like any."""

from __future__ import annotations

import io
import re
import shutil
from pathlib import Path

import pytest
from cases import cases

from companion.cli.main import run
from companion.club.outcomes import outcomes
from companion.games import Game, names
from companion.table.store import Store

HERE = Path(__file__).parent


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copy(HERE / "market.yaml", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_DB", str(tmp_path / "games.db"))
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *words: str, status: int = 0) -> str:
    capsys.readouterr()
    assert run(words) == status, capsys.readouterr()
    out, err = capsys.readouterr()
    return out + err


def test_a_game_is_played_from_its_file_to_its_record(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Ann to move." in said(capsys, "new", "market.yaml", "Ann", "Bob", "Cy", "--seed", "7", "--cards", "dealt")
    assert "market: blue-1 gold-8 red-8 blue-8" in said(capsys, "show")
    assert "1. Ann: buy blue-1" in said(capsys, "move", "buy", "blue-1")
    refused = said(capsys, "move", "buy", "gold-8", status=1)
    assert "count.low: coins: Bob has 3, not 5" in refused
    assert "is nowhere there" in said(capsys, "move", "take", "gold-9", status=1)
    said(capsys, "move", "coins", "-3")
    assert "no such option: --bd" in said(capsys, "move", "coins", "--bd", status=2)
    assert "Taken back: 2. coins -3" in said(capsys, "undo")
    assert "Everyone has seen green-5 on market since." in said(capsys, "undo")
    said(capsys, "undo", "--redo")
    record = said(capsys, "export", "--as", "referee")
    assert "spec:\n  file: market.yaml\n  edition: 2\n  kit: " in record
    (folder / "game.yaml").write_text(record, encoding="utf-8")
    assert "1 turn, all legal" in said(capsys, "import", "--check", "game.yaml")
    assert "Ann: 1 point" in said(capsys, "settle", "--as", "referee")
    assert '"market"' in said(capsys, "show", "--json")


def test_what_is_done_to_the_file_changes_no_game_in_play(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "new", "market.yaml", "Ann", "Bob", "--seed", "7", "--cards", "dealt")
    said(capsys, "move", "rest")
    record = said(capsys, "export", "--as", "referee")
    (folder / "game.yaml").write_text(record, encoding="utf-8")
    file = folder / "market.yaml"
    file.write_text(
        file.read_text(encoding="utf-8").replace('edition: "2"', 'edition: "3"').replace("coins +2", "coins +9")
    )
    assert "2. Bob: rest" in said(capsys, "move", "rest")
    assert "Bob: score 0, coins 5" in said(capsys, "show")
    told = said(capsys, "import", "--check", "game.yaml", status=2)
    assert "of another edition" in told
    assert "game.yaml:" in told
    lines = [line for line in record.splitlines() if "kit:" not in line]
    (folder / "game.yaml").write_text("\n".join(lines), encoding="utf-8")
    assert "1 turn, all legal" in said(capsys, "import", "--check", "game.yaml")
    assert "Ann is called Anna" in said(capsys, "amend", "--rename", "Ann", "Anna")
    file.unlink()
    assert "3. Anna: rest" in said(capsys, "move", "rest")
    assert "no 'market.yaml'" in said(capsys, "import", "--check", "game.yaml", status=2)


@cases
def test_what_cannot_begin_is_told(
    folder: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    assert told in said(capsys, "new", *words, status=2)


def test_a_spec_whose_table_is_wrong_begins_no_game(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "market.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("goes: {take: shelf}", "goes: {take: shlf}"))
    assert "market.yaml:23:16: unknown zone 'shlf'" in said(capsys, "new", "market.yaml", "Ann", "Bob", status=2)
    file.write_text(file.read_text(encoding="utf-8").replace("limit: 8", "lay: hex, size: 99999"))
    assert "a radius from 1 to 17" in said(capsys, "new", "market.yaml", "Ann", "Bob", status=2)


@cases
def test_a_record_says_which_spec_it_is_bound_to(
    folder: Path, capsys: pytest.CaptureFixture[str], spec: str, told: str
) -> None:
    record = f"game: free\n{spec}\nplayers: [Ann, Bob]\nsetup: {{seed: 7}}\nmoves: []\n"
    (folder / "game.yaml").write_text(record, encoding="utf-8")
    assert told in said(capsys, "import", "--check", "game.yaml", status=2)


def test_no_game_is_begun_by_the_name_of_the_one_that_plays_any() -> None:
    assert "free" not in names()
    assert Game("atlantis").spec is None


def test_a_hand_that_is_not_told_may_hold_whatever_nobody_sees(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(HERE / "tricks.yaml", folder)
    said(capsys, "new", "tricks.yaml", "Ann", "Bob", "Cy", "Dee")
    said(capsys, "move", "play", "sun-9")
    assert "piece.elsewhere: sun-9 lies at trick" in said(capsys, "move", "play", "sun-9", status=1)
    said(capsys, "move", "play", "hand.1")
    assert "trick: sun-9 ?cards" in said(capsys, "show")
    said(capsys, "move", "found", "sun-4", "in", "trick.2")
    assert "trick: sun-9 sun-4" in said(capsys, "show")
    said(capsys, "move", "play", "sun-5", "/", "play", "sun-6", "/", "wins", "Ann")
    assert "Ann: score 0\n    hand: 8×?cards\n    won: 4×?cards" in said(capsys, "show")


def test_a_game_is_listed_found_and_counted_by_its_title(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Game 1: Market, Ann, Bob" in said(capsys, "new", "market.yaml", "Ann", "Bob", "--seed", "7")
    assert "companion new market.yaml PLAYER" in said(capsys, "new", "market.yaml", status=2)
    said(capsys, "move", "score", "+4")
    said(capsys, "move", "end")
    assert " Market " in said(capsys, "list", "--of", "market")
    told = said(capsys, "stats")
    assert "Market" in told
    assert "left out" not in told


def test_at_the_end_hands_lie_open_and_piles_do_not(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "new", "market.yaml", "Ann", "Bob", "--seed", "7", "--cards", "dealt")
    said(capsys, "move", "draw", "2")
    assert "hand: 2×?cards" in said(capsys, "show")
    said(capsys, "move", "end")
    assert "deck: 34×?cards" in said(capsys, "show")
    assert "hand: green-5 red-10" in said(capsys, "show")


@cases
def test_what_needs_opponents_says_that_there_are_none(
    folder: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...]
) -> None:
    said(capsys, "new", "market.yaml", "Ann", "Bob", "--seed", "7", "--cards", "dealt")
    said(capsys, "move", "buy", "blue-1")
    capsys.readouterr()
    assert run(words) in (1, 2)
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_strength_that_a_game_of_ones_own_has_not_is_told_by_its_title(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for strength in ("steady", "random"):
        told = said(capsys, "new", "market.yaml", "Ann", f"Bot:{strength}", status=2)
        assert f"a {strength} opponent in Market; expected people: no rules say how to play it" in told


def test_a_list_of_turns_shows_how_each_word_goes_on(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, "new", "market.yaml", "Ann", "Bob", "--seed", "7", "--cards", "dealt")
    told = said(capsys, "moves", "--as", "Ann")
    assert "\nbuy\n  buy blue-1" in told
    assert "\ntake\n  take blue-1 | gold-8" in told
    assert "take discard" not in told
    assert "\ndeal\n  deal deck..." in told


def test_a_title_of_several_lines_is_listed_on_one(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (folder / "market.yaml").read_text(encoding="utf-8")
    (folder / "fair.yaml").write_text(
        text.replace("title: Market", r'title: "Fair\n\e[31m \t of\ngoods"'), encoding="utf-8"
    )
    assert r"Game 1: Fair \x1b[31m of goods, Ann, Bob" in said(capsys, "new", "fair.yaml", "Ann", "Bob")
    assert len(said(capsys, "list").splitlines()) == 1


def test_at_the_prompt_a_word_of_the_game_is_no_command_where_something_stands_behind_it(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`score` is the running score, `score +3` a turn; the board has what all of it comes to."""
    monkeypatch.setattr("sys.stdin", io.StringIO("buy blue-1\nscore +3 longest road\nscore\nnext\nquit\n"))
    said(capsys, "new", "market.yaml", "Ann", "Bob", "--seed", "7", "--cards", "dealt")
    told = said(capsys, "play")
    assert "2. Bob: score +3 longest road" in told
    assert "Points after each turn:" in told
    assert re.findall(r"\w+: score.*", told)[-2:] == ["Ann: score 1, coins 2", "Bob: score 3, coins 3"]


def test_two_files_of_one_name_are_two_games_and_one_that_moved_or_changed_is_the_same(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def begun(file: Path) -> None:
        said(capsys, "new", str(file), "Ann", "Bob", "Cy", "--seed", "7")

    def kinds() -> list[str]:
        with Store(folder / "games.db") as store:
            return [one.kind for one in outcomes(store)[0]]

    mine, theirs = folder / "market.yaml", folder / "theirs" / "market.yaml"
    theirs.parent.mkdir()
    begun(mine)
    shutil.copy(mine, theirs)
    begun(theirs)
    title = kinds()[0]
    assert kinds() == [title, title], "a copy"
    theirs.write_text(mine.read_text(encoding="utf-8").replace("gold", "salt"), encoding="utf-8")
    begun(theirs)
    assert kinds() == [title] * 3, "which was changed later"
    (folder / "other").mkdir()
    other = folder / "other" / "market.yaml"
    other.write_text(mine.read_text(encoding="utf-8").replace("gold", "corn"), encoding="utf-8")
    begun(other)
    assert kinds() == [f"{title} ({theirs})"] * 3 + [f"{title} ({other})"]
    assert "4 not over" in said(capsys, "stats", "--of", title)
