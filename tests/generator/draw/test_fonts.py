"""Fonts beside a spec, of whatever make: what `check` lets pass is printed, and its text can be copied out; letters of
several colours too."""

import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pikepdf
import pytest
from cases import cases, data, put
from copied import texts
from fontTools.colorLib.builder import buildCOLR, buildCPAL
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables.DefaultTable import DefaultTable
from fontTools.ttLib.tables.TupleVariation import TupleVariation
from often import tiers, times
from seen import by_pdfium, by_resvg, printed

from generator.building.check import Findings, check
from generator.draw.fonts import fonts
from generator.draw.fonts.font_file import INVISIBLE
from generator.draw.scene import Font, Page, Text
from generator.formats import svg

BUNDLED = fonts.bundled()
TAKEN = BUNDLED["Cinzel-Bold"]
SPEC = data(__file__)["SPEC"]
BOX = (0.0, 0.0, 80.0, 50.0)
Change = Callable[[TTFont], None]


def font_spec(folder: Path, own: Path | Change, text: str = "Sphinx", more: str = "") -> Path:
    """A game with a font of its own: a file, or a bundled one with a change made to it."""
    file = folder / "own.ttf"
    if isinstance(own, Path):
        file.write_bytes(own.read_bytes())
    else:
        with TTFont(TAKEN, recalcBBoxes=False) as font:
            own(font)
            font.save(file)
    (folder / "more.ttf").write_bytes(BUNDLED["AlegreyaSans-Bold"].read_bytes())
    return put(folder / "g.yaml", SPEC.format(text=text, more=more))


def verdict(folder: Path, own: Path | Change, text: str = "Sphinx") -> str:
    """What `check` says of a font, in one line, having seen that `build` says the same; "" where it is printed."""
    file = font_spec(folder, own, text)
    seen = check(str(file))
    found = [str(fault) for fault in (*seen.faults, *seen.warnings) if "font" in fault.found]
    font = Font("own", folder / "own.ttf")
    page = Page(80, 50, (Text(4, 9, text, font, 5, (0, 0, 0)),), BOX, BOX, ())
    if found or seen.faults:  # widths of changed bytes may be too large for the box: that is refused too
        return "; ".join(found)
    assert text.replace(" ", "") in texts(printed(folder, page))[0].replace(" ", "")
    assert svg.page_svg(page).count("<path") == 1
    return ""


def named(name: str) -> Change:
    def change(font: TTFont) -> None:
        for kind in (1, 3, 4, 6):
            font["name"].setName(name, kind, 3, 1, 0x409)
            font["name"].setName(name, kind, 1, 0, 0)

    return change


@cases
def test_a_font_may_call_itself_whatever_it_likes(name: str, tmp_path: Path) -> None:
    assert verdict(tmp_path, named(name)) == ""


def in_cyrillic(font: TTFont) -> None:
    font["name"].names = []
    font["name"].setName("Шрифт", 6, 3, 1, 0x409)


def forbidden(font: TTFont) -> None:
    font["OS/2"].fsType = 2


def without_an_em(font: TTFont) -> None:
    font["head"].unitsPerEm = 0


def without_a_p(font: TTFont) -> None:
    font["glyf"][font.getBestCmap()[ord("p")]] = TTGlyphPen(None).glyph()


def with_a_p_of_itself(font: TTFont) -> None:
    name = font.getBestCmap()[ord("p")]
    pen = TTGlyphPen(font.getGlyphSet())
    pen.addComponent(name, (1, 0, 0, 1, 0, 0))
    font["glyf"][name] = pen.glyph()
    font.recalcBBoxes = False
    font["maxp"].recalc = lambda _: None
    font["glyf"][name].xMin = font["glyf"][name].yMin = font["glyf"][name].xMax = font["glyf"][name].yMax = 0


def without_a_space(font: TTFont) -> None:
    for table in font["cmap"].tables:
        for code in (0x20, 0xA0):
            table.cmap.pop(code, None)


