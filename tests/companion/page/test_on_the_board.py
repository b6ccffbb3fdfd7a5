"""A turn played on the board of a phone: what is lit, what is drawn before it is played, and that nothing jumps."""

from __future__ import annotations

from typing import Any

import pytest

from companion import Game
from companion.games import names
from companion.page.answer import Posted
from companion.page.deeds import enter
from companion.page.live import WIDTHS, Live, Spot
from companion.page.tapping import played

from .conftest import DEALT, PHONE, Opened, Servers

SHIFTS = """() => { window.shifted = 0; new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value;
    }).observe({ type: "layout-shift", buffered: true }); }"""
STANDS = ".choices:not([data-new])"


def tap(page: Any, place: str) -> None:
    page.locator(STANDS).wait_for(state="attached")
    box = page.locator(f'.target[data-place="{place}"] .reach').bounding_box()
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def test_two_taps_play_a_turn_and_another_place_changes_it(servers: Servers, browse: Opened) -> None:
    served = servers.start(*DEALT)
    ann = browse(served.seat("Ann"), PHONE, listed=False)
    ann.evaluate(SHIFTS)
    assert ann.locator("#line").is_hidden(), "a turn is typed only by who wants to"
    picture = served.view("Ann", "?wide=390")["picture"]
    left, top, wide, high = picture["places"]["1"]
    ann.locator(STANDS).wait_for(state="attached")
    svg = ann.locator(".frame > svg").bounding_box()
    scale = svg["width"] / picture["width"]
    ann.mouse.click(svg["x"] + (left + wide / 2) * scale, svg["y"] + (top + high / 2) * scale)
    ann.locator("#hint", has_text="Space 1: crown 2 on another tile. Tap what is lit.").wait_for()
    tap(ann, "9")
    ann.locator(".plan .to").first.wait_for()
    assert ann.locator(".plan .pale use").count() == 1, "the figure, where it would stand"
    assert ann.locator(".plan .way").count() == 2
    assert "walks to space 9" in ann.inner_text("#hint")
    ann.click("#back")
    ann.locator("#back").wait_for(state="hidden")
    tap(ann, "3")
    ann.locator("#hint", has_text="walks to space 3").wait_for()
    ann.click("#enter.ready")
    ann.locator(".marks .upper").first.wait_for()
    assert served.view()["did"]["says"] == "Ann walks to space 3, takes helmet 2"
    assert "Ann walks to space 3" in ann.inner_text("#dock")
    assert ann.evaluate("shifted") <= 0.05
    assert ann.locator("#hand").is_visible()


def test_a_card_of_the_hand_is_tapped_and_enlarged(servers: Servers, browse: Opened) -> None:
    ann = browse(servers.start(*DEALT).seat("Ann"), PHONE, listed=False)
    flag = ann.locator(".card[data-letter=F]")
    ann.locator(STANDS).wait_for(state="attached")
    flag.click()
    ann.locator("#hint", has_text="walks to space 3").wait_for()
    assert flag.get_attribute("aria-pressed") == "true"
    assert ann.locator(".card.live").count() == 2, "the others would change it"
    ann.locator(STANDS).wait_for(state="attached")
    flag.click()
    ann.locator("dialog .large").wait_for()


def test_a_tapped_line_goes_on_behind_what_came_to_light_and_a_typed_one_does_not() -> None:
    table, line = Game("gods").new("Ann", "Bob", seed=3, cards="dealt"), "draw B / draw deck / draw deck"
    assert [len(table.enter(line, 0).steps), len(played(table, line, 0))] == [1, 2]
    live = Live(table)
    assert enter(live, 0, Posted(text=line, tapped=True))[0] == "Ann takes the blue card of the open row"
    assert [row["says"] for row in live.log()][1:] == ["Ann draws from the deck"] * 2


@pytest.mark.parametrize("game", names())
def test_every_place_lies_on_the_picture_of_every_width(game: str) -> None:
    live = Live(Game(game).new("Ann", "Bob", seed=5))
    whole: Any = live.view(0, Spot(), width=0)["picture"]
    for width in WIDTHS:
        shown: Any = live.view(0, Spot(), width=width)["picture"]
        assert shown["places"].keys() == whole["places"].keys()
        for x, y, wide, high in shown["places"].values():
            assert min(x, y) >= -0.1
            assert x + wide <= shown["width"] + 0.1
            assert y + high <= shown["height"] + 0.1


@pytest.mark.parametrize(("width", "columns"), [(320, 5), (390, 6)])
def test_tiles_of_atlantis_are_large_enough_for_a_thumb(width: int, columns: int) -> None:
    picture: Any = Live(Game("atlantis").new("Ann", "Bob", seed=5)).view(0, Spot(), width=width)["picture"]
    places = picture["places"]
    assert places[str(columns)][1] == places["1"][1] != places[str(columns + 1)][1]
    assert places["1"][2] * picture["least"] >= 52
    assert picture["width"] * picture["least"] <= width


def test_at_the_end_nothing_jumps_and_the_sums_are_a_tap_away(servers: Servers, browse: Opened) -> None:
    served = servers.start("circles", "Ann", "Bob")
    ann = browse(served.seat("Ann"), PHONE, listed=False)
    ann.evaluate(SHIFTS)
    assert served.enter("Ann", "resign", agree=True)[0] == 200
    ann.click("#sums")
    ann.locator("#end .standings > li").first.wait_for()
    assert ann.evaluate("shifted") <= 0.05


def test_what_is_offered_beside_the_board_has_room_on_the_smallest_phone(servers: Servers, browse: Opened) -> None:
    ann = browse(servers.start("circles", "Ann", "Bob").seat("Ann"), (320, 568), listed=False)
    tap(ann, "f10")
    ann.locator("#enter.ready").wait_for()
    ann.locator(STANDS).wait_for(state="attached")
    shown = ann.locator(".choices .choice:visible").all()
    assert len(shown) > 1, "which of two stones goes there"
    assert all(each.bounding_box()["width"] >= 100 for each in shown), "its words can be read"
