"""Markup: stars in stars, backslashes, line breaks."""

from cases import cases
from hypothesis import given
from hypothesis import strategies as st

from generator.draw.fonts.fonts import bundled
from generator.draw.paragraphs.markup import Fonts, paragraphs, spans
from generator.draw.scene import Font

NAMES = ("AlegreyaSans-Regular", "AlegreyaSans-Bold", "AlegreyaSans-Italic", "Cinzel-Bold")
FAMILY = Fonts(*(Font(name, bundled()[name]) for name in NAMES))
MARKS = dict(zip(NAMES, ("", "b", "i", "bi"), strict=True))


def told(text: str) -> str:
    """What is set, each span with its marks: `one b(two)`."""
    found = []
    for span in spans(text, FAMILY):
        mark = MARKS[span.font.name]
        words = f"[{span.icon}]" if span.icon else span.text
        found.append(f"{mark}({words})" if mark else words)
    return "".join(found)


@cases
def test_what_is_marked(text: str, shown: str) -> None:
    assert told(text) == shown


@given(st.text("ab* \\[]-#", max_size=25))
def test_nothing_but_marks_and_backslashes_is_lost(text: str) -> None:
    said = "".join(f"[[{span.icon}]]" if span.icon else span.text for span in spans(text, FAMILY))
    bare = str.maketrans("", "", "*\\")
    assert said.translate(bare) == text.translate(bare)
    assert said.count("*") <= text.count("*")


def test_a_line_that_ends_with_a_backslash_ends_there() -> None:
    assert [part for part, _ in paragraphs("one\\\ntwo\nthree\\\\\nfour", markup=True)] == ["one\ntwo three\\\\ four"]
