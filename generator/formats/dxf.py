"""Cut lines as DXF R12, which every cutting program reads: one unit is 1 mm, y upward from the sheet's lower edge.

Straight lines and arcs of a path are one POLYLINE; other curves become as many straight lines as they need.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import ceil, hypot, sqrt

from generator.draw.geometry import geometry as geo
from generator.draw.geometry.finite import finite_digits
from generator.draw.scene import Point, Segment, Segments

FLAT = 0.05  # mm between a line and its curve
ROUND = 0.005  # and between an arc and its curve
COLOURS = {"CUT": 1, "FOLD": 5}  # red and blue


def drawing(layers: Mapping[str, Sequence[Segments]], height: float, comments: Iterable[str] = ()) -> str:
    """Return a document of paths on layers, with comments. The sheet is `height` mm high. Raises NotFinite."""
    flipped = (1.0, 0.0, 0.0, -1.0, 0.0, height)
    names = [name for name, paths in layers.items() if paths]
    entities = [
        line
        for name in names
        for path in layers[name]
        for line in _polyline(name, list(_vertices(geo.transform(path, flipped))))
    ]
    pairs = [
        *((999, word) for word in comments),
        *_section("HEADER", ((9, "$ACADVER"), (1, "AC1009"), (9, "$INSUNITS"), (70, "4"))),
        *_section("TABLES", [*_line_types(), *_layers(names)]),
        *_section("BLOCKS", ()),
        *_section("ENTITIES", entities),
        (0, "EOF"),
    ]
    return "".join(f"{code:>3}\n{_plain(value)}\n" for code, value in pairs)


Pair = tuple[int, str]


def _section(name: str, inside: Iterable[Pair]) -> Iterator[Pair]:
    yield from ((0, "SECTION"), (2, name), *inside, (0, "ENDSEC"))


def _line_types() -> Iterator[Pair]:
    yield from ((0, "TABLE"), (2, "LTYPE"), (70, "1"), (0, "LTYPE"), (2, "CONTINUOUS"), (70, "0"))
    yield from ((3, "Solid line"), (72, "65"), (73, "0"), (40, "0.0"), (0, "ENDTAB"))


def _layers(names: Sequence[str]) -> Iterator[Pair]:
    yield from ((0, "TABLE"), (2, "LAYER"), (70, str(len(names) + 1)))
    for name in ("0", *names):
        yield from ((0, "LAYER"), (2, name), (70, "0"), (62, str(COLOURS.get(name, 7))), (6, "CONTINUOUS"))
    yield 0, "ENDTAB"


def _polyline(layer: str, vertices: Sequence[tuple[float, float, float]]) -> Iterator[Pair]:
    """Yield a path as a POLYLINE: its vertices, each with the bulge of the segment after it; closed if it ends where it
    began. Nothing for a path without length."""
    if len({vertex[:2] for vertex in vertices}) < 2:
        return  # it has no length
    closed = vertices[0][:2] == vertices[-1][:2]
    yield from ((0, "POLYLINE"), (8, layer), (66, "1"), (10, "0"), (20, "0"), (30, "0"), (70, "1" if closed else "0"))
    for x, y, bulge in vertices[:-1] if closed else vertices:
        yield from ((0, "VERTEX"), (8, layer), (10, _number(x)), (20, _number(y)), (30, "0"))
        if bulge:
            yield 42, _number(bulge, 7)
    yield from ((0, "SEQEND"), (8, layer))


def _vertices(path: Iterable[Segment]) -> Iterator[tuple[float, float, float]]:
    here = start = (0.0, 0.0)
    for verb, *given in path:
        numbers: list[float] = given  # type: ignore[assignment]
        if verb == "M":
            here = start = numbers[0], numbers[1]
            continue
        if verb == "C":
            curve = here, (numbers[0], numbers[1]), (numbers[2], numbers[3]), (numbers[4], numbers[5])
            bulge = _bulge(curve)
            if bulge is None:
                yield from ((x, y, 0.0) for x, y in _flat(curve))
            else:
                yield *here, bulge
        elif here != start or verb == "L":
            yield *here, 0.0
        here = (numbers[-2], numbers[-1]) if numbers else start
    yield *here, 0.0


def _bulge(curve: tuple[Point, Point, Point, Point]) -> float | None:
    """Return the tangent of a quarter of the angle that an arc spans, + if it turns left; None if a curve is not an
    arc."""
    (ax, ay), (bx, by) = curve[0], curve[3]
    chord = hypot(bx - ax, by - ay)
    if chord < ROUND:
        return None
    (mx, my), quarters = _at(curve, 0.5), (_at(curve, 0.25), _at(curve, 0.75))
    high = ((bx - ax) * (my - ay) - (by - ay) * (mx - ax)) / chord  # of the middle, left of the chord
    if abs(high) < ROUND:
        return None
    radius = (chord * chord / 4 + high * high) / (2 * abs(high))
    away = (radius - abs(high)) * (1 if high < 0 else -1)
    x, y = (ax + bx) / 2 - (by - ay) / chord * away, (ay + by) / 2 + (bx - ax) / chord * away
    if any(abs(hypot(px - x, py - y) - radius) > ROUND for px, py in ((mx, my), *quarters)):
        return None
    return -2 * high / chord


def _at(curve: tuple[Point, Point, Point, Point], t: float) -> Point:
    a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = curve
    return a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def _flat(curve: tuple[Point, Point, Point, Point]) -> Iterator[Point]:
    """Return a curve's points except its last, so that no chord is farther from it than `FLAT`."""
    bends = [hypot(a[0] - 2 * b[0] + c[0], a[1] - 2 * b[1] + c[1]) for a, b, c in (curve[:3], curve[1:])]
    many = max(1, ceil(sqrt(6 * max(bends) / (8 * FLAT))))
    return (_at(curve, n / many) for n in range(many))


def _number(value: float, digits: int = 4) -> str:
    return finite_digits(f"{round(value, digits) + 0.0:.{digits}f}".rstrip("0").rstrip(".") or "0")


def _plain(value: str) -> str:
    """Write a value for R12: ASCII, on one line."""
    return "".join(letter if " " <= letter <= "~" else "?" for letter in value)
