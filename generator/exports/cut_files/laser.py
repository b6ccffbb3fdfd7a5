"""Lays pieces on a laser cutter's stock, a file for each sheet of it. mm.

Every piece is laid out larger by the beam's width (the kerf): the line between two pieces then takes half a kerf from
each, and both get their true size.

Cut lines are written as SVG, each once, with everything else on layers of its own: for a laser cutter, and for a
knife. mm.
"""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import svgwrite
from msgspec import Struct
from svgwrite.base import BaseElement
from svgwrite.extensions import Inkscape

from generator.draw.fonts import fonts
from generator.draw.geometry import geometry as geo
from generator.draw.geometry.areas import clip_area, clip_lines, joined, offset
from generator.draw.geometry.finite import require_finite
from generator.draw.scene import IDENTITY, CutLines, Matrix, Node, Path as Drawn, Scene, Segment, Segments, Shaded, Text
from generator.draw.walk import walk
from generator.faces.faces import Faces
from generator.faces.outline import trim
from generator.formats import svg
from generator.sheets.area import Area
from generator.sheets.layout.arrange import Footprint, arrange
from specs.base.errors import SpecError
from specs.base.files import replace_text
from specs.model.document import Document

OPTION = "laser"  # a spec's print option of this name is on for a laser
GAP = 2.0  # between pieces that cannot share a line
LATTICES = ("hex-flat", "hex-pointy")


class Stock(Struct, frozen=True):
    """The material: its size, the rim kept free, and the width of the cut."""

    width: float
    height: float
    margin: float = 5.0
    kerf: float = 0.0


def sheets(document: Document, component: str, options: frozenset[str], stock: Stock) -> Iterator[str]:
    """Yield one SVG document for each sheet of stock that a component's pieces need.

    Raises SpecError if a piece does not fit the stock.
    """
    spec = document.spec.components[component]
    width, height = spec.size_mm
    shares = spec.lattice not in ("circle", "outline") and not spec.radius
    gap = stock.kerf if shares else stock.kerf + GAP
    lattice = "square" if spec.lattice == "outline" else spec.lattice
    area = Area(stock.margin, stock.margin, stock.width - 2 * stock.margin, stock.height - 2 * stock.margin)
    slots = arrange(Footprint(*_larger(width, height, gap, lattice), 0, lattice), area, 0, outer=False)
    if not slots:
        found, larger_than = (f"{wide:g} × {high:g} mm" for wide, high in (spec.size_mm, (stock.width, stock.height)))
        where, expected = ("components", component, "size"), f"a stock larger than {larger_than}"
        raise SpecError([document.fault("over-limit", where, f"a piece of {found}", expected)])
    faces = Faces(document, options | ({OPTION} & set(document.spec.print_options)))
    pieces, outline = document.pieces[component], trim(document, component)
    cut_width, cut_height = _larger(width, height, stock.kerf, lattice)
    larger: Matrix = (cut_width / width, 0, 0, cut_height / height, 0, 0)
    if stock.kerf and (spec.lattice == "outline" or spec.radius):
        outline, larger = offset(outline, stock.kerf / 2), IDENTITY  # scaling would not keep the distance equal
    for first in range(0, len(pieces), len(slots)):
        cuts = []
        for slot, piece in zip(slots, pieces[first : first + len(slots)], strict=False):
            turned = geo.multiply(geo.translate(slot.x, slot.y), geo.rotation(slot.turn))
            middle = geo.translate(-width / 2, -height / 2)
            path = geo.transform(outline, geo.multiply(turned, geo.multiply(larger, middle)))
            cuts.append(LaserPiece(faces.front(piece), geo.multiply(turned, middle), path))
        yield sheet(stock.width, stock.height, cuts)


def _larger(width: float, height: float, by: float, lattice: str) -> tuple[float, float]:
    """Return a piece's size when every cut line moves outward by half of `by`."""
    if lattice in LATTICES:
        scale = (min(width, height) + by) / min(width, height)  # across the flats
        return width * scale, height * scale
    return width + by, height + by


def write(document: Document, component: str, options: frozenset[str], stock: Stock, folder: Path) -> list[Path]:
    """Write `COMPONENT-N.svg` for each sheet; return the files. Raises SpecError, OSError."""
    found = []
    for number, text in enumerate(list(sheets(document, component, options, stock)), 1):
        file = folder / f"{component}-{number}.svg"
        replace_text(file, text)
        found.append(file)
    return found


# ---- layers as SVG -------------------------------------------------------------------------------


CUT, ENGRAVE, FILL = "#ff0000", "#0000ff", "#000000"  # red cuts, blue lines and black areas engrave
HAIRLINE = 0.025


class LaserPiece(Struct, frozen=True):
    """A piece on the stock: its face, the matrix that puts it there, and its cut path on the stock."""

    face: Scene
    matrix: Matrix
    path: Segments


def sheet(width: float, height: float, cuts: Sequence[LaserPiece]) -> str:
    """Return an SVG document of the stock's size: what is engraved, then every cut line once."""
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
    """Return an SVG document of a printed sheet's size: the marks a machine looks for, which are not cut; folds; cut
    lines."""
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
    """Return a drawing as large as what is cut, its unit 1 mm, and the extension that makes its layers."""
    drawing = svgwrite.Drawing(size=(f"{width:g}mm", f"{height:g}mm"), viewBox=f"0 0 {width:g} {height:g}", debug=False)
    return drawing, Inkscape(drawing)


def _stroke(drawing: svgwrite.Drawing, path: Iterable[Segment], colour: str) -> BaseElement:
    return drawing.path(d=svg.path_data(path), fill="none", stroke=colour, stroke_width=HAIRLINE)


def _area(drawing: svgwrite.Drawing, path: Iterable[Segment]) -> BaseElement:
    return drawing.path(d=svg.path_data(path), fill=FILL)


def _engraved(nodes: Iterable[Node], matrix: Matrix, edge: Segments) -> Iterator[tuple[str, Segments]]:
    """Yield what is engraved, as paths with their colour: strokes as lines, text as areas, cut off at the piece's
    edge, since another piece may lie there. Painted areas are left out: they are the material itself."""
    for leaf in walk(nodes, matrix):
        node = leaf.node
        if isinstance(node, Drawn | Shaded) and node.paint.stroke is not None:
            yield ENGRAVE, clip_lines(geo.transform(node.segments, leaf.matrix), (edge, *leaf.windows))
        elif isinstance(node, Text):
            line = fonts.line(node.font, node.text, node.rtl)
            letters = [segment for _, path in fonts.paths_by_colour(node, line) for segment in path]
            yield FILL, clip_area(geo.transform(letters, leaf.matrix), (edge, *leaf.windows))
