"""Nets of blocks: six sides of a box in one piece of paper, with tabs to glue. mm, y downward.

from the left: front, right side, back, left side, and a tab; top and bottom above and below the front.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

Rectangle = tuple[float, float, float, float]
Point = tuple[float, float]
Tab = tuple[Point, Point, Point, Point]

MOST_TAB = 7.0
CHAMFER = 0.6  # how far a tab's ends lean in, as part of its height


class Side(Struct, frozen=True):
    """A side of a block: `pips` as on a die (opposite sides add up to 7), its place in the net, and how its picture
    may reach beyond it: left, top, right, bottom, 1 where no other side is joined there. `turned` is upside down."""

    name: str
    pips: int
    box: Rectangle
    free: tuple[int, int, int, int]
    turned: bool = False

    def on_net(self, box: Rectangle) -> Rectangle:
        """Where a box of this side's picture lies on the net."""
        (x, y, width, height), (left, top, wide, high) = self.box, box
        if self.turned:
            left, top = width - left - wide, height - top - high
        return x + left, y + top, wide, high


class Net(Struct, frozen=True):
    """A block's net: its size, its sides, the outline to cut along, the lines to fold along, and its tabs to glue, each
    from one end of its fold round to the other."""

    width: float
    height: float
    sides: tuple[Side, ...]
    outline: tuple[Point, ...]
    folds: tuple[tuple[Point, Point], ...]
    tabs: tuple[Tab, ...]


def net(width: float, height: float, depth: float) -> Net:
    """The net of a block `width` across, `height` tall, `depth` from front to back."""
    tab = min(MOST_TAB, 0.42 * min(width, height, depth))
    lean = tab * CHAMFER
    x0, y0 = tab, tab
    x1, x2, x3, x4 = x0 + width, x0 + width + depth, x0 + 2 * width + depth, x0 + 2 * (width + depth)
    y1, y2, y3 = y0 + depth, y0 + depth + height, y0 + 2 * depth + height
    sides = (
        Side("front", 1, (x0, y1, width, height), (1, 0, 0, 0)),
        Side("right", 2, (x1, y1, depth, height), (0, 1, 0, 1)),
        Side("back", 6, (x2, y1, width, height), (0, 1, 0, 1)),
        Side("left", 5, (x3, y1, depth, height), (0, 1, 1, 1)),
        Side("top", 3, (x0, y0, width, depth), (1, 1, 1, 0)),
        Side("bottom", 4, (x0, y2, width, depth), (1, 0, 1, 1)),
    )
    outline = (
        (x0, y1), (x0 - tab, y1 - lean), (x0 - tab, y0 + lean), (x0, y0),
        (x0 + lean, y0 - tab), (x1 - lean, y0 - tab), (x1, y0),
        (x1 + tab, y0 + lean), (x1 + tab, y1 - lean), (x1, y1),
        (x4, y1), (x4 + tab, y1 + lean), (x4 + tab, y2 - lean), (x4, y2), (x1, y2),
        (x1 + tab, y2 + lean), (x1 + tab, y3 - lean), (x1, y3),
        (x1 - lean, y3 + tab), (x0 + lean, y3 + tab), (x0, y3),
        (x0 - tab, y3 - lean), (x0 - tab, y2 + lean), (x0, y2),
    )  # fmt: skip
    upright = [((x, y1), (x, y2)) for x in (x1, x2, x3, x4)]
    level = [((x0, y), (x1, y)) for y in (y0, y1, y2, y3)]
    beside = [((x, low), (x, high)) for low, high in ((y0, y1), (y2, y3)) for x in (x0, x1)]
    folds = (*upright, *level, *beside)
    return Net(x4 + tab, y3 + tab, sides, outline, folds, tabs(outline, folds))


def tabs(outline: Sequence[Point], folds: Sequence[tuple[Point, Point]]) -> tuple[Tab, ...]:
    """What of an outline hangs on a fold by two corners and ends in two others."""
    hinges = {frozenset(fold) for fold in folds}
    around = [*outline, *outline[:3]]
    fours = zip(around, around[1:], around[2:], around[3:], strict=False)
    return tuple((a, b, c, d) for a, b, c, d in fours if frozenset((a, d)) in hinges)
