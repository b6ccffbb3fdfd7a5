"""Text of many scripts: letters to glyphs as another program shapes them, from right to left; printed, and copied out
as it was written."""

from pathlib import Path

import numpy as np
import pypdf
import pytest
from bidi.algorithm import get_display
from bidi.mirror import MIRRORED
from cases import cases, data, put
from copied import texts
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont
from hypothesis import given, strategies as st
from PIL import ImageFont
from seen import by_pdfium, by_resvg, printed

from generator.building.check import check
from generator.draw.fonts import bidi, fonts
from generator.draw.fonts.bidi import parts
from generator.draw.fonts.shaping import apart_from_spaces, feature
from generator.draw.scene import Font, Page, Text
from generator.faces.faces import Faces
from specs.load import load

BUNDLED = fonts.bundled()
REGULAR = Font("AlegreyaSans-Regular", BUNDLED["AlegreyaSans-Regular"])


def seen_order(text: str, rtl: bool | None = None) -> str:
    """A line as it is seen, letter by letter from the left."""
    parts = bidi.parts(text, rtl)
    return "".join("".join(MIRRORED.get(c, c) for c in part[::-1]) if turned else part for part, turned in parts)


@cases
def test_a_line_is_seen_in_the_order_its_scripts_are_read(typed: str, seen: str) -> None:
    assert seen_order(typed) == seen


@given(st.text("ab אב12 .,(-%ع٣", min_size=1, max_size=16))
def test_any_line_is_ordered_as_another_program_orders_it(text: str) -> None:
    assert seen_order(text) == get_display(text)


@given(st.lists(st.text("ab אב12 .(\ufffc", min_size=1, max_size=6), min_size=1, max_size=5))
def test_texts_side_by_side_are_ordered_as_one_line(texts: list[str]) -> None:
    parts = bidi.arranged(texts)
    assert sorted("".join(part.text for part in parts)) == sorted("".join(texts))
    whole = "".join("".join(MIRRORED.get(c, c) for c in text[::-1]) if rtl else text for _, text, rtl in parts)
    assert whole == seen_order("".join(texts))
    assert all(part.text in texts[part.owner] for part in parts)


@given(st.text(max_size=20))
def test_no_text_is_too_odd_to_be_ordered(text: str) -> None:
    assert len("".join(part for part, _ in bidi.parts(text))) <= len(text)


@given(st.text("Typ ÄAVfi-WoŁódź.", max_size=30))
def test_a_line_is_as_wide_as_its_words_and_spaces(text: str) -> None:
    words = sum(fonts.width(REGULAR, word, 4) for word in text.split(" "))
    spaces = text.count(" ") * fonts.width(REGULAR, " ", 4)
    assert fonts.width(REGULAR, text, 4) == pytest.approx(words + spaces)


@pytest.mark.parametrize("name", BUNDLED)
def test_no_bundled_font_moves_a_letter_for_a_space_beside_it(name: str) -> None:
    # by more than can be seen: they are set word by word and never tried
    assert apart_from_spaces(fonts.opened(Font(name, BUNDLED[name])))


def test_a_font_that_does_is_set_line_by_line(tmp_path: Path) -> None:
    with TTFont(REGULAR.file) as font:
        del font["GPOS"]
        addOpenTypeFeaturesFromString(font, "feature kern { pos T space -200; } kern;")
        font.save(tmp_path / "own.ttf")
    own = Font("own", tmp_path / "own.ttf")
    apart = sum(fonts.width(own, part, 1) for part in ("T", " ", "o"))
    assert fonts.width(own, "T o", 1) == pytest.approx(apart - 0.2)


def test_a_line_that_can_fit_nowhere_is_measured_without_being_shaped() -> None:
    whole = fonts.width(REGULAR, "Sphinx " * 300_000, 4)
    assert whole == pytest.approx(300_000 * fonts.width(REGULAR, "Sphinx ", 4), rel=0.05)


def test_tracking_puts_the_same_space_behind_each_letter() -> None:
    spread = Font(REGULAR.name, REGULAR.file, tracking=0.2)
    assert fonts.width(spread, "Hxm", 10) == pytest.approx(fonts.width(REGULAR, "Hxm", 10) + 6, abs=0.1)


@pytest.mark.parametrize("text", ["", "lig", "ligaa", "liga=", "liga=x", "li ga", "liga=1000"])
def test_what_is_no_feature_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="four letters or digits"):
        feature(text)


