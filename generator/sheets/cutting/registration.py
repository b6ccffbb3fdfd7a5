"""The marks a cutting machine looks for: where they lie on a paper, what they keep free around them. mm, y downward."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Node, Paint, Path, Segment
from generator.sheets.layout.arrange import EPSILON, Area, Slot
from generator.sheets.marks import AWAY, TICK, Box
from generator.sheets.mirror import turned
from generator.sheets.printable import SheetOptions

if TYPE_CHECKING:
    from generator.sheets.cutting.machine import Kind, Machine

BLACK = (0.0, 0.0, 0.0)


def shapes(machine: Machine, paper: tuple[float, float]) -> Iterator[tuple[Segment, ...]]:
    """A sheet's marks as areas to fill, the same on either side: a machine looks for them as they lie before it."""
    half = machine.line / 2
    for kind, x, y, dx, dy in _corners(machine, paper):
        if kind == "square":
            yield _box(x, y, x + dx * machine.square, y + dy * machine.square)
            continue
        ways = {"inward": (1,), "outward": (-1,), "cross": (-1, 1)}[kind]
        ends = [way * machine.arm for way in ways]
        back, forth = min(-half, *ends), max(half, *ends)
        yield _box(x + dx * back, y - half, x + dx * forth, y + half)
        yield _box(x - half, y + dy * back, x + half, y + dy * forth)


def drawn(machine: Machine, paper: tuple[float, float]) -> tuple[Node, ...]:
    """A sheet's marks, in no ink but black."""
    return tuple(Path(shape, Paint(fill=BLACK, exact=True)) for shape in shapes(machine, paper))


def kept(options: SheetOptions) -> tuple[Box, ...]:
    """What the marks keep free of a sheet, as one looks at its front: corners of the paper."""
    if options.cutter is None:
        return ()
    (width, height), free = options.paper, options.cutter.free + (AWAY + TICK if options.marks == "crop" else 0.0)
    found: list[Box] = []
    for _, x, y, dx, dy in _corners(options.cutter, options.paper):
        left, right = (0.0, x + free) if dx > 0 else (x - free, width)
        top, bottom = (0.0, y + free) if dy > 0 else (y - free, height)
        found.append((left, top, right, bottom))
        if options.marks_side == "both":  # what lies behind a mark is printed on as well
            across = turned(options) == "x"
            found.append(
                (width - right, top, width - left, bottom) if across else (left, height - bottom, right, height - top)
            )
    return tuple(dict.fromkeys(found))


def rooms(area: Area, boxes: Sequence[Box]) -> tuple[Area, ...]:
    """The largest rectangles of an area that touch none of some boxes."""
    sides = area.x, area.y, area.x + area.width, area.y + area.height
    edges = [{sides[n], *(box[(n + 2) % 4] for box in boxes)} for n in range(4)]
    found: list[Box] = []
    for left, top, right, bottom in product(*edges):
        room = max(left, sides[0]), max(top, sides[1]), min(right, sides[2]), min(bottom, sides[3])
        if room[0] < room[2] and room[1] < room[3] and not any(_meet(room, box) for box in boxes):
            found.append(room)
    largest = [room for room in dict.fromkeys(found) if not any(_within(room, other) for other in found)]
    return tuple(Area(left, top, right - left, bottom - top) for left, top, right, bottom in sorted(largest))


def clear(slot: Slot, width: float, height: float, boxes: Sequence[Box]) -> bool:
    """Whether a piece of this size touches none of some boxes, its bleed included."""
    across, down = (width, height) if slot.turn % 180 == 0 else (height, width)
    left, top, right, bottom = slot.bleeds
    piece = slot.x - across / 2 - left, slot.y - down / 2 - top, slot.x + across / 2 + right, slot.y + down / 2 + bottom
    return not any(_meet(piece, box) for box in boxes)


def _corners(machine: Machine, paper: tuple[float, float]) -> Iterator[tuple[Kind, float, float, int, int]]:
    """Each mark: its kind, its corner, and which way from there is inward."""
    for kind, dx, dy in machine.marks.placed:
        x = machine.inset if dx > 0 else paper[0] - machine.inset
        yield kind, x, machine.inset if dy > 0 else paper[1] - machine.inset, dx, dy


def _box(x1: float, y1: float, x2: float, y2: float) -> tuple[Segment, ...]:
    return geo.rectangle(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


def _meet(one: Box, other: Box) -> bool:
    return (
        one[0] < other[2] - EPSILON
        and other[0] < one[2] - EPSILON
        and one[1] < other[3] - EPSILON
        and other[1] < one[3] - EPSILON
    )


def _within(one: Box, other: Box) -> bool:
    return one != other and other[0] <= one[0] and other[1] <= one[1] and one[2] <= other[2] and one[3] <= other[3]
