"""The cut line of a piece that is no rectangle, and how far points are from it. mm, y downward."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import hypot, inf

from msgspec import Struct

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Image, Matrix, Node, Path, Segment, Shaded, Text
from generator.draw.walk import walk
from specs.model.shapes.outlines import Circle, Outline, Polygon, Rectangle

STEPS = 24  # straight pieces of a cut's curve
FINE = 6  # of a drawing's curve

Point = tuple[float, float]


class CutLine(Struct, frozen=True):
    """A cut line as the edges of a polygon; `round` is the middle and radius of one that is a circle."""

    edges: tuple[tuple[Point, Point], ...]
    round: tuple[float, float, float] | None = None

    def nearest(self, points: Iterable[Point]) -> tuple[float, Point]:
        """How far inside the cut the point is that is closest to it or farthest outside (below 0), and that point."""
        return min(((self.depth(point), point) for point in points), default=(inf, (0.0, 0.0)))

    def depth(self, point: Point) -> float:
        """How far inside the cut a point is; below 0, how far outside."""
        x, y = point
        if self.round is not None:
            return self.round[2] - hypot(x - self.round[0], y - self.round[1])
        near, within = inf, False
        for (ax, ay), (bx, by) in self.edges:
            dx, dy = bx - ax, by - ay
            points_along = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
            near = min(near, hypot(x - ax - points_along * dx, y - ay - points_along * dy))
            if (ay > y) != (by > y) and x < ax + (y - ay) * dx / dy:
                within = not within
        return near if within else -near


def cut_line(outline: Outline, trim: Sequence[Segment]) -> CutLine | None:
    """The cut line of a piece cut along a path; None where its outline is a rectangle or a folded box's."""
    if isinstance(outline, Rectangle | Polygon):
        return None
    found = cut_along(trim)
    box = geo.bounds(trim) if isinstance(outline, Circle) else None
    if box is not None and abs(box[2] - box[3]) < 1e-6:
        return CutLine(found.edges, (box[0] + box[2] / 2, box[1] + box[3] / 2, box[2] / 2))
    return found


def cut_along(trim: Sequence[Segment]) -> CutLine:
    """The cut line along any path."""
    edges: list[tuple[Point, Point]] = []
    for points in geo.flatten(trim, STEPS):
        edges += [(a, b) for a, b in pairwise([*points, points[0]]) if a != b]
    return CutLine(tuple(edges))


def corners(box: geo.Rectangle, matrix: Matrix) -> list[Point]:
    """The corners of a box under a matrix."""
    x, y, width, height = box
    return [geo.apply(matrix, x + i * width, y + j * height) for i in (0, 1) for j in (0, 1)]


def painted(nodes: Iterable[Node], matrix: Matrix) -> Iterator[Point]:
    """Points along all that is painted, without the width of lines; of a text and a picture, its corners. What is
    clipped is drawn in to the box of its clip."""
    for leaf in walk(nodes, matrix):
        points = _outer(leaf.node, leaf.matrix)
        for clip in leaf.windows[::-1]:
            box = geo.bounds(clip)
            points = () if box is None else [_nearest(point, box) for point in points]
        yield from points


def _outer(node: Node, matrix: Matrix) -> Iterable[Point]:
    match node:
        case Path(segments) | Shaded(segments):
            return points_along(geo.transform(segments, matrix))
        case Text():
            return corners(geo.text_box(node), matrix)
        case Image():
            return corners((node.x, node.y, node.width, node.height), matrix)
        case _:
            return ()


def _nearest(point: Point, box: geo.Rectangle) -> Point:
    return min(max(point[0], box[0]), box[0] + box[2]), min(max(point[1], box[1]), box[1] + box[3])


def points_along(segments: Iterable[Segment]) -> Iterator[Point]:
    """Points along a path."""
    for points in geo.flatten(segments, FINE):
        yield from points
