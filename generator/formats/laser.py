"""A sheet for a laser cutter: cut lines without duplicates, engraving on a layer of its own. mm.

Pieces that nest edge to edge share their cut lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import svgwrite
from msgspec import Struct
from svgwrite.extensions import Inkscape

from generator.draw import fonts
from generator.draw import geometry as geo
from generator.draw.clipped import clipped, clipped_area
from generator.draw.finite import finite
from generator.draw.scene import Group, Image, Matrix, Node, Path, Scene, Segment, Shaded, Text, Use
from generator.formats import svg

CUT, ENGRAVE, FILL = "#ff0000", "#0000ff", "#000000"  # red cuts, blue lines and black areas engrave
HAIRLINE = 0.025
NEAR = 0.01  # corners closer than this are the same

Point = tuple[float, float]
Edge = tuple[Point, Point]


class Cut(Struct, frozen=True):
    """A piece on the stock: its face, the matrix that puts it there, and the path it is cut along, on the stock."""

    face: Scene
    matrix: Matrix
    path: tuple[Segment, ...]


def sheet(width: float, height: float, cuts: Sequence[Cut]) -> str:
    """An SVG document of the stock's size: what is engraved, then every cut line once."""
    drawing: Any = svgwrite.Drawing(
        size=(f"{width:g}mm", f"{height:g}mm"), viewBox=f"0 0 {width:g} {height:g}", debug=False
    )
    inkscape = Inkscape(drawing)
    engrave = inkscape.layer(label="engrave", id="engrave", locked=False)
    cut = inkscape.layer(label="cut", id="cut", locked=False)
    edges: list[Edge] = []
    for each in cuts:
        finite(number for segment in each.path for number in segment[1:])  # type: ignore[misc]
        for node in _lines(each.face.nodes, each.matrix, (each.path,)):
            engrave.add(node(drawing))
        if any(segment[0] == "C" for segment in each.path):
            cut.add(_stroke(drawing, each.path, CUT))
        else:
            edges += _edges(each.path)
    for line in chains(edges):
        closed = line[0] == line[-1]
        path = geo.polyline(line[:-1] if closed else line, closed=closed)
        cut.add(_stroke(drawing, path, CUT))
    drawing.add(engrave)
    drawing.add(cut)
    return svg.document_text(drawing)


def _stroke(drawing: Any, path: Iterable[Segment], colour: str) -> Any:
    return drawing.path(d=svg.path_data(path), fill="none", stroke=colour, stroke_width=HAIRLINE)


def _lines(nodes: Iterable[Node], matrix: Matrix, windows: tuple[Sequence[Segment], ...]) -> Iterator[Any]:
    """What is engraved: strokes as lines, text as areas, cut off at the piece's edge, for another piece may lie there.
    Painted areas are the material's own business."""
    for node in nodes:
        match node:
            case Path(segments, paint) | Shaded(segments, paint) if paint.stroke is not None:
                moved = clipped(geo.transform(segments, matrix), windows)
                if moved:
                    yield lambda drawing, moved=moved: _stroke(drawing, moved, ENGRAVE)
            case Text():
                x = node.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[node.anchor] * fonts.width(
                    node.font, node.text, node.size
                )
                shape = geo.transform(fonts.outlines(node.font, node.text, node.size, x, node.y, node.rtl), matrix)
                shape = clipped_area(shape, windows)
                if shape:
                    yield lambda drawing, shape=shape: drawing.path(d=svg.path_data(shape), fill=FILL)
            case Group(children, inner, clip):
                inside = geo.multiply(matrix, inner)
                within = (*windows, geo.transform(clip, inside)) if clip else windows
                yield from _lines(children, inside, within)
            case Use(scene, inner):
                yield from _lines(scene.nodes, geo.multiply(matrix, inner), windows)
            case Image() | Path() | Shaded():
                pass


def _edges(path: Iterable[Segment]) -> Iterator[Edge]:
    for points in geo.flatten(path):
        yield from pairwise(points)


class _Corners:
    """Corners that lie within `NEAR` of each other are one."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], Point] = {}

    def __call__(self, point: Point) -> Point:
        x, y = round(point[0] / NEAR), round(point[1] / NEAR)
        for cell in ((x + dx, y + dy) for dx in (0, -1, 1) for dy in (0, -1, 1)):
            if cell in self.cells:
                return self.cells[cell]
        self.cells[x, y] = point
        return point


def chains(edges: Iterable[Edge]) -> list[list[Point]]:
    """Each edge once, however many pieces share it, joined into lines as long as they go."""
    around: dict[Point, list[Point]] = {}
    seen: set[frozenset[Point]] = set()
    corner = _Corners()
    for a, b in ((corner(a), corner(b)) for a, b in edges):
        key = frozenset((a, b))
        if a != b and key not in seen:
            seen.add(key)
            around.setdefault(a, []).append(b)
            around.setdefault(b, []).append(a)
    lines = []
    # ends of open lines first, so that as few lines as possible begin in the middle of another
    for start in sorted(around, key=lambda point: (len(around[point]) % 2 == 0, point)):
        while around[start]:
            line = [start]
            while around[line[-1]]:
                here = line[-1]
                onward = min(around[here])
                around[here].remove(onward)
                around[onward].remove(here)
                line.append(onward)
            lines.append(line)
    return lines
