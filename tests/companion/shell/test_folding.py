"""Lists of turns made short say every turn still, and no other."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hypothesis import given, strategies as st

from companion.cli.folding import folded

FIRST = st.sampled_from(["1:F", "2:FO", "buy", "draw"])
ENDS = st.sampled_from(
    ["", "bridge 3", "bridge 13", "bridge 27", "bridge 27 pay F4", "bridge 3 pay F4", "pay 2c", "B>G"]
)
TURNS = st.lists(st.builds(lambda first, end: f"{first} {end}".rstrip(), FIRST, ENDS), unique=True)


def unfolded(lines: list[str]) -> Iterator[str]:
    """Each turn of such lines, read as a player does."""
    for line in lines:
        first, _, rest = line.partition(" ")
        ways = rest.split("| ") if rest.startswith("| ") else rest.split(" | ")
        for way in [part for each in ways for part in each.split(" | ")]:
            numbers = re.search(r"\d+(?:, \d+)+", way)
            for number in numbers[0].split(", ") if numbers else [""]:
                told = way.replace(numbers[0], number) if numbers else way
                yield f"{first} {told.strip()}".rstrip()


@given(TURNS)
def test_every_turn_can_be_read_off(turns: list[str]) -> None:
    assert sorted(unfolded(folded(turns))) == sorted(turns)


def test_what_differs_in_a_number_is_gathered_and_nothing_else() -> None:
    turns = ["1:F", "1:F bridge 3", "1:F bridge 27", "1:F pay F4", "1:F pay O5", "1:O bridge 3", "1:F bridge 3 pay F4"]
    assert folded(turns) == ["1:F | bridge 3, 27 | pay F4 | pay O5 | bridge 3 pay F4", "1:O bridge 3"]
