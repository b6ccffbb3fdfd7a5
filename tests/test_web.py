"""The site that needs nothing installed: what it prints in a real browser is what the command line prints, byte for
byte, also without a network; what is wrong is said in a sentence."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, ClassVar

import pyclipper
import pytest
from browsing import accessible
from foreign import missing
from PIL import Image, ImageChops, ImageStat
from pypdfium2 import PdfDocument

from generator import build
from generator.draw.geometry import areas
from generator.draw.geometry.areas import UNIT
from specs.load import bundled

pytestmark = pytest.mark.timeout(600)
MAKE = Path(__file__).parents[1] / "docs" / "web" / "make_web.py"
READY = 150_000  # ms: a busy machine loads Python slowly
OWN = Path(__file__).parents[1] / "generator" / "starters" / "deck"  # a spec, a spreadsheet, an SVG picture


class Quiet(SimpleHTTPRequestHandler):
    extensions_map: ClassVar = {**SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/javascript"}

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, made once for all processes of a run; nothing in it is changed."""
    if shutil.which("npm") is None:
        missing("npm")
    own = tmp_path_factory.getbasetemp()
    made = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "site"
    with made.with_suffix(".lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not made.exists():
            subprocess.run([sys.executable, MAKE, "--to", made], check=True, stdin=subprocess.DEVNULL)
    return made


@contextmanager
def standing(site: Path) -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[ThreadingHTTPServer]:
    with standing(site) as server:
        yield server


@pytest.fixture(scope="module")
def page(served: ThreadingHTTPServer, chromium: Any) -> Any:
    """A page that has kept the site: its complaints are asked for at the end."""
    return visited(served, chromium)


@pytest.fixture
def player(served: ThreadingHTTPServer, chromium: Any) -> Iterator[Any]:
    """Such a page in a browser that keeps no games yet."""
    found = visited(served, chromium)
    yield found
    found.context.close()


def visited(served: ThreadingHTTPServer, chromium: Any) -> Any:
    phone = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}
    context = chromium.new_context(**phone, bypass_csp=False, accept_downloads=True)
    found = context.new_page()
    found.complaints = []
    found.on("console", lambda said: found.complaints.append(said.text))
    found.on("pageerror", lambda error: found.complaints.append(str(error)))
    found.goto(f"http://127.0.0.1:{served.server_port}/")
    found.evaluate("navigator.serviceWorker.ready.then(() => null)")
    return found


def downloaded(page: Any, to: Path, ready: str = "#form h2") -> bytes:
    """The PDF that the page makes of what is chosen."""
    page.locator(ready).wait_for(timeout=READY)
    page.locator("#form button.primary").click()
    page.locator("#made a.button.primary, #made .wrong").wait_for(timeout=READY)
    assert page.locator("#made .wrong").count() == 0, page.locator("#made").inner_text()
    with page.expect_download() as begun:
        page.locator("#made a.button.primary").click()
    begun.value.save_as(to)
    return to.read_bytes()


