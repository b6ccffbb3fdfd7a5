"""A game as one file: it needs no server and no network, and tells no more than it may."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from browsing import accessible

from companion.page.assets import one_script
from specs.base.web.pages import SHARED

from .conftest import LAPTOP, PHONE, RECORDS, companion


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole game of two, everything dealt, as a file."""
    folder = tmp_path_factory.mktemp("kept")
    db, file = folder / "games.db", folder / "game.html"
    assert companion(db, "import", str(RECORDS / "atlantis-2-dealt.yaml")).status == 0
    said = companion(db, "export", "--html", str(file))
    assert (said.status, said.out) == (0, f"Exported game 1 to {file}.\n")
    return file


def facts(page: Any) -> dict[str, Any]:
    """What is in the file, unpacked as the page unpacks it."""
    script = "async () => JSON.stringify(await unpacked(document.getElementById('given').textContent))"
    source = re.search(r"async function unpacked.*?\n}\n", (SHARED / "alone.mjs").read_text(), re.DOTALL)
    assert source is not None
    found: dict[str, Any] = json.loads(page.evaluate(f"() => {{ {source[0]} return ({script})(); }}"))
    return found


def test_it_is_one_file_that_asks_for_nothing(kept: Path, chromium: Any) -> None:
    asked: list[str] = []
    complaints: list[str] = []
    page = chromium.new_context(viewport=dict(zip(("width", "height"), LAPTOP, strict=True))).new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda said: complaints.append(said.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(kept.as_uri())
    page.locator("#end .standings > li").first.wait_for()
    assert [url for url in asked if not url.startswith("data:")] == [kept.as_uri()]
    assert complaints == []
    assert page.locator("#end .won h3").inner_text().lower().startswith("ann")
    assert page.locator("#end .score b").all_inner_texts() == ["93", "72"]
    # keys, a scrubber, links to a turn
    page.keyboard.press("ArrowLeft")
    page.locator("#turn h2", has_text="After turn 36").wait_for()
    assert page.url.endswith("#36")
    assert page.locator("#end").is_hidden()
    page.keyboard.press("Home")
    page.locator("#turn h2", has_text="At the start").wait_for()
    page.goto(f"{kept.as_uri()}#25")
    page.locator("#did code", has_text="2:O pay F2").wait_for()
    page.locator("#log summary").click()
    page.locator("#log button", has_text="buy S2; 3:RR").click()
    page.locator("#turn h2", has_text="After turn 15").wait_for()
    page.context.close()


@pytest.mark.deep
def test_axe_finds_nothing_in_it(kept: Path, chromium: Any) -> None:
    size = dict(zip(("width", "height"), PHONE, strict=True))
    page = chromium.new_context(viewport=size, reduced_motion="reduce", bypass_csp=True).new_page()
    page.goto(kept.as_uri())
    page.locator("#end .standings > li").first.wait_for()
    page.locator(".chart summary").click()
    accessible(page)
    page.context.close()


def test_hands_are_in_it_once_the_game_is_over_or_for_who_asks(kept: Path, chromium: Any, tmp_path: Path) -> None:
    page = chromium.new_page()

    def known(file: Path) -> list[list[bool]]:
        page.goto(file.as_uri())
        page.locator("#turn h2").wait_for()
        return [["known" in player for player in view["players"]] for view in facts(page)["views"]]

    assert known(kept) == [[True, True]] * 38
    db = tmp_path / "games.db"
    assert companion(db, "new", "atlantis", "Ann", "Bob", "--seed", "42", "--cards", "dealt").status == 0
    assert companion(db, "move", "1:A").status == 0
    for who, expected in (("", [False, False]), ("Ann", [True, False]), ("referee", [True, True])):
        file = tmp_path / f"as-{who}.html"
        assert companion(db, "export", "--html", str(file), *(["--as", who] if who else [])).status == 0
        assert known(file) == [expected] * 2, who
    page.close()


def test_the_page_without_scripts_tells_the_game_in_words(kept: Path) -> None:
    text = kept.read_text(encoding="utf-8")
    plain = text[text.index("<noscript>") : text.index("</noscript>")]
    assert "buy S2; 3:RR" in plain
    assert "85 - 13 = 72" in plain


def test_one_script_has_every_name_once() -> None:
    """The page's modules put together share one scope."""
    for first in ("main", "keepsake"):
        script = one_script(first)
        assert "import " not in script.replace("// ", "")
        names = re.findall(r"^(?:export )?(?:async )?(?:function|class|const|let) (\w+)", script, re.MULTILINE)
        assert len(names) == len(set(names)), sorted({name for name in names if names.count(name) > 1})
