"""Text of many scripts: shaped as another program shapes it, printed, and copied out as it was written.

The Hebrew and Arabic fonts beside this file are parts of Noto Sans Hebrew and Amiri, under the Open Font License.
"""

import io
from pathlib import Path

import numpy as np
import pikepdf
import pypdf
import pypdfium2
import pytest
import resvg_py
from cases import data
from fontTools.ttLib import TTFont
from PIL import Image, ImageFont

from generator.building.check import check
from generator.draw.fonts import fonts
from generator.draw.scene import Font, Page, Text
from generator.faces.faces import Faces
from generator.formats import svg
from generator.formats.pdf import pages
from specs.load import load

BUNDLED = fonts.bundled()
HERE = Path(__file__).parent / "scripts"
HEBREW, ARABIC = (Font(name, HERE / f"{name}.ttf") for name in ("NotoSansHebrew", "Amiri"))
PLAIN, DISPLAY = fonts.own("AlegreyaSans-Regular"), fonts.own("Cinzel-Bold")
BOX = (0.0, 0.0, 120.0, 30.0)


def plain(name: str, *features: str, language: str = "") -> Font:
    return Font(name, BUNDLED[name], features=features, language=language)


SHAPED = {
    "kerning": (plain("AlegreyaSans-Regular"), "Typ AVATAR Wo. To,"),
    "kerning in capitals": (plain("Cinzel-Bold"), "ATLANTIS AVAVA Kyle"),
    "ligatures": (plain("AlegreyaSans-Bold"), "office afflict fjord fbf"),
    "no ligatures": (plain("AlegreyaSans-Bold", "liga=0"), "office afflict fjord"),
    "small capitals": (plain("AlegreyaSans-Italic", "smcp", "c2sc"), "Small Capitals"),
    "figures": (plain("AlegreyaSans-Regular", "onum", "tnum"), "1071 2489"),
    "no kerning": (plain("Cinzel-Regular", "kern=0"), "AVAVA"),
    "a language's letters": (plain("AlegreyaSans-Regular", language="ro"), "Ştefan ţară"),
    "Vietnamese": (plain("AlegreyaSans-Regular"), "Nguyễn Tử Quảng ẵm"),
    "Greek": (plain("EBGaramond-Bold", "smcp"), "Ατλαντίδα ΰδωρ"),
    "Cyrillic": (plain("AlegreyaSans-Bold"), "Атлантида тонет ђ"),
    "marks apart": (plain("AlegreyaSans-Regular"), "ẹ̀ kọ̀ m̀"),
    "Hebrew": (HEBREW, "העיר שוקעת"),
    "Hebrew with points": (HEBREW, "שָׁלוֹם"),
    "Arabic": (ARABIC, "المدينة تغرق"),
    "Arabic with vowels": (ARABIC, "مَرْحَبًا لا"),
}


@pytest.mark.parametrize(("font", "text"), SHAPED.values(), ids=SHAPED.keys())
def test_words_are_as_wide_as_another_program_shapes_them(font: Font, text: str) -> None:
    """Pillow has a HarfBuzz of its own; its widths are whole pixels a letter, here thousandths of the em."""
    size = fonts.opened(font).em
    other = ImageFont.truetype(str(font.file), size, layout_engine=ImageFont.Layout.RAQM)
    tags = [name if value else f"-{name}" for name, value in (_feature(each) for each in font.features)]
    for word in text.split():
        wide = other.getlength(word, features=tags or None, language=font.language or None)
        assert fonts.width(font, word, size) == pytest.approx(wide, abs=0.5 * len(word) + 0.5), word


def _feature(text: str) -> tuple[str, int]:
    name, _, value = text.partition("=")
    return name, int(value or 1)


def printed(font: Font, text: str, folder: Path) -> Page:
    page = Page(120, 30, (Text(5, 20, text, font, 9, (0, 0, 0)),), BOX, BOX, ())
    pages.write([page], pages.Meta("x"), folder / "x.pdf")
    with pikepdf.open(folder / "x.pdf") as opened:
        assert opened.check_pdf_syntax() == []
    return page


