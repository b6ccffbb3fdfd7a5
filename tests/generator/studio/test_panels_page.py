"""The rooms beside the faces, in a browser: sheets are planned and built, a seed is dealt, a figure stands."""

from pathlib import Path
from typing import Any

import pytest
from browsing import accessible
from cases import data, put

SPEC = data(__file__)["SPEC"]


@pytest.fixture
def port(tmp_path: Path) -> Path:
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "de.yaml").write_text("words: {'Sun {n}': 'Sonne {n}', Moon: Mond}\n", encoding="utf-8")
    return put(tmp_path / "port.yaml", SPEC)


def test_sheets_are_planned_and_built_a_seed_is_dealt_and_a_figure_stands(
    port: Path, served: str, chromium: Any
) -> None:
    wrong: list[str] = []
    page = chromium.new_context(viewport={"width": 1200, "height": 800}, reduced_motion="reduce").new_page()
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(served)
    # in another language, all of it
    page.locator("#language").select_option("de")
    page.locator('[aria-label*="Sonne 1"]').first.wait_for()
    # a figure as it is printed and as it stands, by keyboard
    page.locator('[data-component="figures"] .face').first.press("Enter")
    page.locator("#stand").press("Enter")
    page.locator(".standing > img").wait_for()
    before = page.locator(".solid").evaluate("each => each.style.transform")
    page.locator(".standing input").first.press("ArrowRight")
    assert page.locator(".solid").evaluate("each => each.style.transform") != before
    assert page.locator(".solid svg").count() == 4
    page.keyboard.press("Escape")
    # the sheets as they will be printed: a control, what comes of it, the command, a build
    page.locator("#rooms button", has_text="Sheets").click()
    page.locator("#sheets .sums b", has_text="2 sheets").wait_for()
    assert page.locator(".command code").inner_text() == "generator build port.yaml --language de"
    page.locator("#option-margin").fill("x")
    page.locator("#option-margin-wrong", has_text="'x'; expected a number of mm").wait_for()
    assert page.locator("#build").is_disabled()
    page.locator("#option-margin").fill("12")
    page.locator("#option-landscape").check()
    told = "generator build port.yaml --language de --margin 12 --landscape"
    page.locator(".command code", has_text=told).wait_for()
    page.wait_for_function("""() => {
        const all = [...document.querySelectorAll(".pages img")];
        return all.length > 1 && all.every((each) => each.naturalWidth > each.naturalHeight);
    }""")
    page.locator("#build").click()
    page.locator("#built button", has_text="port-de.pdf").wait_for(timeout=60_000)
    assert (port.parent / "output" / "port-de" / "port-de.pdf").exists()
    accessible(page)
    # what a seed deals, and another with a key, on a phone
    page.set_viewport_size({"width": 390, "height": 844})
    page.locator("#rooms button", has_text="Setup").click()
    page.locator("#setup .stacks img[src^=blob]").nth(2).wait_for()
    hands = {page.locator("#setup .stacks").inner_text()}
    assert page.locator("#setup h2").all_inner_texts() == ["Player 1"]
    assert page.locator("#seed").input_value() == "1"
    page.locator("h1").click()
    for _ in range(6):
        page.keyboard.press("s")
        page.wait_for_timeout(80)
        hands.add(str(page.locator("#setup .stacks img").evaluate_all("all => all.map((each) => each.alt)")))
    assert len(hands) > 2
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    accessible(page)
    assert wrong == []
