"""Deciding a sheet: what is printed, with which options, how many pieces fit, and where their backs lie.

All lengths are mm, y downward. Turning a sheet about its vertical middle mirrors x, about its horizontal middle
mirrors y and turns the back by 180°.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from generator.draw import geometry as geo
from generator.draw.scene import Matrix, Scene, Segment
from generator.sheets import marks
from generator.sheets.arrange import Area, Footprint, Slot, arrange

GUTTER = 2.0  # between neighbouring bleeds, where the inner crop marks are
FOLD_ROOM = 6.0  # either side of a gutterfold

Duplex = Literal["long-edge", "short-edge", "gutterfold", "none"]
Marks = Literal["crop", "lines", "none"]


class Options(Struct, frozen=True):
    """How to print. `paper` is width and height as the sheet lies; `bleed` None means each component's own.

    `offset` and `skew` (degrees clockwise about the page's middle) move the backs, as read off the calibration page.
    """

    paper: tuple[float, float] = (210.0, 297.0)
    margin: float = 5.0
    duplex: Duplex = "long-edge"
    bleed: float | None = None
    outer: bool = False
    marks: Marks = "crop"
    marks_side: Literal["front", "both"] = "front"
    offset: tuple[float, float] = (0.0, 0.0)
    skew: float = 0.0

    @property
    def area(self) -> Area:
        """What the printer can print on."""
        return Area(self.margin, self.margin, self.paper[0] - 2 * self.margin, self.paper[1] - 2 * self.margin)


class Item(Struct, frozen=True):
    """A piece to print; `back` as seen from behind."""

    piece: str
    front: Scene
    back: Scene | None


class Printable(Struct, frozen=True):
    """A component's pieces. `trim` is the cut path in face coordinates; `count` how many items there are.

    `base` above 0 makes fold-over standees with flaps of that height; `sheet` pages are printed alone.
    `backs` tells whether any item has a back.
    """

    id: str
    title: str
    width: float
    height: float
    bleed: float
    trim: tuple[Segment, ...]
    lattice: str
    count: int
    backs: bool
    items: Iterable[Item]
    base: float = 0.0
    sheet: bool = False
    footer: tuple[str, str] = ("", "")


class Job(Struct, frozen=True):
    """A component with everything decided: its slots on a full sheet, where marks may be, where the footer is."""

    printable: Printable
    options: Options
    free: Area
    strip: Area | None
    slots: tuple[Slot, ...]
    fold: Literal["", "x", "y"] = ""

    @property
    def mirror(self) -> Literal["x", "y"]:
        """Which coordinate turning the sheet mirrors."""
        width, height = self.options.paper
        upright = height >= width
        if self.fold:
            return self.fold
        return "x" if (self.options.duplex != "short-edge") == upright else "y"

    def behind(self, area: Area) -> Area:
        """The area of the sheet's other side behind an area."""
        width, height = self.options.paper
        if self.mirror == "x":
            return Area(width - area.x - area.width, area.y, area.width, area.height)
        return Area(area.x, height - area.y - area.height, area.width, area.height)


def bleed_of(printable: Printable, options: Options) -> float:
    """How far pictures reach beyond the cut, mm."""
    # there is no picture beyond the spec's own bleed
    return printable.bleed if options.bleed is None else min(options.bleed, printable.bleed)


def plan(printable: Printable, options: Options) -> Job | None:
    """The layout that holds most pieces; None when not even one fits on a sheet."""
    if printable.sheet:
        return _alone(printable, options)
    footprint = Footprint(printable.width, printable.height, bleed_of(printable, options), printable.lattice)
    outer = options.outer and printable.lattice == "square"
    gutter = GUTTER if options.marks == "crop" else 0.0
    room = marks.TICK + marks.AWAY if options.marks == "crop" else 0.0
    folding = options.duplex == "gutterfold" and printable.backs
    jobs = list(_jobs(printable, options, footprint, gutter, outer, room, folding=folding))
    if folding and not any(job.slots for job in jobs):
        # too large for half a page: fronts and backs on pages of their own, to be glued
        jobs = list(_jobs(printable, options, footprint, gutter, outer, room, folding=False))
    job = max(jobs, key=lambda job: len(job.slots))
    return job if job.slots else None


def _jobs(
    printable: Printable,
    options: Options,
    footprint: Footprint,
    gutter: float,
    outer: bool,
    room: float,
    *,
    folding: bool,
) -> Iterator[Job]:
    """The ways to lay a sheet out: the footer below or beside, folded across or down, with outer marks or without."""
    for free, strip in strips(options.area):
        # a single large piece may do without room for the outer marks
        for inset in (room, 0.0):
            inner = Area(free.x + inset, free.y + inset, free.width - 2 * inset, free.height - 2 * inset)
            found = [
                Job(printable, options, free, strip, arrange(footprint, area, gutter, outer=outer), fold)
                for fold, area in (_halves(inner, options, strip) if folding else (("", inner),))
            ]
            yield from found
            if any(job.slots for job in found):
                break


def back_page(printable: Printable, options: Options) -> bool:
    """Whether a page that is not folded is followed by a page of backs."""
    return options.duplex in ("long-edge", "short-edge") or (options.duplex == "gutterfold" and printable.backs)


def strips(whole: Area) -> tuple[tuple[Area, Area], ...]:
    """The footer at the page's foot or, where more pieces fit so, along its right side: (free area, strip)."""
    band = marks.BAND
    x, y, width, height = whole.x, whole.y, whole.width, whole.height
    return (
        (Area(x, y, width, height - band), Area(x, y + height - band, width, band)),
        (Area(x, y, width - band, height), Area(x + width - band, y, band, height)),
    )


def _halves(inner: Area, options: Options, strip: Area) -> tuple[tuple[Literal["", "x", "y"], Area], ...]:
    """The left and the upper half of a page that is folded in its middle, clear of what mirrors onto the strip."""
    width, height = options.paper
    left = max(inner.x, width - strip.x) if strip.height > strip.width else inner.x
    top = max(inner.y, height - strip.y) if strip.width >= strip.height else inner.y
    return (
        ("x", Area(left, inner.y, width / 2 - FOLD_ROOM - left, inner.height)),
        ("y", Area(inner.x, top, inner.width, height / 2 - FOLD_ROOM - top)),
    )


def _alone(printable: Printable, options: Options) -> Job | None:
    """A page-like piece in the middle of its sheet; one that fills the paper does without the footer."""
    turns = ((0, printable.width, printable.height), (90, printable.height, printable.width))
    for turn, width, height in turns:
        for free, strip in (*strips(options.area), (options.area, None)):
            if width <= free.width + 1e-6 and height <= free.height + 1e-6:
                middle = Slot(free.x + free.width / 2, free.y + free.height / 2, turn, (0.0, 0.0, 0.0, 0.0))
                return Job(printable, options, free, strip, (middle,))
    return None


def behind(slot: Slot, job: Job) -> tuple[Slot, int]:
    """The slot behind a slot, and how far the back is turned in it."""
    width, height = job.options.paper
    left, top, right, bottom = slot.bleeds
    if job.mirror == "x":
        return Slot(width - slot.x, slot.y, slot.turn, (right, top, left, bottom)), -slot.turn % 360
    return Slot(slot.x, height - slot.y, slot.turn, (left, bottom, right, top)), (180 - slot.turn) % 360


def placed(slot: Slot, turn: int, width: float, height: float) -> Matrix:
    """The matrix that puts a face of this trim size into a slot, turned."""
    return geo.multiply(
        geo.multiply(geo.translate(slot.x, slot.y), geo.rotation(turn)), geo.translate(-width / 2, -height / 2)
    )
