"""The page on the free table tells what runs, and the guide's toy is played by its YAML alone."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from companion.api import Game, settle
from companion.games.free.moves import MOVES
from companion.table.turns import Untaken

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
PAGE = (ROOT / "docs" / "free-table.md").read_text(encoding="utf-8")
PEBBLES = HERE / "pebbles.yaml"
YAML = re.findall(r"```yaml\n(.*?)```", PAGE, re.S)


def test_the_page_shows_the_markets_table_as_it_is() -> None:
    assert YAML[0] in (HERE / "market.yaml").read_text(encoding="utf-8")


def test_the_pages_end_is_counted_as_by_hand() -> None:
    """Ann: 4 + 1 + 2 + 3, and 6 for a set, and 2 for second most gold. Bob: 9 + 8, and 5 for most."""
    result = settle(YAML[1], str(HERE / "end.yaml"))
    assert [standing.score for standing in result.standings] == [18, 22]


def test_the_pages_first_lines_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.cli.main import run

    shutil.copy(HERE / "market.yaml", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COMPANION_DB", str(tmp_path / "games.db"))
    block = re.search(r"```sh\n(.*?)```", PAGE, re.S)
    assert block is not None
    for line in block[1].splitlines():
        assert run(line.split()[1:]) == 0, line


def test_every_word_of_turns_stands_on_the_page() -> None:
    table = PAGE.partition("## Turns")[2].partition("\n## ")[0]
    words = [kind.SAYS.split()[0].partition("|")[0] for kind in MOVES]
    assert [word for word in words if word.isalpha() and not re.search(rf"`{word}\b", table)] == []


def test_the_guides_toy_is_played_by_its_yaml_alone() -> None:
    """Of nine pebbles, 3, 2, 3 and 1 as in the guide's record: the last costs two points."""
    table = Game(str(PEBBLES)).new("Ann", "Bob")
    with pytest.raises(Untaken, match="4 pebbles, and a turn takes 3 at most"):
        table.move("draw 4")
    for line in ("draw 3", "draw 2", "draw 3", "draw"):
        table = table.move(line)
    assert table.turn is None
    assert [standing.score for standing in table.settle().standings] == [6, 1]
