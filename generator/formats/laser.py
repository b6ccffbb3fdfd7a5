"""Cut lines as SVG, each once, what else there is on layers of its own: for a laser cutter, and for a knife. mm."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import svgwrite
from msgspec import Struct
from svgwrite.base import BaseElement
from svgwrite.extensions import Inkscape

from generator.draw.fonts import fonts
from generator.draw.geometry import geometry as geo
from generator.draw.geometry.areas import clip_area, clip_lines
from generator.draw.geometry.finite import require_finite
from generator.draw.geometry.joining import joined
from generator.draw.scene import CutLines, Matrix, Node, Path, Scene, Segment, Shaded, Text
from generator.draw.walk import walk
from generator.formats import svg

CUT, ENGRAVE, FILL = "#ff0000", "#0000ff", "#000000"  # red cuts, blue lines and black areas engrave
HAIRLINE = 0.025


class LaserPiece(Struct, frozen=True):
    """A piece on the stock: its face, the matrix that puts it there, and the path it is cut along, on the stock."""

    face: Scene
    matrix: Matrix
    path: tuple[Segment, ...]


def sheet(width: float, height: float, cuts: Sequence[LaserPiece]) -> str:
    """An SVG document of the stock's size: what is engraved, then every cut line once."""
    drawing, inkscape = _stock(width, height)
    engrave = inkscape.layer(label="engrave", id="engrave", locked=False)
    cut = inkscape.layer(label="cut", id="cut", locked=False)
    for each in cuts:
        require_finite(number for segment in each.path for number in segment[1:])  # type: ignore[misc]
        for colour, path in _engraved(each.face.nodes, each.matrix, each.path):
            if path:
                engrave.add(_stroke(drawing, path, colour) if colour == ENGRAVE else _area(drawing, path))
    for line in joined(each.path for each in cuts):
        cut.add(_stroke(drawing, line, CUT))
    drawing.add(engrave)
    drawing.add(cut)
    return svg.document_text(drawing)


def knife(width: float, height: float, cut: CutLines, description: str = "") -> str:
    """An SVG document of a printed sheet's size: the marks a machine looks for, which are not cut; folds; cut lines."""
    drawing, inkscape = _stock(width, height)
    drawing.set_desc(desc=description or None)
    marks = inkscape.layer(label="marks, not cut", id="marks", locked=True)
    for shape in cut.marks:
        marks.add(_area(drawing, shape))
    layers = [marks]
    for name, paths, colour in (("fold", cut.folds, ENGRAVE), ("cut", cut.lines, CUT)):
        layers.append(inkscape.layer(label=name, id=name, locked=False))
        for path in paths:
            layers[-1].add(_stroke(drawing, path, colour))
    for layer in layers:
        if layer.elements:
            drawing.add(layer)
    return svg.document_text(drawing)


def _stock(width: float, height: float) -> tuple[svgwrite.Drawing, Inkscape]:
    """A drawing as large as what is cut, its unit 1 mm, and what makes layers in it."""
    drawing = svgwrite.Drawing(size=(f"{width:g}mm", f"{height:g}mm"), viewBox=f"0 0 {width:g} {height:g}", debug=False)
    return drawing, Inkscape(drawing)


def _stroke(drawing: svgwrite.Drawing, path: Iterable[Segment], colour: str) -> BaseElement:
    return drawing.path(d=svg.path_data(path), fill="none", stroke=colour, stroke_width=HAIRLINE)


def _area(drawing: svgwrite.Drawing, path: Iterable[Segment]) -> BaseElement:
    return drawing.path(d=svg.path_data(path), fill=FILL)


def _engraved(
    nodes: Iterable[Node], matrix: Matrix, edge: tuple[Segment, ...]
) -> Iterator[tuple[str, tuple[Segment, ...]]]:
    """What is engraved, as paths with their colour: strokes as lines, text as areas, cut off at the piece's edge, for
    another piece may lie there. Painted areas are the material's own business."""
    for leaf in walk(nodes, matrix):
        node = leaf.node
        if isinstance(node, Path | Shaded) and node.paint.stroke is not None:
            moved = geo.transform(node.segments, leaf.matrix)
            yield ENGRAVE, clip_lines(moved, (edge, *leaf.windows))
        elif isinstance(node, Text):
            line = fonts.line(node.font, node.text, node.rtl)
            letters = [segment for _, path in fonts.paths_by_colour(node, line) for segment in path]
            yield FILL, clip_area(geo.transform(letters, leaf.matrix), (edge, *leaf.windows))
