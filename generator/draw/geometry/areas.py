"""Outlines offset, and lines and areas clipped, by pyclipper. mm, y downward.

Curves become straight pieces; a path that needs no change is returned as it is.

Also what a beam or a knife follows: the lines of several paths, each once, joined as far as they go. mm.

Pieces that lie edge to edge share their lines, or parts of them: a line that is cut twice is torn.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise
from math import dist, hypot

import pyclipper

from generator.draw.geometry.finite import NotFinite
from generator.draw.geometry.geometry import flatten, polyline
from generator.draw.scene import Point, Segment, Segments

UNIT = 10_000.0  # the clipping library works in whole numbers, this many to a mm
STEPS = 32  # straight pieces of a curve
FEW_STEPS = 20  # straight pieces of a curve that textures follow
MITRE = 3.0  # corners stay sharp up to this many times the distance
SAME = 0.01  # mm that rounding may take from a line
APART = 5.0  # units that points lie apart at least
_ROUND_WITHIN = 0.005 * UNIT
_COARSE = 0.02 * UNIT  # tolerance for textures, whose lines are not cut

Line = list[tuple[float, float]]
_Whole = list[tuple[int, int]]


@lru_cache(maxsize=256)
def offset(path: Segments, by: float) -> Segments:
    """Return the outline of everything within `by` mm of what a closed path encloses; corners stay sharp."""
    clipper = pyclipper.PyclipperOffset(MITRE, _ROUND_WITHIN)
    joined = pyclipper.SimplifyPolygons([_whole(points) for points in flatten(path, STEPS)], pyclipper.PFT_NONZERO)
    clipper.AddPaths(joined, pyclipper.JT_MITER, pyclipper.ET_CLOSEDPOLYGON)
    return _path(clipper.Execute(by * UNIT), closed=True)


def contours(path: Segments, distances: Iterable[float]) -> Iterator[list[Line]]:
    """Yield, for each distance in mm, the closed lines at that distance outside a closed path, or inside if it is
    negative. Raises NotFinite."""
    clipper = pyclipper.PyclipperOffset(MITRE, _COARSE)
    joined = pyclipper.SimplifyPolygons([_whole(points) for points in flatten(path, FEW_STEPS)], pyclipper.PFT_NONZERO)
    clipper.AddPaths(_ordered(joined), pyclipper.JT_ROUND, pyclipper.ET_CLOSEDPOLYGON)
    for by in distances:
        yield [[(x / UNIT, y / UNIT) for x, y in line] for line in _ordered(clipper.Execute(by * UNIT))]


def together(paths: Iterable[Segments], apart: float = 0.0) -> Segments:
    """Return the outline of the union of closed paths, its points at least `apart` mm from each other."""
    clipper, some = pyclipper.Pyclipper(), False
    for path in paths:  # separately, so that all go round the same way
        lines = [_whole(points) for points in flatten(path, STEPS) if len(points) > 2]
        if lines and (alone := pyclipper.SimplifyPolygons(lines, pyclipper.PFT_NONZERO)):
            clipper.AddPaths(alone, pyclipper.PT_SUBJECT, closed=True)
            some = True
    if not some:
        return ()
    fill = pyclipper.PFT_NONZERO
    return _path(_ordered(clipper.Execute(pyclipper.CT_UNION, fill, fill), apart * UNIT), closed=True)


def clip_lines(path: Segments, windows: Iterable[Sequence[Segment]]) -> Segments:
    """Return what of a path's lines lies within all closed windows: the path itself if it stays inside, else straight
    pieces of it, none of them closed; empty if nothing does. Raises NotFinite."""
    whole = [line for line in flatten(path, STEPS) if len(line) > 1]
    lines = whole
    for window in windows:
        lines = _within(lines, window)
    if abs(_length(lines) - _length(whole)) < SAME:
        return path
    return tuple(segment for line in lines for segment in polyline(line, closed=False))


def clip_area(path: Segments, windows: Iterable[Sequence[Segment]]) -> Segments:
    """Return what of a filled path lies within all closed windows: the path itself if it stays inside, else areas with
    straight edges; empty if nothing does. Raises NotFinite."""
    whole = [_whole(points) for points in flatten(path, STEPS) if len(points) > 2]
    if not whole:
        return ()
    nonzero = pyclipper.PFT_NONZERO
    areas = whole = pyclipper.SimplifyPolygons(whole, nonzero)  # clipped areas have this winding
    for window in windows:
        clipper = _through(window)
        if clipper is None or not areas:
            return ()
        clipper.AddPaths(areas, pyclipper.PT_SUBJECT, True)
        areas = clipper.Execute(pyclipper.CT_INTERSECTION, nonzero, nonzero)
    if abs(sum(map(pyclipper.Area, areas)) - sum(map(pyclipper.Area, whole))) < SAME * SAME * UNIT * UNIT:
        return path
    return _path(areas, closed=True)


def _within(lines: Sequence[Line], window: Sequence[Segment]) -> list[Line]:
    clipper, long = _through(window), [line for line in map(_whole, lines) if len(set(line)) > 1]
    if clipper is None or not long:
        return []
    clipper.AddPaths(long, pyclipper.PT_SUBJECT, False)
    tree = clipper.Execute2(pyclipper.CT_INTERSECTION, pyclipper.PFT_NONZERO, pyclipper.PFT_NONZERO)
    return [[(x / UNIT, y / UNIT) for x, y in line] for line in pyclipper.OpenPathsFromPolyTree(tree)]


def _through(window: Sequence[Segment]) -> pyclipper.Pyclipper | None:
    """Return what cuts off everything outside a window; None for an empty window."""
    clipper = pyclipper.Pyclipper()
    try:
        clipper.AddPaths([_whole(points) for points in flatten(window, STEPS)], pyclipper.PT_CLIP, True)
    except pyclipper.ClipperException:
        return None
    return clipper


def _whole(line: Line) -> _Whole:
    try:
        return [(round(x * UNIT), round(y * UNIT)) for x, y in line]
    except (ValueError, OverflowError):
        raise NotFinite from None


def _ordered(lines: Iterable[_Whole], apart: float = 0.0) -> list[_Whole]:
    """Return closed lines in an order that depends on their points alone, without points that only rounding set apart:
    a browser's library finds others, and in another order."""
    found: list[_Whole] = []
    for line in lines:
        first = line.index(min(line))
        points = [line[first]]
        for point in (*line[first + 1 :], *line[:first]):
            if dist(point, points[-1]) > max(APART, apart):
                points.append(point)
        found.append(points)
    return sorted(found)


