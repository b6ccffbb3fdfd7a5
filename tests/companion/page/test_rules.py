"""The rules in reach from every screen, in the reader's language; they say the same to everybody."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import names
from companion.page.asking import tongue
from companion.page.drawing import rulebook
from specs.base.json_values import decoded
from specs.base.languages import speaking
from specs.load import find, load

from .conftest import DEALT, PHONE, Opened, Servers
from .test_page import accessible


def said(blocks: list[dict[str, Any]]) -> list[str]:
    """The words of blocks, those in others too."""
    found = list[str]()
    for block in blocks:
        found.append("".join(word.get("text", "") for word in block.get("words", ())))
        found += said([*block.get("blocks", ()), *(each for item in block.get("items", ()) for each in item)])
        found += said(block.get("pictures", []))
    return found


@pytest.mark.parametrize("game", names())
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_paragraph_of_the_printed_rules_is_there_with_its_pictures(game: str, language: str) -> None:
    with speaking(tongue(language)):
        found = decoded(rulebook(load(game), tongue(language)).plain, dict[str, Any])
    folder = find(game).parent / game
    text = (folder / "rules.md" if language == "en" else folder / "words" / language / "rules.md").read_text("utf-8")
    words = " ".join(said(found["blocks"]))
    for line in text.splitlines():
        plain = line.replace("*", "").lstrip("> -#0123456789.").strip()
        if plain and not plain.startswith(("<!--", "!", "[!", "|")) and not any(sign in plain for sign in "[{\\"):
            assert plain[:40] in words
    assert "{" not in words, "the examples have their figures"
    assert text.count("![") + text.count("[[") == str(found["blocks"]).count("'alt':")


def test_the_rules_open_over_the_game_the_lobby_and_the_lesson(servers: Servers, browse: Opened) -> None:
    served = servers.start(*DEALT)
    for url, menu in ((served.seat("Ann"), True), (served.lobby, False), (f"{served.look}learn", True)):
        page = browse(url, PHONE, locale="de-DE")
        if menu:
            page.click("#menu")
        page.get_by_role("button", name="Regeln", exact=True).click()
        page.locator("dialog").get_by_text("Kurz gesagt.").wait_for()
        page.locator("dialog .rules svg[role=img]").first.wait_for()
        if url == served.lobby:  # what opens is the same everywhere, and axe takes seconds for its pictures
            accessible(page)
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached")