@pytest.mark.parametrize(("font", "text"), SHAPED.values(), ids=SHAPED.keys())
def test_a_pdf_shows_the_letters_that_an_svg_shows(font: Font, text: str, tmp_path: Path) -> None:
    page = printed(font, text, tmp_path)
    document = pypdfium2.PdfDocument(str(tmp_path / "x.pdf"))
    try:
        drawn = document[0].render(scale=600 / 120 / 72 * 25.4).to_pil().convert("L").resize((600, 150))
    finally:
        document.close()
    png = resvg_py.svg_to_bytes(svg_string=svg.page_svg(page), dpi=96, width=600, height=150, background="white")
    other = Image.open(io.BytesIO(bytes(png))).convert("L")
    apart = np.abs(np.asarray(drawn, dtype=float) - np.asarray(other, dtype=float))
    assert (np.asarray(other) < 128).sum() > 500, "letters are seen"
    assert (apart > 128).mean() < 0.001


READ = {name: case for name, case in SHAPED.items() if "with" not in name and name != "marks apart"}


@pytest.mark.parametrize(("font", "text"), READ.values(), ids=READ.keys())
def test_text_is_copied_out_as_it_was_written(font: Font, text: str, tmp_path: Path) -> None:
    # vowelled Arabic and pointed Hebrew are left out: no two readers agree on where their marks belong
    printed(font, text, tmp_path)
    document = pypdfium2.PdfDocument(str(tmp_path / "x.pdf"))
    try:
        one = document[0].get_textpage().get_text_bounded()
    finally:
        document.close()
    assert one.split() == text.split()
    if font not in (HEBREW, ARABIC):  # which pypdf leaves in the order they are seen
        other = pypdf.PdfReader(tmp_path / "x.pdf").pages[0].extract_text()
        assert other.replace(" ", "").strip() == text.replace(" ", "")  # to it a kern may be a space


def test_a_letter_is_joined_to_those_beside_it_and_marked() -> None:
    ((_, words),) = fonts.line(ARABIC, "بب ب").runs
    last, _, (end, begin) = (word.glyphs for word in words)
    assert len({last[0].number, end.number, begin.number}) == 3, "alone, at the end and at the beginning"
    ((_, (pointed,)),) = fonts.line(HEBREW, "שָ").runs
    assert [glyph.advance > 0 for glyph in pointed.glyphs].count(True) == 1
    assert any(glyph.x or glyph.y for glyph in pointed.glyphs)


def test_joined_letters_stay_joined_however_far_apart_others_are() -> None:
    apart = Font(ARABIC.name, ARABIC.file, tracking=0.3)
    assert fonts.width(apart, "المدينة", 5) == fonts.width(ARABIC, "المدينة", 5)


def test_capitals_that_cinzel_lacks_are_those_of_another_inscription() -> None:
    runs = fonts.line(DISPLAY, "Atlantis Ατλαντίς →").runs
    assert [font.name for font, _ in runs][:2] == ["Cinzel-Bold", "EBGaramond-Bold"]
    assert fonts.missing(DISPLAY, "Ατλαντίς Атлантида Nguyễn →") == ""


