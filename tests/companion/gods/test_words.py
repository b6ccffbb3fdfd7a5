"""Where things are, in sentences: what somebody who cannot see the table hears of it."""

from __future__ import annotations

from companion.contract.position import Position

from .tables import GAME, Seat, table

STATE = table(Seat("RRG", "BBY", {"R": "I"}), Seat("B", "", {"Gn": "II"}), sides="B1 G2 R1 Y1")


def said(state: Position, sought: str) -> list[str]:
    return [found.sentence for found in GAME.where(state, sought) if found.sentence]


def test_a_region_tells_who_built_and_serves_there() -> None:
    told = said(STATE, "r")
    assert told[0] == "The red region, order token 1. The presence marker lies here."
    assert told[1] == "Ann in red: I, complete; the card asks for I."
    assert told[-1] == "Followers of red: none. In the area: 1 red."
    assert said(STATE, "red") == said(STATE, "red region") == said(STATE, "rn") == told
    assert "Bob on the neutral site of green: II." in said(STATE, "green")
    assert said(STATE, "blue")[-1] == "Followers of blue: Ann 2. In the area: 1 blue."


def test_a_player_by_name_is_told_of_site_by_site() -> None:
    told = said(STATE, "ann")
    assert told[0] == "Ann in red: I, complete; the card asks for I."
    assert len(told) == 5
    assert told[-1] == "Followers of Ann: 2 blue, 1 yellow."
    assert "Bob on the neutral site of green: II." in said(STATE, "bob")


def test_the_marker_the_area_and_the_deck() -> None:
    assert said(STATE, "marker") == ["The presence marker lies in the red region."]
    assert said(STATE, "area") == ["In the area lie 1 blue, 1 green, 1 red, 1 yellow."]
    assert said(STATE, "deck") == [f"The deck has {len(STATE.state.deck)} cards; 0 are discarded."]
    assert [found.place for found in GAME.where(STATE, "marker")] == ["region R"]


def test_hands_are_told_to_nobody() -> None:
    seen = GAME.seen(STATE, 1)
    for sought in ("ann", "bob", "r", "b", "g", "y", "area", "deck", "marker"):
        assert said(seen, sought) == said(STATE, sought)
