"""Numbers, lengths, view boxes and transforms as SVG writes them. User units, y downward."""

from __future__ import annotations

import re
from collections.abc import Mapping
from math import radians, tan

from generator.draw.geometry import FARTHEST, Rectangle, multiply, rotation, scaling, translate
from generator.draw.scene import IDENTITY, Matrix

NARROWEST = 1e-3  # of a view box, whose inverse is a scale
_UNITS = {"": 1, "px": 1, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "pt": 96 / 72, "pc": 16}
_LENGTH = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(%|[a-z]*)\Z")
_TRANSFORM = re.compile(r"[\s,]*([A-Za-z]{1,9})\s*\(([^()]*)\)[\s,]*")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")


def length(text: str, whole: float | None = None, em: float | None = None) -> float:
    """A length in user units; `whole` is what 100 % stands for, `em` a letter's size. Raises ValueError."""
    match = _LENGTH.match(text.strip())
    unit = match[2] if match is not None else ""
    factor = {"%": None if whole is None else whole / 100, "em": em, "ex": None if em is None else em / 2}.get(
        unit, _UNITS.get(unit)
    )
    if match is None or factor is None:
        raise ValueError(f"length '{text[:30]}'")
    number = float(match[1])
    if not abs(number) <= FARTHEST:
        raise ValueError(f"length '{text[:30]}', which is too large")
    return number * factor


def fraction(text: str) -> float:
    """A part of a whole, 0 to 1. Raises ValueError."""
    return min(1.0, max(0.0, length(text, 1)))


def numbers(text: str) -> list[float]:
    """All numbers in a text. Raises ValueError for those too large."""
    found = [float(number) for number in _NUMBER.findall(text)]
    if not all(abs(number) <= FARTHEST for number in found):
        raise ValueError(f"numbers '{text[:30]}', which are too large")
    return found


def view_box(attributes: Mapping[str, str]) -> Rectangle | None:
    """The box of a root element; None where it names none. Raises ValueError."""
    found = numbers(attributes.get("viewBox", ""))
    if len(found) == 4 and min(found[2:]) > 0:
        if min(found[2:]) < NARROWEST:
            raise ValueError(f"a viewBox of {found[2]:g} × {found[3]:g}, narrower than {NARROWEST:g}")
        return found[0], found[1], found[2], found[3]
    if "width" in attributes and "height" in attributes:
        width, height = length(attributes["width"]), length(attributes["height"])
        return (0, 0, width, height) if min(width, height) >= NARROWEST else None
    return None


def transform(text: str) -> Matrix:
    """A transform attribute as one matrix. Raises ValueError."""
    matrix, at, text = IDENTITY, 0, text.strip()
    while at < len(text):
        found = _TRANSFORM.match(text, at)
        if found is None:
            raise ValueError(f"transform '{text[at : at + 30]}'")
        (name, arguments), at = found.groups(), found.end()
        given = numbers(arguments)
        step: Matrix
        match name, given:
            case "matrix", [a, b, c, d, e, f]:
                step = (a, b, c, d, e, f)
            case "translate", [x] | [x, _]:
                step = translate(x, given[1] if len(given) > 1 else 0)
            case "scale", [x] | [x, _]:
                step = scaling(x, given[-1])
            case "rotate", [angle] | [angle, _, _]:
                step = rotation(angle, *given[1:])
            case "skewX", [angle]:
                step = (1, 0, tan(radians(angle)), 1, 0, 0)
            case "skewY", [angle]:
                step = (1, tan(radians(angle)), 0, 1, 0, 0)
            case _:
                raise ValueError(f"transform '{name}({arguments[:30]})'")
        matrix = multiply(matrix, step)
        if not all(abs(number) <= FARTHEST for number in matrix):
            raise ValueError(f"transform '{text[:30]}' beyond {FARTHEST:,.0f}")
    return matrix
