"""Letters to glyphs, and text that is read from right to left."""

from pathlib import Path

import pytest
from bidi.algorithm import get_display
from bidi.mirror import MIRRORED
from cases import cases
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from generator.draw.fonts import bidi, fonts
from generator.draw.fonts.shaping import apart_from_spaces, feature
from generator.draw.scene import Font

BUNDLED = fonts.bundled()
PLAIN = Font("AlegreyaSans-Regular", BUNDLED["AlegreyaSans-Regular"])


def shown(text: str, rtl: bool | None = None) -> str:
    """A line as it is seen, letter by letter from the left."""
    parts = bidi.parts(text, rtl)
    return "".join("".join(MIRRORED.get(c, c) for c in part[::-1]) if turned else part for part, turned in parts)


@cases
def test_a_line_is_seen_in_the_order_its_scripts_are_read(typed: str, seen: str) -> None:
    assert shown(typed) == seen


@given(st.text("ab אב12 .,(-%ع٣", min_size=1, max_size=16))
def test_any_line_is_ordered_as_another_program_orders_it(text: str) -> None:
    assert shown(text) == get_display(text)


@given(st.lists(st.text("ab אב12 .(\ufffc", min_size=1, max_size=6), min_size=1, max_size=5))
def test_texts_side_by_side_are_ordered_as_one_line(texts: list[str]) -> None:
    parts = bidi.arranged(texts)
    assert sorted("".join(part.text for part in parts)) == sorted("".join(texts))
    whole = "".join("".join(MIRRORED.get(c, c) for c in text[::-1]) if rtl else text for _, text, rtl in parts)
    assert whole == shown("".join(texts))
    assert all(part.text in texts[part.owner] for part in parts)


@given(st.text(max_size=20))
def test_no_text_is_too_odd_to_be_ordered(text: str) -> None:
    assert len("".join(part for part, _ in bidi.parts(text))) <= len(text)


@given(st.text("Typ ÄAVfi-WoŁódź.", max_size=30))
def test_a_line_is_as_wide_as_its_words_and_spaces(text: str) -> None:
    words = sum(fonts.width(PLAIN, word, 4) for word in text.split(" "))
    spaces = text.count(" ") * fonts.width(PLAIN, " ", 4)
    assert fonts.width(PLAIN, text, 4) == pytest.approx(words + spaces)


@pytest.mark.parametrize("name", BUNDLED)
def test_no_bundled_font_moves_a_letter_for_a_space_beside_it(name: str) -> None:
    # by more than can be seen: they are set word by word and never tried
    assert apart_from_spaces(fonts.opened(Font(name, BUNDLED[name])))


def test_a_font_that_does_is_set_line_by_line(tmp_path: Path) -> None:
    with TTFont(PLAIN.file) as font:
        del font["GPOS"]
        addOpenTypeFeaturesFromString(font, "feature kern { pos T space -200; } kern;")
        font.save(tmp_path / "own.ttf")
    own = Font("own", tmp_path / "own.ttf")
    apart = sum(fonts.width(own, part, 1) for part in ("T", " ", "o"))
    assert fonts.width(own, "T o", 1) == pytest.approx(apart - 0.2)


def test_a_line_that_can_fit_nowhere_is_measured_without_being_shaped() -> None:
    whole = fonts.width(PLAIN, "Sphinx " * 300_000, 4)
    assert whole == pytest.approx(300_000 * fonts.width(PLAIN, "Sphinx ", 4), rel=0.05)
    assert len(fonts._setting(PLAIN).lines) < fonts.MOST_LINES
    assert not any(len(text) > fonts.LONGEST for text, _ in fonts._setting(PLAIN).lines)


def test_tracking_puts_the_same_space_behind_each_letter() -> None:
    spread = Font(PLAIN.name, PLAIN.file, tracking=0.2)
    assert fonts.width(spread, "Hxm", 10) == pytest.approx(fonts.width(PLAIN, "Hxm", 10) + 6, abs=0.1)


@pytest.mark.parametrize(("text", "meant"), [("smcp", ("smcp", 1)), ("liga=0", ("liga", 0)), ("salt=2", ("salt", 2))])
def test_a_feature_is_on_unless_it_says_otherwise(text: str, meant: tuple[str, int]) -> None:
    assert feature(text) == meant


@pytest.mark.parametrize("text", ["", "lig", "ligaa", "liga=", "liga=x", "li ga", "liga=1000"])
def test_what_is_no_feature_is_told(text: str) -> None:
    with pytest.raises(ValueError, match="four letters or digits"):
        feature(text)
