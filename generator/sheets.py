"""Imposition: faces to placed pages. Pure; pages come one by one, so that a large deck needs little memory.

All lengths are mm, y downward. A back lies behind its front for the chosen flip: turning a sheet about its
vertical middle mirrors x, about its horizontal middle mirrors y and turns the back by 180°.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from math import ceil
from typing import Literal

from msgspec import Struct

from generator import geometry as geo
from generator import marks
from generator.layout import Area, Footprint, Slot, arrange
from generator.scene import Group, Node, Page, Paint, Path, Placement, Scene, Segment, Use

GUTTER = 2.0  # between neighbouring bleeds, where the inner crop marks are
OVERLAP = 8.0  # of the sheets of a board that is tiled
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


class _Job(Struct, frozen=True):
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
        return "x" if (self.options.duplex == "long-edge") == upright else "y"

    def behind(self, area: Area) -> Area:
        """The area of the sheet's other side behind an area."""
        width, height = self.options.paper
        if self.mirror == "x":
            return Area(width - area.x - area.width, area.y, area.width, area.height)
        return Area(area.x, height - area.y - area.height, area.width, area.height)


def impose(printable: Printable, options: Options) -> Iterator[Page]:
    """The pages of one component, fronts each followed by their backs.

    While other components are duplexed, a component without backs gets blank ones, so that the stack stays in step.
    """
    if printable.base > 0:
        printable = _folded(printable)
    job = _plan(printable, options)
    if job is None:
        yield from _tiled(printable, options)
        return
    items = iter(printable.items)
    total = ceil(printable.count / len(job.slots))
    number = 0
    while batch := list(islice(items, len(job.slots))):
        number += 1
        yield from _sides(job, batch, number, total)


def capacity(printable: Printable, options: Options) -> int:
    """How many pieces a sheet holds; 0 when one piece needs several sheets."""
    job = _plan(_folded(printable) if printable.base > 0 else printable, options)
    return 0 if job is None else len(job.slots)


def _bleed(printable: Printable, options: Options) -> float:
    # there is no picture beyond the spec's own bleed
    return printable.bleed if options.bleed is None else min(options.bleed, printable.bleed)


def _plan(printable: Printable, options: Options) -> _Job | None:
    """The layout that holds most pieces; None when not even one fits on a sheet."""
    if printable.sheet:
        return _alone(printable, options)
    footprint = Footprint(printable.width, printable.height, _bleed(printable, options), printable.lattice)
    outer = options.outer and printable.lattice == "square"
    gutter = GUTTER if options.marks == "crop" else 0.0
    room = marks.TICK + marks.AWAY if options.marks == "crop" else 0.0
    jobs = []
    for free, strip in _strips(options.area):
        # a single large piece may do without room for the outer marks
        for inset in (room, 0.0):
            inner = Area(free.x + inset, free.y + inset, free.width - 2 * inset, free.height - 2 * inset)
            if options.duplex == "gutterfold" and printable.backs:
                halves = _halves(inner, options, strip)
            else:
                halves = (("", inner),)
            for fold, area in halves:
                slots = arrange(footprint, area, gutter, outer=outer)
                jobs.append(_Job(printable, options, free, strip, slots, fold))
            if any(job.slots for job in jobs):
                break
    job = max(jobs, key=lambda job: len(job.slots))
    return job if job.slots else None


def _strips(whole: Area) -> tuple[tuple[Area, Area], ...]:
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


def _alone(printable: Printable, options: Options) -> _Job | None:
    """A page-like piece in the middle of its sheet; one that fills the paper does without the footer."""
    turns = ((0, printable.width, printable.height), (90, printable.height, printable.width))
    for turn, width, height in turns:
        for free, strip in (*_strips(options.area), (options.area, None)):
            if width <= free.width + 1e-6 and height <= free.height + 1e-6:
                middle = Slot(free.x + free.width / 2, free.y + free.height / 2, turn, (0.0, 0.0, 0.0, 0.0))
                return _Job(printable, options, free, strip, (middle,))
    return None


