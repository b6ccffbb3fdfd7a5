"""The page in real browsers: what people at a table do with it, and what goes wrong there."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import accessible

from .conftest import LAPTOP, PHONE, SMALL, STEADY, TELEVISION, Opened, Served, Servers, heading, type_turn

GODS = ("gods", "Ann", "Bob", "--seed", "3")


def tap_turn(page: Any) -> str:
    """Tap whatever is offered first until the line can be entered, then enter it; the line."""
    for _ in range(20):
        page.locator(STEADY).wait_for()
        if page.locator("#enter.ready").count():
            break
        page.locator(".choices .choice").first.click()
    text = page.input_value("#line")
    page.click("#enter")
    return str(text)


# ---- a turn --------------------------------------------------------------------------------------


def test_a_turn_is_tapped_and_everybody_sees_it(hidden: Served, browse: Opened) -> None:
    ann = browse(hidden.seat("Ann"), PHONE, has_touch=True)
    bob, looker = browse(hidden.seat("Bob"), PHONE), browse(hidden.look)
    heading(ann, "Your turn")
    heading(bob, "Ann to move")
    assert bob.locator("#entry").is_hidden()
    assert looker.locator("#entry").is_hidden()
    assert looker.locator("#tools button").all_inner_texts() == ["Learn", "Rules", "Where is …"]
    text = tap_turn(ann)
    for page, said in ((bob, "Your turn"), (ann, "Bob to move"), (looker, "Bob to move")):
        heading(page, said)
        assert page.locator("#did code").inner_text() == hidden.view()["did"]["text"]
    assert text
    assert looker.locator("#people li.moving h3").inner_text().strip().lower() == "bob"
    assert bob.title() == "Your turn · Atlantis"
    assert bob.locator("#icon").get_attribute("href") == "/icon-turn.svg"
    assert ann.title() == "Bob to move · Atlantis"
    assert ann.locator("#icon").get_attribute("href") == "/icon.svg"


def test_a_place_on_the_picture_is_tapped(servers: Servers, browse: Opened) -> None:
    """What lights up leads where the choice says, and a finger can hit it."""
    served = servers.start(*GODS)
    ann = browse(served.seat("Ann"), PHONE, has_touch=True)
    ann.locator(".choices .choice").first.wait_for()
    for _ in range(4):
        if ann.locator(".target .lit").count():
            break
        ann.locator(STEADY).wait_for()
        ann.locator(".choices .choice").first.click()
        ann.locator(STEADY).wait_for()
    sizes = ann.evaluate(
        "[...document.querySelectorAll('.target .reach')].map(r => { const b = r.getBoundingClientRect();"
        " return [b.width, b.height]; })"
    )
    assert sizes
    assert min(min(size) for size in sizes) >= 43.5
    before = ann.input_value("#line")
    ann.locator(STEADY).wait_for()
    ann.locator(".target .reach").last.click(force=True)
    ann.wait_for_function(
        "text => document.getElementById('line').value !== text || document.activeElement.closest('.choices')",
        arg=before,
    )


def test_a_refusal_has_the_nearest_turn_one_tap_away(hidden: Served, browse: Opened) -> None:
    ann = browse(hidden.seat("Ann"), PHONE)
    type_turn(ann, "1:HHF")
    alert = ann.locator("[role=alert]")
    alert.locator("button").first.wait_for()
    assert "the walk ends at space 2 (H2), which is free; HF cannot follow" in alert.inner_text()
    assert "walk.ended" in alert.inner_text()
    alert.get_by_role("button", name="Enter 1:H").click()
    heading(ann, "Bob to move")
    assert hidden.view()["did"]["text"] == "1:H"


def test_what_stood_at_the_table_is_entered(hidden: Served, browse: Opened) -> None:
    ann = browse(hidden.seat("Ann"), PHONE)
    type_turn(ann, "1:HHF")
    ann.get_by_role("button", name="It stood at the table").click()
    heading(ann, "Bob to move")
    assert "It stood, though the walk ends" in ann.locator("#did").inner_text()


def menu(page: Any, tool: str) -> None:
    """Take something from a phone's menu."""
    page.click("#menu")
    page.click(tool)


