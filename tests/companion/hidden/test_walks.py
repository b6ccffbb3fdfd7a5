"""Nobody learns what they may not see: two games that a seat cannot tell apart answer everything alike, to the byte."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from often import times

from .surfaces import Pages
from .walks import Walk
from .worlds import KINDS

ANSWERS = times(18, 400)  # compared in each case

CASES = [  # in the quick tier of each kind by turns anybody, or one of its players
    pytest.param(kind, who, marks=[] if number % 3 == n else pytest.mark.deep, id=f"{kind}-{who}")
    for number, (kind, (_, _, players)) in enumerate(KINDS.items())
    for n, who in enumerate(("", *players, *["Bob"] * (len(players) < 2)))
    if who in ("", *players)
]


def walked(folder: Path, pages: Pages, kind: str, who: str, answers: int) -> Counter[str]:
    """Pairs until so many answers were compared: a walk ends where what all may read tells its two games apart."""
    asked: Counter[str] = Counter()
    while asked["page"] + asked["command"] < answers:
        place = folder / str(asked["pairs"])
        place.mkdir()
        asked += Walk(place, pages, kind, who, asked["pairs"]).go(min(40, answers))
        asked["pairs"] += 1
        assert asked["pairs"] < answers, "pairs that differ at once"
    return asked


@pytest.mark.parametrize(("kind", "who"), CASES)
def test_two_games_that_differ_in_what_is_hidden_are_told_alike(
    kind: str, who: str, tmp_path: Path, pages: Pages
) -> None:
    asked = walked(tmp_path, pages, kind, who, ANSWERS)
    print(f"\n{kind}, seen by {who or 'anybody'}: {dict(asked)}")
    assert min(asked["page"], asked["command"]) >= ANSWERS // 12
