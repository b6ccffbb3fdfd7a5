"""A game of one's own from the command line: `transcripts`, in a folder with the specs of two."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from at_table import Companion
from transcripts import Scenario, scenarios

from companion.club.outcomes import outcomes
from companion.games import Game, names
from companion.table.store import Store

HERE = Path(__file__).parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("market.yaml", "tricks.yaml"):
        shutil.copy(HERE / name, tmp_path)
    return tmp_path


@pytest.mark.parametrize("scenario", [*scenarios(HERE / "transcripts")])
def test_what_is_said_of_a_game_of_ones_own(scenario: Scenario, folder: Path) -> None:
    scenario.holds(Companion(folder))


def test_no_game_is_begun_by_the_name_of_the_one_that_plays_any() -> None:
    assert "free" not in names()
    assert Game("atlantis").spec is None


def test_two_files_of_one_name_are_two_games_and_one_that_moved_or_changed_is_the_same(folder: Path) -> None:
    def begun(file: str, gold: str) -> list[str]:
        text = (HERE / "market.yaml").read_text(encoding="utf-8").replace("gold", gold)
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text(text, encoding="utf-8")
        assert Companion(folder)("new", file, "Ann", "Bob", "Cy", "--seed", "7").status == 0
        with Store(folder / "games.db") as store:
            return [one.kind for one in outcomes(store)[0]]

    [title] = begun("market.yaml", "gold")
    assert begun("theirs/market.yaml", "gold") == [title, title], "a copy"
    assert begun("theirs/market.yaml", "salt") == [title] * 3, "which was changed later"
    theirs, others = (f"{title} ({folder / name / 'market.yaml'})" for name in ("theirs", "other"))
    assert begun("other/market.yaml", "corn") == [*[theirs] * 3, others]
