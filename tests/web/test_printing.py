"""What the site prints in a real browser is what the command line prints, byte for byte, also without a network; what
is wrong is said in a sentence."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pyclipper
import pytest
from PIL import Image, ImageChops, ImageStat
from pypdfium2 import PdfDocument

from generator import build
from generator.draw.geometry import areas
from generator.draw.geometry.areas import UNIT
from specs.load import bundled

from .conftest import MAKE, OWN, READY

pytestmark = pytest.mark.timeout(600)


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
