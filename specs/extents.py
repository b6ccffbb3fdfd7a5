"""How far an element of a face reaches, where its numbers say so by themselves. mm."""

from __future__ import annotations

from specs.schema import QR, AnyElement, Circle, Ellipse, Fiducial, Grid, Image, Line, Polygon, Rect, Star, Text
from specs.values import Num


def bounds(element: AnyElement) -> tuple[float, float, float, float] | None:
    """Left, top, right, bottom of an element whose numbers are all literal; None for others."""
    match element:
        case Rect(box=(_, _, _, _) as box) | Text(box=box) | Image(box=box) | Grid(box=box) | QR(box=box):
            numbers = _floats(*box)
            return None if numbers is None else _corners(*numbers)
        case Circle(at=(x, y), r=r) | Star(at=(x, y), r=r):
            return _around(_floats(x, y, r, r), 1)
        case Ellipse(at=(x, y), r=(rx, ry)):
            return _around(_floats(x, y, rx, ry), 1)
        case Fiducial(at=(x, y), size=size):
            return _around(_floats(x, y, size, size), 0.5)
        case Polygon() | Line():
            flat = _floats(*(number for point in element.points for number in point))
            return (min(flat[::2]), min(flat[1::2]), max(flat[::2]), max(flat[1::2])) if flat else None
        case _:
            return None


def _floats(*numbers: Num) -> tuple[float, ...] | None:
    found = tuple(float(number) for number in numbers if isinstance(number, int | float))
    return found if len(found) == len(numbers) else None


def _corners(x: float, y: float, width: float, height: float) -> tuple[float, float, float, float]:
    return x, y, x + width, y + height


def _around(numbers: tuple[float, ...] | None, scale: float) -> tuple[float, float, float, float] | None:
    if numbers is None:
        return None
    x, y, rx, ry = numbers
    return x - rx * scale, y - ry * scale, x + rx * scale, y + ry * scale