# ---- brackets among what is read from right to left ------------------------------------------------

AB, CD, EF = "\u05d0\u05d1", "\u05d2\u05d3", "\u05d4\u05d5"


@cases
def test_both_brackets_of_a_pair_go_one_way(text: str, rtl: bool, seen: list[tuple[str, bool]]) -> None:
    assert parts(text, rtl) == seen


def test_brackets_without_end_are_left_aside() -> None:
    text = f"{AB}{'(' * 5000} a {')' * 5000}"
    assert "".join(part for part, _ in parts(text)[::-1]) == text


# ---- text of many scripts --------------------------------------------------------------------------

HERE = Path(__file__).parents[1] / "scripts"
HEBREW, ARABIC = (Font(name, HERE / f"{name}.ttf") for name in ("NotoSansHebrew", "Amiri"))
PLAIN, DISPLAY = fonts.own("AlegreyaSans-Regular"), fonts.own("Cinzel-Bold")
BOX = (0.0, 0.0, 120.0, 30.0)


FOREIGN = {"HEBREW": HEBREW, "ARABIC": ARABIC}


def shaped(font: str, text: str, features: tuple[str, ...] = (), language: str = "") -> tuple[Font, str]:
    own = FOREIGN.get(font) or Font(font, BUNDLED[font], features=tuple(features), language=language)
    return own, text


SHAPED = {name: shaped(**case) for name, case in data(__file__)["SHAPED"].items()}


@pytest.mark.parametrize(("font", "text"), SHAPED.values(), ids=SHAPED.keys())
def test_words_are_as_wide_as_another_program_shapes_them(font: Font, text: str) -> None:
    """Pillow has a HarfBuzz of its own; its widths are whole pixels a letter, here thousandths of the em."""
    size = fonts.opened(font).em
    other = ImageFont.truetype(str(font.file), size, layout_engine=ImageFont.Layout.RAQM)
    tags = [name if value else f"-{name}" for name, value in map(feature, font.features)]
    for word in text.split():
        wide = other.getlength(word, features=tags or None, language=font.language or None)
        assert fonts.width(font, word, size) == pytest.approx(wide, abs=0.5 * len(word) + 0.5), word


def page_of(font: Font, text: str) -> Page:
    return Page(120, 30, (Text(5, 20, text, font, 9, (0, 0, 0)),), BOX, BOX, ())


@pytest.mark.parametrize(("font", "text"), SHAPED.values(), ids=SHAPED.keys())
def test_a_pdf_shows_the_letters_that_an_svg_shows(font: Font, text: str, tmp_path: Path) -> None:
    page = page_of(font, text)
    drawn = by_pdfium(printed(tmp_path, page), 127)
    other = by_resvg(page, drawn)
    assert (other < 128).all(axis=-1).sum() > 500, "letters are seen"
    assert (np.abs(drawn - other).max(axis=-1) > 128).mean() < 0.001


READ = {name: case for name, case in SHAPED.items() if "with" not in name and name != "marks apart"}


@pytest.mark.parametrize(("font", "text"), READ.values(), ids=READ.keys())
def test_text_is_copied_out_as_it_was_written(font: Font, text: str, tmp_path: Path) -> None:
    """Vowelled Arabic and pointed Hebrew are left out: no two readers agree on where their marks belong."""
    file = printed(tmp_path, page_of(font, text))
    assert texts(file)[0].split() == text.split()
    if font not in (HEBREW, ARABIC):  # which pypdf leaves in the order they are seen
        other = pypdf.PdfReader(file).pages[0].extract_text()
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
    file = card_spec(folder, text, keys, fonts)
    assert check(str(file)).faults == ()
    document = load(file, fonts=BUNDLED)
    return [node for node in Faces(document).front(document.pieces["cards"][0]).nodes if isinstance(node, Text)]


def card_spec(folder: Path, text: str, keys: str, fonts: str = "{own: own.ttf}") -> Path:
    with TTFont(BUNDLED["AlegreyaSans-Regular"]) as font:
        for table in font["cmap"].tables:
            table.cmap = {code: name for code, name in table.cmap.items() if chr(code) in " abcdefghijklmnopqrstuvwxyz"}
        font.save(folder / "own.ttf")
    for one in (HEBREW, ARABIC):
        (folder / one.file.name).write_bytes(one.file.read_bytes())
    return put(folder / "g.yaml", SPEC.format(text=text, keys=keys, fonts=fonts))


