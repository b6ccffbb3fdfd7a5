"""Pieces laid on a laser cutter's stock, a file for each sheet of it. mm.

The beam's width (the kerf) is made good by laying every piece out that much larger: the line between two pieces
then takes half a kerf from each, and both come out true.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from generator.draw.geometry import geometry as geo
from generator.draw.geometry.areas import offset
from generator.draw.scene import IDENTITY, Matrix
from generator.faces.faces import Faces
from generator.faces.outline import trim
from generator.formats.laser import LaserPiece, sheet
from generator.sheets.area import Area
from generator.sheets.layout.arrange import Footprint, arrange
from specs.base.errors import SpecError
from specs.base.files import replace_text
from specs.model.document import Document

OPTION = "laser"  # a spec's print option of this name is on
GAP = 2.0  # between pieces that cannot share a line
LATTICES = ("hex-flat", "hex-pointy")


class Stock(Struct, frozen=True):
    """The material: its size, the rim kept free, and how wide the beam cuts."""

    width: float
    height: float
    margin: float = 5.0
    kerf: float = 0.0


def sheets(document: Document, component: str, options: frozenset[str], stock: Stock) -> Iterator[str]:
    """One SVG document for each sheet of stock that a component's pieces need.

    Raises SpecError where a piece does not fit the stock.
    """
    spec = document.spec.components[component]
    width, height = spec.size_mm
    shares = spec.lattice not in ("circle", "outline") and not spec.corner
    gap = stock.kerf if shares else stock.kerf + GAP
    lattice = "square" if spec.lattice == "outline" else spec.lattice
    area = Area(stock.margin, stock.margin, stock.width - 2 * stock.margin, stock.height - 2 * stock.margin)
    slots = arrange(Footprint(*_larger(width, height, gap, lattice), 0, lattice), area, 0, outer=False)
    if not slots:
        size = f"a piece of {width:g} × {height:g} mm"
        raise _fault(document, component, "size", size, f"a stock larger than {stock.width:g} × {stock.height:g} mm")
    faces = Faces(document, options | ({OPTION} & set(document.spec.options)))
    pieces, outline = document.pieces[component], trim(document, component)
    cut_width, cut_height = _larger(width, height, stock.kerf, lattice)
    larger: Matrix = (cut_width / width, 0, 0, cut_height / height, 0, 0)
    if stock.kerf and (spec.lattice == "outline" or spec.corner):
        outline, larger = offset(outline, stock.kerf / 2), IDENTITY  # to scale it would keep no distance
    for first in range(0, len(pieces), len(slots)):
        cuts = []
        for slot, piece in zip(slots, pieces[first : first + len(slots)], strict=False):
            turned = geo.multiply(geo.translate(slot.x, slot.y), geo.rotation(slot.turn))
            middle = geo.translate(-width / 2, -height / 2)
            path = geo.transform(outline, geo.multiply(turned, geo.multiply(larger, middle)))
            cuts.append(LaserPiece(faces.front(piece), geo.multiply(turned, middle), path))
        yield sheet(stock.width, stock.height, cuts)


def _larger(width: float, height: float, by: float, lattice: str) -> tuple[float, float]:
    """A piece's size when every cut line moves outward by half of `by`."""
    if lattice in LATTICES:
        scale = (min(width, height) + by) / min(width, height)  # across the flats
        return width * scale, height * scale
    return width + by, height + by


def _fault(document: Document, component: str, key: str, found: str, expected: str) -> SpecError:
    return SpecError([document.fault("over-limit", ("components", component, key), found, expected)])


def write(document: Document, component: str, options: frozenset[str], stock: Stock, folder: Path) -> list[Path]:
    """Write `COMPONENT-N.svg` for each sheet; the files. Raises SpecError, OSError."""
    found = []
    for number, text in enumerate(list(sheets(document, component, options, stock)), 1):
        file = folder / f"{component}-{number}.svg"
        replace_text(file, text)
        found.append(file)
    return found
