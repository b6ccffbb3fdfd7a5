"""A described end: scored by who is ashore, every fault with its place."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion import games
from companion.games.escape.setup import Ended
from companion.games.escape.texts import CREATURES
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


@pytest.mark.parametrize(
    ("rest", "fault"),
    [
        ("coral: {B1: r}", "end.yaml:3:13: coral on B1, sea; expected a Coral Island"),
        ("coral: {Z1: r}", "end.yaml:3:13: hex 'Z1'; expected a hex of the board, A1 to M13"),
        ("coral: {A1: g}", "end.yaml:3:13: 'g'; expected letters of rb, such as rr"),
        ("coral: [A1]", "end.yaml:3:8: coral: a list of 1; expected hexes with what is on them, such as {A1: rrb}"),
        ("boats: {A2: r}", "end.yaml:3:13: boats on A2, reef; expected a sea hex"),
        ("pieces: {A3: l}", "end.yaml:3:14: A3, sea; expected a hex of the island"),
        ("pieces: {G7: l}", "end.yaml:3:14: 'l'; expected m, for mountain"),
        ("creatures: {C7: [kraken]}", f"end.yaml:3:18: 'kraken'; expected one of {', '.join(CREATURES)}"),
        ("coral: {A1: rrrrrrr, M1: rrrrrr}", "end.yaml:2:11: 13 Atlanteans of Ann; expected at most 12"),
        ("figures: 3", f"end.yaml:3:1: unknown key 'figures'; expected one of {', '.join(Ended.__struct_fields__)}"),
    ],
)
def test_faults(rest: str, fault: str) -> None:
    with pytest.raises(SpecError) as error:
        final((HEAD + rest + "\n").encode(), "end.yaml")
    assert [str(one) for one in error.value.faults] == [fault]
