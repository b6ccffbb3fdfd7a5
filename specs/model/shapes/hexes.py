"""Hex coordinates, and the islands of seven fields on which Seven Circles is played.

A field is a cell of a hex grid in axial coordinates (q, r); its neighbours differ by `DIRECTIONS`. An island is a field
and its six neighbours; islands tile the plane, their centres on a sublattice of index 7 with coordinates (u, v).
Lengths are mm, y grows downward, rows of fields are level.

The measures are those of `rules/circles.md`: an island of width W across its flats has fields W/√7 apart and circles of
diameter W/4.5, and is turned by atan(√3/5), 19.107°, against the rows of its circles.
"""

import re
from collections.abc import Iterable, Sequence
from math import atan, atan2, cos, hypot, pi, sin, sqrt

Cell = tuple[int, int]
Point = tuple[float, float]
_NAME = re.compile(r"(-?[a-zA-Z]{1,5})(0|-?[1-9][0-9]{0,4})")

DIRECTIONS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
TURN = atan(sqrt(3) / 5)  # rotation of an island against its rows of circles, in radians: 19.107°
CIRCLE = 1 / 4.5  # a circle's diameter, as part of an island's width


def add(a: Cell, b: Cell) -> Cell:
    return a[0] + b[0], a[1] + b[1]


def neighbours(cell: Cell) -> tuple[Cell, ...]:
    """Return the six neighbours of a cell, clockwise from the right."""
    return tuple(add(cell, direction) for direction in DIRECTIONS)


def distance(a: Cell, b: Cell) -> int:
    """Return the distance between two cells in steps."""
    q, r = a[0] - b[0], a[1] - b[1]
    return max(abs(q), abs(r), abs(q + r))


def line(a: Cell, b: Cell) -> tuple[int, int] | None:
    """Return the direction (index of `DIRECTIONS`) and length of the straight line between two cells, if
    there is one."""
    length = distance(a, b)
    for index, (q, r) in enumerate(DIRECTIONS):
        if length and (b[0] - a[0], b[1] - a[1]) == (q * length, r * length):
            return index, length
    return None


def rotate(cell: Cell, sixths: int = 1) -> Cell:
    """Turn a cell about the origin by sixths of a circle, clockwise on paper."""
    q, r = cell
    for _ in range(sixths % 6):
        q, r = -r, q + r
    return q, r


# ---- islands -----------------------------------------------------------------------------------


def centre(place: Cell) -> Cell:
    """Return the centre field of the island at lattice coordinates (u, v)."""
    u, v = place
    return 2 * u - v, u + 3 * v


def island(place: Cell) -> tuple[Cell, ...]:
    """Return the seven fields of an island, its centre first."""
    middle = centre(place)
    return (middle, *neighbours(middle))


def origin(places: Iterable[Cell]) -> Cell:
    """Return the field called a1 when letters and numbers both begin at the islands' edges."""
    cells = [cell for place in places for cell in island(place)]
    return min(q for q, _ in cells), max(r for _, r in cells)


def hexagon(side: int) -> tuple[Cell, ...]:
    """Return a hexagon of islands, `side` to an edge, about the island at the origin."""
    reach = range(1 - side, side)
    return tuple((u, v) for v in reach for u in reach if distance((u, v), (0, 0)) < side)


# ---- geometry in mm ----------------------------------------------------------------------------


def spacing(width: float) -> float:
    """Return the distance of neighbouring fields on an island of that width across its flats."""
    return width / sqrt(7)


def circle(width: float) -> float:
    """Return the diameter of a field's circle."""
    return width * CIRCLE


def position(cell: Cell, step: float) -> Point:
    """Return a cell's centre when neighbours are `step` apart and rows are level."""
    q, r = cell
    return step * (q + r / 2), step * r * sqrt(3) / 2


def upright(cell: Cell, width: float) -> Point:
    """Return a field's centre when islands stand upright, flats left and right, and rows are turned."""
    x, y = position(cell, spacing(width))
    angle = _lattice_angle()
    return x * cos(angle) + y * sin(angle), y * cos(angle) - x * sin(angle)


def outline(place: Cell, width: float) -> tuple[Point, ...]:
    """Return the six corners of an island in the frame of `upright`, clockwise; flats left and right."""
    x, y = upright(centre(place), width)
    radius = width / sqrt(3)
    return tuple((x + radius * cos(pi / 6 + i * pi / 3), y + radius * sin(pi / 6 + i * pi / 3)) for i in range(6))


def _lattice_angle() -> float:
    """Return the angle between a row of fields and the line through two islands' centres."""
    x, y = position(centre((1, 0)), 1.0)
    return atan2(y, x)


def extent(places: Iterable[Cell], width: float) -> tuple[float, float, float, float]:
    """Return the box (left, top, right, bottom) of islands in the frame of `upright`."""
    points = [point for place in places for point in outline(place, width)]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def length(a: Point, b: Point) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


# ---- names of fields -----------------------------------------------------------------------------


def letters(number: int) -> str:
    """Write a number in letters: 0 is a, 25 z, 26 aa; negative numbers have a hyphen: -1 is -a."""
    if number < 0:
        return "-" + letters(-1 - number)
    text = ""
    number += 1
    while number:
        number, rest = divmod(number - 1, 26)
        text = chr(97 + rest) + text
    return text


def number_of(text: str) -> int:
    """Read the number that letters stand for."""
    if text.startswith("-"):
        return -1 - number_of(text[1:])
    number = 0
    for letter in text.lower():
        number = number * 26 + ord(letter) - 96
    return number - 1


def name(cell: Cell) -> str:
    """Name a field as the public transcripts do: letters for q, then 1 - r."""
    return f"{letters(cell[0])}{1 - cell[1]}"


def cell_named(letter: str, digits: str) -> Cell:
    """Return the field of a name's two parts."""
    return number_of(letter), 1 - int(digits)


def cell_of(text: str) -> Cell | None:
    """Read a field's name (`a1`, `aa19`, `-b-3`), in small letters or capitals; None for any other text."""
    match = _NAME.fullmatch(text)
    return cell_named(match[1], match[2]) if match else None


def is_island(fields: Sequence[Cell]) -> bool:
    """Return whether fields are an island of seven, its centre first."""
    return tuple(fields[1:]) == neighbours(fields[0])
