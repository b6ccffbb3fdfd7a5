"""Fonts beside a spec, of whatever make: what `check` lets pass is printed, and its text can be copied out."""

import random
from collections.abc import Callable
from pathlib import Path

import pikepdf
import pytest
from cases import cases, data
from command import generator
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from often import times
from pypdf import PdfReader

from generator.building.check import check
from generator.draw.fonts import fonts
from generator.draw.fonts.font_file import INVISIBLE
from generator.draw.scene import Font, Page, Text
from generator.formats import svg
from generator.formats.pdf import pages

BUNDLED = fonts.bundled()
TAKEN = BUNDLED["Cinzel-Bold"]
SPEC = data(__file__)["SPEC"]
BOX = (0.0, 0.0, 80.0, 50.0)
Change = Callable[[TTFont], None]


def spec(folder: Path, own: Path | Change, text: str = "Sphinx", more: str = "") -> Path:
    """A game with a font of its own: a file, or a bundled one with a change made to it."""
    file = folder / "own.ttf"
    if isinstance(own, Path):
        file.write_bytes(own.read_bytes())
    else:
        with TTFont(TAKEN) as font:
            own(font)
            font.save(file)
    (folder / "more.ttf").write_bytes(BUNDLED["AlegreyaSans-Bold"].read_bytes())
    found = folder / "g.yaml"
    found.write_text(SPEC.format(text=text, more=more), encoding="utf-8")
    return found


def words(file: Path) -> str:
    """A PDF's text as it is copied out; the file is sound."""
    with pikepdf.open(file) as opened:
        assert opened.check_pdf_syntax() == []
    return "\n".join(page.extract_text() for page in PdfReader(file).pages)


def told(folder: Path, own: Path | Change, text: str = "Sphinx") -> str:
    """What `check` says of a font, in one line, having seen that `build` says the same; "" where it is printed."""
    file = spec(folder, own, text)
    seen = check(str(file))
    found = [str(fault) for fault in (*seen.faults, *seen.warnings) if "font" in fault.found]
    font = Font("own", folder / "own.ttf")
    page = Page(80, 50, (Text(4, 9, text, font, 5, (0, 0, 0)),), BOX, BOX, ())
    if found or seen.faults:  # widths of changed bytes may be too large for the box: that is refused too
        return "; ".join(found)
    pages.write([page], pages.Meta("x"), folder / "x.pdf")
    assert text.replace(" ", "") in words(folder / "x.pdf").replace(" ", "")
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
    assert told(tmp_path, named(name)) == ""


def test_a_font_may_have_a_name_in_cyrillic(tmp_path: Path) -> None:
    def change(font: TTFont) -> None:
        font["name"].names = []
        font["name"].setName("Шрифт", 6, 3, 1, 0x409)

    assert told(tmp_path, change) == ""


def test_fonts_that_share_a_name_are_embedded_each_as_itself(tmp_path: Path) -> None:
    # the same letters in three fonts, two of which say that they are the third
    file = spec(tmp_path, named("AlegreyaSans-Bold"), "Sphinx", "Sphinx")
    done = generator("build", file, "--out", tmp_path / "out", cwd=tmp_path)
    assert (done.status, done.err) == (0, "")
    printed = tmp_path / "out" / "g" / "g.pdf"
    assert words(printed).count("Sphinx") == 2
    with pikepdf.open(printed) as opened:
        described = {str(one.BaseFont): bytes(one.FontDescriptor.FontFile2.read_bytes()) for one in _fonts(opened)}
    names = {name.partition("+")[2] for name in described}
    assert {"own", "more", "Cinzel-Bold"} <= names
    assert len(set(described.values())) == len(described)


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
    texts = tuple(Text(4, 9 + 9 * n, "Sphinx", font, 5, (0, 0, 0)) for n, font in enumerate(own))
    pages.write([Page(80, 50, texts, BOX, BOX, ())], pages.Meta("x"), tmp_path / "x.pdf")
    with pikepdf.open(tmp_path / "x.pdf") as opened:
        assert sorted(str(one.BaseFont) for one in _fonts(opened)) == ["/AAAAAA+Samex", "/AAAAAA+Samex-2"]
    assert words(tmp_path / "x.pdf").count("Sphinx") == 2


@pytest.mark.parametrize("table", ["OS/2", "name", "post"])
def test_a_font_needs_no_table_that_only_says_something_about_it(table: str, tmp_path: Path) -> None:
    def change(font: TTFont) -> None:
        del font[table]

    assert told(tmp_path, change) == ""


@pytest.mark.parametrize("table", ["head", "hhea", "hmtx", "maxp", "cmap", "loca", "glyf"])
def test_a_font_without_a_table_that_letters_need_is_a_fault_at_check(table: str, tmp_path: Path) -> None:
    data = TAKEN.read_bytes()
    at = data.index(table.encode(), 12)
    (tmp_path / "bad.ttf").write_bytes(data[:at] + b"none" + data[at + 4 :])
    assert f"font file 'own.ttf' that cannot be printed (no table '{table}')" in told(tmp_path, tmp_path / "bad.ttf")


def test_what_is_no_plain_truetype_is_a_fault_at_check(tmp_path: Path) -> None:
    rest = TAKEN.read_bytes()[4:]
    for begins, what in ((b"OTTO", "PostScript outlines"), (b"ttcf", "a collection"), (b"wOF2", "a web font")):
        folder = tmp_path / what.replace(" ", "")
        folder.mkdir()
        (folder / "bad.ttf").write_bytes(begins + rest)
        assert what in told(folder, folder / "bad.ttf")


def test_a_font_whose_makers_forbid_it_is_not_embedded(tmp_path: Path) -> None:
    def change(font: TTFont) -> None:
        font["OS/2"].fsType = 2

    assert "whose makers do not let it be embedded" in told(tmp_path, change)


