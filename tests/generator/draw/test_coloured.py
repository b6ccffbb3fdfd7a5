"""Letters of several colours, in every format."""

import io
from pathlib import Path

import numpy as np
import pypdfium2
import pytest
import resvg_py
from cases import data
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from PIL import Image

from generator.building.check import check
from generator.draw.fonts import fonts
from generator.draw.scene import Font, Page, Text
from generator.formats import svg
from generator.formats.pdf import pages

WAVE = "\U0001f30a"
BOX = (0.0, 0.0, 60.0, 30.0)
RED, BLUE = (0.8, 0.0, 0.0, 1.0), (0.0, 0.2, 1.0, 1.0)
SPEC = data(__file__)["SPEC"]


def font(folder: Path, layers: object, version: int = 0) -> Font:
    """A font whose wave is an H of the first colour under an o of another; alone it has no outline."""
    with TTFont(fonts.bundled()["AlegreyaSans-Bold"]) as made:
        wave = "wave"
        made.setGlyphOrder([*made.getGlyphOrder(), wave])
        made["glyf"][wave] = TTGlyphPen(None).glyph()
        made["hmtx"][wave] = (700, 0)
        for table in made["cmap"].tables:
            if table.isUnicode() and table.format == 12:
                table.cmap[ord(WAVE)] = wave
        new = next(table for table in made["cmap"].tables if table.platformID == 3).newSubtable(12)
        new.platformID, new.platEncID, new.language, new.format = 3, 10, 0, 12
        new.reserved, new.length, new.nGroups = 0, 0, 0
        new.cmap = {**made.getBestCmap(), ord(WAVE): wave}
        made["cmap"].tables.append(new)
        made["COLR"] = buildCOLR({wave: layers}, version=version)
        made["CPAL"] = buildCPAL([[RED, BLUE]])
        made.save(folder / "own.ttf")
    return Font("own", folder / "own.ttf")


PLAIN = [("H", 0), ("o", 1), ("n", 0xFFFF)]


def shades(picture: Image.Image) -> set[tuple[int, int, int]]:
    """The colours that a good part of a picture has."""
    colours = picture.convert("RGB").getcolors(1 << 24)
    return {tuple(n // 8 for n in colour) for count, colour in colours if count > 40}  # type: ignore[misc]


def test_a_letter_of_layers_has_their_colours_in_a_pdf_and_an_svg(tmp_path: Path) -> None:
    page = Page(60, 30, (Text(5, 20, f"a{WAVE}b", font(tmp_path, PLAIN), 20, (0, 0.5, 0)),), BOX, BOX, ())
    pages.write([page], pages.Meta("x"), tmp_path / "x.pdf")
    document = pypdfium2.PdfDocument(str(tmp_path / "x.pdf"))
    try:
        assert document[0].get_textpage().get_text_bounded() == f"a{WAVE}b"
        drawn = document[0].render(scale=600 / 60 / 72 * 25.4).to_pil().resize((600, 300))
    finally:
        document.close()
    png = resvg_py.svg_to_bytes(svg_string=svg.page_svg(page), dpi=96, width=600, height=300, background="white")
    other = Image.open(io.BytesIO(bytes(png))).resize((600, 300))
    apart = np.abs(np.asarray(drawn.convert("RGB"), dtype=float) - np.asarray(other.convert("RGB"), dtype=float))
    assert (apart.max(axis=-1) > 128).mean() < 0.002
    red, blue, own = (25, 0, 0), (0, 6, 31), (0, 16, 0)
    assert {red, blue, own} <= shades(other)
    assert {red, blue} <= shades(drawn)


def test_it_is_as_wide_as_its_font_says_and_one_letter(tmp_path: Path) -> None:
    ((_, (word,)),) = fonts.line(font(tmp_path, PLAIN), WAVE).runs
    assert word.width == 700
    (glyph,) = word.glyphs
    assert glyph.text == WAVE
    assert [layer.colour is None for layer in glyph.layers] == [False, False, True]


def test_a_spec_takes_it_from_the_font_behind(tmp_path: Path) -> None:
    font(tmp_path, PLAIN)
    (tmp_path / "g.yaml").write_text(SPEC.format(text=f"sea {WAVE}"), encoding="utf-8")
    found = check(str(tmp_path / "g.yaml"))
    assert (found.faults, found.warnings) == ((), ())


def test_one_whose_colours_fade_is_a_fault_that_says_so(tmp_path: Path) -> None:
    fading = {
        "Format": 10, "Glyph": "H",
        "Paint": {"Format": 4, "ColorLine": {"ColorStop": [(0.0, 0), (1.0, 1)]},
                  "x0": 0, "y0": 0, "x1": 500, "y1": 0, "x2": 0, "y2": 500},
    }  # fmt: skip
    font(tmp_path, fading, version=1)
    (tmp_path / "g.yaml").write_text(SPEC.format(text=f"sea {WAVE}"), encoding="utf-8")
    (fault,) = check(str(tmp_path / "g.yaml")).faults
    assert f"'{WAVE}', which font AlegreyaSans-Regular lacks" in str(fault)
    assert "of own, letters that are pictures or fade are not drawn" in str(fault)


@pytest.mark.parametrize("table", ["COLR", "CPAL"])
@pytest.mark.parametrize("kept", [0, 1, 7, 15, 20])
def test_a_torn_table_leaves_a_letter_of_one_colour_or_none(table: str, kept: int, tmp_path: Path) -> None:
    font(tmp_path, PLAIN)
    with TTFont(tmp_path / "own.ttf") as made:
        data = made.reader[table]
        del made[table]
        made[table] = _Raw(table, data[:kept])
        made.save(tmp_path / "torn.ttf")
    torn = Font("torn", tmp_path / "torn.ttf")
    assert fonts.missing(torn, f"a{WAVE}") in ("", WAVE)
    assert fonts.width(torn, f"a{WAVE}", 5) > 0


class _Raw:
    """A table as bytes."""

    def __init__(self, tag: str, data: bytes) -> None:
        self.tableTag, self.data = tag, data

    def compile(self, _: TTFont) -> bytes:
        return self.data
