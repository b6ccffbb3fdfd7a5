"""Guided first games on the page: the prompt's own scripts, told, refused and explained; and a machine seen at work."""

from __future__ import annotations

from json import dumps
from typing import Any

import pytest

from companion.games import Game
from companion.learn.learning import lessons
from companion.page.answer import Answer, Posted, read
from companion.page.drawing import Drawings
from companion.page.lessons import Lessons
from companion.page.live import Live

from .conftest import PHONE, STEADY, Opened, Servers


def texts(card: dict[str, Any]) -> str:
    return "\n".join(one["text"] for one in card["lines"])


def refused(given: Lessons, lines: list[str], text: str) -> Answer:
    with pytest.raises(Answer) as answer:
        given.step(Posted(lines=lines, text=text))
    return answer.value


@pytest.fixture
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told and asked needs no pictures, which take longest."""
    monkeypatch.setattr(Live, "drawn", lambda live, seen, width: None)


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("game", lessons())
def test_a_lesson_is_told_to_its_end_and_each_slip_is_explained(game: str) -> None:
    given, lines, told = Lessons(Game(game), Drawings()), list[str](), ""
    script, found = given.come[()].guide.lesson, given.step(Posted(lines=[]))
    while (card := found["card"])["turn"]:
        told += texts(card) + "\n"
        assert found["view"]["turn"] == 0
        if card["slip"]:
            answer = refused(given, lines, card["slip"])
            assert answer.status == 422
            assert answer.facts["explained"] == script.explained[answer.facts["rule"]]
        found = given.step(Posted(lines=lines, text=card["turn"]))
        lines = found["lines"]
    told += texts(card)
    for text in (script.opening, script.closing, *(text for part in script.parts for text in (part.tell, part.then))):
        assert all(line in told for line in text.strip().split("\n"))
    given.come = {(): given.come[()]}
    assert given.step(Posted(lines=lines))["card"] == card, "nothing is kept but the lines"
    assert refused(given, lines, "-").facts["message"] == "The lesson is over."


def test_another_legal_turn_is_not_made_and_lines_of_another_lesson_begin_anew() -> None:
    given = Lessons(Game("atlantis"), Drawings())
    answer = refused(given, [], "1:F")
    assert "the lesson needs another turn" in answer.facts["message"]
    assert answer.facts["nearest"] == "1:R"
    with pytest.raises(Answer) as other:
        given.step(Posted(lines=["e11-f12"]))
    assert other.value.status == 409
    assert given.follow(Posted(lines=["1:R"], tapped=False, typed="2"))["choices"]


@pytest.mark.parametrize("lines", [None, "1:R", [1], [""], ["x" * 401], ["1:R"] * 201, {"1:R": 1}])
def test_lines_that_are_none_are_one_answer(lines: Any) -> None:
    given = Lessons(Game("circles"), Drawings())
    with pytest.raises(Answer) as answer:
        given.step(read(dumps({"lines": lines}).encode()))
    assert answer.value.status == 400


@pytest.mark.usefixtures("undrawn")
def test_lines_cost_no_more_room_than_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.page.lessons.KEPT", 3)
    given, lines = Lessons(Game("circles"), Drawings()), list[str]()
    for _ in range(4):
        lines = given.step(Posted(lines=lines, text=given.step(Posted(lines=lines))["card"]["turn"]))["lines"]
        assert given.step(Posted(lines=lines))["lines"] == lines
    assert len(given.come) <= 5
    assert given.come[tuple(lines)].guide.number == 8


def test_a_lesson_from_the_first_page_and_a_machine_that_is_seen_to_think(servers: Servers, browse: Opened) -> None:
    served = servers.start("circles", "Ann", "Bot:steady")
    page = browse(served.seat("Ann"), PHONE)
    page.click("#menu")
    page.click("#learn")
    page.locator(".target").first.wait_for()
    assert page.locator(".target").count() == 1, "what is asked for is lit, and nothing else"
    assert page.locator("#tap").inner_text() == "Tap what is lit: Ann moves from e11 to f12."
    page.get_by_text("What it means").click()
    page.get_by_role("button", name="Try e11-g11").click()
    assert "Ann has 1 on e11" in page.locator(".refused p").first.inner_text()
    page.locator("#line").fill("e11-f12")
    page.locator("#line").press("Enter")
    page.get_by_text("Step 3 of 14").wait_for()
    page.reload()
    page.get_by_text("Step 3 of 14").wait_for()
    page.locator("#lesson").get_by_role("button", name="Back").click()
    page.get_by_text("Step 1 of 14").wait_for()
    page.locator(f"{STEADY} button").first.wait_for()
    page.click("#menu")
    page.get_by_role("button", name="To the table").click()
    page.locator("#line").fill("-")
    page.locator("#line").press("Enter")
    page.locator("#machine", has_text="Bot is thinking …").wait_for()
    thinks = page.locator("#machine")
    assert (thinks.get_attribute("role"), thinks.get_attribute("aria-live")) == ("status", "polite")
    page.get_by_role("heading", name="Your turn").wait_for()
    assert page.locator("#learn").count() == 0, "a game that is played is no time to learn"


@pytest.mark.deep
def test_a_lesson_is_learned_by_tapping_what_is_lit(servers: Servers, browse: Opened) -> None:
    """A game with a hand, whose pieces also lie behind the dock until the page shows them."""
    page = browse(f"{servers.start('gods', 'Ann', 'Bob', '--seed', '3').look}learn", PHONE, listed=False)
    for _ in range(50):
        page.locator(f"{STEADY}, #lesson:not([hidden]):not(:has(#tap))").first.wait_for(state="attached")
        if page.locator("#tap").count() == 0:
            break
        if page.locator("#enter.ready").count() and not page.locator(".refused:visible").count():
            page.click("#enter.ready")
        else:  # also where the turn is shorter than the one asked for: that one goes on
            lit = page.locator(".target .reach, .card.live, .choice.asked:visible").last
            box, dock = lit.bounding_box(), page.locator("#dock").bounding_box()
            assert lit.evaluate("(one) => one.closest('#dock') !== null") or box["y"] + box["height"] / 2 < dock["y"]
            lit.click()
        page.wait_for_timeout(250)
    assert page.locator("#tap").count() == 0, page.inner_text("#place")
