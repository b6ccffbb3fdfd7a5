"""Every room of the site: a game is designed and taken home, work without end is ended, a newer build is offered, and
the words are the reader's."""

from __future__ import annotations

import json
import shutil
from http.server import ThreadingHTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest
from browsing import accessible

from .conftest import MAKE, OWN, READY, standing

pytestmark = pytest.mark.timeout(600)


@pytest.mark.deep
def test_a_game_is_designed_and_taken_home_without_a_network(page: Any, tmp_path: Path) -> None:
    shutil.make_archive(str(tmp_path / "deck"), "zip", OWN)
    page.context.set_offline(True)
    page.goto(page.url.rpartition("/")[0] + "/studio/index.html?new")
    page.locator("#files").set_input_files(tmp_path / "deck.zip")
    page.locator("#faces .tile image").first.wait_for(timeout=READY)
    accessible(page)
    page.locator("#files-open").click()
    text = page.locator("dialog textarea")
    text.fill(text.input_value().replace('title: "My game"', 'title: "Written here"'))
    page.locator("dialog button.primary").click()
    page.get_by_role("heading", name="Written here").wait_for(timeout=READY)
    page.reload()
    page.get_by_role("heading", name="Written here").wait_for(timeout=READY)
    page.locator('#rooms [data-room="edit"]').click()
    page.locator(".tree button", has_text="text").first.click(timeout=READY)
    page.locator("#field-text").fill("7")
    page.locator("#field-text").press("Tab")
    page.locator("dialog .primary").click()  # in all places of the template
    page.locator("#edit button:enabled", has_text="Undo").wait_for(timeout=READY)
    with page.expect_download() as begun:
        page.locator("#zip").click()
    shutil.unpack_archive(begun.value.path(), tmp_path / "home", "zip")
    written = (tmp_path / "home" / "game.yaml").read_text()
    assert 'title: "Written here"' in written
    assert 'text: "7"' in written
    assert {each.name for each in OWN.iterdir()} <= {each.name for each in (tmp_path / "home").iterdir()}
    page.context.set_offline(False)
    page.goto(page.url.partition("/studio")[0] + "/")
    assert page.complaints == []


ENDLESS = """
game: endless
title: Endless
credits: {designer: Ann Author}
components:
  cards:
    title: Cards
    size: poker
    id: "{a}-{b}"
    rows: {from: {a: 1..20, b: 1..20}}
    front: [{draw: repeat, over: 1..1000, items: [{draw: text, text: "{a}{b}{i}", shrink: true, box: [1, 1, 9, 5]}]}]
"""


@pytest.mark.deep
def test_work_without_end_is_ended_in_each_room_and_nothing_is_lost(
    served: ThreadingHTTPServer, chromium: Any, tmp_path: Path
) -> None:
    page, home = chromium.new_context().new_page(), f"http://127.0.0.1:{served.server_port}"
    page.clock.install()
    said = "That took too long and was ended."
    (tmp_path / "endless.yaml").write_text(ENDLESS)
    (tmp_path / "billions.yaml").write_text(ENDLESS.replace("1..20", "1..99999"))
    page.goto(f"{home}/print.html")
    page.locator("#files").set_input_files(tmp_path / "billions.yaml")
    page.get_by_text("9,999,800,001 rows of all combinations; expected at most").wait_for(timeout=READY)
    page.locator("#files").set_input_files(tmp_path / "endless.yaml")
    page.locator("#form button.primary").click(timeout=READY)
    page.clock.run_for(10_000)
    page.get_by_text("This takes long").wait_for(timeout=READY)
    page.clock.fast_forward(3_000_000)  # the device sleeps
    assert page.locator("#made .wrong").count() == 0
    page.clock.run_for(300_000)
    page.locator("#made .wrong", has_text=said).wait_for(timeout=READY)

    page.goto(f"{home}/studio/index.html")
    page.locator("#files").set_input_files(tmp_path / "endless.yaml")
    page.clock.run_for(10_000)
    page.locator("#stop").wait_for(timeout=READY)
    page.clock.run_for(300_000)
    page.locator(".wrong", has_text=said).wait_for(timeout=READY)
    page.locator("#files-open").click()
    text = page.locator("dialog textarea")
    text.fill(text.input_value().replace("1..20", "1..2").replace("1..1000", "1..2"))
    page.locator("dialog button.primary").click()
    page.locator("dialog button", has_text="Close").click()
    page.locator("#again").click()
    page.locator("#faces .tile").first.wait_for(timeout=READY)

    page.goto(f"{home}/play.html?game=atlantis")
    page.locator("#lobby button.primary").click(timeout=READY)
    page.locator("#mine").click(timeout=READY)
    page.evaluate("void house.ask('ran', 'companion', ['stats', '--simulate', 'gods', '--games', '90000'])")
    page.clock.run_for(10_000)
    page.locator("#slow").wait_for(timeout=READY)
    page.clock.run_for(300_000)
    page.locator("#made .wrong", has_text=said).wait_for(timeout=READY)
    page.locator("#lobby .games button").click()
    page.locator("#mine").wait_for(timeout=READY)
    page.context.close()


