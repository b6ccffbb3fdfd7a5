"""Text is measured in cells of a terminal, as terminals measure it."""

import re

from cases import cases
from hypothesis import example, given, strategies as st
from wcwidth import wcswidth, wcwidth

from specs.base import measure

LETTERS = st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Cn", "Co"))
TEXTS = st.text(st.one_of(LETTERS, st.sampled_from("ab  海の한가🌊e\u0301\u200d")), max_size=60)


@cases
def test_wide_letters_take_two_cells_and_marks_none(text: str, cells: int) -> None:
    assert measure.width(text) == cells


def test_no_letter_takes_more_cells_than_are_counted() -> None:
    """Those of the first two planes, where all letters are that terminals disagree about."""
    assert [f"{code:x}" for code in range(0x20000) if wcwidth(chr(code)) > measure.width(chr(code))] == []


@given(TEXTS)
@example("\u2764\ufe0f")
def test_no_text_takes_more_cells_than_are_counted(text: str) -> None:
    assert wcswidth(text) <= measure.width(text) or any(wcwidth(char) < 0 for char in text)


@given(TEXTS, st.integers(0, 60))
def test_a_cut_text_has_room_and_no_more_of_it_would_have(text: str, room: int) -> None:
    cut = measure.cut(text, room)
    assert text.startswith(cut)
    assert measure.width(cut) <= room
    rest = text[len(cut) :]
    assert not rest or measure.width(cut + rest[0]) > room


@given(TEXTS, st.integers(1, 60))
def test_a_shortened_text_has_room(text: str, room: int) -> None:
    assert measure.width(measure.short(text, room)) <= room


@given(TEXTS, st.integers(12, 60), st.sampled_from(["", "  ", "      "]))
def test_wrapped_lines_have_room_and_lose_no_letter(text: str, across: int, then: str) -> None:
    lines = measure.wrap(text, across, then=then)
    assert all(measure.width(line) <= across for line in lines)
    assert re.sub(r"[ \t-\r]", "", "".join(lines)) == re.sub(r"[ \t-\r]", "", text)


def test_words_are_kept_together_and_spaces_inside_a_line() -> None:
    assert measure.wrap("  4.  +4 = 12  plays AC", 14, then="    ") == ["  4.  +4 = 12", "    plays AC"]
    assert measure.wrap("海の家 海の家", 8) == ["海の家", "海の家"]
    assert measure.wrap("海の家海の家", 8) == ["海の家海", "の家"]
