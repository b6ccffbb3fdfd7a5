"""Bleed: how far a picture reaches beyond the cut line, and the outline it then fills. mm, y downward."""

from __future__ import annotations

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Segment
from generator.sheets.area import EPSILON
from generator.sheets.printable import Fixed, Place, Printable, SheetOptions


def bleed_of(printable: Printable, options: SheetOptions) -> float:
    """How far pictures reach beyond the cut, mm."""
    # there is no picture beyond the spec's own bleed
    return printable.bleed if options.bleed is None else min(options.bleed, printable.bleed)


def bled_outline(printable: Printable, bleed: float) -> tuple[Segment, ...]:
    """The cut path grown by the bleed: scaled about the middle, exact for circles and hexagons, or moved out."""
    if bleed == 0:
        return printable.trim
    if printable.lattice == "outline":
        from generator.draw.geometry.areas import offset  # pyclipper takes 7 ms to import, and few games need it

        return offset(printable.trim, bleed)
    across = min(printable.width, printable.height)
    scale = (across + 2 * bleed) / across
    x, y = printable.width / 2, printable.height / 2
    return geo.transform(printable.trim, (scale, 0, 0, scale, x - scale * x, y - scale * y))


def bleeds_on_label(
    place: Place, fixed: Fixed, printable: Printable, turn: int, bleed: float
) -> tuple[float, float, float, float]:
    """How far a picture may reach beyond the trim: into the place, and half of the way to the next one."""
    width, height = (printable.width, printable.height) if turn == 0 else (printable.height, printable.width)
    beside = (max(0.0, place.width - width) / 2, max(0.0, place.height - height) / 2)
    rows = [one for one in fixed.places if one is not place and one.y < place.bottom and place.y < one.bottom]
    columns = [one for one in fixed.places if one is not place and one.x < place.right and place.x < one.right]
    gaps = (
        min([(place.x - one.right) / 2 for one in rows if one.right <= place.x + EPSILON], default=place.x),
        min([(place.y - one.bottom) / 2 for one in columns if one.bottom <= place.y + EPSILON], default=place.y),
        min([(one.x - place.right) / 2 for one in rows if one.x >= place.right - EPSILON], default=bleed),
        min([(one.y - place.bottom) / 2 for one in columns if one.y >= place.bottom - EPSILON], default=bleed),
    )
    left, top, right, bottom = (max(0.0, min(bleed, gap + beside[index % 2])) for index, gap in enumerate(gaps))
    return left, top, right, bottom