LANGUAGES = data(__file__)["LANGUAGES"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_bundled_fonts_have_the_letters_of_a_language(language: str) -> None:
    lacking = {name: fonts.missing(Font(name, file), LANGUAGES[language]) for name, file in BUNDLED.items()}
    elsewhere = language in ("Vietnamese", "Greek", "Russian", "Ukrainian", "Serbian")
    assert [name for name, letters in lacking.items() if letters] == ["Cinzel-Bold", "Cinzel-Regular"] * elsewhere
    assert fonts.missing(DISPLAY, LANGUAGES[language]) == ""


def test_a_letter_and_its_marks_are_of_one_font() -> None:
    (dotted, _), (plain_, _) = fonts.line(DISPLAY, "a\u0323\u0302b").runs
    assert (dotted.name, plain_.name) == ("EBGaramond-Bold", "Cinzel-Bold")


# ---- of a spec -------------------------------------------------------------------------------------

SPEC = data(__file__)["SPEC"]


def face(folder: Path, text: str, keys: str, fonts: str = "{own: own.ttf}") -> list[Text]:
    """The texts on a spec's only card. Its font `own` has no letters but a to z and a space."""
    file = spec(folder, text, keys, fonts)
    assert check(str(file)).faults == ()
    document = load(file, fonts=BUNDLED)
    return [node for node in Faces(document).front(document.pieces["cards"][0]).nodes if isinstance(node, Text)]


def spec(folder: Path, text: str, keys: str, fonts: str = "{own: own.ttf}") -> Path:
    with TTFont(BUNDLED["AlegreyaSans-Regular"]) as font:
        for table in font["cmap"].tables:
            table.cmap = {code: name for code, name in table.cmap.items() if chr(code) in " abcdefghijklmnopqrstuvwxyz"}
        font.save(folder / "own.ttf")
    for one in (HEBREW, ARABIC):
        (folder / one.file.name).write_bytes(one.file.read_bytes())
    file = folder / "g.yaml"
    file.write_text(SPEC.format(text=text, keys=keys, fonts=fonts), encoding="utf-8")
    return file


def test_a_style_or_an_element_says_which_features_a_text_is_set_with(tmp_path: Path) -> None:
    (styled,) = face(tmp_path, "Abc", "style: caps")
    assert (styled.font.features, styled.font.tracking) == (("smcp", "c2sc"), 0.1)
    (own,) = face(tmp_path, "Abc", "style: caps, font_features: [liga=0], tracking: 0")
    assert (own.font.features, own.font.tracking) == (("liga=0",), 0.0)


@pytest.mark.parametrize(("align", "edge"), [("center", 40), ("right", 76)])
def test_no_space_is_put_behind_the_last_of_letters_that_stand_apart(align: str, edge: float, tmp_path: Path) -> None:
    (text,) = face(tmp_path, "nono", f"tracking: 0.5, align: {align}")
    wide = fonts.width(text.font, "nono", 5) - 2.5
    assert text.x + wide / (2 if align == "center" else 1) == pytest.approx(edge, abs=0.01)


@pytest.mark.parametrize("keys", ["font_features: [small]", "font_features: ['ab=']", "tracking: 9", "tracking: wide"])
def test_what_is_no_feature_or_no_tracking_is_a_fault(keys: str, tmp_path: Path) -> None:
    (fault,) = check(str(spec(tmp_path, "a", keys))).faults
    assert fault.place.line == 12


def test_letters_that_a_font_lacks_are_taken_from_those_behind_it_in_its_list(tmp_path: Path) -> None:
    listed = "{own: [own.ttf, NotoSansHebrew.ttf, Cinzel-Bold]}"
    file = spec(tmp_path, "abc שלום D", "font: own", listed)
    found = check(str(file))
    assert (found.faults, found.warnings) == ((), ())
    texts = face(tmp_path, "abc שלום D", "font: own", listed)
    used = [font.name for text in texts for font, _ in fonts.line(text.font, text.text, text.rtl).runs]
    assert list(dict.fromkeys(used)) == ["own", "NotoSansHebrew", "Cinzel-Bold"]


def test_that_a_bundled_font_stands_in_is_told_with_the_letters(tmp_path: Path) -> None:
    (warning,) = check(str(spec(tmp_path, "abc déf", "font: own"))).warnings
    assert "'é', which font own lacks, in AlegreyaSans-Regular" in str(warning)
    assert warning.place.line == 12


def test_what_no_font_has_is_named_with_its_letters(tmp_path: Path) -> None:
    (fault,) = check(str(spec(tmp_path, "abc 漢字", "font: own"))).faults
    assert "'字漢', which font own lacks" in str(fault)
    assert fault.place.line == 12


@pytest.mark.parametrize("fonts", ["{own: []}", "{own: [own.ttf, none.ttf]}", "{own: [own.ttf, Nothing]}"])
def test_a_list_of_fonts_is_checked_each_at_its_place(fonts: str, tmp_path: Path) -> None:
    (fault,) = check(str(spec(tmp_path, "abc", "font: own", fonts))).faults
    assert fault.place.line == 4


def test_what_is_read_from_right_to_left_begins_at_the_right(tmp_path: Path) -> None:
    (text,) = face(tmp_path, "שלום", "font: hebrew", "{hebrew: NotoSansHebrew.ttf}")
    assert text.x + fonts.width(text.font, text.text, text.size) == pytest.approx(76, abs=0.01)
    (left,) = face(tmp_path, "שלום", "font: hebrew, align: left", "{hebrew: NotoSansHebrew.ttf}")
    assert left.x == 4


def test_a_line_of_several_fonts_is_seen_in_the_order_it_is_read(tmp_path: Path) -> None:
    texts = face(
        tmp_path, "שלום **abc** עולם", "font: h, markup: true", "{h: NotoSansHebrew.ttf, h-bold: AlegreyaSans-Bold}"
    )
    seen = [text.text.strip() for text in sorted(texts, key=lambda text: text.x)]
    assert seen == ["עולם", "abc", "שלום"]
    assert max(text.x + fonts.width(text.font, text.text, text.size) for text in texts) == pytest.approx(76, abs=0.01)
