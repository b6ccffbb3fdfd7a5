"""Letters in an SVG: each is put into words once, and stands where its outline is."""

import re

from hypothesis import given
from hypothesis import strategies as st

from generator.draw.fonts import fonts
from generator.draw.scene import Font, Page, Text
from generator.formats import svg

BOX = (0.0, 0.0, 100.0, 100.0)
NEAR = 0.001 + 1e-9  # half a thousandth for where a letter begins, half for each of its points
places = st.floats(-300, 300, allow_nan=False)


def absolute(data: str) -> list[tuple[str, list[float]]]:
    """Path data as verbs and absolute points, as the standard reads it."""
    found: list[tuple[str, list[float]]] = []
    here = begun = [0.0, 0.0]
    for verb, numbers in re.findall(r"([MmlcZz])([^MmlcZz]*)", data):
        points = [float(number) for number in numbers.split()]
        if verb.islower():
            points = [number + here[n % 2] for n, number in enumerate(points)]
        here = points[-2:] or begun
        begun = here if verb in "Mm" else begun
        found.append((verb.upper(), points))
    return found


@given(st.text("Aagß% ŁẵΩЖ", max_size=8), st.sampled_from(sorted(fonts.bundled())), st.floats(0.3, 60), places, places)
def test_no_point_of_a_letter_is_a_thousandth_of_a_mm_from_its_outline(
    text: str, name: str, size: float, x: float, y: float
) -> None:
    font = fonts.own(name)
    drawn = absolute("".join(data for _, data in svg.letters(fonts.line(font, text), size, x, y)))
    outline = fonts.outlines(font, text, size, x, y)
    assert [verb for verb, _ in drawn] == [verb for verb, *_ in outline]
    for (_, points), (_, *expected) in zip(drawn, outline, strict=True):
        assert all(abs(one - other) <= NEAR for one, other in zip(points, expected, strict=True))


def test_a_letter_that_comes_again_has_the_same_words_behind_where_it_begins() -> None:
    ((_, data),) = svg.letters(fonts.line(fonts.own("Cinzel-Bold"), "ABBA"), 7, 10, 20)
    first, second, third, fourth = re.findall(r"M[-\d.]+ [-\d.]+([^M]+)", data)
    assert (first, second) == (fourth, third)
    assert first != second


def test_text_that_stays_text_says_how_it_is_set() -> None:
    plain = fonts.own("AlegreyaSans-Regular")
    font = Font(plain.name, plain.file, features=("smcp", "liga=0"), tracking=0.1)
    page = Page(100, 100, (Text(5, 20, "Abc", font, 8, (0, 0, 0)),), BOX, BOX, ())
    words = svg.page_svg(page, text=True)
    assert "font-feature-settings: 'smcp' 1, 'liga' 0" in words
    assert 'letter-spacing="0.8"' in words
