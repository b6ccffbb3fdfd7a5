"""Atlantis's pages as pictures that a person has looked at.

To renew them after a wanted change, run this file with TIDELINE_RENEW=1, look at every changed picture in
tests/golden/, and commit those that are right.
"""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
from command import generator
from PIL import Image

GOLDEN = Path(__file__).parent.parent / "golden"
DPI = 50
# bookmark of the page's component, and how many pages after it
PAGES = {
    "tiles-front": ("Path tiles", 0),
    "tiles-back": ("Path tiles", 1),
    "water": ("Water tiles", 0),
    "shared-front": ("Bridges", 0),
    "shared-back": ("Bridges", 1),
    "ends": ("Atlantis and the mainland", 0),
    "cards-front": ("Movement cards", 2),
    "cards-back": ("Movement cards", 1),
    "figures": ("Figures", 2),
    "aid": ("Player aids", 0),
    "rules-1": ("Rules", 0),
    "rules-2": ("Rules", 1),
    "score": ("Score sheet", 0),
    "setup": ("Setup: path", 0),
}


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Image.Image]]:
    """Each named page, plain and with fiducials."""
    found: dict[str, dict[str, Image.Image]] = {}
    for kind, options in (("plain", ()), ("fiducials", ("--option", "fiducials"))):
        out = tmp_path_factory.mktemp(kind)
        words = ("build", "atlantis", "--out", str(out), "--format", "pdf", "--seed", "42", "--players", "3", *options)
        ran = generator(*words, cwd=out)
        assert ran.status == 0, ran.err
        document = pypdfium2.PdfDocument(str(out / "atlantis" / "atlantis.pdf"))
        starts = {entry.get_title(): entry.get_dest().get_index() for entry in document.get_toc()}
        found[kind] = {
            name: document[starts[title] + after].render(scale=DPI / 72).to_pil().convert("RGB")
            for name, (title, after) in PAGES.items()
        }
        document.close()
    return found


def compare(picture: Image.Image, name: str) -> None:
    file = GOLDEN / f"{name}.png"
    if os.environ.get("TIDELINE_RENEW"):
        picture.quantize(128).save(file, optimize=True)
    with Image.open(file) as golden:
        expected = np.asarray(golden.convert("RGB"), dtype=float)
    actual = np.asarray(picture, dtype=float)
    assert actual.shape == expected.shape
    difference = np.abs(actual - expected).max(axis=-1)
    # the goldens have 128 colours and another renderer may smooth edges differently; a moved or missing part shows
    assert (difference > 60).mean() < 0.004, name
    assert difference.mean() < 6, name


@pytest.mark.parametrize("name", PAGES)
def test_a_page_looks_as_it_did(name: str, pictures: dict[str, dict[str, Image.Image]]) -> None:
    compare(pictures["plain"][name], name)


@pytest.mark.parametrize("name", ["tiles-front", "ends", "figures"])
def test_a_page_with_camera_marks_looks_as_it_did(name: str, pictures: dict[str, dict[str, Image.Image]]) -> None:
    compare(pictures["fiducials"][name], f"{name}-fiducials")


def test_every_golden_is_somebodys() -> None:
    wanted = {*PAGES, "tiles-front-fiducials", "ends-fiducials", "figures-fiducials"}
    assert wanted <= {file.stem for file in GOLDEN.glob("*.png")}
