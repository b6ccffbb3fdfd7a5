"""Hands on the page: printed faces with their names, on their own seat's page alone; one that cannot be is refused."""

from __future__ import annotations

from collections import Counter
from functools import cache
from urllib.parse import parse_qs, urlsplit

import pytest
from cases import cases

from companion import Game
from companion.contract.faults import IllegalMove, SyntaxFault
from companion.games import names
from companion.page.live import Live, Spot
from companion.page.seats import TABLE
from companion.table.journal import Journal
from companion.table.table import Table
from specs.load import load

from .conftest import PHONE, Opened, Served

HELD = [name for name in names() if Game(name).has_hands]
OPEN = [name for name in names() if not Game(name).has_hands]

KEPT = "Object.entries(localStorage).filter(([name]) => name.startsWith('hand')).map(([, hand]) => hand)"


@cache
def live(game: str, cards: str) -> Live:
    """A game that is looked at, and stays as it is."""
    return Live(Game(game).new("Ann", "Bob", seed=42, cards=cards))


# ---- what is told of them ------------------------------------------------------------------------


@pytest.mark.parametrize("game", HELD)
def test_every_card_a_hand_can_hold_has_a_name_and_its_printed_face(game: str) -> None:
    table = live(game, "dealt").table
    kinds = table.game.cards(load(game))
    told = {kind.letter for kind in kinds}
    assert len(told) == len({kind.name for kind in kinds}) == len(kinds)
    assert {letter for seat in (0, 1) for letter in table.game.hand(table.state, seat)} <= told
    assert all(kind.piece is not None for kind in kinds)
    assert len({kind["face"]["faces"] for kind in live(game, "dealt").kinds}) == len(kinds), "each another"


@pytest.mark.parametrize("game", HELD)
def test_what_a_hand_can_hold_is_told_alike_to_every_seat(game: str) -> None:
    """A page fetches all of these faces, so what it fetches tells nothing of any hand."""
    at = live(game, "dealt")
    first, second = (at.view(seat, Spot())["hand"] for seat in (0, 1))
    assert first["kinds"] == second["kinds"]
    assert first["cards"] != second["cards"]
    assert [at.view(place, Spot())["hand"] for place in (None, TABLE)] == [None, None]


@pytest.mark.parametrize("game", OPEN)
def test_a_game_without_hands_shows_none(game: str) -> None:
    at = Live(Game(game).new("Ann", "Bob", seed=42))
    assert [at.view(place, Spot())["hand"] for place in (0, 1, TABLE, None)] == [None] * 4


def test_an_empty_hand_is_not_shown() -> None:
    table = live("atlantis", "dealt").table
    state = table.state
    empty = state.state._replace(hands=((0,) * 8, state.state.hands[1]))
    line = table.game.text(state._replace(state=empty))
    at = Live(Table(None, table.stored._replace(start=line, position=line), table.play.to(Journal(line))))
    assert at.view(0, Spot())["hand"] is None
    assert at.view(1, Spot())["hand"] is not None


@cases
def test_a_hand_that_cannot_be_is_refused_by_its_rule(told: str, rule: str, why: str) -> None:
    hand = live("atlantis", "hidden").view(0, Spot(), told)["hand"]
    assert (hand["rule"], hand["fault"]) == (rule, why)


def test_a_hand_is_held_to_what_has_been_seen_also_while_another_plays() -> None:
    """Fifteen of each item: who is not to move cannot tell the sixteenth either."""
    at = live("atlantis", "hidden")
    hand = at.view(1, Spot(), "FFFF")["hand"]
    assert (hand["rule"], hand["fault"]) == ("stuck.hand", "Bob holds 5 cards; 4 shown")
    assert at.view(1, Spot(), "FFFFF")["hand"]["fault"] == ""
    gods = live("gods", "hidden")
    assert gods.view(1, Spot(), "BBBBBBBBBBB")["hand"]["rule"] == "card.unavailable"


@pytest.mark.parametrize("game", HELD)
def test_a_hand_is_assumed_of_the_player_named(game: str) -> None:
    known, hidden = live(game, "dealt").table, live(game, "hidden").table
    for player in (0, 1):
        held = known.game.hand(known.state, player)
        told = hidden.game.assume(hidden.look(player).seen, held, player)
        assert Counter(hidden.game.hand(told, player)) == Counter(held)
        assert set(hidden.game.hand(told, 1 - player)) <= {"?"}
        with pytest.raises((SyntaxFault, IllegalMove)):
            hidden.game.assume(hidden.look(player).seen, held + held[0], player)


# ---- in a browser --------------------------------------------------------------------------------


def test_a_dealt_hand_is_on_its_own_phone_as_faces_with_names(dealt: Served, browse: Opened) -> None:
    asked: dict[str, set[str]] = {"Ann": set(), "Bob": set()}
    for name, names_of in asked.items():
        page = browse(dealt.seat(name), PHONE, quiet=True)
        page.locator("#hand .cards li .face use").first.wait_for(state="attached")
        hand = dealt.view(name)["hand"]
        called = {kind["letter"]: kind["name"] for kind in hand["kinds"]}
        for url in page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)"):
            names_of.update(parse_qs(urlsplit(url).query).get("name", []))
        held = Counter(called[letter] for letter in hand["cards"])
        shown = page.locator("#hand .cards li span").all_inner_texts()
        assert shown == [f"{held[n]} × {n}" if held[n] > 1 else n for n in called.values() if held[n]]
        assert page.evaluate("[...document.querySelectorAll('#hand use')].every(u => u.getBBox().width > 1)")
    assert asked["Ann"] == asked["Bob"] != set(), "what is fetched tells nothing of a hand"
    table = browse(dealt.table)
    assert table.locator("#hand").is_hidden()
    assert table.locator("#entry").is_hidden(), "the table sees no hand, so it enters no turn"


def test_a_hand_told_to_a_phone_stays_there(hidden: Served, browse: Opened) -> None:
    ann = browse(hidden.seat("Ann"), PHONE)
    sent: list[str] = []
    ann.on("request", lambda request: sent.append(request.url))
    ann.click("#tell")
    for name in ("flag", "flag", "olive"):
        ann.get_by_role("button", name=f"One more: {name}").click()
    ann.get_by_role("button", name="Keep").click()
    ann.locator("[role=alert]", has_text="Ann holds 4 cards; 3 shown").wait_for()
    assert ann.evaluate(KEPT) == [], "what cannot be is not kept"
    ann.get_by_role("button", name="One more: helmet").click()
    ann.get_by_role("button", name="Keep").click()
    ann.locator("#hand .cards li").nth(2).wait_for()
    assert ann.locator("#hand .cards li span").all_inner_texts() == ["2 × flag", "olive", "helmet"]
    assert ann.evaluate(KEPT) == ["FFOH"]
    assert not [url for url in sent if "FFO" in url], "in no address, which logs keep"
    ann.reload()
    ann.locator("#hand .cards li").nth(2).wait_for()
