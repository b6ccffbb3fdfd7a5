"""Fonts' widths, heights and outlines as fontTools reads them, and files that are no fonts refused."""

import unicodedata
from pathlib import Path

import pytest
from cases import cases
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable

from generator.draw.fonts import fonts
from generator.draw.fonts.font_file import INVISIBLE, FontFile, read
from generator.draw.geometry import geometry as geo

BUNDLED = sorted(fonts.bundled().values())


def made(file: Path, characters: dict[int, int], form: int = 4, kind: tuple[int, int] = (3, 1)) -> Path:
    """A font whose characters are as wide as they say, in thousandths of the em, in a table of one format."""
    names = {code: f"g{code:x}" for code in characters}
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", *names.values()])
    builder.setupCharacterMap({})
    builder.setupGlyf({name: TTGlyphPen(None).glyph() for name in (".notdef", *names.values())})
    measures = {name: (characters[code], 0) for code, name in names.items()}
    builder.setupHorizontalMetrics({".notdef": (250, 0), **measures})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupOS2(sCapHeight=700, sxHeight=500)
    builder.setupPost()
    table = newTable("cmap")
    table.tableVersion = 0
    subtable = CmapSubtable.newSubtable(form)
    subtable.platformID, subtable.platEncID = kind
    subtable.language, subtable.cmap = 0, names
    table.tables = [subtable]
    builder.font["cmap"] = table
    builder.save(file)
    return file


def widths(font: FontFile) -> dict[int, float]:
    """The widths of what is shown, and has a glyph, as parts of the em."""
    return {code: font.advance(font.number(code) or 0) / font.em for code in font.characters if code not in INVISIBLE}


@pytest.mark.parametrize("file", BUNDLED, ids=lambda file: file.stem)
def test_bundled_fonts_are_as_wide_and_as_high_as_fonttools_reads_them(file: Path) -> None:
    with TTFont(file) as font:
        em, advances = font["head"].unitsPerEm, font["hmtx"].metrics
        found = read(file)
        theirs = {code: advances[glyph][0] / em for code, glyph in font.getBestCmap().items()}
        assert widths(found) == {code: width for code, width in theirs.items() if code not in INVISIBLE}
        os2, hhea = font["OS/2"], font["hhea"]
        heights = (hhea.ascent / em, -hhea.descent / em, os2.sCapHeight / em)
    assert (found.metrics.ascent, found.metrics.descent, found.metrics.cap_height) == heights


@cases
def test_every_usual_cmap_table_is_read(form: int, kind: tuple[int, int], codes: list[int], tmp_path: Path) -> None:
    characters = {code: 300 + 7 * n for n, code in enumerate(codes)}
    found = read(made(tmp_path / "made.ttf", characters, form, kind))
    assert widths(found) == {code: width / 1000 for code, width in characters.items()}


def test_glyphs_behind_the_last_width_have_that_width(tmp_path: Path) -> None:
    # a font of one width throughout stores it once
    found = read(made(tmp_path / "mono.ttf", dict.fromkeys(range(65, 91), 250)))
    assert set(widths(found).values()) == {0.25}
    assert len(widths(found)) == 26


SCALED, UNSCALED = 0x800, 0x1000  # whether a part is moved in its own units


@pytest.mark.parametrize(("flag", "moved"), [(0, 1.0), (UNSCALED, 1.0), (SCALED, 0.5)])
def test_a_part_made_smaller_is_moved_as_its_flags_say(flag: int, moved: float, tmp_path: Path) -> None:
    square = TTGlyphPen(None)
    square.moveTo((0, 0))
    for corner in ((0, 400), (400, 400), (400, 0)):
        square.lineTo(corner)
    square.closePath()
    glyphs = {".notdef": TTGlyphPen(None).glyph(), "square": square.glyph()}
    small = TTGlyphPen(glyphs)
    small.addComponent("square", (0.5, 0, 0, 0.5, 200, 100))
    glyphs["small"] = small.glyph()
    glyphs["small"].components[0].flags |= flag
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([*glyphs])
    builder.setupCharacterMap({65: "square", 66: "small"})
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (500, int(200 * moved) * (name == "small")) for name in glyphs})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupOS2()
    builder.setupPost()
    builder.save(tmp_path / "a.ttf")
    bounds = geo.bounds(read(tmp_path / "a.ttf").outline(2))
    assert bounds == pytest.approx((0.2 * moved, -0.1 * moved - 0.2, 0.2, 0.2))


def test_what_directs_or_joins_the_letters_beside_it_is_never_shown() -> None:
    directing = {code for code in range(0x2000, 0x2070) if unicodedata.category(chr(code)) == "Cf"}
    varying = {code for code in range(0x110000) if "VARIATION SELECTOR" in unicodedata.name(chr(code), "")}
    assert directing | varying <= INVISIBLE
    assert not [code for code in INVISIBLE if unicodedata.category(chr(code))[0] in "NPSZ"]


def test_a_font_that_has_no_widths(tmp_path: Path) -> None:
    file = made(tmp_path / "none.ttf", {65: 500})
    with TTFont(file) as font:
        place = font.reader.tables["hhea"].offset
    data = bytearray(file.read_bytes())
    data[place + 34 : place + 36] = b"\0\0"
    file.write_bytes(data)
    with pytest.raises(ValueError, match="no widths"):
        read(file)


@pytest.mark.parametrize("size", [0, 3, 11, 12, 40, 200, 1000, 5000, 20000])
def test_a_torn_font_is_a_fault_and_no_crash(size: int, tmp_path: Path) -> None:
    torn = tmp_path / "torn.ttf"
    torn.write_bytes(BUNDLED[0].read_bytes()[:size])
    with pytest.raises(ValueError, match=r"a damaged font|no TrueType or OpenType font"):
        read(torn)


def test_a_font_without_unicode_characters(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no table of Unicode characters"):
        read(made(tmp_path / "mac.ttf", {}, 4, (3, 1)))


def test_ranges_that_would_go_on_for_ever(tmp_path: Path) -> None:
    file = made(tmp_path / "wide.ttf", {65: 500, 67: 500}, 12, (3, 10))
    with TTFont(file) as font:
        cmap = bytearray(font.reader["cmap"])
    groups = cmap.index(b"\0\x0c\0\0") + 16
    many = bytes(cmap[: groups - 4]) + (50_000).to_bytes(4, "big") + b"\0\0\0\0\0\x10\xff\xff\0\0\0\1" * 50_000
    data = file.read_bytes()
    place = data.index(bytes(cmap))
    entry = data.index(b"cmap")
    head = data[: entry + 8] + len(data).to_bytes(4, "big") + len(many).to_bytes(4, "big") + data[entry + 16 :]
    assert place > entry
    file.write_bytes(head + many)
    assert len(widths(read(file))) <= 0x110000
