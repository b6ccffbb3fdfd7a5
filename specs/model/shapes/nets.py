"""Nets of blocks and tuck boxes: six sides of a box on one piece of paper, with glue tabs. mm, y downward."""

from collections.abc import Sequence
from itertools import pairwise
from math import cos, pi, sin

from msgspec import Struct

Rectangle = tuple[float, float, float, float]
Point = tuple[float, float]
Tab = tuple[Point, Point, Point, Point]

MOST_TAB = 7.0
CHAMFER = 0.6  # slant of a tab's ends, as part of its height
TUCKBOX_TAB, MOST_TUCK = 12.0, 16.0
DUST = 0.85  # height of the flaps under the lid, as part of the depth
LEAN = 0.12  # slant of tabs and flaps, as part of their height
NOTCH = 0.16  # the notch's radius, as part of the width
STEPS = 12  # corners of the notch


class Side(Struct, frozen=True):
    """A side of a block: its `pips` as on a die (opposite sides add up to 7), its place in the net, and where its
    picture may reach beyond it: left, top, right, bottom, 1 where no other side is joined, else 0. `turned` is upside
    down."""

    name: str
    pips: int
    box: Rectangle
    free: tuple[int, int, int, int]
    turned: bool = False

    def on_net(self, box: Rectangle) -> Rectangle:
        """Return the place on the net of a box on this side's picture."""
        (x, y, width, height), (left, top, wide, high) = self.box, box
        if self.turned:
            left, top = width - left - wide, height - top - high
        return x + left, y + top, wide, high


class Net(Struct, frozen=True):
    """A block's net: its size, its sides, the outline to cut, the lines to fold, and its glue tabs, each from one end
    of its fold round to the other."""

    width: float
    height: float
    sides: tuple[Side, ...]
    outline: tuple[Point, ...]
    folds: tuple[tuple[Point, Point], ...]
    tabs: tuple[Tab, ...]


def net(width: float, height: float, depth: float) -> Net:
    """Return the net of a block `width` across, `height` tall, `depth` from front to back.

    From the left: front, right side, back, left side, and a tab; top and bottom above and below the front.
    """
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
    """Find the tabs: four corners of an outline in a row, of which the first and the last are the ends of a fold."""
    hinges = {frozenset(fold) for fold in folds}
    around = [*outline, *outline[:3]]
    fours = zip(around, around[1:], around[2:], around[3:], strict=False)
    return tuple((a, b, c, d) for a, b, c, d in fours if frozenset((a, d)) in hinges)


def tuckbox(width: float, height: float, depth: float) -> Net:
    """Return the net of a tuck box, a carton for a deck, whose front is `width` by `height`.

    From the left: a tab, left side, front, right side, back. The lid hangs on the back and tucks in behind the front,
    which has a notch for a thumb; the bottom hangs on the front and is glued to flaps of the two sides.
    """
    tab = min(TUCKBOX_TAB, 0.8 * depth)
    tuck = min(MOST_TUCK, 0.75 * depth + 4, 0.4 * height)
    dust = min(DUST * depth, 0.45 * width)
    x0, y0 = tab, tuck + depth  # the panels begin under the lid and its tuck flap
    x1, x2, x3, x4 = x0 + depth, x0 + depth + width, x0 + 2 * depth + width, x0 + 2 * (depth + width)
    y1, y2 = y0 + height, y0 + height + depth
    sides = (
        Side("left", 5, (x0, y0, depth, height), (1, 1, 0, 1)),
        Side("front", 1, (x1, y0, width, height), (0, 1, 0, 0)),
        Side("right", 2, (x2, y0, depth, height), (0, 1, 0, 1)),
        Side("back", 6, (x3, y0, width, height), (0, 0, 1, 1)),
        Side("top", 3, (x3, tuck, width, depth), (1, 1, 1, 0), turned=True),
        Side("bottom", 4, (x1, y1, width, depth), (1, 0, 1, 1)),
    )
    middle, r = (x1 + x2) / 2, min(NOTCH * width, 0.3 * height, 11.0)
    notch = [(middle - r * cos(pi * i / STEPS), y0 + r * sin(pi * i / STEPS)) for i in range(STEPS + 1)]
    lean, round_ = tab * 2 * LEAN, min(tuck * 0.5, width / 4)
    outline: tuple[Point, ...] = (
        (x0, y0), (x0 + LEAN * dust, y0 - dust), (x1 - 0.35 * depth, y0 - dust), (x1, y0 - 0.2 * dust), (x1, y0),
        *notch,
        (x2, y0), (x2, y0 - 0.2 * dust), (x2 + 0.35 * depth, y0 - dust), (x3 - LEAN * dust, y0 - dust), (x3, y0),
        (x3, tuck), (x3 + 0.6, tuck - 0.6), (x3 + 0.6, round_), *_rounded(x3 + 0.6 + round_, round_, round_, pi),
        *_rounded(x4 - 0.6 - round_, round_, round_, 1.5 * pi), (x4 - 0.6, tuck - 0.6), (x4, tuck), (x4, y1),
        (x3, y1), (x3 - LEAN * dust, y1 + dust), (x2 + LEAN * dust, y1 + dust), (x2, y1), (x2, y2),
        (x2 - lean, y2 + tab), (x1 + lean, y2 + tab), (x1, y2), (x1, y1),
        (x1 - LEAN * dust, y1 + dust), (x0 + LEAN * dust, y1 + dust), (x0, y1),
        (x0 - tab, y1 - lean), (x0 - tab, y0 + lean),
    )  # fmt: skip
    upright = [((x, y0), (x, y1)) for x in (x0, x1, x2, x3)]
    lid, ends = ((x3, tuck), (x4, tuck)), ((x1, y2), (x2, y2))
    below = [((a, y1), (b, y1)) for a, b in pairwise((x0, x1, x2, x3))]
    level = [((x0, y0), (x1, y0)), ((x2, y0), (x4, y0)), *below, ends, lid]
    folds, corners = (*upright, *level), tuple(_distinct(outline))
    return Net(x4, y2 + tab, sides, corners, folds, tabs(corners, folds))


def _rounded(x: float, y: float, r: float, start: float) -> list[Point]:
    """Return a quarter circle, clockwise."""
    return [(x + r * cos(start + pi / 2 * i / 6), y + r * sin(start + pi / 2 * i / 6)) for i in range(7)]


def _distinct(points: Sequence[Point]) -> list[Point]:
    """Drop corners that coincide."""
    return [points[0], *(b for a, b in pairwise(points) if abs(a[0] - b[0]) + abs(a[1] - b[1]) > 1e-6)]