def add_letters(font: TTFont, letters: dict[int, str]) -> None:
    """Letters beyond the first 65,536, in a table of their own."""
    new = next(table for table in font["cmap"].tables if table.platformID == 3).newSubtable(12)
    new.platformID, new.platEncID, new.language, new.format = 3, 10, 0, 12
    new.reserved, new.length, new.nGroups = 0, 0, 0
    new.cmap = font.getBestCmap() | letters
    font["cmap"].tables.append(new)


def with_letters_beyond(font: TTFont) -> None:
    add_letters(font, {0x1D400: font.getBestCmap()[ord("A")], 0x1F30A: font.getBestCmap()[ord("W")]})


@cases
def test_a_font_that_is_changed_is_printed_or_told(change: str, text: str, told: str, tmp_path: Path) -> None:
    """Changed by one of the functions above, or by a table that it has no more."""
    found = verdict(tmp_path, globals().get(change) or (lambda font: font.__delitem__(change)), text)
    assert told in found
    assert bool(told) == bool(found)


def _fonts(opened: pikepdf.Pdf) -> list[pikepdf.Object]:
    """The fonts of a PDF, each as it says how wide it is and where its file lies."""
    return [one for one in opened.objects if isinstance(one, pikepdf.Dictionary) and "/FontDescriptor" in one]


