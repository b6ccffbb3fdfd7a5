"""Where on a sheet pieces may lie: beside the footer, on half of a folded page, beyond the margin. mm."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from generator.sheets import marks
from generator.sheets.area import EPSILON, Area, Box, rooms
from generator.sheets.printable import Printable, SheetOptions

FOLD_ROOM = 6.0  # either side of a gutterfold
LEAST_FOOT = 100.0  # of a strip between a machine's marks: a shorter one is too small to read


def strips(whole: Area, boxes: Sequence[Box] = ()) -> tuple[tuple[Area, Area], ...]:
    """The footer at the page's foot or, where more pieces fit so, along its right side: (free area, strip). A strip
    keeps clear of some boxes in the paper's corners; where they leave too little of one, the other is taken."""
    band = marks.BAND
    x, y, width, height = whole.x, whole.y, whole.width, whole.height
    foot = Area(x, y, width, height - band), _between(Area(x, y + height - band, width, band), boxes)
    side = Area(x, y, width - band, height), _between(Area(x + width - band, y, band, height), boxes)
    if boxes and min(foot[1].width, side[1].height) < LEAST_FOOT:
        return (foot if foot[1].width > side[1].height else side,)
    return foot, side


def _between(strip: Area, boxes: Sequence[Box]) -> Area:
    if not boxes:
        return strip
    broad = [room for room in rooms(strip, boxes) if min(room.width, room.height) > marks.BAND - EPSILON]
    return max(broad, key=lambda room: room.width * room.height, default=Area(strip.x, strip.y, 0.0, 0.0))


def halves(inner: Area, options: SheetOptions, strip: Area) -> tuple[tuple[Literal["", "x", "y"], Area], ...]:
    """The left and the upper half of a page that is folded in its middle, clear of what mirrors onto the strip."""
    width, height = options.paper
    left = max(inner.x, width - strip.x) if strip.height > strip.width else inner.x
    top = max(inner.y, height - strip.y) if strip.width >= strip.height else inner.y
    return (
        ("x", Area(left, inner.y, width / 2 - FOLD_ROOM - left, inner.height)),
        ("y", Area(inner.x, top, inner.width, height / 2 - FOLD_ROOM - top)),
    )


def reached(printable: Printable, options: SheetOptions) -> Area:
    """Where a page may lie whose edges are clear: as far beyond what the printer reaches, but on the paper."""
    (width, height), area, clear = options.paper, options.area, printable.clear
    left, top = max(0.0, area.x - clear), max(0.0, area.y - clear)
    right, bottom = (min(width, area.x + area.width + clear), min(height, area.y + area.height + clear))
    return Area(left, top, right - left, bottom - top)
