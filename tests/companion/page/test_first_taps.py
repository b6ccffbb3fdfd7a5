"""What a new player taps first on each game's first screen: it leads on, or the page says what lies there."""

from __future__ import annotations

from typing import Any

import pytest

from companion import Game
from companion.page.live import Live, Spot

# what is tapped, a place or a `card `; and what the page says lies there, if no turn begins with it
FIRST = {
    "atlantis": (("9", ""), ("card F", ""), ("atlantis", ""), ("27", "Space 27: water."), ("1", "Space 1: crown 2")),
    "gods": (("row B", ""), ("deck", ""), ("region B", "The blue region, order token "), ("B", "The blue region")),
    "escape": (("D5", ""), ("A3", "A3: open sea."), ("C5", "C5: open sea, a boat")),
    "circles": (("e11", ""), ("a1", "a1: empty."), ("i10", "i10: ")),
}


@pytest.mark.parametrize("game", FIRST)
def test_a_first_tap_leads_on_or_the_page_says_what_lies_there(game: str) -> None:
    dealt = {option.name: "dealt" for option in Game(game).setup_options if "dealt" in option.choices}
    live = Live(Game(game).new("Ann", "Bob", seed=42, **dealt))
    found: Any = live.follow(0, Spot(), "", "", tapped=True)
    offered = [*found["choices"], *found["near"], *found["then"]]
    lit = {choice["place"] for choice in offered} | {f"card {choice['card']}" for choice in offered}
    for tapped, says in FIRST[game]:
        assert (tapped in lit) == (not says), tapped
        if says:
            there: Any = live.where(0, Spot(), tapped)
            assert there["found"]
            assert there["sentences"][0].startswith(says)