def test_two_files_of_one_name_have_names_of_their_own_in_the_pdf(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two (b)"]
    own = []
    for folder, source in zip(folders, ("Cinzel-Regular", "AlegreyaSans-Italic"), strict=True):
        folder.mkdir()
        (folder / "Same (x)").write_bytes(BUNDLED[source].read_bytes())
        own.append(Font("Same (x)", folder / "Same (x)"))
    twice = tuple(Text(4, 9 + 9 * n, "Sphinx", font, 5, (0, 0, 0)) for n, font in enumerate(own))
    file = printed(tmp_path, Page(80, 50, twice, BOX, BOX, ()))
    with pikepdf.open(file) as opened:
        assert sorted(str(one.BaseFont) for one in _fonts(opened)) == ["/AAAAAA+Samex", "/AAAAAA+Samex-2"]
    assert texts(file)[0].count("Sphinx") == 2


@pytest.mark.parametrize("table", ["head", "hhea", "hmtx", "maxp", "cmap"])
def test_a_font_without_a_table_that_letters_need_is_a_fault_at_check(table: str, tmp_path: Path) -> None:
    data = TAKEN.read_bytes()
    at = data.index(table.encode(), 12)
    (tmp_path / "bad.ttf").write_bytes(data[:at] + b"none" + data[at + 4 :])
    assert f"font file 'own.ttf' that cannot be printed (no table '{table}')" in verdict(tmp_path, tmp_path / "bad.ttf")


@pytest.mark.parametrize("table", ["loca", "glyf"])
def test_a_font_without_outlines_is_a_fault_at_check(table: str, tmp_path: Path) -> None:
    data = TAKEN.read_bytes()
    at = data.index(table.encode(), 12)
    (tmp_path / "bad.ttf").write_bytes(data[:at] + b"none" + data[at + 4 :])
    assert "font file 'own.ttf' that cannot be printed (no outlines)" in verdict(tmp_path, tmp_path / "bad.ttf")


def as_postscript(name: str, file: Path) -> Path:
    """A bundled font with PostScript outlines."""
    with TTFont(BUNDLED[name]) as font:
        strings, glyphs = {}, font.getGlyphSet()
        for glyph in font.getGlyphOrder():
            pen = T2CharStringPen(glyphs[glyph].width, glyphs)
            glyphs[glyph].draw(pen)
            strings[glyph] = pen.getCharString()
        for tag in {"glyf", "loca", "cvt ", "fpgm", "prep", "gasp"} & {*font.keys()}:
            del font[tag]
        font.sfntVersion = "OTTO"
        builder = FontBuilder(font=font)
        builder.isTTF = False
        builder.setupCFF(name, {}, strings, {})
        builder.setupMaxp()
        font.save(file)
    return file


@pytest.mark.parametrize("name", ["AlegreyaSans-Italic", "Cinzel-Bold"])
def test_postscript_outlines_print_as_those_of_truetype(name: str, tmp_path: Path) -> None:
    pages = []
    for font in (fonts.own(name), Font(name, as_postscript(name, tmp_path / "own.otf"))):
        nodes = tuple(Text(4, 9 + 9 * n, word, font, 7, (0, 0, 0)) for n, word in enumerate(("Office", "Żółw", "Ofen")))
        page = Page(80, 50, nodes, BOX, BOX, ())
        file = printed(tmp_path, page)
        pages.append((texts(file)[0].split(), by_pdfium(file), by_resvg(page, by_pdfium(file))))
    assert pages[0][0] == pages[1][0] == ["Office", "Żółw", "Ofen"]
    for one, other in zip(pages[0][1:], pages[1][1:], strict=True):
        assert np.abs(one - other).mean() < 0.2
    assert one.min() < 90, "something is drawn"


def test_a_variable_font_is_regular_and_has_its_own_bold(tmp_path: Path) -> None:
    pens = TTGlyphPen(None), TTGlyphPen(None)
    for corner in ((0, 0), (0, 700), (400, 700), (400, 0)):
        (pens[1].lineTo if corner[1] or corner[0] else pens[1].moveTo)(corner)
    pens[1].closePath()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "a"])
    builder.setupCharacterMap({97: "a"})
    builder.setupGlyf(dict(zip((".notdef", "a"), [pen.glyph() for pen in pens], strict=True)))
    builder.setupHorizontalMetrics({".notdef": (250, 0), "a": (500, 0)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Wide", "styleName": "Thin"})
    builder.setupOS2(sCapHeight=700, sxHeight=500)
    builder.setupPost()
    builder.setupFvar([("wght", 100, 100, 900, "Weight")], [])
    grown = [(0, 0), (0, 0), (80, 0), (80, 0), (0, 0), (80, 0), (0, 0), (0, 0)]
    builder.setupGvar({"a": [TupleVariation({"wght": (0, 1, 1)}, grown)]})
    builder.save(tmp_path / "wide.ttf")
    regular = Font("wide", tmp_path / "wide.ttf")
    bold = fonts.relatives(regular)["bold"]
    assert [fonts.width(font, "a", 1000) for font in (regular, bold)] == [530, 560]
    assert [max(x for _, x, _ in fonts.opened(font).outline(1)[:-1]) for font in (regular, bold)] == [0.43, 0.46]
    nodes = tuple(Text(4, 9, "a", font, 5, (0, 0, 0)) for font in (regular, bold))
    file = printed(tmp_path, Page(80, 50, nodes, BOX, BOX, ()))
    with pikepdf.open(file) as opened:
        assert sorted(str(one.BaseFont) for one in _fonts(opened)) == ["/AAAAAA+wide", "/AAAAAA+wide-Bold"]


@pytest.mark.parametrize(("begins", "what"), [(b"ttcf", "a collection"), (b"wOF2", "a web font")])
def test_what_is_no_plain_font_is_a_fault_at_check(begins: bytes, what: str, tmp_path: Path) -> None:
    (tmp_path / "bad.ttf").write_bytes(begins + TAKEN.read_bytes()[4:])
    assert what in verdict(tmp_path, tmp_path / "bad.ttf")


@pytest.mark.parametrize("name", tiers(["Cinzel-Bold"], [name for name in BUNDLED if name != "Cinzel-Bold"]))
def test_every_letter_of_the_bundled_fonts_is_whole(name: str) -> None:
    """They are not tried letter by letter when a spec is printed."""
    font = fonts.opened(Font(name, BUNDLED[name]))
    for code in font.characters:
        outline = font.outline(font.number(code) or 0)
        assert outline or chr(code).isspace() or code in (0, 0x0D, 0x2800, *INVISIBLE), hex(code)
    assert all(map(font.whole, range(font.count))), "and what letters become beside others"


def torn(file: Path, letter: str) -> bytes:
    """A font of which a letter's outline is none."""
    with TTFont(file) as font:
        number, places = font.getGlyphID(font.getBestCmap()[ord(letter)]), font["loca"].locations
        glyf = font.reader.tables["glyf"].offset
    bad = bytearray(file.read_bytes())
    bad[glyf + places[number] : glyf + places[number + 1]] = b"\xff" * (places[number + 1] - places[number])
    return bytes(bad)


@pytest.mark.parametrize(("letters", "told"), [("Sphinx", False), ("quay", True)])
def test_a_torn_letter_that_nothing_is_written_with_is_no_matter(letters: str, told: bool, tmp_path: Path) -> None:
    (tmp_path / "bad.ttf").write_bytes(torn(TAKEN, "q"))
    assert ("'q', which font own lacks" in verdict(tmp_path, tmp_path / "bad.ttf", letters)) == told


def test_letters_that_would_be_joined_to_a_torn_one_stay_apart(tmp_path: Path) -> None:
    whole = tmp_path / "1.ttf"
    with TTFont(TAKEN) as font:
        del font["GSUB"]
        addOpenTypeFeaturesFromString(font, "feature liga { sub f i by Q; } liga;")
        font.save(whole)
    (tmp_path / "2.ttf").write_bytes(torn(whole, "Q"))
    for letters in (["fi"], ["f", "i"]):
        own = Font("own", tmp_path / f"{len(letters)}.ttf")
        ((_, (word,)),) = fonts.line(own, "fi").runs
        assert [glyph.text for glyph in word.glyphs] == letters
        assert fonts.outlines(own, "fi", 5, 0, 0)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(times(2, 8)))
def test_a_font_of_changed_bytes_is_printed_or_told(seed: int, tmp_path: Path) -> None:
    """Fonts with a few bytes changed anywhere, or in the tables that letters need."""
    chance, data = random.Random(seed), TAKEN.read_bytes()
    with TTFont(TAKEN) as font:
        tables = [font.reader.tables[tag] for tag in
                  ("head", "hhea", "maxp", "cmap", "loca", "glyf", "hmtx", "OS/2", "GSUB", "GPOS", "GDEF")]  # fmt: skip
    for n in range(times(120, 300)):
        bad = bytearray(data)
        table = chance.choice(tables)
        first, last = (0, len(data)) if n % 3 == 0 else (table.offset, table.offset + table.length)
        for _ in range(chance.choice((1, 3, 30))):
            bad[chance.randrange(first, last)] = chance.choice((0, 1, 127, 128, 255, chance.randrange(256)))
        (tmp_path / f"bad{n}").mkdir()
        (tmp_path / "bad.ttf").write_bytes(bad if n % 10 else bad[: chance.randrange(len(bad))])
        verdict(tmp_path / f"bad{n}", tmp_path / "bad.ttf", "Sphinx and Ünder 42")


@cases
def test_a_pdf_says_how_heavy_a_font_is_and_how_wide_each_letter(
    name: str, bold: bool, italic: bool, tmp_path: Path
) -> None:
    page = Page(80, 50, (Text(4, 9, "Sphinx", Font(name, BUNDLED[name]), 5, (0, 0, 0)),), BOX, BOX, ())
    with pikepdf.open(printed(tmp_path, page)) as opened, TTFont(BUNDLED[name]) as font:
        (found,) = _fonts(opened)
        flags, stem = int(found.FontDescriptor.Flags), int(found.FontDescriptor.StemV)
        assert (bool(flags & 1 << 18), bool(flags & 1 << 6)) == (bold, italic)
        assert (stem > 110) == bold
        first, widths = found.W
        assert (first, len(widths)) == (1, len("Sphinx"))
        assert float(widths[0]) == pytest.approx(
            1000 * font["hmtx"][font.getBestCmap()[ord("S")]][0] / font["head"].unitsPerEm, abs=0.05
        )


# ---- letters of several colours --------------------------------------------------------------------

WAVE = "\U0001f30a"
RED, BLUE = (0.8, 0.0, 0.0, 1.0), (0.0, 0.2, 1.0, 1.0)
LAYERS = [("H", 0), ("o", 1), ("n", 0xFFFF)]


def layered(folder: Path, layers: object = LAYERS, version: int = 0) -> Font:
    """A font whose wave is an H of the first colour under an o of another; alone it has no outline."""
    with TTFont(BUNDLED["AlegreyaSans-Bold"], recalcBBoxes=False) as font:
        font.setGlyphOrder([*font.getGlyphOrder(), "wave"])
        font["glyf"]["wave"] = TTGlyphPen(None).glyph()
        font["hmtx"]["wave"] = (700, 0)
        for table in font["cmap"].tables:
            if table.isUnicode() and table.format == 12:
                table.cmap[ord(WAVE)] = "wave"
        add_letters(font, {ord(WAVE): "wave"})
        font["COLR"] = buildCOLR({"wave": layers}, version=version)
        font["CPAL"] = buildCPAL([[RED, BLUE]])
        font.save(folder / "own.ttf")
    return Font("own", folder / "own.ttf")


def behind(folder: Path) -> Findings:
    """What `check` finds in a spec with a wave, whose font is behind another."""
    return check(put(folder / "g.yaml", data(__file__)["COLOURED"].format(text=f"sea {WAVE}")))


def shades(picture: np.ndarray) -> set[tuple[int, ...]]:
    """The colours that a good part of a picture has."""
    codes, counts = np.unique((picture // 8).astype(int) @ (1024, 32, 1), return_counts=True)
    return {(code >> 10, code >> 5 & 31, code & 31) for code, n in zip(codes.tolist(), counts, strict=True) if n > 40}


def test_a_letter_of_layers_has_their_colours_in_a_pdf_and_an_svg(tmp_path: Path) -> None:
    page = Page(80, 50, (Text(5, 20, f"a{WAVE}b", layered(tmp_path), 20, (0, 0.5, 0)),), BOX, BOX, ())
    file = printed(tmp_path, page)
    assert texts(file) == [f"a{WAVE}b"]
    drawn = by_pdfium(file, 254)
    other = by_resvg(page, drawn)
    assert (np.abs(drawn - other).max(axis=-1) > 128).mean() < 0.002
    assert {(25, 0, 0), (0, 6, 31), (0, 16, 0)} <= shades(other)
    assert {(25, 0, 0), (0, 6, 31)} <= shades(drawn)


def test_it_is_as_wide_as_its_font_says_and_one_letter(tmp_path: Path) -> None:
    ((_, (word,)),) = fonts.line(layered(tmp_path), WAVE).runs
    (glyph,) = word.glyphs
    assert (word.width, glyph.text) == (700, WAVE)
    assert [layer.colour is None for layer in glyph.layers] == [False, False, True]


def test_a_spec_takes_it_from_the_font_behind(tmp_path: Path) -> None:
    layered(tmp_path)
    found = behind(tmp_path)
    assert (found.faults, found.warnings) == ((), ())


def test_one_whose_colours_fade_is_a_fault_that_says_so(tmp_path: Path) -> None:
    line = {"Format": 4, "ColorLine": {"ColorStop": [(0.0, 0), (1.0, 1)]}}
    ends = {"x0": 0, "y0": 0, "x1": 500, "y1": 0, "x2": 0, "y2": 500}
    layered(tmp_path, {"Format": 10, "Glyph": "H", "Paint": line | ends}, version=1)
    (fault,) = behind(tmp_path).faults
    assert f"'{WAVE}', which font AlegreyaSans-Regular lacks" in str(fault)
    assert "of own, letters that are pictures or fade are not drawn" in str(fault)


@pytest.mark.parametrize("table", ["COLR", "CPAL"])
@pytest.mark.parametrize("kept", [0, 7, 15])
def test_a_torn_table_leaves_a_letter_of_one_colour_or_none(table: str, kept: int, tmp_path: Path) -> None:
    layered(tmp_path)
    with TTFont(tmp_path / "own.ttf") as font:
        raw = DefaultTable(table)
        raw.data = font.reader[table][:kept]
        font[table] = raw
        font.save(tmp_path / "torn.ttf")
    own = Font("torn", tmp_path / "torn.ttf")
    assert fonts.missing(own, f"a{WAVE}") in ("", WAVE)
    assert fonts.width(own, f"a{WAVE}", 5) > 0
