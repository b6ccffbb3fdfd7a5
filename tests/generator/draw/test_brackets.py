"""Brackets among what is read from right to left: both of a pair go one way. https://www.unicode.org/reports/tr9/#N0"""

from __future__ import annotations

import pytest

from generator.draw.fonts.bidi import parts

AB, CD, EF = "\u05d0\u05d1", "\u05d2\u05d3", "\u05d4\u05d5"


@pytest.mark.parametrize(
    ("text", "rtl", "seen"),
    [
        # what is within is read as the line is: so are the brackets
        (f"{AB}({CD}[&ab]!)gh", True, [("gh", False), ("]!)", True), ("ab", False), (f"{AB}({CD}[&", True)]),
        # what is within is not, nor what is before: they are read as what is within
        (f"a ({AB}) b", True, [("b", False), (f" ({AB}) ", True), ("a", False)]),
        (f"{AB} b(c)", True, [("b(c)", False), (f"{AB} ", True)]),
        (f"{AB} b[c] (d)", True, [("b[c] (d)", False), (f"{AB} ", True)]),
        # what is within is not, but what is before is: they are read as the line is
        (f"smith (fabrikam {AB}) {CD}", False, [("smith (fabrikam ", False), (AB, True), (") ", False), (CD, True)]),
        (f"{AB}(s)", True, [(")", True), ("s", False), (f"{AB}(", True)]),
        # numbers count as what is read leftward, and a pair without letters is no pair
        (f"{AB} (1)", True, [(")", True), ("1", False), (f"{AB} (", True)]),
        (f"a (!) {AB}", False, [("a (!) ", False), (AB, True)]),
        # brackets that are no pair are as before
        (f"a) {AB} (b", False, [("a) ", False), (AB, True), (" (b", False)]),
        ("a (b) c", True, [("a (b) c", False)]),
        (f"a\u3008{AB}\u232a", True, [(f"\u3008{AB}\u232a", True), ("a", False)]),
    ],
)
def test_both_brackets_of_a_pair_go_one_way(text: str, rtl: bool, seen: list[tuple[str, bool]]) -> None:
    assert parts(text, rtl) == seen


def test_brackets_without_end_are_left_aside() -> None:
    text = f"{AB}{'(' * 5000} a {')' * 5000}"
    assert "".join(part for part, _ in parts(text)[::-1]) == text