def _path(lines: Iterable[_Whole], *, closed: bool) -> Segments:
    points = ([(x / UNIT, y / UNIT) for x, y in line] for line in lines)
    return tuple(segment for line in points for segment in polyline(line, closed=closed))


def _length(lines: Iterable[Line]) -> float:
    return sum(dist(a, b) for line in lines for a, b in pairwise(line))


# ---- lines that are joined -----------------------------------------------------------------------


NEAR = 0.01  # corners closer than this are the same
DIGITS = 5  # decimals of a coordinate: lines that differ by less are the same

Bends = tuple[Point, ...]  # a curve's two control points; empty for a straight edge
Edge = tuple[Point, Point, Bends]
Step = tuple[Point, Bends]  # an edge from a corner
STRAIGHT = 0.98  # cosine of two directions within 11°


def joined(paths: Iterable[Iterable[Segment]]) -> list[Segments]:
    """Return every line of some paths once, however many of them share it, joined to paths. They go straight on if they
    can and end where they meet another that does; lines between pieces come before those around them."""
    around: dict[Point, list[Step]] = {}
    for a, b, bends in _once(edge for path in paths for edge in _edges(path)):
        around.setdefault(a, []).append((b, bends))
        around.setdefault(b, []).append((a, bends[::-1]))
    found = []
    ends = [point for point in sorted(around) if len(around[point]) % 2]
    for start, once in (*((end, True) for end in ends), *((point, False) for point in sorted(around))):
        while len(around[start]) % 2 if once else around[start]:
            here, line, way = start, list[Segment]([("M", *start)]), None
            while (step := _next(here, around[here], way)) is not None:
                onward, bends = step
                way = _way(next(point for point in (*bends[::-1], here) if point != onward), onward)
                around[here].remove((onward, bends))
                around[onward].remove((here, bends[::-1]))
                numbers = (number for point in (*bends, onward) for number in point)
                line.append(("C" if bends else "L", *numbers))
                here = onward
            if here == start:
                line = [*(line[:-1] if line[-1][0] == "L" else line), ("Z",)]
            found.append(tuple(line))
    return found


