"""Pieces for a laser cutter: cut lines without duplicates, engraving on a layer of its own, the kerf made good. mm.

Pieces that nest edge to edge share their cut lines. The beam's width (the kerf) is made good by laying every
piece out that much larger: the line between two pieces then takes half a kerf from each, and both come out true.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path as FilePath
from typing import Any

import svgwrite
from svgwrite.extensions import Inkscape

from generator.draw import fonts
from generator.draw import geometry as geo
from generator.draw.scene import Group, Image, Matrix, Node, Path, Segment, Text, Use
from generator.faces.faces import Faces
from generator.faces.outline import trim
from generator.formats import svg
from generator.sheets.arrange import Area, Footprint, Slot, arrange
from specs.document import Document, Piece
from specs.errors import Fault, SpecError
from specs.files import replace_text
from specs.sizes import size_mm

OPTION = "laser"  # a spec's print option of this name is on
CUT, ENGRAVE, FILL = "#ff0000", "#0000ff", "#000000"  # red cuts, blue lines and black areas engrave
HAIRLINE = 0.025
NEAR = 0.01  # corners closer than this are the same
APART = 2.0  # between pieces that cannot share a line
LATTICES = ("hex-flat", "hex-pointy")

Point = tuple[float, float]
Edge = tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Stock:
    """The material: its size, the rim kept free, and how wide the beam cuts."""

    width: float
    height: float
    margin: float = 5.0
    kerf: float = 0.0


def sheets(document: Document, component: str, options: frozenset[str], stock: Stock) -> Iterator[str]:
    """One SVG document for each sheet of stock that a component's pieces need.

    Raises SpecError where a piece does not fit the stock, or its outline cannot be made larger by the kerf.
    """
    spec = document.spec.components[component]
    if spec.shape == "outline" and stock.kerf:
        raise _fault(
            document, component, "shape", "a custom outline with a kerf", "kerf 0: draw the outline larger yourself"
        )
    width, height = size_mm(spec)
    shares = spec.shape not in ("circle", "outline") and not spec.corner
    apart = stock.kerf if shares else stock.kerf + APART
    lattice = spec.shape if spec.shape in (*LATTICES, "circle", "outline") else "square"
    area = Area(stock.margin, stock.margin, stock.width - 2 * stock.margin, stock.height - 2 * stock.margin)
    slots = arrange(Footprint(*_larger(width, height, apart, lattice), 0, lattice), area, 0, outer=False)
    if not slots:
        size = f"a piece of {width:g} × {height:g} mm"
        raise _fault(document, component, "size", size, f"a stock larger than {stock.width:g} × {stock.height:g} mm")
    faces = Faces(document, options | ({OPTION} & set(document.spec.options)))
    pieces = document.pieces[component]
    for first in range(0, len(pieces), len(slots)):
        batch = list(zip(slots, pieces[first : first + len(slots)], strict=False))
        yield _sheet(
            batch, faces, (width, height), _larger(width, height, stock.kerf, lattice), trim(document, component), stock
        )


def _larger(width: float, height: float, by: float, lattice: str) -> tuple[float, float]:
    """A piece's size when every cut line moves outward by half of `by`."""
    if lattice in LATTICES:
        scale = (min(width, height) + by) / min(width, height)  # across the flats
        return width * scale, height * scale
    return width + by, height + by


def _fault(document: Document, component: str, key: str, found: str, expected: str) -> SpecError:
    place = document.mark(("components", component, key))
    return SpecError([Fault(str(document.file), *place, found, expected)])


def _sheet(
    batch: Sequence[tuple[Slot, Piece]],
    faces: Faces,
    size: tuple[float, float],
    cut_size: tuple[float, float],
    outline: tuple[Segment, ...],
    stock: Stock,
) -> str:
    width, height = size
    drawing: Any = svgwrite.Drawing(
        size=(f"{stock.width:g}mm", f"{stock.height:g}mm"), viewBox=f"0 0 {stock.width:g} {stock.height:g}", debug=False
    )
    inkscape = Inkscape(drawing)
    engrave = inkscape.layer(label="engrave", id="engrave", locked=False)
    cut = inkscape.layer(label="cut", id="cut", locked=False)
    edges: list[Edge] = []
    for slot, piece in batch:
        turned = geo.multiply(geo.translate(slot.x, slot.y), geo.rotation(slot.turn))
        place = geo.multiply(turned, geo.translate(-width / 2, -height / 2))
        for node in _lines(faces.front(piece).nodes, place):
            engrave.add(node(drawing))
        larger: Matrix = (cut_size[0] / width, 0, 0, cut_size[1] / height, 0, 0)
        path = geo.transform(
            outline, geo.multiply(turned, geo.multiply(larger, geo.translate(-width / 2, -height / 2)))
        )
        if any(segment[0] == "C" for segment in path):
            cut.add(_stroke(drawing, path, CUT))
        else:
            edges += _edges(path)
    for line in chains(edges):
        closed = line[0] == line[-1]
        path = geo.polyline(line[:-1] if closed else line, closed=closed)
        cut.add(_stroke(drawing, path, CUT))
    drawing.add(engrave)
    drawing.add(cut)
    return svg.document_text(drawing)


def _stroke(drawing: Any, path: Iterable[Segment], colour: str) -> Any:
    return drawing.path(d=svg.path_data(path), fill="none", stroke=colour, stroke_width=HAIRLINE)


def _lines(nodes: Iterable[Node], matrix: Matrix) -> Iterator[Any]:
    """What is engraved: strokes as lines, text as areas. Painted areas are the material's own business."""
    for node in nodes:
        match node:
            case Path(segments, paint) if paint.stroke is not None:
                moved = geo.transform(segments, matrix)
                yield lambda drawing, moved=moved: _stroke(drawing, moved, ENGRAVE)
            case Text():
                x = node.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[node.anchor] * fonts.width(
                    node.font, node.text, node.size
                )
                shape = geo.transform(fonts.outlines(node.font, node.text, node.size, x, node.y), matrix)
                yield lambda drawing, shape=shape: drawing.path(d=svg.path_data(shape), fill=FILL)
            case Group(children, inner):
                yield from _lines(children, geo.multiply(matrix, inner))
            case Use(scene, inner):
                yield from _lines(scene.nodes, geo.multiply(matrix, inner))
            case Image() | Path():
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


def write(
    document: Document, component: str, options: frozenset[str], stock: Stock, folder: FilePath
) -> list[FilePath]:
    """Write `COMPONENT-N.svg` for each sheet; the files. Raises SpecError, OSError."""
    found = []
    for number, text in enumerate(list(sheets(document, component, options, stock)), 1):
        file = folder / f"{component}-{number}.svg"
        replace_text(file, text)
        found.append(file)
    return found
