"""The free table knows what is physically possible, and the light rules of a spec."""

from functools import cache
from pathlib import Path
from typing import Any

from cases import cases

from companion.api import Game, settle
from companion.contract.position import Position
from tests.companion.ruling import rules

HERE = Path(__file__).parent
GALLERY = HERE.parents[2] / "docs" / "examples" / "gallery"


@cache
def game(spec: str) -> Game:
    folder = HERE if (HERE / f"{spec}.yaml").exists() else GALLERY
    return Game(str(folder / f"{spec}.yaml"))


def begun(spec: str, who: Any = ("Ann", "Bob"), cards: str = "dealt", seed: int | None = 7) -> Position:
    return game(spec).new(*who, seed=seed, cards=cards).state


test_rules = rules(lambda case: game(case["spec"]), begun, lambda here, expected: expected, __file__)


@cases
def test_a_described_end_is_counted(position: str, scores: list[int], winners: list[int]) -> None:
    result = settle(position, str(HERE / "end.yaml"))
    assert [standing.score for standing in result.standings] == scores
    assert list(result.winners) == winners
