"""Pictures that a person has looked at, kept beside the tests.

To renew them after a wanted change, run the tests with TIDELINE_RENEW=1, look at every changed picture, and commit
those that are right.
"""

import os
from pathlib import Path

import numpy as np
import pypdfium2
from PIL import Image

GOLDEN = Path(__file__).parents[1] / "golden"
DPI = 50
# The renderer is pinned: a page comes out the same to the pixel. Another one smooths edges by less than this.
LEVELS, PIXELS = 40, 12


def looks_as_it_did(picture: Image.Image, name: str) -> None:
    """Compare a picture with the golden of its name. Raises AssertionError; a line moved by a quarter mm is enough."""
    file = GOLDEN / f"{name}.png"
    seen = picture.convert("RGB").quantize(256)  # a third of the bytes; the same picture has the same 256 colours
    if os.environ.get("TIDELINE_RENEW"):
        seen.save(file, optimize=True)
    with Image.open(file) as golden:
        expected = np.asarray(golden.convert("RGB"), dtype=int)
    actual = np.asarray(seen.convert("RGB"), dtype=int)
    assert actual.shape == expected.shape
    differ = int((np.abs(actual - expected).max(axis=-1) > LEVELS).sum())
    assert differ <= PIXELS, f"{name}: {differ} pixels are others"


def pages(file: Path, dpi: float = DPI) -> list[Image.Image]:
    """Every page of a PDF."""
    document = pypdfium2.PdfDocument(str(file))
    try:
        return [_rendered(page, dpi) for page in document]
    finally:
        document.close()


def page_of(file: Path, title: str, after: int = 0, dpi: float = DPI) -> Image.Image:
    """The page at a bookmark, or so many after it."""
    document = pypdfium2.PdfDocument(str(file))
    try:
        start = next(entry.get_dest().get_index() for entry in document.get_toc() if entry.get_title() == title)
        return _rendered(document[start + after], dpi)
    finally:
        document.close()


def _rendered(page: pypdfium2.PdfPage, dpi: float) -> Image.Image:
    """A page without the footer's line with the spec's fingerprint: a comment in a spec is no new picture."""
    picture = page.render(scale=dpi / 72).to_pil().convert("RGB")
    letters = page.get_textpage()
    if (found := letters.search("spec ").get_next()) is not None:
        first = letters.get_charbox(found[0])
        left, bottom, right, top = letters.get_charbox(found[0] + len("spec 12345678") - 1)
        height, scale = page.get_height(), dpi / 72
        box = (picture.width * 56 // 100, (height - top) * scale - 2, right * scale + 2, (height - bottom) * scale + 3)
        if abs(first[1] - bottom) > abs(first[0] - left):  # a footer beside the pieces, read from the right
            box = (left * scale - 2, (height - top) * scale - 2, right * scale + 3, picture.height * 44 // 100)
        picture.paste("white", tuple(round(side) for side in box))
    return picture
