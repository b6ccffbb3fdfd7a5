"""Whose turn and the entry, on a phone and by keyboard: taps count once, focus stays, nothing needless is shown."""

from __future__ import annotations

from typing import Any

import pytest
from browsing import accessible

from .conftest import PHONE, STEADY, Opened, Servers

GODS = ("gods", "Ann", "Bob", "--seed", "3", "--cards", "dealt")
ESCAPE = ("escape", "Ann", "Bob", "--seed", "1", "--pieces", "dealt", "--dice", "dealt")


TWICE = """(text) => new Promise((tapped) => {
    const button = () => document.querySelector(`.choices [data-text="${text}"]`);
    button().click();
    button().click();
    new MutationObserver((_, watch) => {
        if (!button()?.matches("[aria-pressed]")) return;
        watch.disconnect();
        button().click();
        tapped();
    }).observe(document.querySelector(".choices"), {subtree: true, childList: true, attributes: true});
})"""  # at once, and before anything else happens when the page takes the first tap


def ply(page: Any, number: int) -> None:
    """Wait until the page knows of so many turns."""
    page.wait_for_function("n => document.querySelectorAll('#log li').length === n", arg=number)


def test_a_final_choice_is_entered_by_a_second_tap_and_never_by_a_double_tap(servers: Servers, browse: Opened) -> None:
    served = servers.start(*ESCAPE)
    ann = browse(served.seat("Ann"), PHONE, has_touch=True)
    ann.locator(STEADY).wait_for()
    ann.evaluate(TWICE, "place D6")
    ann.locator(STEADY).wait_for()
    assert served.view()["plies"] == 0, "a double tap is one tap"
    ann.click(".choices [data-text='place D7']")
    ann.locator(".choices [data-text='place D7'][aria-pressed=true]").wait_for()
    ann.locator(STEADY).wait_for()
    assert ann.input_value("#line") == "place D7", "another takes its place"
    ann.reload()
    ann.locator("#enter.ready").wait_for()
    assert ann.input_value("#line") == "place D7", "a reload keeps what was tapped"
    ann.locator(STEADY).wait_for()
    ann.click(".choices [data-text='place D7']")
    ply(ann, 1)
    assert served.view()["did"]["text"] == "place D7"
    ann.reload()
    ann.locator("body[data-place=seat]").wait_for()
    assert ann.input_value("#line") == "", "but not in another position"


def test_the_keyboard_alone_plays_a_turn_and_its_focus_stays(servers: Servers, browse: Opened) -> None:
    """From choice to choice, and once a turn is entered, to the next ply's; the last leads to whose turn it is."""
    served = servers.start(*GODS)
    ann = browse(served.seat("Ann"))
    ann.locator(STEADY).wait_for()
    ann.fill("#line", "dekc")
    ann.locator("#hint", has_text="'dekc'; expected").wait_for()
    ann.click("#enter")
    ann.get_by_role("button", name="Enter draw deck").wait_for()
    ann.fill("#line", "")
    ann.locator(STEADY).wait_for()
    ann.focus("#line")
    while ann.evaluate("document.activeElement.dataset.text") != "draw deck":
        ann.keyboard.press("Tab")
    for number in (1, 2, 3):
        ann.keyboard.press("Enter")
        ann.locator(".choices [aria-pressed=true]:focus").wait_for()
        ann.locator(STEADY).wait_for()
        ann.keyboard.press("Enter")
        ply(ann, number)
        ann.locator(".choices :focus").wait_for()
        ann.locator(STEADY).wait_for()
        while number < 3 and ann.evaluate("document.activeElement.dataset.text") != "draw deck":
            ann.keyboard.press("Tab")
    assert ann.title() == "Your turn · Atlantis: Island of Gods"


@pytest.mark.parametrize("game", [GODS, ESCAPE], ids=["gods", "escape"])
def test_a_newcomer_is_shown_no_field_that_the_picture_shows(
    game: tuple[str, ...], servers: Servers, browse: Opened
) -> None:
    """Nor how a turn is typed, before anything is typed; and the table in words is as wide as its card."""
    ann = browse(servers.start(*game).seat("Ann"), PHONE)
    ann.locator(STEADY).wait_for()
    shown = ann.inner_text("#people")
    assert not any(word in shown for word in ("none", ":", "pieces", "phase", "marker"))
    how = servers.running[0].view("Ann")["asked"]["how"]
    assert how
    assert how not in ann.inner_text("#dock")
    ann.focus("#line")
    assert how in ann.inner_text("#dock")
    ann.click(".words summary")
    ann.locator(".words li").first.wait_for()
    assert ann.locator(".words li").first.inner_text().startswith("Ann")
    assert ann.evaluate("(list => list.scrollWidth <= list.clientWidth)(document.querySelector('.words ul'))")


@pytest.mark.deep
def test_axe_finds_nothing_in_the_midst_of_a_turn(servers: Servers, browse: Opened) -> None:
    """Held upright and sideways, light and dark: what can go on, the table in words, somebody else's turn."""
    served = servers.start(*GODS)
    ann, bob = browse(served.seat("Ann"), PHONE), browse(served.seat("Bob"), PHONE)
    ann.locator(STEADY).wait_for()
    ann.click(".choices [data-text='draw deck']")
    ann.locator(STEADY).wait_for()
    ann.click("#back")
    ann.locator(".choices [data-text='draw deck / draw deck / draw deck']").wait_for()  # as before, several at once
    ann.locator(STEADY).wait_for()
    for text in ("draw deck", "draw deck / draw deck"):
        ann.click(f".choices [data-text='{text}']")
        ann.locator(f".choices [aria-pressed][data-text='{text}']").wait_for()
        ann.locator(STEADY).wait_for()
    for across, down in (PHONE, PHONE[::-1]):
        ann.set_viewport_size({"width": across, "height": down})
        accessible(ann)
    ann.click("#enter")
    ply(bob, 2)
    bob.click(".words summary")
    accessible(bob)