def _next(here: Point, steps: Sequence[Step], way: Point | None) -> Step | None:
    """Return how a line goes on from a corner, which it reached by `way` or begins at (None); None if it ends there."""
    ways = [_way(here, next(point for point in (*bends, onward) if point != here)) for onward, bends in steps]
    through = [any(_dot(one, two) < -STRAIGHT for two in ways) for one in ways]
    if way is None:  # lines that end here come first
        return min(zip(through, steps, strict=True), default=(False, None))[1]
    turns = sorted((-round(_dot(way, one), 4), step) for one, step in zip(ways, steps, strict=True))
    if not turns or (turns[0][0] > -STRAIGHT and any(through)):
        return None
    return turns[0][1]


class _Corners:
    """Merges corners within `NEAR` of each other."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], Point] = {}

    def __call__(self, point: Point) -> Point:
        x, y = round(point[0] / NEAR), round(point[1] / NEAR)
        for cell in ((x + dx, y + dy) for dx in (0, -1, 1) for dy in (0, -1, 1)):
            if cell in self.cells:
                return self.cells[cell]
        self.cells[x, y] = found = round(point[0], DIGITS) + 0.0, round(point[1], DIGITS) + 0.0
        return found


def _edges(path: Iterable[Segment]) -> Iterator[Edge]:
    here = start = (0.0, 0.0)
    for verb, *given in path:
        numbers: list[float] = given  # type: ignore[assignment]
        points = list(zip(numbers[::2], numbers[1::2], strict=True)) or [start]
        if verb == "M":
            start = points[0]
        else:
            yield here, points[-1], tuple(points[:-1])
        here = points[-1]


def _once(edges: Iterable[Edge]) -> Iterator[Edge]:
    """Yield the edges, each once; straight ones are split at the ends of others."""
    corner, curves = _Corners(), set[object]()
    lines: dict[tuple[int, int, int], list[tuple[Point, Point]]] = {}
    for a, b, bends in ((corner(a), corner(b), bends) for a, b, bends in edges):
        if bends:
            middle = corner(tuple((a[n] + 3 * bends[0][n] + 3 * bends[1][n] + b[n]) / 8 for n in (0, 1)))  # type: ignore[arg-type]
            bends = tuple((round(x, DIGITS), round(y, DIGITS)) for x, y in bends)
            if len({a, b, *bends}) > 1 and (key := (frozenset((a, b)), middle)) not in curves:
                curves.add(key)
                yield a, b, bends
        elif a != b:
            # no drawn line is exactly at right angles to this direction, so each has a forward end
            a, b = (a, b) if _dot((1.0, 0.137), a) < _dot((1.0, 0.137), b) else (b, a)
            lines.setdefault(_line(a, b), []).append((a, b))
    for on_it in lines.values():
        ends = sorted({end for edge in on_it for end in edge}, key=partial(_dot, _way(*on_it[0])))
        parts = (pairwise(_between(a, b, ends)) for a, b in on_it)
        yield from ((a, b, ()) for a, b in dict.fromkeys(part for each in parts for part in each))


def _way(a: Point, b: Point) -> Point:
    long = hypot(b[0] - a[0], b[1] - a[1])
    return (b[0] - a[0]) / long, (b[1] - a[1]) / long


def _dot(way: Point, point: Point) -> float:
    """Return how far along a direction a point is; or how alike two directions are, from -1 to 1."""
    return way[0] * point[0] + way[1] * point[1]


def _line(a: Point, b: Point) -> tuple[int, int, int]:
    """Return what straight edges on one line have in common: its direction, and its distance from the origin."""
    dx, dy = _way(a, b)
    away = a[0] * dy - a[1] * dx
    # no drawn line is exactly on a rounding boundary
    return round(dx * 1000 + 0.137), round(dy * 1000 + 0.137), round(away * 100 + 0.137)


def _between(a: Point, b: Point, ends: Iterable[Point]) -> list[Point]:
    """Return those of the ends, which are in order, that lie on an edge, including its own."""
    way = _way(a, b)
    first, last = _dot(way, a), _dot(way, b)
    return [
        end
        for end in ends
        if first <= _dot(way, end) <= last and abs((end[0] - a[0]) * way[1] - (end[1] - a[1]) * way[0]) < NEAR
    ]
