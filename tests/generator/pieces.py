"""Pieces as the tests of sheets print them: of one colour each, in any shape, and where they came to lie."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Page, Paint, Path as Outline, Scene
from generator.sheets.area import Box
from generator.sheets.imposition.impose import impose
from generator.sheets.layout.pack import pack
from generator.sheets.printable import Foot, Item, Printable, SheetOptions

A4, LYING, LETTER = (210.0, 297.0), (297.0, 210.0), (215.9, 279.4)


def scene(width: float, height: float, bleed: float = 0) -> Scene:
    box = (-bleed, -bleed, width + 2 * bleed, height + 2 * bleed)
    return Scene(box, (Outline(geo.rectangle(*box), Paint(fill=(1, 0, 0))),))


def printable(
    width: float = 60,
    height: float = 90,
    count: int = 20,
    bleed: float = 2,
    lattice: str = "square",
    backs: Sequence[bool] | bool = True,
    id: str = "piece",
    **more: Any,
) -> Printable:
    """A component of pieces that are called after it: `piece-0` and so on."""
    trim = {
        "circle": geo.ellipse(width / 2, height / 2, width / 2, height / 2),
        "hex-pointy": geo.polyline(geo.hexagon(width / 2, height / 2, width, pointy=True), closed=True),
        "hex-flat": geo.polyline(geo.hexagon(width / 2, height / 2, height, pointy=False), closed=True),
        "outline": geo.polyline([(0, 0), (width, 0), (width / 2, height)], closed=True),
    }.get(lattice, geo.rectangle(0, 0, width, height))
    front, back = scene(width, height, bleed), scene(width, height, bleed)
    has = [backs] * count if isinstance(backs, bool) else list(backs)
    items = [Item(f"{id}-{n}", front, back if has[n] else None) for n in range(count)]
    plain = Printable(id, id.title(), width, height, bleed, trim, lattice, count, any(has), items.__getitem__)
    return replace(plain, footer=Foot("Game", "credit"), **more)


def pages_of(pieces: Printable | Iterable[Printable], options: SheetOptions) -> list[Page]:
    return list(impose(pack([pieces] if isinstance(pieces, Printable) else pieces, options)))


def edges(box: geo.Rectangle) -> Box:
    x, y, width, height = box
    return x, y, x + width, y + height


def trims(page: Page) -> list[Box]:
    """Where each piece of a page is cut."""
    return [edges(placement.trim) for placement in page.placements]


def gap(one: Box, other: Box) -> float:
    """How far two boxes are from each other, across or down, whichever is more; less than nothing where they lap."""
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


def within(box: Box, area: Box, slack: float = 1e-5) -> bool:
    """Whether a box lies in an area."""
    before = all(edge <= own + slack for edge, own in zip(area[:2], box[:2], strict=True))
    return before and all(own <= edge + slack for edge, own in zip(area[2:], box[2:], strict=True))