# ---- one sheet ---------------------------------------------------------------------------------


def _sides(job: _Job, batch: Sequence[Item], number: int, total: int) -> Iterator[Page]:
    printable, options = job.printable, job.options
    slots = job.slots[: len(batch)]
    fronts = [(item.piece, item.front, slot, slot.turn) for item, slot in zip(batch, slots, strict=True)]
    backs = [
        (item.piece, item.back, *_behind(slot, job))
        for item, slot in zip(batch, slots, strict=True)
        if item.back is not None
    ]
    bookmark = printable.title if number == 1 else ""
    if job.fold:
        yield _page(job, [*fronts, *backs], "both", number, total, bookmark)
        return
    yield _page(job, fronts, "front", number, total, bookmark)
    if options.duplex in ("long-edge", "short-edge"):
        yield _page(job, backs, "back", number, total, "")


def _behind(slot: Slot, job: _Job) -> tuple[Slot, int]:
    """The slot behind a slot, and how far the back is turned in it."""
    width, height = job.options.paper
    left, top, right, bottom = slot.bleeds
    if job.mirror == "x":
        return Slot(width - slot.x, slot.y, slot.turn, (right, top, left, bottom)), -slot.turn % 360
    return Slot(slot.x, height - slot.y, slot.turn, (left, bottom, right, top)), (180 - slot.turn) % 360


def _page(
    job: _Job,
    placed: Sequence[tuple[str, Scene, Slot, int]],
    side: Literal["front", "back", "both"],
    number: int,
    total: int,
    bookmark: str,
) -> Page:
    printable, options = job.printable, job.options
    width, height = options.paper
    nodes: list[Node] = []
    placements, trims, bleeds = [], [], []
    cut = printable.lattice != "square"
    for piece, scene, slot, turn in placed:
        matrix = _placed(slot, turn, printable.width, printable.height)
        across, down = (printable.width, printable.height) if slot.turn == 0 else (printable.height, printable.width)
        x, y = slot.x - across / 2, slot.y - down / 2
        trim = (x, y, x + across, y + down)
        left, top, right, bottom = slot.bleeds
        bleed = (trim[0] - left, trim[1] - top, trim[2] + right, trim[3] + bottom)
        clip = geo.transform(_bled(printable, left), matrix) if cut else geo.rectangle(*_box(bleed))
        nodes.append(Group((Use(scene, matrix),), clip=clip))
        placements.append(Placement(piece, scene, matrix, _box(trim)))
        trims.append(trim)
        bleeds.append(bleed)
    if placed and not printable.sheet and (side != "back" or options.marks_side == "both"):
        nodes += _cutting(job, placements, trims, bleeds, side)
    if job.fold:
        free = job.free
        upright = (width / 2, free.y, width / 2, free.y + free.height)
        level = (free.x, height / 2, free.x + free.width, height / 2)
        nodes.append(marks.fold_line(*(upright if job.fold == "x" else level)))
    if side == "back" and (options.offset != (0.0, 0.0) or options.skew):
        move = geo.multiply(geo.translate(*options.offset), geo.rotation(options.skew, width / 2, height / 2))
        nodes = [Group(tuple(nodes), move)]
    if placed and job.strip is not None:
        sides = {"front": "fronts", "back": "backs", "both": "fronts and backs"}
        name = sides[side] if printable.backs else "one-sided"
        first = f"{printable.footer[0]} · {printable.title} · {name} {number} of {total}"
        strip = job.behind(job.strip) if side == "back" else job.strip
        nodes += marks.footer(strip, (first, printable.footer[1]))
    return Page(
        width,
        height,
        tuple(nodes),
        _union(trims, (width, height)),
        _union(bleeds, (width, height)),
        printable.id,
        side,
        bookmark,
        tuple(placements),
    )


