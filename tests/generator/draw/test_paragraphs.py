"""Paragraphs: markup, quotes and hyphens; lines that end where they may, at the best place; text in boxes, of
which nothing is lost and nothing sticks out."""

from itertools import pairwise

import pytest
from cases import cases, data
from hypothesis import given, strategies as st
from msgspec.structs import replace

from generator.draw.fonts.fonts import bundled, label, width
from generator.draw.paragraphs.hyphens import LEAST, curled, hyphenator, languages
from generator.draw.paragraphs.markup import Fonts, Table, paragraphs, places, spans
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


# ---- lines end where they may ----------------------------------------------------------------------

PLAIN = Font("AlegreyaSans-Regular", bundled()["AlegreyaSans-Regular"])
FAMILY_ = Fonts(PLAIN, PLAIN, PLAIN)
ENGLISH = hyphenator("en")
PROSE = data(__file__)["PROSE"]


def set_lines(text: str, room: float, **how: object) -> list[str]:
    block = lay_out(text, FAMILY_, 4, (room, 1e6), Setting(wrap=True, **how))  # type: ignore[arg-type]
    return ["".join(run.text for run in line.runs) for line in block.lines]


@cases
def test_a_line_ends_where_it_may(text: str, fits: str, more: float, lines: list[str]) -> None:
    """In a box as wide as some words, and a little more."""
    assert set_lines(text, width(PLAIN, fits, 4) + more) == lines


@pytest.mark.parametrize("justify", [False, True])
def test_in_polish_a_word_of_one_letter_ends_no_line(justify: bool) -> None:
    text, room = "Kamienie (w stosie) i pionki z wyspy, a potem w turze.", width(PLAIN, "Kamienie (w", 4) + 0.2
    polish = replace(PLAIN, language="pl")
    for font, ended in ((polish, False), (PLAIN, True)):
        block = lay_out(text, Fonts(font, font, font), 4, (room, 1e6), Setting(wrap=True, justify=justify))
        ends = [line.runs[-1].text.split(" ")[-1] for line in block.lines]
        assert any(len(end.strip("(")) == 1 for end in ends) == ended


def test_a_word_of_which_a_letter_would_stand_alone_is_not_broken() -> None:
    with pytest.raises(Overflow, match="text 'e-mail'"):
        set_lines("e-mail", width(PLAIN, "mail", 4) + 0.1)


@cases
def test_where_a_word_may_be_broken(word: str, parts: list[str]) -> None:
    cuts = [0, *(at for at, _ in places(word)), len(word)]
    assert [word[a:b] for a, b in pairwise(cuts)] == parts


def test_a_script_without_spaces_gets_none_where_its_lines_are_joined() -> None:
    block = lay_out("島が\n沈む\nand the sea", FAMILY_, 4, (500, 100), Setting(wrap=True, markup=True))
    assert "".join(run.text for run in block.lines[0].runs) == "島が沈む and the sea"


broken_words = st.lists(st.text("abcdeilmnoprst\u00ad-\u200b島", min_size=1, max_size=14), min_size=1, max_size=40)
_UNSEEN = str.maketrans("", "", "\u00ad\u200b")


@given(broken_words, st.floats(46, 90), st.booleans(), st.booleans())
def test_no_letter_is_lost_and_no_line_too_wide(given_: list[str], room: float, justify: bool, parted: bool) -> None:
    setting = Setting(wrap=True, justify=justify, hyphenate=ENGLISH if parted else None)
    try:
        block = lay_out(" ".join(given_), FAMILY_, 4, (room, 1e6), setting)
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
    block = lay_out(text, FAMILY_, 4, (room, 1e6), Setting(wrap=True, **how))  # type: ignore[arg-type]
    space = width(PLAIN, " ", 4)
    found = []
    for line in block.lines[:-1]:
        told = " ".join("".join(run.text for run in line.runs).split())
        found.append((room - width(PLAIN, told, 4)) / (told.count(" ") * space))
    return found


@pytest.mark.parametrize("room", [60.0, 71.0, 80.0, 95.0])
def test_justified_lines_are_weighed_against_each_other(room: float) -> None:
    """Against the greedy set_lines of the same text: never worse, and with hyphens better still."""

    def badness(found: list[float]) -> float:
        return sum(abs(each) ** 3 for each in found)

    greedy, fitted = slack(PROSE, room), slack(PROSE, room, justify=True)
    parted = slack(PROSE, room, justify=True, hyphenate=ENGLISH)
    assert badness(fitted) <= badness(greedy) + 1e-6
    assert max(parted) <= max(greedy) + 1e-6
    assert max(parted) < 1.2


def test_the_last_line_of_a_paragraph_and_one_that_is_broken_by_hand_keep_their_spaces() -> None:
    block = lay_out("one two\\\nthree four five", FAMILY_, 4, (19, 100), Setting(wrap=True, markup=True, justify=True))
    first, last = block.lines[0], block.lines[-1]
    assert [run.text for run in first.runs] == ["one two"]
    assert last.width < 19
    assert [run.text for run in block.lines[1].runs][:1] == ["three "]


# ---- typed straight --------------------------------------------------------------------------------

LABEL = label("AlegreyaSans-Regular")


@cases
def test_marks_turn_the_way_they_are_read(typed: str, printed: str) -> None:
    assert curled(typed, LABEL) == printed


def test_a_font_without_curly_marks_keeps_them_straight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.draw.fonts.fonts.missing", lambda font, text: text)
    assert curled("the player's 5\\' \"x\"", LABEL) == "the player's 5' \"x\""


