"""Lines end where they may, at the best place, and nothing is lost on the way."""

from itertools import pairwise

import pytest
from cases import cases, data
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.draw.fonts.fonts import bundled, width
from generator.draw.paragraphs.hyphens import hyphenator
from generator.draw.paragraphs.markup import Fonts, places
from generator.draw.paragraphs.text import Overflow, Setting, lay_out
from generator.draw.scene import Font

PLAIN = Font("AlegreyaSans-Regular", bundled()["AlegreyaSans-Regular"])
FAMILY = Fonts(PLAIN, PLAIN, PLAIN)
ENGLISH = hyphenator("en")
PROSE = data(__file__)["PROSE"]


def lines(text: str, room: float, **how: object) -> list[str]:
    block = lay_out(text, FAMILY, 4, (room, 1e6), Setting(wrap=True, **how))  # type: ignore[arg-type]
    return ["".join(run.text for run in line.runs) for line in block.lines]


def test_a_soft_hyphen_is_seen_only_where_a_line_ends_at_it() -> None:
    assert lines("At\u00adlan\u00adtis", 100) == ["Atlantis"]
    assert lines("the At\u00adlan\u00adtis", width(PLAIN, "the Atlan-", 4) + 0.1) == ["the Atlan-", "tis"]


def test_a_no_break_space_keeps_a_line_together() -> None:
    assert lines("of 10\u00a0000 tiles", width(PLAIN, "10\u00a0000", 4) + 0.5) == ["of", "10\u00a0000", "tiles"]


def test_a_number_and_its_unit_stay_on_one_line() -> None:
    for unit in ("mm", "cm", "g.", "%,"):
        assert lines(f"ruler of 100 {unit}", width(PLAIN, "ruler of 100", 4) + 0.1) == ["ruler of", f"100 {unit}"]
    assert lines("ruler of 100 games now", width(PLAIN, "ruler of 100", 4) + 0.1) == ["ruler of 100", "games now"]


@pytest.mark.parametrize("justify", [False, True])
def test_in_polish_a_word_of_one_letter_ends_no_line(justify: bool) -> None:
    text, room = "Kamienie (w stosie) i pionki z wyspy, a potem w turze.", width(PLAIN, "Kamienie (w", 4) + 0.2
    polish = replace(PLAIN, language="pl")
    for font, ended in ((polish, False), (PLAIN, True)):
        block = lay_out(text, Fonts(font, font, font), 4, (room, 1e6), Setting(wrap=True, justify=justify))
        ends = [line.runs[-1].text.split(" ")[-1] for line in block.lines]
        assert any(len(end.strip("(")) == 1 for end in ends) == ended


def test_a_word_with_a_hyphen_may_end_a_line_behind_it() -> None:
    assert lines("print-and-play", width(PLAIN, "print-and-", 4) + 0.1) == ["print-and-", "play"]
    with pytest.raises(Overflow, match="text 'e-mail'"):
        lines("e-mail", width(PLAIN, "mail", 4) + 0.1)


@cases
def test_where_a_word_may_be_broken(word: str, parts: list[str]) -> None:
    cuts = [0, *(at for at, _ in places(word)), len(word)]
    assert [word[a:b] for a, b in pairwise(cuts)] == parts


def test_a_script_without_spaces_gets_none_where_its_lines_are_joined() -> None:
    block = lay_out("島が\n沈む\nand the sea", FAMILY, 4, (500, 100), Setting(wrap=True, markup=True))
    assert "".join(run.text for run in block.lines[0].runs) == "島が沈む and the sea"


words = st.lists(st.text("abcdeilmnoprst\u00ad-\u200b島", min_size=1, max_size=14), min_size=1, max_size=40)
_UNSEEN = str.maketrans("", "", "\u00ad\u200b")


@given(words, st.floats(46, 90), st.booleans(), st.booleans())
def test_no_letter_is_lost_and_no_line_too_wide(given_: list[str], room: float, justify: bool, parted: bool) -> None:
    setting = Setting(wrap=True, justify=justify, hyphenate=ENGLISH if parted else None)
    try:
        block = lay_out(" ".join(given_), FAMILY, 4, (room, 1e6), setting)
    except Overflow:
        return  # a word that is wider than the box
    told = "".join(run.text for line in block.lines for run in line.runs)
    assert told.translate(_UNSEEN).replace("-", "").replace(" ", "") == (
        "".join(given_).translate(_UNSEEN).replace("-", "")
    )
    for number, line in enumerate(block.lines):
        last = line.runs[-1] if line.runs else None
        if last is not None:
            end = last.x + width(last.font, last.text.rstrip(" "), 4)
            assert end == pytest.approx(line.width, abs=0.01)
        assert line.width <= room + 0.01
        if justify and number + 1 < len(block.lines) and len(line.runs) > 1:
            assert line.width == pytest.approx(room, abs=0.01)


def slack(text: str, room: float, **how: object) -> list[float]:
    """How much wider than itself each space of a paragraph is, its last line left out; parts of a space."""
    block = lay_out(text, FAMILY, 4, (room, 1e6), Setting(wrap=True, **how))  # type: ignore[arg-type]
    space = width(PLAIN, " ", 4)
    found = []
    for line in block.lines[:-1]:
        told = " ".join("".join(run.text for run in line.runs).split())
        found.append((room - width(PLAIN, told, 4)) / (told.count(" ") * space))
    return found


@pytest.mark.parametrize("room", [60.0, 71.0, 80.0, 95.0])
def test_justified_lines_are_weighed_against_each_other(room: float) -> None:
    """Against the greedy lines of the same text: never worse, and with hyphens better still."""

    def badness(found: list[float]) -> float:
        return sum(abs(each) ** 3 for each in found)

    greedy, fitted = slack(PROSE, room), slack(PROSE, room, justify=True)
    parted = slack(PROSE, room, justify=True, hyphenate=ENGLISH)
    assert badness(fitted) <= badness(greedy) + 1e-6
    assert max(parted) <= max(greedy) + 1e-6
    assert max(parted) < 1.2


def test_lines_that_are_good_without_hyphens_have_none() -> None:
    plain = PROSE.partition(" Every")[0]
    assert lines(plain, 110, justify=True, hyphenate=ENGLISH) == lines(plain, 110, justify=True)


def test_the_last_line_of_a_paragraph_and_one_that_is_broken_by_hand_keep_their_spaces() -> None:
    block = lay_out("one two\\\nthree four five", FAMILY, 4, (19, 100), Setting(wrap=True, markup=True, justify=True))
    first, last = block.lines[0], block.lines[-1]
    assert [run.text for run in first.runs] == ["one two"]
    assert last.width < 19
    assert [run.text for run in block.lines[1].runs][:1] == ["three "]