def test_an_em_of_nothing_is_a_fault(tmp_path: Path) -> None:
    def change(font: TTFont) -> None:
        font["head"].unitsPerEm = 0

    assert "an em of nothing" in told(tmp_path, change)


def test_a_letter_without_an_outline_is_told_as_missing(tmp_path: Path) -> None:
    def change(font: TTFont) -> None:
        font["glyf"][font.getBestCmap()[ord("p")]] = TTGlyphPen(None).glyph()

    assert "'p', which font own lacks" in told(tmp_path, change)


def test_a_letter_made_of_itself_is_told_as_missing(tmp_path: Path) -> None:
    def change(font: TTFont) -> None:
        name = font.getBestCmap()[ord("p")]
        pen = TTGlyphPen(font.getGlyphSet())
        pen.addComponent(name, (1, 0, 0, 1, 0, 0))
        font["glyf"][name] = pen.glyph()
        font.recalcBBoxes = False
        font["maxp"].recalc = lambda _: None
        font["glyf"][name].xMin = font["glyf"][name].yMin = font["glyf"][name].xMax = font["glyf"][name].yMax = 0

    assert "'p', which font own lacks" in told(tmp_path, change)


def test_a_font_without_a_space_is_told_where_one_is_written(tmp_path: Path) -> None:
    def change(font: TTFont) -> None:
        for table in font["cmap"].tables:
            for code in (0x20, 0xA0):
                table.cmap.pop(code, None)

    assert told(tmp_path, change) == ""
    assert "' ', which font own lacks" in told(tmp_path, change, "Sphinx at noon")


def test_letters_beyond_the_first_65536_are_copied_out(tmp_path: Path) -> None:
    def change(font: TTFont) -> None:
        table = next(table for table in font["cmap"].tables if table.platformID == 3)
        new = table.newSubtable(12)
        new.platformID, new.platEncID, new.language, new.format = 3, 10, 0, 12
        new.reserved, new.length, new.nGroups = 0, 0, 0
        new.cmap = {**table.cmap, 0x1D400: table.cmap[ord("A")], 0x1F30A: table.cmap[ord("W")]}
        font["cmap"].tables.append(new)

    assert told(tmp_path, change, "a \U0001d400 \U0001f30a b") == ""


def test_every_letter_of_the_bundled_fonts_is_whole() -> None:
    # they are not tried letter by letter when a spec is printed
    for name, file in BUNDLED.items():
        font = fonts.opened(Font(name, file))
        for code in font.characters:
            outline = font.outline(font.number(code) or 0)
            assert outline or chr(code).isspace() or code in (0, 0x0D, 0x2800, *INVISIBLE), (name, hex(code))
        assert all(map(font.whole, range(font.count))), "and what letters become beside others"


def test_a_torn_letter_that_nothing_is_written_with_is_no_matter(tmp_path: Path) -> None:
    with TTFont(TAKEN) as font:
        q, places = font.getGlyphID(font.getBestCmap()[ord("q")]), font["loca"].locations
        glyf = font.reader.tables["glyf"].offset
    bad = bytearray(TAKEN.read_bytes())
    bad[glyf + places[q] : glyf + places[q + 1]] = b"\xff" * (places[q + 1] - places[q])
    for letters in ("Sphinx", "quay"):
        (tmp_path / letters).mkdir()
        (tmp_path / "bad.ttf").write_bytes(bad)
        found = told(tmp_path / letters, tmp_path / "bad.ttf", letters)
        assert ("'q', which font own lacks" in found) == (letters == "quay"), found


def test_letters_that_would_be_joined_to_a_torn_one_stay_apart(tmp_path: Path) -> None:
    with TTFont(TAKEN) as font:
        del font["GSUB"]
        addOpenTypeFeaturesFromString(font, "feature liga { sub f i by Q; } liga;")
        font.save(tmp_path / "own.ttf")
    with TTFont(tmp_path / "own.ttf") as font:
        q, places = font.getGlyphID("Q"), font["loca"].locations
        glyf = font.reader.tables["glyf"].offset
    whole = (tmp_path / "own.ttf").read_bytes()
    bad = bytearray(whole)
    bad[glyf + places[q] : glyf + places[q + 1]] = b"\xff" * (places[q + 1] - places[q])
    for font, letters in ((whole, ["fi"]), (bytes(bad), ["f", "i"])):
        file = tmp_path / f"{len(letters)}.ttf"
        file.write_bytes(font)
        own = Font("own", file)
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
        told(tmp_path / f"bad{n}", tmp_path / "bad.ttf", "Sphinx and Ünder 42")


@cases
def test_a_pdf_says_of_a_font_how_heavy_it_is_and_how_wide_each_letter(
    name: str, bold: bool, italic: bool, tmp_path: Path
) -> None:
    page = Page(80, 50, (Text(4, 9, "Sphinx", Font(name, BUNDLED[name]), 5, (0, 0, 0)),), BOX, BOX, ())
    pages.write([page], pages.Meta("x"), tmp_path / "x.pdf")
    with pikepdf.open(tmp_path / "x.pdf") as opened, TTFont(BUNDLED[name]) as font:
        (found,) = _fonts(opened)
        flags, stem = int(found.FontDescriptor.Flags), int(found.FontDescriptor.StemV)
        assert (bool(flags & 1 << 18), bool(flags & 1 << 6)) == (bold, italic)
        assert (stem > 110) == bold
        first, widths = found.W
        assert (first, len(widths)) == (1, len("Sphinx"))
        assert float(widths[0]) == pytest.approx(
            1000 * font["hmtx"][font.getBestCmap()[ord("S")]][0] / font["head"].unitsPerEm, abs=0.05
        )