def test_undo_redo_note_and_a_correction(hidden: Served, browse: Opened) -> None:
    ann, bob = browse(hidden.seat("Ann"), PHONE), browse(hidden.seat("Bob"), PHONE)
    type_turn(ann, "1:H")
    heading(bob, "Your turn")
    menu(bob, "#undo")
    ann.locator("#around", has_text="Bob asks to take back: 1. Ann").wait_for()
    ann.locator("#around").get_by_role("button", name="It stays").click()
    ann.locator("#around .card-of").wait_for(state="detached")
    menu(bob, "#undo")
    ann.locator("#around").get_by_role("button", name="Take it back").click()
    heading(ann, "Your turn")
    bob.locator("#around", has_text="Ann took back: 1. Ann").wait_for()
    bob.locator("#spoken", has_text="Ann took back: 1. ").wait_for(state="attached")
    menu(ann, "#redo")
    heading(bob, "Your turn")
    menu(ann, "#note")
    ann.fill("#asked", "Bob is <b>late</b>")
    ann.get_by_role("button", name="Write it down").click()
    ann.locator("#log summary").click()
    ann.locator("#log li.note", has_text="Bob is <b>late</b>").wait_for()
    ann.locator("#log").get_by_role("button", name="Correct").click()
    ann.fill("#asked", "1:O")
    ann.get_by_role("button", name="Correct it").click()
    ann.locator("#did code", has_text="1:O").wait_for()
    assert hidden.view()["did"]["text"] == "1:O"


# ---- faults --------------------------------------------------------------------------------------


def test_a_phone_that_slept_catches_up(hidden: Served, browse: Opened) -> None:
    bob = browse(hidden.seat("Bob"), PHONE, quiet=True)
    bob.context.set_offline(True)
    bob.route("**/api/events*", lambda route: route.abort())  # what sleep kills without a word
    assert hidden.enter("Ann", "1:H")[0] == 200
    bob.context.set_offline(False)
    bob.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    heading(bob, "Your turn")


def test_of_two_who_tap_at_once_one_is_told(hidden: Served, browse: Opened) -> None:
    table = browse(hidden.table, quiet=True)
    table.route("**/api/view*", lambda route: route.abort())  # it has not seen the turn that comes now
    table.locator("#entry .opener").click()
    table.fill("#line", "1:O")
    with table.expect_event("requestfailed", lambda request: "/api/view" in request.url):
        assert hidden.enter("Ann", "1:H")[0] == 200
    table.unroute("**/api/view*")
    table.press("#line", "Enter")
    table.locator("#notice", has_text="Somebody was faster: Ann 1:H. Your own entry changed nothing.").wait_for()
    heading(table, "Bob to move")
    assert [entry["text"] for entry in hidden.view()["log"]] == ["1:H"]


def test_a_stranger_and_a_wrong_link_look_on(hidden: Served, browse: Opened) -> None:
    for url in (f"{hidden.look}seat#nonsense", f"{hidden.look}table"):
        page = browse(url)
        assert page.locator("#place").inner_text() == "watching"
        assert page.locator("#entry").is_hidden()


def test_rules_that_are_not_the_usual_ones_stand_at_the_top(servers: Servers, browse: Opened) -> None:
    agreed = ("--rule", "dolphin=bodyguard", "--rule", "end=all")
    served = servers.start("escape", "Ann", "Bob", "--seed", "1", *agreed)
    phone = browse(served.table, (360, 640))
    assert phone.locator("#place").inner_text() == "the table · special rules"
    phone.click("#menu")
    phone.click("#rules")
    assert "bodyguard (what a dolphin does" in phone.inner_text("dialog .rules > ul")
    assert phone.evaluate("document.documentElement.scrollWidth") <= 360


# ---- back and forth ------------------------------------------------------------------------------


def test_scrubber_links_and_branches_never_touch_the_game(hidden: Served, browse: Opened) -> None:
    for name, text in (("Ann", "1:H"), ("Bob", "1:O"), ("Ann", "2:O")):
        assert hidden.enter(name, text)[0] == 200
    page = browse(f"{hidden.look}?ply=1")
    heading(page, "After turn 1")
    assert page.locator("#did code").inner_text() == "1:H"
    page.get_by_role("button", name="One turn on").click()
    heading(page, "After turn 2")
    assert page.url.endswith("?ply=2")
    page.get_by_role("button", name="What if …").click()
    page.locator(".what-if").wait_for()
    type_turn(page, "3:F")
    page.locator("#did code", has_text="3:F").wait_for()
    assert "then=3%3AF" in page.url
    page.locator(STEADY).wait_for()
    type_turn(page, "1:HHHHHHH")
    page.locator("[role=alert] p").first.wait_for()
    page.reload()
    page.locator("#did code", has_text="3:F").wait_for()
    page.get_by_role("button", name="Take one back").click()
    page.locator("#did code", has_text="1:O").wait_for()
    page.get_by_role("button", name="Back to the table").click()
    heading(page, "Bob to move")
    page.keyboard.press("[")
    heading(page, "After turn 2")
    assert hidden.view()["last"] == 3


def test_what_is_typed_before_the_first_choices_come_is_kept(hidden: Served, browse: Opened) -> None:
    ann = browse(hidden.seat("Ann"))
    ann.locator(STEADY).wait_for()
    held: list[Any] = []
    ann.route("**/api/choices*", lambda route: held.append(route), times=1)  # noqa: PLW0108 - a method is no handler
    with ann.expect_request("**/api/choices*"):
        ann.reload()
    ann.fill("#line", "1:H")
    held[0].continue_()
    ann.locator("#enter.ready").wait_for()
    assert ann.input_value("#line") == "1:H"


