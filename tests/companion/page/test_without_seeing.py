"""The page without seeing or tapping: whole games by keyboard and by the names of buttons, and axe on every screen."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from browsing import accessible
from often import times

from companion.record.record import read, write

from .conftest import PHONE, RECORDS, STEADY, Opened, Servers

sys.path.append(str(Path(__file__).parents[3] / "benchmarks"))

import taps  # type: ignore[import-not-found]

FOCUSED = "what => document.activeElement.matches(what)"
LOGGED = "n => document.querySelectorAll('#log li').length >= n"
TURNS = times(6, 1_000)  # at the end
STEPS = 60  # presses of Tab that reach everything on the page, or of arrow keys to any lit place
# how far right and down of what has the focus an element lies, in CSS px
AWAY = """what => {
    const [from, to] = [document.activeElement, document.querySelector(what)].map((one) => one.getBoundingClientRect());
    return [to.x + to.width / 2 - from.x - from.width / 2, to.y + to.height / 2 - from.y - from.height / 2];
}"""


def element(tap: str) -> str:
    """Return the selector of what is tapped."""
    if tap == taps.ENTER:
        return "#enter.ready"
    return f'.target[data-place="{tap.removeprefix(taps.AT)}"]' if tap.startswith(taps.AT) else f'[data-text="{tap}"]'


def by_keyboard(page: Any, what: str) -> None:
    """Tab to it, or to the lit places and by arrow keys to the one that is meant; then Enter."""
    on_board = what.startswith(".target")
    for _ in range(STEPS):
        if page.evaluate(FOCUSED, ".target" if on_board else what):
            break
        page.keyboard.press("Tab")
    tried = Counter[tuple[str, str]]()
    for _ in range(STEPS if on_board else 0):
        if page.evaluate(FOCUSED, what):
            break
        here = page.evaluate("document.activeElement.dataset.place")
        right, down = page.evaluate(AWAY, what)
        ways = {"ArrowRight": right, "ArrowLeft": -right, "ArrowDown": down, "ArrowUp": -down}
        key = min(ways, key=lambda way: (tried[here, way], -ways[way]))
        tried[here, key] += 1
        page.keyboard.press(key)
    assert page.evaluate(FOCUSED, what), what
    page.keyboard.press("Enter")


def by_name(page: Any, what: str) -> None:
    """Click as a screen reader does: by a name that no other button has, and without a position."""
    found = page.locator(what)
    name = found.get_attribute("aria-label") or found.inner_text()
    page.get_by_role("button", name=name, exact=True).dispatch_event("click")


@pytest.mark.deep
def test_a_game_by_keyboard_alone_against_a_player_who_hears_names(
    servers: Servers, browse: Opened, tmp_path: Path
) -> None:
    file, begun = RECORDS / "circles-2-players.yaml", tmp_path / "begun.yaml"
    record = read(file.read_bytes(), file.name)[0]
    turns = [*taps.played(record)][-TURNS:]
    begun.write_text(write(replace(record, lines=record.lines[: len(record.lines) - len(turns)])))
    served = servers.start("import", str(begun))
    pages = [browse(served.seat(player.name), PHONE, listed=False) for player in record.players]
    ways: tuple[Callable[[Any, str], None], ...] = (by_keyboard, by_name)
    for before, plies in turns:
        page, way, logged = pages[before.turn], ways[before.turn], served.view()["last"]
        page.wait_for_function(LOGGED, arg=logged)
        for tap in taps.tapped(before, plies).taps:
            page.locator(STEADY).wait_for(state="attached")
            page.locator(element(tap)).wait_for(state="attached")
            way(page, element(tap))
        page.wait_for_function(LOGGED, arg=logged + 1)
    for page in pages:
        page.locator("#end .won").wait_for()


@pytest.mark.deep
def test_lit_places_are_one_tab_stop_and_escape_steps_back(servers: Servers, browse: Opened) -> None:
    ann = browse(servers.start("circles", "Ann", "Bob").seat("Ann"), PHONE, listed=False)
    ann.locator(STEADY).wait_for(state="attached")
    places = ann.eval_on_selector_all(".target", "all => all.map((one) => one.dataset.place)")
    ann.focus(".target[tabindex='0']")
    for key, place in (("End", places[-1]), ("Home", places[0])):
        ann.keyboard.press(key)
        assert ann.evaluate("document.activeElement.dataset.place") == place
        assert ann.locator(".target[tabindex='0']").count() == 1
    for key, empty in (("Enter", "false"), ("Escape", "true")):
        ann.keyboard.press(key)
        ann.wait_for_function(f"(document.getElementById('line').value === '') === {empty}")
        ann.locator(STEADY).wait_for(state="attached")
        assert ann.evaluate(FOCUSED, ".target"), "the focus stays on the board"


@pytest.mark.deep
def test_axe_finds_nothing_in_any_language_from_the_lobby_to_the_end(servers: Servers, browse: Opened) -> None:
    served = servers.start("circles", "Ann", "Bob")
    lobby = browse(served.lobby, PHONE, locale="de-DE")
    lobby.locator(".lobby button").first.wait_for()
    accessible(lobby)
    learn = browse(f"{served.look}learn", PHONE, locale="it-IT", listed=False)
    learn.locator(".target").first.wait_for(state="attached")
    accessible(learn)
    ann = browse(served.seat("Ann"), PHONE, locale="pl-PL", listed=False)
    ann.locator(".target").first.wait_for(state="attached")
    accessible(ann)
    ann.click("#menu")
    ann.click("#rules")
    ann.locator("dialog .rules h3").first.wait_for()
    accessible(ann)
    bob = browse(served.seat("Bob"), PHONE, locale="de-DE", listed=False)
    assert served.enter("Ann", "resign", agree=True)[0] == 200
    bob.locator("#end .won").wait_for()
    accessible(bob)