@pytest.mark.deep
def test_the_four_games_are_printed_as_the_command_line_prints_them(page: Any, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as beside:
        ours = beside.submit(lambda: [build(game, tmp_path / "ours", formats="pdf") for game in bundled()])
        for game in bundled():
            page.goto(page.url.rpartition("/")[0] + f"/print.html?game={game}")
            downloaded(page, tmp_path / f"{game}.pdf")
            page.locator("#pages canvas").first.wait_for()
        for built in ours.result():
            data = [file.read_bytes() for file in (tmp_path / f"{built.stem}.pdf", built.folder / f"{built.stem}.pdf")]
            assert sha256(data[0]).digest() == sha256(data[1]).digest(), built.stem
    assert page.complaints == []


@pytest.mark.deep
def test_an_own_game_is_printed_without_a_network_and_its_faults_are_said(
    page: Any, served: ThreadingHTTPServer, tmp_path: Path
) -> None:
    own = shutil.copytree(OWN, tmp_path / "deck")
    shutil.make_archive(str(tmp_path / "deck"), "zip", own)
    page.context.set_offline(True)
    page.goto(page.url.rpartition("/")[0] + "/print.html")
    page.locator("#files").set_input_files(tmp_path / "deck.zip")
    from_page = downloaded(page, tmp_path / "page.pdf")
    ours = build(own / "game.yaml", tmp_path / "ours", formats="pdf")
    assert from_page == (ours.folder / f"{ours.stem}.pdf").read_bytes()
    wrong = (own / "game.yaml").read_text().replace("\ncomponents:", "\ncomponants:")
    (own / "game.yaml").write_text(wrong)
    page.locator("#files").set_input_files([each for each in own.iterdir() if each.is_file()])
    said = page.locator("#made .wrong").inner_text(timeout=READY)
    line = wrong[: wrong.index("componants")].count("\n") + 1
    assert f"game.yaml:{line}:1: " in said
    assert "componants" in said
    assert "Traceback" not in said
    page.goto(page.url.rpartition("/")[0] + "/")
    page.locator("#gallery .cover").last.wait_for()
    page.evaluate("for (const each of document.images) each.loading = 'eager'")
    page.wait_for_function("[...document.images].every((each) => each.naturalWidth > 0)")
    page.context.set_offline(False)
    assert page.complaints == []


def drawn(kind: str, *, turned: bool = False) -> Image.Image:
    """A card that looks otherwise in each corner, so that a picture that lies on its side is found out."""
    card = Image.new("RGBA", (124, 174), (250, 240, 220, 255))
    for corner, colour in (((0, 0), "red"), ((80, 0), "green"), ((0, 130), (0, 0, 255, 90))):
        card.paste(Image.new("RGBA", (44, 44), colour), corner)
    card = card.transpose(Image.Transpose.ROTATE_90) if turned else card
    return card.convert(kind)


@pytest.mark.deep
def test_pictures_of_any_kind_are_imposed_as_on_the_command_line(page: Any, tmp_path: Path) -> None:
    plain, odd, back = tmp_path / "plain" / "fronts", tmp_path / "odd" / "fronts", tmp_path / "back.png"
    for folder in (plain, odd):
        folder.mkdir(parents=True)
    for kind in ("RGBA", "RGB", "P", "LA", "L", "1"):
        drawn(kind).save(plain / f"{kind}.png")
    drawn("RGB").save(plain / "photo.jpg", quality=90)
    drawn("RGB").save(odd / "a.webp", lossless=True)
    turn = Image.Exif()
    turn[0x0112] = 6
    drawn("RGB", turned=True).save(odd / "b.jpg", quality=95, exif=turn)
    drawn("RGB").save(back)
    page.goto(page.url.rpartition("/")[0] + "/impose.html")
    for folder in (plain, odd):
        page.locator("#fronts").set_input_files([*folder.iterdir()])
        page.locator("#backs").set_input_files(back)
        from_page = downloaded(page, tmp_path / "page.pdf", "#form button.primary")
        subprocess.run(
            [sys.executable, "-m", "generator.cli.main", "impose", folder, back, "--out", tmp_path / "ours"], check=True
        )
        ours = (tmp_path / "ours" / "fronts" / "fronts.pdf").read_bytes()
        if folder == plain:
            assert from_page == ours
        else:
            [theirs, mine] = (PdfDocument(pdf)[0].render(scale=1).to_pil() for pdf in (from_page, ours))
            assert ImageStat.Stat(ImageChops.difference(theirs, mine)).mean < [2.0] * 3
    assert page.complaints == []


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
credits: {designer: Nobody}
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


@pytest.mark.deep
def test_a_device_goes_round_and_the_command_line_replays_the_record(player: Any, tmp_path: Path) -> None:
    player.goto(player.url.rpartition("/")[0] + "/play.html?game=atlantis")
    player.locator("#lobby button.primary").click(timeout=READY)
    player.locator("#mine").wait_for(timeout=READY)
    accessible(player)
    player.locator("#mine").click()
    seat = player.frame_locator("iframe")
    seat.locator("#hand").wait_for(timeout=READY)
    given = ["--db=/tables/companion.db", "moves", "--as=Ann", "--json"]
    moves = player.evaluate("given => house.ask('ran', 'companion', given).then((found) => found.said)", given)
    [move, *_] = json.loads(moves)["moves"]
    seat.get_by_role("button", name="Type").click()
    seat.locator("#line").fill(move)
    seat.get_by_role("button", name="Play", exact=True).click()
    player.locator("#passing").click(timeout=READY)
    player.get_by_role("button", name="I am Bob").click()
    seat.get_by_text("Your turn", exact=True).wait_for(timeout=READY)
    with player.expect_download() as begun:
        player.locator("#record-out").click()
    begun.value.save_as(tmp_path / "game.yaml")
    command = [sys.executable, "-c", "from companion.cli.main import main; main()", "--db", tmp_path / "games.db"]
    subprocess.run([*command, "import", tmp_path / "game.yaml"], check=True)
    assert move in (tmp_path / "game.yaml").read_text()
    player.reload()  # the same game, with no hand open
    player.get_by_role("button", name="I am Bob").wait_for(timeout=READY)
    assert player.complaints == []


# Keeps the last view that the page was sent; and hands the device on whenever the page asks for that.
WATCH = """() => { const ask = house.ask; window.shown = null; house.ask = async (...given) => {
  const found = await ask(...given);
  if (String(given[2]).startsWith("/api/view")) window.shown = JSON.parse(new TextDecoder().decode(found[2]));
  return found; } }"""
ENTERS = """() => { const press = document.querySelector("#mine, #passing");
  if (press) { window.shown = null; press.click(); return false; }
  const entry = document.querySelector("iframe")?.contentDocument?.querySelector("#entry.open");
  return window.shown?.you.enters && entry?.checkVisibility(); }"""


@pytest.mark.deep
def test_a_game_is_played_to_its_end_and_the_command_line_counts_the_same(player: Any, tmp_path: Path) -> None:
    whole = (Path(__file__).parent / "records" / "atlantis-2-dealt.yaml").read_text()
    *begun, fourth, third, second, last = whole.splitlines(keepends=True)
    (tmp_path / "begun.yaml").write_text("".join(begun))
    player.goto(player.url.rpartition("/")[0] + "/play.html")
    player.locator("#record").wait_for(state="attached", timeout=READY)
    player.evaluate(WATCH)
    player.locator("#record").set_input_files(tmp_path / "begun.yaml")
    seat = player.frame_locator("iframe")
    for line in (fourth, third, second, last):
        player.wait_for_function(ENTERS, timeout=READY, polling=100)
        if not seat.locator("#line").is_visible():
            seat.locator("#key-typing").click()
        ply = player.evaluate("shown.ply")
        seat.locator("#line").fill(line.partition("#")[0].strip(" -\n"))
        seat.locator("#enter").click()
        player.wait_for_function("(ply) => window.shown?.ply > ply", arg=ply, timeout=READY, polling=100)
    assert player.evaluate("shown.over")
    with player.expect_download() as begun_now:
        player.locator("#record-out").click()
    begun_now.value.save_as(tmp_path / "out.yaml")
    scores = []
    for name in ("out.yaml", "whole.yaml"):
        (tmp_path / "whole.yaml").write_text(whole)
        command = [sys.executable, "-c", "from companion.cli.main import main; main()", "--db", tmp_path / f"{name}.db"]
        subprocess.run([*command, "import", tmp_path / name], check=True, capture_output=True)
        scores.append(subprocess.run([*command, "settle"], check=True, capture_output=True).stdout)
    assert scores[0] == scores[1]
    player.get_by_role("button", name="Games").click()
    player.locator("#record").set_input_files(tmp_path / "out.yaml")
    player.frame_locator("iframe").get_by_text("Ann wins").first.wait_for(timeout=READY)
    assert player.complaints == []


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


def test_its_own_clipping_has_every_name_that_the_generator_uses() -> None:
    used = re.findall(r"pyclipper\.(\w+)", Path(areas.__file__).read_text(encoding="utf-8"))
    theirs = (MAKE.parent / "host" / "pyclipper.py").read_text(encoding="utf-8")
    assert set(used) <= set(re.findall(r"(?m)^(?:class |def |)(\w+)", theirs) + re.findall(r"[A-Z]+_\w+", theirs))


@pytest.mark.deep
def test_its_own_clipping_grows_outlines_as_pyclipper_does(page: Any) -> None:
    outlines = [
        [[round(x * UNIT), round(y * UNIT)] for x, y in ((0, 0), (40, 0), (40 + k, 30), (20, 12 + k), (3 * k, 33))]
        for k in range(1, 9)
    ]
    for by in (3.0, 0.5, -1.0):
        theirs = page.evaluate(
            """async ([outlines, by]) => {
            const { grow, simplify } = await import("./clipper.mjs");
            return outlines.map((each) => grow(simplify([each], 1), 3, 50, 2, 4, by)); }""",
            [outlines, by * UNIT],
        )
        for outline, found in zip(outlines, theirs, strict=True):
            offset = pyclipper.PyclipperOffset(3.0, 50)
            offset.AddPaths(
                pyclipper.SimplifyPolygons([outline], pyclipper.PFT_NONZERO),
                pyclipper.JT_MITER,
                pyclipper.ET_CLOSEDPOLYGON,
            )
            assert found == offset.Execute(by * UNIT)


@pytest.mark.deep
def test_what_it_is_made_of_is_told_and_a_first_visit_is_bounded(site: Path) -> None:
    first = json.loads((site / "files.json").read_bytes())["core"]
    assert sum((site / name).stat().st_size for name in (*first, "files.json", "service.js")) <= 24_500_000
    assert {"print.html", "play/main.mjs", "studio/main.mjs", "python/served.pack.gz"} <= {*first}
    assert b'"pyodide"' in (site / "bill.json").read_bytes()
    assert not [each for each in site.rglob("*.mjs") if b"https://" in each.read_bytes() and "python" not in each.parts]