# ---- for everyone --------------------------------------------------------------------------------


def test_with_the_keyboard_alone(hidden: Served, browse: Opened) -> None:
    ann = browse(hidden.seat("Ann"))
    ann.locator(STEADY).wait_for()
    ann.keyboard.press("Tab")
    assert ann.evaluate("document.activeElement.className") == "skip"
    ann.keyboard.press("Enter")
    for _ in range(30):
        ann.keyboard.press("Tab")
        if ann.evaluate("document.activeElement.id") == "line":
            break
    else:
        pytest.fail("no Tab leads to the line")
    ann.keyboard.type("1:H")
    ann.locator("#enter.ready").wait_for()
    ann.keyboard.press("Enter")
    heading(ann, "Bob to move")
    assert ann.locator("#spoken").inner_text() == "Turn 1: Ann walks to space 2, takes crown 2. Bob to move."


def test_who_is_about_to_type_when_the_turn_is_entered_elsewhere_sees_whose_it_is(
    hidden: Served, browse: Opened
) -> None:
    ann = browse(hidden.seat("Ann"), PHONE)
    ann.locator(STEADY).wait_for()
    ann.focus("#line")
    assert hidden.enter("Ann", "1:H")[0] == 200
    heading(ann, "Bob to move")
    ann.locator("#entry").wait_for(state="hidden")


def test_where_is(hidden: Served, browse: Opened) -> None:
    assert hidden.enter("Ann", "1:H")[0] == 200
    page = browse(hidden.look)
    page.keyboard.press("/")
    page.fill("#sought", "C2")
    page.locator(".found li", has_text="Ann has C2.").wait_for()
    assert page.locator(".found li").all_inner_texts() == ["Space 38: crown 2.", "Ann has C2."]
    page.fill("#sought", "ann")
    page.locator(".found li", has_text="Ann's figures: 1 on space 2, 2 on Atlantis, 3 on Atlantis.").wait_for()
    assert page.locator(".pointed").count() == 2, "space 2 and Atlantis are ringed"
    accessible(page)
    page.fill("#sought", "zebra")
    page.locator(".found li", has_text="The table has nothing called zebra.").wait_for()


def test_on_a_television_the_table_fills_the_screen_and_can_be_read_from_the_sofa(
    servers: Servers, browse: Opened
) -> None:
    """1920 by 1080: nothing scrolls sideways, the picture takes most of the screen, no word is smaller than 16 px."""
    for game in (("atlantis", "Ann", "Bob", "Cy", "--seed", "42"), ("escape", "Ann", "Bob")):
        page = browse(servers.start(*game).table, TELEVISION)
        page.locator("#picture svg").first.wait_for()
        across, down = TELEVISION
        assert page.evaluate("document.documentElement.scrollWidth") <= across
        box = page.locator("#picture svg").first.bounding_box()
        assert box is not None
        assert box["width"] >= 0.5 * across or box["height"] >= 0.7 * down
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= across
        assert box["y"] < down / 3, "the picture begins on the first screen"
        small = page.evaluate(
            "[...document.querySelectorAll('main *, header *')]"
            ".filter(e => e.offsetParent && !e.closest('svg'))"
            ".filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))"
            ".filter(e => parseFloat(getComputedStyle(e).fontSize) < 16)"
            ".map(e => [e.className, e.innerText.slice(0, 30), getComputedStyle(e).fontSize])"
        )
        assert small == []


def test_nothing_is_too_wide_or_too_small_for_a_finger(hidden: Served, browse: Opened) -> None:
    ann = browse(hidden.seat("Ann"), SMALL)
    ann.locator(".choices .choice").first.wait_for()
    assert ann.evaluate("document.documentElement.scrollWidth") <= SMALL[0]
    small = ann.evaluate(
        "[...document.querySelectorAll('button, input:not([type=range]), summary')].filter(e => e.offsetParent)"
        ".map(e => [e.innerText || e.id || e.outerHTML, (e.closest('label') ?? e).getBoundingClientRect()])"
        ".filter(([, b]) => b.height < 43.5 || b.width < 43.5)"
        ".map(([name]) => name)"
    )
    assert small == []


@pytest.mark.deep
def test_axe_finds_nothing(hidden: Served, browse: Opened) -> None:
    ann, table = browse(hidden.seat("Ann"), PHONE), browse(hidden.table, LAPTOP)
    table.click("#join")
    table.locator(".join svg").first.wait_for()
    accessible(table)
    type_turn(ann, "1:HHF")
    ann.locator("[role=alert] button").first.wait_for()
    accessible(ann)
    ann.get_by_role("button", name="It stood at the table").click()
    heading(ann, "Bob to move")
    ann.locator("#log summary").click()
    accessible(ann)
