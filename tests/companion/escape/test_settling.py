"""A described end: scored by who is ashore, every fault with its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cases import cases

from companion import games
from companion.record.replay import final
from specs.base.errors import SpecError

PAGE = Path(__file__).parents[3] / "docs" / "rules" / "escape.md"
GAME = games.Game("escape")
HEAD = "game: escape\nplayers: [{name: Ann, colour: red}, {name: Bob, colour: blue}]\n"


def test_the_example_of_the_page() -> None:
    example = re.search(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert example
    _, state = final(example[1].encode(), "end.yaml")
    result = GAME.settle(state)
    assert [standing.score for standing in result.standings] == [3, 3]
    assert result.winners == (0, 1)
    assert result.standings[0].lines == ("3 ashore: 3 on A1", "2 not ashore, 7 lost")
    assert result.standings[1].lines == ("3 ashore: 1 on A1, 2 on M13", "2 not ashore, 7 lost")
    facts = GAME.facts(state)
    assert facts["pieces"] == {"G7": "m"}
    assert facts["boats"] == {"C5": "bb", "K9": ""}
    assert facts["creatures"] == {"C7": ["dolphin", "shark"]}


def test_whoever_is_ashore_is_enough() -> None:
    _, state = final((HEAD + "coral: {A13: rr}\n").encode(), "end.yaml")
    assert GAME.settle(state).winners == (0,)
    assert GAME.facts(state)["pieces"] == {}


@cases
def test_faults(rest: str, fault: str) -> None:
    with pytest.raises(SpecError) as error:
        final((HEAD + rest + "\n").encode(), "end.yaml")
    [found] = error.value.faults
    assert str(found).startswith(fault)
