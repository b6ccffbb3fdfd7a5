"""Typed straight, set curly; and no last line of one word."""

import pytest
from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from generator.draw.fonts.fonts import label
from generator.draw.paragraphs.hyphens import curled
from generator.draw.paragraphs.markup import Fonts
from generator.draw.paragraphs.text import Setting, lay_out
from generator.draw.scene import Font

PLAIN = label("AlegreyaSans-Regular")


@cases
def test_marks_turn_the_way_they_are_read(typed: str, printed: str) -> None:
    assert curled(typed, PLAIN) == printed


def test_a_font_without_curly_marks_keeps_them_straight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.draw.fonts.fonts.missing", lambda font, text: text)
    assert curled("the player's 5\\' \"x\"", PLAIN) == "the player's 5' \"x\""


@given(st.text("ab '\"*-(\\", max_size=30))
def test_nothing_but_the_marks_changes(text: str) -> None:
    straight = str.maketrans("‘’“”", "''\"\"")
    bare = text.replace("\\'", "'").replace('\\"', '"')
    assert curled(text, PLAIN).translate(straight) == bare


def lines(text: str, width: float) -> list[str]:
    block = lay_out(text, Fonts(PLAIN, PLAIN, PLAIN), 4, (width, 1e6), Setting(wrap=True))
    return [" ".join(run.text for run in line.runs) for line in block.lines]


def test_a_last_line_of_one_word_gets_company() -> None:
    words = "The sea takes the tile with the lowest number of all that lie open"
    for width in range(28, 120):
        broken = lines(words, width)
        assert " ".join(broken) == words
        if len(broken) > 1 and len(broken[-2].split()) > 1:
            assert len(broken[-1].split()) > 1, broken


@given(st.lists(st.sampled_from(["a", "tile", "mountain", "of"]), min_size=1, max_size=20), st.floats(20, 90))
def test_company_never_makes_a_line_wider_than_its_box_nor_another_line(words: list[str], width: float) -> None:
    fonts: Font = PLAIN
    block = lay_out(" ".join(words), Fonts(fonts, fonts, fonts), 4, (width, 1e6), Setting(wrap=True))
    assert block.width <= width + 0.01
