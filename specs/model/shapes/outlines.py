"""The outlines along which pieces are cut: one of five kinds, from the upper left corner of the trim box. mm."""

from msgspec import Struct


class Rectangle(Struct, frozen=True):
    width: float
    height: float
    corner: float = 0.0


class Circle(Struct, frozen=True):
    width: float
    height: float


class Hexagon(Struct, frozen=True):
    width: float
    height: float
    pointy: bool


class PathData(Struct, frozen=True):
    """SVG path data within a size."""

    width: float
    height: float
    data: str


class Polygon(Struct, frozen=True):
    points: tuple[tuple[float, float], ...]


Outline = Rectangle | Circle | Hexagon | PathData | Polygon
