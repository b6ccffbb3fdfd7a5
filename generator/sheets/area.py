"""Rectangles of a page, the slots of pieces, and how a page is marked and turned. Lengths are mm, y downward."""

from collections.abc import Sequence
from itertools import product
from typing import Literal

from msgspec import Struct

EPSILON = 1e-6
Duplex = Literal["long-edge", "short-edge", "gutterfold", "none"]
Marks = Literal["crop", "lines", "none"]
MarksSide = Literal["front", "both"]

Box = tuple[float, float, float, float]  # left, top, right, bottom


class Area(Struct, frozen=True):
    """A rectangle of a page, mm."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def box(self) -> Box:
        return self.x, self.y, self.right, self.bottom


class Slot(Struct, frozen=True):
    """The place of a piece: its trim box's middle, and its rotation (clockwise, 0 or 90).

    `bleeds` is how far its picture may extend beyond the trim: left, top, right, bottom as it lies on the page.
    `component` is the index of the piece's component on the sheet, from 0.
    """

    x: float
    y: float
    turn: int
    bleeds: tuple[float, float, float, float]
    component: int = 0

    def box(self, width: float, height: float) -> Box:
        """Return the trim box of a piece of this size."""
        across, down = (width, height) if self.turn % 180 == 0 else (height, width)
        return self.x - across / 2, self.y - down / 2, self.x + across / 2, self.y + down / 2


def rooms(area: Area, boxes: Sequence[Box]) -> tuple[Area, ...]:
    """Return the largest rectangles of an area that touch none of some boxes."""
    sides = area.box
    edges = [{sides[n], *(box[(n + 2) % 4] for box in boxes)} for n in range(4)]
    found: list[Box] = []
    for left, top, right, bottom in product(*edges):
        room = max(left, sides[0]), max(top, sides[1]), min(right, sides[2]), min(bottom, sides[3])
        if room[0] < room[2] and room[1] < room[3] and not any(meet(room, box) for box in boxes):
            found.append(room)
    largest = [room for room in dict.fromkeys(found) if not any(_within(room, other) for other in found)]
    return tuple(Area(left, top, right - left, bottom - top) for left, top, right, bottom in sorted(largest))


def clear(slot: Slot, width: float, height: float, boxes: Sequence[Box]) -> bool:
    """Return whether a piece of this size, with its bleed, touches none of some boxes."""
    (left, top, right, bottom), bleeds = slot.box(width, height), slot.bleeds
    bled = left - bleeds[0], top - bleeds[1], right + bleeds[2], bottom + bleeds[3]
    return not any(meet(bled, box) for box in boxes)


def meet(one: Box, other: Box) -> bool:
    """Return whether two boxes share more than an edge."""
    return (
        one[0] < other[2] - EPSILON
        and other[0] < one[2] - EPSILON
        and one[1] < other[3] - EPSILON
        and other[1] < one[3] - EPSILON
    )


def _within(one: Box, other: Box) -> bool:
    return one != other and other[0] <= one[0] and other[1] <= one[1] and one[2] <= other[2] and one[3] <= other[3]
