"""Every kind of element from a spec to pixels, as one picture a person has looked at.

To renew it after a wanted change, run this file with TIDELINE_RENEW=1, look at tests/golden/gallery.png,
and commit it if it is right.
"""

import os
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest
import zxingcpp
from PIL import Image

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Page, Use
from generator.faces.faces import Faces
from generator.formats.png import render_page
from generator.formats.svg import page_svg
from specs.load import load
from tests.generator.faces.rendering import by_resvg

HERE = Path(__file__).parent / "gallery"
GOLDEN = Path(__file__).parents[2] / "golden" / "gallery.png"
DPI = 127  # 5 pixels a mm


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Page:
    """Front and back of the gallery's card beside each other, bleed and all."""
    folder = tmp_path_factory.mktemp("gallery")
    shutil.copytree(HERE, folder, dirs_exist_ok=True)
    across, down = np.meshgrid(np.linspace(0, 255, 64), np.linspace(0, 255, 32))
    Image.fromarray(np.dstack([across, down, 255 - across]).astype(np.uint8)).save(folder / "picture.png")
    document = load(folder / "gallery.yaml")
    faces = Faces(document, frozenset({"marks"}))
    (card,) = document.pieces["card"]
    back = faces.back(card)
    assert back is not None
    nodes = (Use(faces.front(card), geo.translate(3, 3)), Use(back, geo.translate(129, 3)))
    return Page.whole((252, 166), nodes, ("card",))


@pytest.fixture(scope="module")
def picture(page: Page, tmp_path_factory: pytest.TempPathFactory) -> Image.Image:
    file = tmp_path_factory.mktemp("pictures") / "page.png"
    render_page(page, DPI, file)
    with Image.open(file) as found:
        return found.convert("RGB")


def test_the_gallery_looks_as_it_did(picture: Image.Image) -> None:
    if os.environ.get("TIDELINE_RENEW"):
        picture.save(GOLDEN, optimize=True)
    with Image.open(GOLDEN) as kept:
        assert picture.size == kept.size
        difference = np.abs(np.asarray(picture, dtype=int) - np.asarray(kept.convert("RGB"), dtype=int)).max(axis=-1)
    # edges may be smoothed differently by another PDFium; a mark of 2 × 2 mm that is not there is 100 pixels
    assert (difference > 64).sum() < 100


def test_the_gallery_is_the_same_in_svg(page: Page, picture: Image.Image) -> None:
    # a whole number of blocks of 2 mm: their averages leave out how edges are smoothed
    ours = np.asarray(picture.crop((0, 0, 1260, 830)), dtype=float)
    both = (ours, by_resvg(page_svg(page), 1260, 830))
    blocks = [each.reshape(83, 10, 126, 10, 3).mean(axis=(1, 3)) for each in both]
    assert np.abs(blocks[0] - blocks[1]).max() < 40


def test_its_code_and_its_mark_are_read_from_the_picture(picture: Image.Image) -> None:
    pixels = np.asarray(picture)
    (code,) = zxingcpp.read_barcodes(pixels)
    assert code.text == "card Żółty Żuraw"
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_5X5_250)
    (corners,), ids, _ = cv2.aruco.ArucoDetector(dictionary).detectMarkers(cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY))
    assert ids.flatten().tolist() == [42]
    # 10 mm at 5 pixels a mm, its middle 17 mm from the left and 151 from the top of the bleed
    assert corners[0].mean(axis=0) / 5 == pytest.approx((17, 151), abs=0.15)
    assert np.ptp(corners[0], axis=0) / 5 == pytest.approx((10, 10), abs=0.3)
