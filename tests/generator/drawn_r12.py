"""A small reader of DXF R12, from the format's reference: group codes and values, sections, polylines with bulges."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, ceil, cos, hypot, pi, sin, tan

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Line:
    """A polyline: its layer, whether it is closed, its vertices with the bulge of what begins there."""

    layer: str
    closed: bool
    vertices: tuple[tuple[float, float, float], ...]

    def sides(self) -> Iterator[tuple[Point, Point, float]]:
        around = [*self.vertices, *(self.vertices[:1] if self.closed else ())]
        for (ax, ay, bulge), (bx, by, _) in pairwise(around):
            yield (ax, ay), (bx, by), bulge

    def points(self, apart: float = 0.5) -> list[Point]:
        """Points along it: of an arc one for each so many mm."""
        found: list[Point] = []
        for a, b, bulge in self.sides():
            found += [a, *(between(a, b, bulge, apart) if bulge else ())]
        return [*found, self.vertices[0][:2] if self.closed else self.vertices[-1][:2]]


def between(a: Point, b: Point, bulge: float, apart: float) -> Iterator[Point]:
    """The bulge is the tangent of a quarter of the arc's angle, counter-clockwise from a to b where it is positive."""
    chord, angle = hypot(b[0] - a[0], b[1] - a[1]), 2 * atan2(2 * bulge, 1 - bulge * bulge)
    to_centre = chord / 2 / tan(angle / 2)  # left of the chord
    dx, dy = (b[0] - a[0]) / chord, (b[1] - a[1]) / chord
    x, y = (a[0] + b[0]) / 2 - dy * to_centre, (a[1] + b[1]) / 2 + dx * to_centre
    radius, start = hypot(a[0] - x, a[1] - y), atan2(a[1] - y, a[0] - x)
    many = ceil(abs(angle) * radius / apart)
    for n in range(1, many):
        yield x + radius * cos(start + angle * n / many), y + radius * sin(start + angle * n / many)


@dataclass(frozen=True, slots=True)
class Drawing:
    version: str
    layers: tuple[str, ...]
    lines: tuple[Line, ...]
    comments: tuple[str, ...]

    def on(self, layer: str) -> list[Line]:
        return [line for line in self.lines if line.layer == layer]

    def extents(self) -> tuple[float, float, float, float]:
        xs, ys = zip(*(point for line in self.lines for point in line.points(0.01)), strict=True)
        return min(xs), min(ys), max(xs), max(ys)


def read(text: str) -> Drawing:
    """Fails where anything is not as R12 has it: an entity on no layer, a section that does not end."""
    assert text.isascii()
    raw = text.splitlines()
    assert len(raw) % 2 == 0
    pairs = [(int(code), value) for code, value in zip(raw[::2], raw[1::2], strict=True)]
    assert pairs[-1] == (0, "EOF")
    comments = tuple(value for code, value in pairs if code == 999)
    pairs = [pair for pair in pairs if pair[0] != 999]
    sections = dict(_sections(pairs[:-1]))
    assert list(sections) == ["HEADER", "TABLES", "BLOCKS", "ENTITIES"]
    header = sections["HEADER"]
    layers = tuple(
        sections["TABLES"][n + 1][1]
        for n, pair in enumerate(sections["TABLES"])
        if pair == (0, "LAYER") and sections["TABLES"][n + 1][0] == 2
    )
    assert sum(pair == (0, "TABLE") for pair in sections["TABLES"]) == sum(
        pair == (0, "ENDTAB") for pair in sections["TABLES"]
    )
    lines = tuple(_lines(sections["ENTITIES"]))
    assert {line.layer for line in lines} <= set(layers)
    return Drawing(header[header.index((9, "$ACADVER")) + 1][1], layers, lines, comments)


def _sections(pairs: Sequence[tuple[int, str]]) -> Iterator[tuple[str, list[tuple[int, str]]]]:
    rest = list(pairs)
    while rest:
        assert rest[0] == (0, "SECTION")
        end = rest.index((0, "ENDSEC"))
        yield rest[1][1], rest[2:end]
        rest = rest[end + 1 :]


def _lines(pairs: Sequence[tuple[int, str]]) -> Iterator[Line]:
    starts = [n for n, (code, _) in enumerate(pairs) if code == 0]
    entities = [(pairs[a][1], dict(pairs[a + 1 : b])) for a, b in pairwise([*starts, len(pairs)])]
    vertices: list[tuple[float, float, float]] = []
    layer, closed = "", False
    for kind, values in entities:
        if kind == "POLYLINE":
            assert values[66] == "1", "vertices follow"
            layer, closed, vertices = values[8], values[70] == "1", []
        elif kind == "VERTEX":
            assert values[8] == layer
            vertices.append((float(values[10]), float(values[20]), float(values.get(42, 0))))
        else:
            assert kind == "SEQEND"
            assert len(vertices) >= 2
            yield Line(layer, closed, tuple(vertices))


def area(line: Line) -> float:
    """What a closed line encloses, + where it goes counter-clockwise."""
    flat = sum(a[0] * b[1] - b[0] * a[1] for a, b, _ in line.sides()) / 2
    arcs = 0.0
    for a, b, bulge in line.sides():
        if bulge:
            angle, chord = 2 * atan2(2 * bulge, 1 - bulge * bulge), hypot(b[0] - a[0], b[1] - a[1])
            radius = abs(chord / 2 / sin(angle / 2))
            arcs += radius * radius / 2 * (angle - sin(angle))
    return flat + arcs


QUARTER = tan(pi / 8)  # the bulge of a quarter of a circle