def _placed(slot: Slot, turn: int, width: float, height: float) -> tuple[float, float, float, float, float, float]:
    """The matrix that puts a face of this trim size into a slot, turned."""
    return geo.multiply(
        geo.multiply(geo.translate(slot.x, slot.y), geo.rotation(turn)), geo.translate(-width / 2, -height / 2)
    )


def _cutting(
    job: _Job,
    placements: Sequence[Placement],
    trims: Sequence[marks.Box],
    bleeds: Sequence[marks.Box],
    side: Literal["front", "back", "both"],
) -> list[Node]:
    options, printable = job.options, job.printable
    if options.marks == "none":
        return []
    if printable.lattice != "square":
        return [marks.contour(geo.transform(printable.trim, placement.matrix)) for placement in placements]
    area = job.behind(job.free) if side == "back" else job.free
    if options.marks == "lines":
        return list(marks.cut_lines(trims, area))
    return list(marks.crop_marks(trims, bleeds, area))


def _bled(printable: Printable, bleed: float) -> tuple[Segment, ...]:
    """The cut path grown by the bleed: scaled about the middle, which is exact for circles and hexagons."""
    if bleed == 0:
        return printable.trim
    if printable.lattice == "outline":
        return geo.rectangle(-bleed, -bleed, printable.width + 2 * bleed, printable.height + 2 * bleed)
    across = min(printable.width, printable.height)
    scale = (across + 2 * bleed) / across
    x, y = printable.width / 2, printable.height / 2
    return geo.transform(printable.trim, (scale, 0, 0, scale, x - scale * x, y - scale * y))


def _box(edges: marks.Box) -> geo.Rectangle:
    left, top, right, bottom = edges
    return left, top, right - left, bottom - top


def _union(boxes: Sequence[marks.Box], page: tuple[float, float]) -> geo.Rectangle:
    """One box around all; the whole page where there is nothing."""
    if not boxes:
        return 0.0, 0.0, *page
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return _box((max(0.0, min(lefts)), max(0.0, min(tops)), min(page[0], max(rights)), min(page[1], max(bottoms))))


# ---- standees and boards -----------------------------------------------------------------------


def _folded(printable: Printable) -> Printable:
    """Standees laid flat: flap, back upside down, fold, front, flap. One piece of paper, so there is no back side."""
    width, height, base, bleed = printable.width, printable.height, printable.base, printable.bleed
    total = 2 * (height + base)
    flat: dict[tuple[int, int], tuple[Scene, tuple[Scene, Scene]]] = {}

    def scene(item: Item) -> Scene:
        front, back = item.front, item.back or item.front
        key = (id(front), id(back))
        if key not in flat:
            clip = geo.rectangle(-bleed, 0, width + 2 * bleed, height)
            upper = Group(
                (Use(back),), geo.multiply(geo.translate(0, base), geo.rotation(180, width / 2, height / 2)), clip
            )
            lower = Group((Use(front),), geo.translate(0, base + height), clip)
            flaps = tuple(
                Path(geo.rectangle(-bleed, y, width + 2 * bleed, base + bleed), Paint(fill=(0.93, 0.93, 0.93)))
                for y in (-bleed, total - base)
            )
            folds = tuple(marks.fold_line(0, y, width, y) for y in (base, base + height, total - base))
            box = (-bleed, -bleed, width + 2 * bleed, total + 2 * bleed)
            flat[key] = (Scene(box, (*flaps, upper, lower, *folds)), (front, back))
        return flat[key][0]

    return Printable(
        printable.id,
        printable.title,
        width,
        total,
        bleed,
        geo.rectangle(0, 0, width, total),
        "square",
        printable.count,
        False,
        (Item(item.piece, scene(item), None) for item in printable.items),
        footer=printable.footer,
    )


