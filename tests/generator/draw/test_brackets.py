"""Brackets among what is read from right to left: both of a pair go one way. https://www.unicode.org/reports/tr9/#N0"""

from cases import cases

from generator.draw.fonts.bidi import parts

AB, CD, EF = "\u05d0\u05d1", "\u05d2\u05d3", "\u05d4\u05d5"


@cases
def test_both_brackets_of_a_pair_go_one_way(text: str, rtl: bool, seen: list[tuple[str, bool]]) -> None:
    assert parts(text, rtl) == seen


def test_brackets_without_end_are_left_aside() -> None:
    text = f"{AB}{'(' * 5000} a {')' * 5000}"
    assert "".join(part for part, _ in parts(text)[::-1]) == text
