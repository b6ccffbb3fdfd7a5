"""The page in the language of each device: what its modules and its server say, and who reads what."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest
from cases import cases
from starlette.requests import Request

from companion import Game, games
from companion.page import app, assets, deeds
from companion.page.answer import Answer, Posted
from companion.page.around import Around
from companion.page.assets import STATIC, in_language
from companion.page.deeds import before
from companion.page.live import Live, Spot
from companion.page.seats import Seats
from companion.page.shown import in_sentences
from companion.table.look import PUBLIC
from specs.base.languages import Tongue, speaking
from specs.base.web.pages import SAID, SHARED

from .conftest import PHONE, Opened, Served, heading, type_turn

sys.path.insert(0, str(Path(__file__).parents[3] / "languages"))
import catalogues

STUDIO = Path(__file__).parents[3] / "generator" / "studio" / "static"
MODULES = sorted(file for folder in (SHARED, STATIC, STUDIO) for file in folder.glob("*.mjs"))
CALL = re.compile(r"(?<!function )\b(?:say|sayParts|sayMany|sayManyParts)\(")


class Marked(Tongue):
    """A language of one's own: every template between marks."""

    def __init__(self) -> None:
        self.language = "xx"

    def find(self, context: str, one: str, many: str, n: int) -> str:
        return f"⟦{many if many and n != 1 else one}⟧"


@pytest.mark.parametrize("file", MODULES, ids=lambda file: f"{file.parts[-4]}-{file.stem}")
def test_all_that_a_module_says_is_found_for_translators(file: Path) -> None:
    source = re.sub(r"^\s*//.*$", "", file.read_text(), flags=re.MULTILINE)
    assert len(list(catalogues.of_page(file))) == len(CALL.findall(source))


@pytest.mark.parametrize("folder", [STATIC, STUDIO], ids=["table", "studio"])
def test_the_page_itself_says_nothing_else_before_its_modules_run(folder: Path) -> None:
    shell = (folder / "index.html").read_text()
    left = re.sub(r"<[^>]*>", "\n", SAID.sub("", shell[shell.index("<body>") :]))
    assert left.split() == ["Tideline"]


def test_the_page_comes_in_a_language_with_all_its_modules_say(monkeypatch: pytest.MonkeyPatch) -> None:
    words = {"forms": {"one": 0, "other": 1}, "words": {"Tools": "Werkzeug <&>", "Close": "</script>"}}
    monkeypatch.setattr(assets, "text", lambda name: json.dumps(words))
    shell = in_language((STATIC / "index.html").read_text(), "he")
    assert '<html lang="he" dir="rtl">' in shell
    assert 'aria-label="Werkzeug &lt;&amp;&gt;"' in shell
    script = re.findall(r'<script type="application/json" id="words">(.*?)</script>', shell)
    assert [json.loads(each) for each in script] == [words]


def test_english_is_in_the_modules_and_nothing_else_is_sent_for_it() -> None:
    shell = (STATIC / "index.html").read_text()
    assert in_language(shell, "en") == shell


# ---- who reads what ------------------------------------------------------------------------------


@cases
def test_a_device_reads_what_was_chosen_on_it_or_else_what_it_accepts(accepts: str, cookie: str, read: str) -> None:
    headers = [(b"accept-language", accepts.encode()), (b"cookie", cookie.encode())]
    assert app.language(Request({"type": "http", "headers": headers})) == read


def test_what_a_seat_is_shown_and_told_is_in_the_language_it_reads() -> None:
    live = Live(Game("atlantis").new("Ann", "Bob", seed=42))
    deeds.enter(live, 0, Posted(text="1:H"))
    english, words = live.view(PUBLIC, Spot()), in_sentences(live.at(PUBLIC, Spot()))
    with speaking(Marked()):
        view = live.view(1, Spot())
        assert (view["heading"], view["labels"]["cards"]) == ("⟦Bob to move⟧", "⟦cards⟧")
        assert "⟦" in "".join(in_sentences(live.at(PUBLIC, Spot())))
        told = [line for deed in (deeds.note, deeds.undo, deeds.redo) for line in deed(live, 0, Posted(text="Tea"))]
        assert [line for line in told if not line.startswith("⟦")] == []
        with pytest.raises(Answer, match=r"^⟦Not entered: .*⟧$"):
            before(live, 99, lambda _: [])
        with pytest.raises(Answer, match=r"^⟦There is no turn 7; the last is 1.⟧$"):
            live.view(1, Spot(7))
    assert in_sentences(live.at(PUBLIC, Spot())) == words, "what was kept is of one language"
    assert live.view(PUBLIC, Spot(1))["heading"] == english["heading"]


def test_those_who_look_on_in_two_languages_are_each_sent_their_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "tongue", lambda language: Marked() if language == "xx" else None)
    page = app.Page(lambda: live, Around(Seats("", ()), lambda *_: Seats("", ())), None)  # type: ignore[arg-type]
    live = page.live = Live(Game("atlantis").new("Ann", "Bob", seed=42))
    _, views = page.news(-1, ("en", "xx", "en"))
    assert {language: json.loads(view.plain)["heading"] for language, view in views.items()} == {
        "en": "Ann to move",
        "xx": "⟦Ann to move⟧",
    }


@pytest.mark.parametrize("name", [name for name in games.names() if games.Game(name).labels])
def test_what_the_page_shows_of_players_has_a_name_for_translators(name: str) -> None:
    game, told = Game(name), {"name", "colour", "score"}
    table = game.new("Ann", "Bob", seed=1)
    shown = {key for player in game.facts(table.state)["players"] for key in player} - told
    assert shown <= game.labels.keys() | {"known"}


# ---- in a browser --------------------------------------------------------------------------------


def test_two_seats_play_and_are_refused_each_in_its_own_language(hidden: Served, browse: Opened) -> None:
    ann, bob = browse(hidden.seat("Ann"), PHONE), browse(hidden.seat("Bob"), PHONE, locale="de-AT")

    assert [page.evaluate("document.documentElement.lang") for page in (ann, bob)] == ["en", "de"]
    heading(ann, "Your turn")
    heading(bob, "Am Zug: Ann")
    type_turn(ann, "buy S1; 1:H")
    ann.locator("[role=alert]", has_text="Ann cannot give up S1; Ann has no tiles").wait_for()
    type_turn(ann, "1:H")
    heading(bob, "Du bist am Zug")
    assert bob.locator("#enter").inner_text().lower() == "spielen"
    type_turn(bob, "buy S1; 1:H")
    bob.locator("[role=alert]", has_text="Bob kann S1 nicht abgeben; Bob hat keine Plättchen").wait_for()
    type_turn(bob, "1:O")
    heading(ann, "Your turn")
    heading(bob, "Am Zug: Ann")
    bob.locator("#device summary").click()
    bob.select_option("#language", "en")
    heading(bob, "Ann to move")