def _tiled(printable: Printable, options: Options) -> Iterator[Page]:
    """A piece larger than the paper, over several sheets that overlap; crosses show how they meet."""
    free, strip = _strips(options.area)[0]
    bleed = _bleed(printable, options)
    turns = ((0, printable.width, printable.height), (90, printable.height, printable.width))

    def grid(across: float, down: float) -> tuple[int, int]:
        return _tiles(across + 2 * bleed, free.width), _tiles(down + 2 * bleed, free.height)

    turn, across, down = min(turns, key=lambda way: grid(way[1], way[2])[0] * grid(way[1], way[2])[1])
    columns, rows = grid(across, down)
    total = columns * rows * printable.count
    places = [(row, column) for row in range(rows) for column in range(columns)]
    number = 0
    for item in printable.items:
        for row, column in places:
            number += 1
            x = free.x + bleed + across / 2 - column * (free.width - OVERLAP)
            y = free.y + bleed + down / 2 - row * (free.height - OVERLAP)
            slot = Slot(x, y, turn, (bleed, bleed, bleed, bleed))
            job = _Job(printable, options, free, strip, (slot,))
            name = f"{printable.title}, sheet {column + 1} across, {row + 1} down"
            label = f"{printable.footer[0]} · {name} ({number} of {total})"
            extra = (
                *_meets(free, (column, columns), (row, rows)),
                *marks.footer(strip, (label, printable.footer[1])),
            )
            bookmark = printable.title if number == 1 else ""
            yield _tile(job, item.piece, item.front, slot, turn, free, extra, "front", bookmark)
            if options.duplex in ("long-edge", "short-edge"):
                behind, back_turn = _behind(slot, job)
                yield _tile(job, item.piece, item.back, behind, back_turn, job.behind(free), (), "back", "")


def _tiles(length: float, room: float) -> int:
    return 1 if length <= room else 1 + ceil((length - room) / (room - OVERLAP) - 1e-9)


def _meets(area: Area, column: tuple[int, int], row: tuple[int, int]) -> list[Node]:
    """Crosses in the middle of each overlap, where the same crosses of the next sheet come to lie."""
    xs = [area.x + OVERLAP / 2] * (column[0] > 0) + [area.x + area.width - OVERLAP / 2] * (column[0] < column[1] - 1)
    ys = [area.y + OVERLAP / 2] * (row[0] > 0) + [area.y + area.height - OVERLAP / 2] * (row[0] < row[1] - 1)
    middle_x, middle_y = area.x + area.width / 2, area.y + area.height / 2
    return [marks.match_mark(x, middle_y + dy) for x in xs for dy in (-area.height / 4, area.height / 4)] + [
        marks.match_mark(middle_x + dx, y) for y in ys for dx in (-area.width / 4, area.width / 4)
    ]


def _tile(
    job: _Job,
    piece: str,
    scene: Scene | None,
    slot: Slot,
    turn: int,
    window: Area,
    extra: Sequence[Node],
    side: Literal["front", "back"],
    bookmark: str,
) -> Page:
    printable, options = job.printable, job.options
    width, height = options.paper
    nodes: list[Node] = []
    placements: tuple[Placement, ...] = ()
    if scene is not None:
        matrix = _placed(slot, turn, printable.width, printable.height)
        clip = geo.rectangle(window.x, window.y, window.width, window.height)
        cut = marks.contour(geo.transform(printable.trim, matrix))
        nodes.append(Group((Use(scene, matrix), cut), clip=clip))
        trim = (window.x, window.y, window.width, window.height)
        placements = (Placement(piece, scene, matrix, trim),)
    if side == "back" and (options.offset != (0.0, 0.0) or options.skew):
        move = geo.multiply(geo.translate(*options.offset), geo.rotation(options.skew, width / 2, height / 2))
        nodes = [Group(tuple(nodes), move)]
    nodes += extra
    box = (window.x, window.y, window.width, window.height)
    return Page(width, height, tuple(nodes), box, box, printable.id, side, bookmark, placements)


def recolour(items: Iterable[Item], change: Callable[[Scene], Scene]) -> Iterator[Item]:
    """Items with their faces changed, as for an ink mode."""
    for item in items:
        yield Item(item.piece, change(item.front), None if item.back is None else change(item.back))