@given(st.text("ab '\"*-(\\", max_size=30))
def test_nothing_but_the_marks_changes(text: str) -> None:
    straight = str.maketrans("‘’“”", "''\"\"")
    bare = text.replace("\\'", "'").replace('\\"', '"')
    assert curled(text, LABEL).translate(straight) == bare


def test_a_last_line_of_one_word_gets_company() -> None:
    words = "The sea takes the tile with the lowest number of all that lie open"
    for room in range(28, 120):
        broken = set_lines(words, room)
        assert " ".join(broken) == words
        if len(broken) > 1 and len(broken[-2].split()) > 1:
            assert len(broken[-1].split()) > 1, broken


# ---- words are parted where TeX parts them ---------------------------------------------------------


def shown(word: str, language: str = "en", exceptions: tuple[str, ...] = ()) -> str:
    places = hyphenator(language, exceptions)(word)
    return "-".join(word[start:end] for start, end in zip((0, *places), (*places, len(word)), strict=True))


# What TeX itself says of words of the TeXbook, appendix H, and of those that hyphen.tex lists as exceptions
TEX = data(__file__)["TEX"]


@pytest.mark.parametrize("word", TEX.split())
def test_english_words_are_parted_as_tex_parts_them(word: str) -> None:
    assert shown(word.replace("-", "")) == word


@cases
def test_other_languages_have_their_own_places(language: str, word: str) -> None:
    assert shown(word.replace("-", ""), language) == word


@pytest.mark.parametrize(("word", "other"), [("oblig-a-tory", "obliga-tory"), ("At-lantis", "At-lantis")])
def test_a_specs_own_list_wins(word: str, other: str) -> None:
    plain = word.replace("-", "")
    assert shown(plain, exceptions=(word,)) == word
    assert shown(plain.upper(), exceptions=(word,)) == word.upper()
    assert shown("obligatory") == "obliga-tory", other
    assert shown("hyphenation", exceptions=("hyphenation",)) == "hyphenation"


@pytest.mark.parametrize("language", ["en", "it", "pl"])
@given(word=st.text("abcdeilmnoprstuzäłó", max_size=30))
def test_no_two_places_are_closer_than_two_letters_nor_to_an_end(language: str, word: str) -> None:
    ends = (0, *hyphenator(language)(word), len(word))
    if len(ends) > 2:
        assert min(b - a for a, b in pairwise(ends)) >= LEAST


def test_a_language_goes_by_its_short_name_and_one_without_patterns_is_a_key_error() -> None:
    assert languages()["de"].stem == "hyph_de_DE"
    assert languages()["en"].stem == "hyph_en_US"
    with pytest.raises(KeyError):
        hyphenator("xx")


# ---- markup ----------------------------------------------------------------------------------------

NAMES = ("AlegreyaSans-Regular", "AlegreyaSans-Bold", "AlegreyaSans-Italic", "Cinzel-Bold")
MARKED = Fonts(*(Font(name, bundled()[name]) for name in NAMES))
MARKS = dict(zip(NAMES, ("", "b", "i", "bi"), strict=True))


def told(text: str) -> str:
    """What is set, each span with its marks: `one b(two)`."""
    found = []
    for span in spans(text, MARKED):
        mark = MARKS[span.font.name]
        words = f"[{span.icon}]" if span.icon else span.text
        found.append(f"{mark}({words})" if mark else words)
    return "".join(found)


@cases
def test_what_is_marked(text: str, shown: str) -> None:
    assert told(text) == shown


@given(st.text("ab* \\[]-#", max_size=25))
def test_nothing_but_marks_and_backslashes_is_lost(text: str) -> None:
    said = "".join(f"[[{span.icon}]]" if span.icon else span.text for span in spans(text, MARKED))
    bare = str.maketrans("", "", "*\\")
    assert said.translate(bare) == text.translate(bare)
    assert said.count("*") <= text.count("*")


def test_a_line_that_ends_with_a_backslash_ends_there() -> None:
    assert [part for part, _ in paragraphs("one\\\ntwo\nthree\\\\\nfour", markup=True)] == ["one\ntwo three\\\\ four"]


def test_an_empty_first_cell_keeps_its_column() -> None:
    table = Table.of("|| Mon | Tue |\n|---|---|---|\n| a | b | c |")
    assert table is not None
    assert table.rows[0] == ("", "Mon", "Tue")


def test_words_in_a_look_and_a_table_are_set_as_they_say() -> None:
    bold = replace(FAMILY, looks=(("loud", Fonts(BOLD, BOLD, BOLD)),))
    found = [(span.text, span.icon, span.look, span.font) for span in spans("pay [3 [[sun]]](loud) or [x](y", bold)]
    assert found == [
        ("pay ", "", "", REGULAR), ("3 ", "", "loud", BOLD), ("", "sun", "loud", BOLD), (" or [x](y", "", "", REGULAR)
    ]  # fmt: skip
    table = "| Roll | What |\n|---|--:|\n| 1 | a long cell that goes on |\n| 20 | b |"
    lines = block(table, (30, 90), markup=True).lines
    assert ["|".join(run.text for run in line.runs) for line in lines] == [
        "Roll|What",
        "1|a long cell",
        "that goes on",
        "20|b",
    ]
    assert [line.runs[0].font for line in lines] == [BOLD, REGULAR, REGULAR, REGULAR]
    assert {line.width for line in lines} == {lines[0].width}
    assert lines[0].width <= 30
    ends = {round(line.runs[-1].x + line.runs[-1].width, 6) for line in lines}
    assert len(ends) == 1  # the column is flush right