def test_a_style_or_an_element_says_which_features_a_text_is_set_with(tmp_path: Path) -> None:
    (styled,) = face(tmp_path, "Abc", "style: caps")
    assert (styled.font.features, styled.font.tracking) == (("smcp", "c2sc"), 0.1)
    (own,) = face(tmp_path, "Abc", "style: caps, font_features: [liga=0], spacing: 0")
    assert (own.font.features, own.font.tracking) == (("liga=0",), 0.0)


@pytest.mark.parametrize(("align", "edge"), [("center", 40), ("right", 76)])
def test_no_space_is_put_behind_the_last_of_letters_that_stand_apart(align: str, edge: float, tmp_path: Path) -> None:
    (text,) = face(tmp_path, "nono", f"spacing: 0.5, align: {align}")
    wide = fonts.width(text.font, "nono", 5) - 2.5
    assert text.x + wide / (2 if align == "center" else 1) == pytest.approx(edge, abs=0.01)


@pytest.mark.parametrize("keys", ["font_features: [small]", "font_features: ['ab=']", "spacing: 9", "spacing: wide"])
def test_what_is_no_feature_or_no_tracking_is_a_fault(keys: str, tmp_path: Path) -> None:
    (fault,) = check(str(card_spec(tmp_path, "a", keys))).faults
    assert fault.place.line == 12


def test_letters_that_a_font_lacks_are_taken_from_those_behind_it_in_its_list(tmp_path: Path) -> None:
    listed = "{own: [own.ttf, NotoSansHebrew.ttf, Cinzel-Bold]}"
    file = card_spec(tmp_path, "abc שלום D", "font: own", listed)
    found = check(str(file))
    assert (found.faults, found.warnings) == ((), ())
    texts = face(tmp_path, "abc שלום D", "font: own", listed)
    used = [font.name for text in texts for font, _ in fonts.line(text.font, text.text, text.rtl).runs]
    assert list(dict.fromkeys(used)) == ["own", "NotoSansHebrew", "Cinzel-Bold"]


def test_that_a_bundled_font_stands_in_is_told_with_the_letters(tmp_path: Path) -> None:
    (warning,) = check(str(card_spec(tmp_path, "abc déf", "font: own"))).warnings
    assert "'é', which font own lacks, in AlegreyaSans-Regular" in str(warning)
    assert warning.place.line == 12


def test_what_no_font_has_is_named_with_its_letters(tmp_path: Path) -> None:
    (fault,) = check(str(card_spec(tmp_path, "abc 漢字", "font: own"))).faults
    assert "'字漢', which font own lacks" in str(fault)
    assert fault.place.line == 12


@pytest.mark.parametrize("fonts", ["{own: []}", "{own: [own.ttf, none.ttf]}", "{own: [own.ttf, Nothing]}"])
def test_a_list_of_fonts_is_checked_each_at_its_place(fonts: str, tmp_path: Path) -> None:
    (fault,) = check(str(card_spec(tmp_path, "abc", "font: own", fonts))).faults
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


def test_emphasis_that_no_font_shows_is_a_warning(tmp_path: Path) -> None:
    (warning,) = check(str(card_spec(tmp_path, "a *b* **c**", "font: own, markup: true"))).warnings
    assert "bold and italic text, which font own cannot show" in str(warning)


@pytest.mark.parametrize("cut", ["", "12 "])
def test_the_bold_font_of_a_family_is_found_beside_it_by_its_own_name(tmp_path: Path, cut: str) -> None:
    """A family of several cuts has two names: `Words 12`, `Bold`, and `Words`, `12 Bold`."""
    for style, name in (("Regular", "words"), ("Bold", "strong"), ("Italic", "slanted")):
        with TTFont(fonts.bundled()[f"AlegreyaSans-{style}"]) as font:
            for number, said in zip((1, 2, 16, 17), (f"Words {cut}", style, "Words", cut + style), strict=True):
                font["name"].setName(said, number, 3, 1, 0x409)
            font.save(tmp_path / f"{name}.{'TTF' if style == 'Bold' else 'ttf'}")
    texts = face(tmp_path, "a *b* **c**", "font: own, markup: true", "{own: words.ttf}")
    assert [text.font.name for text in texts] == ["words", "slanted", "strong"]
    assert not check(str(tmp_path / "g.yaml")).warnings
