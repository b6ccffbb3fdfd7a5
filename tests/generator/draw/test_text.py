"""Text in boxes: nothing is lost, nothing sticks out, what cannot fit is said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.draw.fonts.fonts import bundled, missing, outlines, width
from generator.draw.geometry.geometry import bounds
from generator.draw.paragraphs.markup import Fonts
from generator.draw.paragraphs.text import MIN_SIZE, Block, Overflow, Setting, lay_out
from generator.draw.scene import Font

FILES = bundled()
REGULAR, BOLD, ITALIC = (
    Font(name, FILES[name]) for name in ("AlegreyaSans-Regular", "AlegreyaSans-Bold", "AlegreyaSans-Italic")
)
FAMILY = Fonts(REGULAR, BOLD, ITALIC)


def block(
    text: str,
    box: tuple[float, float] = (50, 200),
    size: float = 4,
    *,
    wrap: bool = True,
    fit: bool = False,
    markup: bool = False,
) -> Block:
    return lay_out(text, FAMILY, size, box, Setting(wrap=wrap, markup=markup), fit=fit)


words = st.lists(st.text("abcdefghijklmnopqrstuvwxyzĄŁŠé", min_size=1, max_size=9), min_size=1, max_size=40)


@given(words)
def test_wrapped_lines_fit_the_box_and_lose_no_word(given_words: list[str]) -> None:
    laid = block(" ".join(given_words), (45, 1000))
    found = " ".join("".join(run.text for run in line.runs) for line in laid.lines)
    assert found.split() == given_words
    for line in laid.lines:
        assert line.width <= 45.01
        assert line.width == pytest.approx(sum(width(run.font, run.text, run.size) for run in line.runs))


@given(words, st.floats(20, 60), st.floats(10, 60))
def test_fit_shrinks_until_all_is_inside_or_says_it_cannot(given_words: list[str], wide: float, tall: float) -> None:
    try:
        laid = block(" ".join(given_words), (wide, tall), 8, fit=True)
    except Overflow as error:
        assert "4 points" in error.found or "mm" in error.expected
        return
    assert MIN_SIZE - 1e-6 <= laid.lines[0].size <= 8
    assert laid.width <= wide + 0.02
    assert laid.height <= tall + 0.02 or len(laid.lines) == 1


def test_fit_does_not_shrink_what_fits() -> None:
    assert block("short", (50, 20), 5, fit=True, wrap=False).lines[0].size == 5


def test_without_fit_too_long_a_text_is_a_fault_with_its_size() -> None:
    with pytest.raises(Overflow, match=r"text 'a long line' of \d+\.\d × \d\.\d mm; expected at most 9.0 × 9.0 mm"):
        block("a long line", (9, 9), wrap=False)


def test_a_fault_about_a_text_of_many_lines_is_one_line() -> None:
    with pytest.raises(Overflow, match=r"text '# Head one two' of") as caught:
        block("# Head\n\none\ntwo", (50, 3), markup=True)
    assert "\n" not in str(caught.value)


def test_markup_is_what_it_looks_like() -> None:
    laid = block("# Head\nOne **two** *three* [[flag]].\n\n- four\n- five", markup=True)
    assert [["".join(run.icon or run.text for run in line.runs)] for line in laid.lines] == [
        ["Head"],
        ["Onetwothreeflag."],
        ["•four"],
        ["•five"],
    ]
    fonts = [run.font.name for run in laid.lines[1].runs if run.text]
    assert fonts == ["AlegreyaSans-Regular", "AlegreyaSans-Bold", "AlegreyaSans-Italic", "AlegreyaSans-Regular"]
    assert laid.lines[0].runs[0].font == BOLD
    gaps = [b.y - a.y for a, b in zip(laid.lines, laid.lines[1:], strict=False)]
    assert gaps[1] > gaps[2], "a blank line parts paragraphs, bullets stay together"


@pytest.mark.parametrize("stars", ["****", "* see the note *", "2 * 3 * 4", "**", "*", "[[]]"])
def test_stars_that_mark_nothing_are_stars(stars: str) -> None:
    (line,) = block(stars, markup=True).lines
    assert [(run.text, run.font) for run in line.runs] == [(stars, REGULAR)]


def test_runs_of_one_font_are_one_run_so_that_text_can_be_searched() -> None:
    (line,) = block("one two three").lines
    assert [run.text for run in line.runs] == ["one two three"]


def test_words_do_not_come_apart_at_punctuation_after_bold() -> None:
    (line,) = block("**bold**: more", markup=True).lines
    bold, rest = line.runs
    assert rest.text == ": more"
    assert rest.x == pytest.approx(bold.width)


@pytest.mark.parametrize("name", sorted(FILES))
def test_the_bundled_fonts_have_the_letters_of_our_languages(name: str) -> None:
    assert missing(Font(name, FILES[name]), "AZaz09 ąęłóżźćńśŁŻ čřžěůšďť äöüß éèñçåø ×—–“”’…½€•") == ""


def test_outlines_are_as_wide_as_the_metrics_say() -> None:
    box = bounds(outlines(REGULAR, "HH", 10, 5, 20))
    assert box is not None
    assert box[0] >= 5
    assert box[0] + box[2] <= 5 + width(REGULAR, "HH", 10)
    assert box[1] + box[3] == pytest.approx(20, abs=0.05)
