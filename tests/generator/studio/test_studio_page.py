"""The studio as a designer has it open: what is saved is seen, what is wrong is told beside it; nobody else may ask."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from io import BytesIO
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from browsing import accessible
from cases import cases, put
from command import environment
from msgspec import Struct
from PIL import Image, ImageChops, ImageOps
from studied import CARDS, EVIL, KEY, SPEC, Asked, asked

from generator.draw.colour.vision import seen
from generator.studio.app import Studio
from generator.studio.findings import EDITORS, Editor
from specs.base.errors import Place

# ---- who may ask ---------------------------------------------------------------------------------


class Questions(Struct):
    """Paths that are each asked with each of some headers, and what is answered."""

    paths: list[str]
    status: int
    headers: tuple[dict[str, str], ...] = ({},)
    queries: tuple[dict[str, str], ...] = ({},)
    sends: tuple[Any, ...] = (None,)
    method: str = "GET"


@cases
def test_nobody_but_its_own_page_is_told_anything_or_builds(port: Path, questions: list[Questions]) -> None:
    async def asking(studio: Studio, ask: Asked) -> None:
        for each in questions:
            for path, given, query, sends in product(each.paths, each.headers, each.queries, each.sends):
                headers = {name.encode(): value.encode("latin-1") for name, value in given.items()}
                status, told = await ask(path, headers, each.method, sends, **query)
                assert (status, KEY in str(told)) == (each.status, False), (path, given, query, sends)
        assert (studio.building, studio.shown.language) == (None, "")

    asked(port, asking)
    assert not (port.parent / "output").exists()


def test_only_what_changed_is_sent_again(port: Path) -> None:
    async def questions(studio: Studio, ask: Asked) -> None:
        whole = (await ask("/api/spec"))[1]
        assert [tile["id"] for tile in whole["tiles"]] == whole["order"]
        assert len(whole["order"]) == 3
        for since in ("x", "9" * 30, "-1", ""):
            assert len((await ask("/api/spec", since=since))[1]["tiles"]) == 3
        ada = whole["tiles"][0]
        old = {"id": ada["id"], "key": ada["key"]}
        assert "<svg" in (await ask("/api/face", **old))[1]["svg"]
        (port.parent / "cards.csv").write_text(CARDS.replace("first", "another"), encoding="utf-8")
        await studio.shown.saved(studio.shown.eye.look())
        changed = (await ask("/api/spec", since=whole["number"]))[1]
        assert ([tile["id"] for tile in changed["tiles"]], changed["order"]) == (["cards/front/ada"], None)
        assert (await ask("/api/face", **old))[0] == 410
        for x in ("nan", "inf", "1e999", "x"):
            key = changed["tiles"][0]["key"]
            assert len((await ask("/api/at", id=ada["id"], key=key, x=x, y="0"))[1]["elements"]) == 2

    asked(port, questions)


def test_a_condition_finds_faces_as_a_build_does_and_one_that_cannot_be_read_is_told(port: Path) -> None:
    async def questions(studio: Studio, ask: Asked) -> None:
        found = await ask("/api/where", condition="name == 'bob' or n > 1")
        assert found == (200, {"tiles": ["cards/front/bob"]})
        for condition in ("cost > 2", "name ==", "9 ** 9 ** 9 > n", "__import__('os')", "", EVIL):
            status, told = await ask("/api/where", condition=condition)
            assert (status, [*told]) == (422, ["message"])
            assert "; expected " in told["message"]
            assert "--where" not in told["message"], "it stands below its own field"

    asked(port, questions)


def test_a_spec_that_is_wrong_from_the_start_is_shown_once_it_is_mended(port: Path) -> None:
    port.write_text(SPEC.replace("size: poker", "size: poke"), encoding="utf-8")

    async def questions(studio: Studio, ask: Asked) -> None:
        wrong = (await ask("/api/spec"))[1]
        assert (wrong["stale"], wrong["tiles"], wrong["title"]) == (True, [], "")
        assert [flaw["fault"] for flaw in wrong["flaws"]] == [True]
        port.write_text("game: [\n", encoding="utf-8")
        await studio.shown.saved(studio.shown.eye.look())
        broken = (await ask("/api/spec"))[1]
        assert broken["stale"]
        assert [flaw["place"]["text"] for flaw in broken["flaws"]] == [f"{port}:2"]
        port.write_text(SPEC, encoding="utf-8")
        await studio.shown.saved(studio.shown.eye.look())
        mended = (await ask("/api/spec"))[1]
        assert (mended["stale"], mended["flaws"], len(mended["order"])) == (False, [], 3)

    asked(port, questions)


def test_no_script_of_a_drawing_or_a_row_comes_to_the_page(port: Path) -> None:
    script = (
        '<script xmlns="http://www.w3.org/2000/svg">alert(1)</script><rect width="9" height="9" onclick="alert(2)"/>'
    )
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" onload="alert(3)">'
    (port.parent / "evil.svg").write_text(f"{head}{script}</svg>", encoding="utf-8")
    artwork = "      - {draw: image, image: evil.svg, box: [5, 60, 9, 9]}\n"
    port.write_text(SPEC.replace("wrap: true", "shrink: true") + artwork, encoding="utf-8")
    (port.parent / "cards.csv").write_text(f'name,words\nada,"{EVIL}"\n', encoding="utf-8")

    async def questions(studio: Studio, ask: Asked) -> None:
        (tile,) = (await ask("/api/spec"))[1]["tiles"]
        face = (await ask("/api/face", id=tile["id"], key=tile["key"]))[1]
        assert (face["faults"], face["alt"]) == ([], f"{EVIL}, evil")
        assert face["svg"].startswith("<?xml")
        assert [each for each in ("<script", "<img", "onload", "onclick", "alert(3") if each in face["svg"]] == []

    asked(port, questions)


def test_every_editor_is_given_an_address_that_holds_the_whole_place(tmp_path: Path) -> None:
    file = tmp_path / "my game & more.yaml"
    for name in EDITORS:
        link = Editor(name).place(Place(str(file), 12, 5))["link"]
        assert "my%20game%20%26%20more.yaml" in link
        assert "12" in link
        assert "javascript" not in link
    assert Editor().place(Place("a.yaml")) == {"text": "a.yaml", "link": ""}


# ---- in a browser --------------------------------------------------------------------------------


def test_what_is_saved_is_seen_and_what_is_wrong_is_told_beside_it(port: Path, served: str, chromium: Any) -> None:
    complaints: list[str] = []
    context = chromium.new_context(viewport={"width": 1400, "height": 700}, reduced_motion="reduce", bypass_csp=True)
    page = context.new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("dialog", lambda dialog: complaints.append(dialog.message))
    page.goto(served)
    faces = page.locator(".tile[data-digest]")
    page.wait_for_function("() => document.querySelectorAll('.tile[data-digest]').length === 3")
    assert page.locator("h1").inner_text() == EVIL.replace("{}", "")
    before = {name: faces.nth(n).get_attribute("data-digest") for n, name in enumerate(("ada", "bob", "cy"))}

    def pixels(name: str) -> Image.Image:
        """A face but for its edges, which may come out a little otherwise."""
        shot = page.locator(f'[data-id="cards/front/{name}"] svg').screenshot()
        return ImageOps.crop(Image.open(BytesIO(shot)).convert("L"), 3)

    def as_before(name: str, picture: Image.Image) -> bool:
        return ImageChops.difference(pixels(name), picture).getextrema()[1] < 60

    page.locator("#flaws h2", has_text="Faults: 0. Warnings: 0.").wait_for()
    ada, bob = pixels("ada"), pixels("bob")

    def until(holds: Callable[[], bool]) -> None:
        for _ in range(40):
            if holds():
                return
            page.wait_for_timeout(50)
        pytest.fail("it is not so after 2 s")

    def where(condition: str) -> None:
        page.locator("#where").fill(condition)
        page.locator("#where").press("Enter")

    # one card is saved: it changes, and no other; what it was can be held
    put(port.parent / "cards.new", CARDS.replace("first", "the very first")).replace(port.parent / "cards.csv")
    page.locator('.changed[data-id="cards/front/ada"]').wait_for()
    assert page.locator(".changed").count() == 1
    assert (as_before("ada", ada), as_before("bob", bob)) == (False, True)
    page.keyboard.down("b")
    until(lambda: as_before("ada", ada))
    page.keyboard.up("b")
    until(lambda: not as_before("ada", ada))
    # by other eyes, as the printer has them; and what lies beyond the cut
    page.locator("#eyes").select_option("protan")
    sand = seen((0xF1 / 255, 0xE4 / 255, 0xC8 / 255), "protan")

    def as_protan() -> bool:
        shot = page.locator('[data-id="cards/front/bob"] svg').screenshot()
        with Image.open(BytesIO(shot)).convert("RGB") as face:
            met = face.getpixel((face.width * 20 // 64, face.height * 20 // 89))
        return max(abs(a - 255 * b) for a, b in zip(met, sand, strict=True)) < 2

    assert max(abs(a - b) for a, b in zip(sand, (0xF1 / 255, 0xE4 / 255, 0xC8 / 255), strict=True)) > 0.01
    until(as_protan)
    page.locator("#eyes").select_option("")
    page.locator("#lines").check()
    assert page.locator('[data-id="cards/front/bob"] .cut').is_visible()
    page.locator("#lines").uncheck()
    until(lambda: as_before("bob", bob))
    # cut badly: the face lies elsewhere in its cut, and a click still finds what it shows
    page.locator("#miscut").fill("3")
    until(lambda: not as_before("bob", bob))

    def click(name: str, x: float, y: float) -> None:
        box = page.locator(f'[data-id="cards/front/{name}"] svg').bounding_box()
        page.mouse.click(box["x"] + box["width"] * x / 63.5, box["y"] + box["height"] * y / 88.9)

    click("bob", 31, 31)
    page.locator("#clicked dd", has_text="disc").wait_for()
    click("bob", 12, 12)
    page.locator("#clicked .soft", has_text="no element here").wait_for()
    page.keyboard.press("Escape")
    page.locator("#miscut").fill("0")
    until(lambda: as_before("bob", bob))
    # as large as it is printed, on a screen that was measured; some of the faces alone
    page.locator("#real").select_option("real")
    page.locator("#bank").fill("4")
    accessible(page)
    page.locator("dialog button", has_text="It is as large").click()
    face = page.locator('[data-id="cards/front/bob"] svg')
    until(lambda: abs(face.bounding_box()["width"] - 4 * 63.5) < 0.5)
    page.locator("#real").select_option("arm")
    until(lambda: abs(face.bounding_box()["width"] - 4 * 63.5 * 50 / 70) < 0.5)
    page.locator("#real").select_option("")
    until(lambda: as_before("bob", bob))

    def shown() -> list[str]:
        return page.locator(".tile:visible .name span").all_inner_texts()

    page.locator("#of").select_option("changed")
    assert shown() == ["ada"]
    page.locator("#of").select_option("")
    where("name > 'b'")
    until(lambda: shown() == ["bob", "cy"])
    page.locator("#component").select_option("cards")
    assert page.locator("#met").inner_text() == "Shown: 2"
    where("cost > 2")
    page.locator("#met", has_text="no field 'cost'").wait_for()
    where("")
    until(lambda: len(shown()) == 3)
    # a fault of one card: it stays as it was, grey, and says why; mended, it is itself again
    (port.parent / "cards.csv").write_text(CARDS.replace("second", "seconds " * 90), encoding="utf-8")
    page.locator('.failed[data-id="cards/front/bob"] .wrong li').wait_for()
    page.locator("#of").select_option("wrong")
    assert shown() == ["bob"]
    # every view at once: what is wrong, filters, lines, eyes, a condition that is none, a bad cut
    where("name ==")
    page.locator('#where[aria-invalid="true"]').wait_for()
    page.locator("#lines").check()
    page.locator("#eyes").select_option("grey")
    page.locator("#miscut").fill("2")
    accessible(page)
    for control, value in (("#where", ""), ("#miscut", "0")):
        page.locator(control).fill(value)
    page.locator("#where").press("Enter")
    page.locator("#lines").uncheck()
    page.locator("#eyes").select_option("")
    page.locator("#of").select_option("")
    assert page.locator(".failed").count() == 1
    assert faces.nth(1).get_attribute("data-digest") == before["bob"]
    (port.parent / "cards.csv").write_text(CARDS, encoding="utf-8")
    page.wait_for_function("() => !document.querySelector('.failed')")
    until(lambda: as_before("bob", bob))
    # a fault of the file: all stays, grey, and its line is told
    port.write_text(SPEC.replace("r: 9}", "r: 9"), encoding="utf-8")
    page.locator("#faces.stale").wait_for()
    page.locator("#flaws .fault .place button", has_text="port.yaml:").first.wait_for()
    assert faces.count() == 3
    port.write_text(SPEC, encoding="utf-8")
    page.wait_for_function("() => !document.querySelector('#faces.stale')")
    page.locator("#flaws h2", has_text="Faults: 0. Warnings: 0.").wait_for()
    # a click tells what lies there; by keyboard all of it is told
    click("ada", 20, 20)
    clicked = page.locator("#clicked")
    clicked.locator("dd", has_text="disc").wait_for()
    assert clicked.locator("li").count() == 1
    assert clicked.locator("li a").first.get_attribute("href").startswith("zed://file/")
    assert "11, 11, 18 × 18" in clicked.inner_text()
    page.locator('[data-id="cards/front/ada"] .face').press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#clicked ol > li').length === 2")
    accessible(page)
    page.keyboard.press("Escape")
    # two that come out the same are one face, found by what either has; without the first the other is shown
    port.write_text(SPEC + "      - {draw: circle, at: [58, 80], radius: 1, when: name == 'zed'}\n", encoding="utf-8")
    (port.parent / "cards.csv").write_text(CARDS.replace("third", "second"), encoding="utf-8")
    until(lambda: shown() == ["ada", "bob"])
    # a new one flashes as what changed does
    (port.parent / "cards.csv").write_text(CARDS.replace("third", "second") + "dot,fourth\n", encoding="utf-8")
    page.locator('.changed[data-id="cards/front/dot"]').wait_for()
    where("name == 'cy'")
    until(lambda: shown() == ["bob"])
    (port.parent / "cards.csv").write_text(CARDS.replace("bob,second\n", "").replace("third", "second"), "utf-8")
    until(lambda: shown() == ["cy"])
    assert complaints == []
    context.close()


@pytest.mark.deep
def test_two_studios_are_open_at_once_and_end_when_told_to(port: Path, served: str) -> None:
    command = [sys.executable, "-m", "generator.cli.main", "studio", "port.yaml", "--json", "--no-open", "--port"]
    env = environment(port.parent, PYTHONPATH=str(Path(__file__).parents[3]))
    taken = served.rpartition(":")[2].partition("/")[0]
    done = subprocess.run([*command, taken], cwd=port.parent, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"--port: {taken}, ")
    with subprocess.Popen([*command, "0"], cwd=port.parent, env=env, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert json.loads(other.stdout.readline())["url"] != served
        begun = time.monotonic()
        other.terminate()
        assert other.wait(20) in (0, 143)  # as a killed build, where it did not serve yet
        assert time.monotonic() - begun < 10