@pytest.mark.deep
def test_a_newer_build_is_offered_and_never_forced(site: Path, chromium: Any, tmp_path: Path) -> None:
    spec = spec_from_file_location("make_web", MAKE)
    make_web = module_from_spec(spec)
    spec.loader.exec_module(make_web)
    newer = shutil.copytree(site, tmp_path / "site")
    with standing(newer) as server:
        context = chromium.new_context()
        page, beside = context.new_page(), context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        file = newer / "words-de.json"
        file.write_text(file.read_text().replace('"Ein neues Spiel"', '"Eine neue Partie"'))
        make_web.listed(newer)
        word = "fetch('words-de.json').then((found) => found.json()).then(({ words }) => words['A new game'])"
        for each in (page, beside):
            each.goto(f"http://127.0.0.1:{server.server_port}/index.html")
            each.locator("#newer").wait_for(timeout=READY)
            assert each.evaluate(word) == "Ein neues Spiel"
        with page.expect_navigation():
            page.locator("#newer button").click()
        page.wait_for_function(f"() => {word}.then((said) => said === 'Eine neue Partie')", timeout=READY)
        assert page.locator("#newer").count() == 0
        assert beside.locator("#newer").count() == 1
        context.close()


NO_GAMES = """onmessage = ({ data }) => postMessage({ id: data.id, value: { said: '{"games": []}' } });"""


@pytest.mark.deep
def test_axe_finds_nothing_and_the_words_are_the_readers(served: ThreadingHTTPServer, chromium: Any) -> None:
    ready = "#gallery .cover, #own .drop, #lobby button.primary, .begin .drop"
    for locale in ("de-DE", "en-GB", "it-IT", "pl-PL"):
        context = chromium.new_context(
            viewport={"width": 390, "height": 844}, locale=locale, bypass_csp=True, service_workers="block"
        )
        context.route("**/worker.mjs", lambda route: route.fulfill(content_type="text/javascript", body=NO_GAMES))
        page = context.new_page()
        for name in ("index", "print", "impose", "play", "studio/index"):
            page.goto(f"http://127.0.0.1:{served.server_port}/{name}.html")
            page.locator(ready).first.wait_for()
            assert page.locator("html").get_attribute("lang") == locale[:2]
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            if locale == "de-DE":  # what axe looks for is the same in each language but for the words' lengths
                accessible(page)
        context.close()


@pytest.mark.deep
def test_what_it_is_made_of_is_told_and_a_first_visit_is_bounded(site: Path) -> None:
    first = json.loads((site / "files.json").read_bytes())["core"]
    assert sum((site / name).stat().st_size for name in (*first, "files.json", "service.js")) <= 24_500_000
    assert {"print.html", "play/main.mjs", "studio/main.mjs", "python/served.pack.gz"} <= {*first}
    assert b'"pyodide"' in (site / "bill.json").read_bytes()
    assert not [each for each in site.rglob("*.mjs") if b"https://" in each.read_bytes() and "python" not in each.parts]
