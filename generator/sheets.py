"""Imposition: faces to placed pages. Pure; pages come one by one, so that a large deck needs little memory.

All lengths are mm, y downward. A back lies behind its front for the chosen flip: turning a sheet about its
vertical middle mirrors x, about its horizontal middle mirrors y and turns the back by 180°.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import ceil
from typing import Literal

from generator import geometry as geo
from generator import marks
from generator.layout import Area, Footprint, Slot, arrange
from generator.scene import Group, Node, Page, Paint, Path, Placement, Scene, Segment, Use

GUTTER = 2.0  # between neighbouring bleeds, where the inner crop marks are
OVERLAP = 8.0  # of the sheets of a board that is tiled
FOLD_ROOM = 6.0  # either side of a gutterfold

Duplex = Literal["long-edge", "short-edge", "gutterfold", "none"]
Marks = Literal["crop", "lines", "none"]


@dataclass(frozen=True, slots=True)
class Options:
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


@dataclass(frozen=True, slots=True)
class Item:
    """A piece to print; `back` as seen from behind."""

    piece: str
    front: Scene
    back: Scene | None


@dataclass(frozen=True, slots=True)
class Printable:
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


@dataclass(frozen=True, slots=True)
class _Job:
    """A component with everything decided: what a slot holds and which slots a page has."""

    printable: Printable
    options: Options
    area: Area
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
    bleed = 0.0 if printable.sheet else _bleed(printable, options)
    footprint = Footprint(printable.width, printable.height, bleed, printable.lattice)
    whole = options.area
    band = marks.BAND
    room = marks.TICK + marks.AWAY if options.marks == "crop" and not printable.sheet else 0.0
    area = Area(whole.x + room, whole.y + room, whole.width - 2 * room, whole.height - band - 2 * room)
    outer = options.outer and printable.lattice == "square"
    gutter = GUTTER if options.marks == "crop" else 0.0
    if options.duplex == "gutterfold" and printable.backs:
        width, height = options.paper
        halves: list[tuple[Literal["x", "y"], Area]] = [
            ("x", Area(area.x, area.y, width / 2 - FOLD_ROOM - area.x, area.height)),
            ("y", Area(area.x, area.y, area.width, height / 2 - FOLD_ROOM - area.y - band)),
        ]
        jobs = [
            _Job(printable, options, half, arrange(footprint, half, gutter, outer=outer), fold) for fold, half in halves
        ]
        job = max(jobs, key=lambda job: len(job.slots))
        return job if job.slots else None
    if printable.sheet:
        area = Area(whole.x, whole.y, whole.width, whole.height - band)
        turns = ((0, printable.width, printable.height), (90, printable.height, printable.width))
        for turn, width, height in turns:
            # a page that fills the paper may do without the footer
            for room_for in (area, whole):
                if width <= room_for.width + 1e-6 and height <= room_for.height + 1e-6:
                    middle = Slot(room_for.x + room_for.width / 2, room_for.y + room_for.height / 2, turn, (0.0,) * 4)
                    return _Job(printable, options, room_for, (middle,))
        return None
    slots = arrange(footprint, area, gutter, outer=outer)
    if not slots and room:
        # a single large piece may do without room for outer marks
        area = Area(whole.x, whole.y, whole.width, whole.height - band)
        slots = arrange(footprint, area, gutter, outer=outer)
    return _Job(printable, options, area, slots) if slots else None


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
        nodes += _cutting(job, placements, trims, bleeds, cut)
    if job.fold:
        x, y, w, h = options.area.x, options.area.y, options.area.width, options.area.height
        ends = (width / 2, y, width / 2, y + h - marks.BAND) if job.fold == "x" else (x, height / 2, x + w, height / 2)
        nodes.append(marks.fold_line(*ends))
    if side == "back" and (options.offset != (0.0, 0.0) or options.skew):
        move = geo.multiply(geo.translate(*options.offset), geo.rotation(options.skew, width / 2, height / 2))
        nodes = [Group(tuple(nodes), move)]
    if placed and not (printable.sheet and job.area == options.area):
        name = (
            {"front": "fronts", "back": "backs", "both": "fronts and backs"}[side] if printable.backs else "one-sided"
        )
        first = f"{printable.footer[0]} · {printable.title} · {name} {number} of {total}"
        nodes += marks.footer(options.area, (first, printable.footer[1]))
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
    cut: bool,
) -> list[Node]:
    options, printable = job.options, job.printable
    if options.marks == "none":
        return []
    if cut:
        return [marks.contour(geo.transform(printable.trim, placement.matrix)) for placement in placements]
    whole = options.area
    area = Area(whole.x, whole.y, whole.width, whole.height - marks.BAND)
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
    whole = options.area
    area = Area(whole.x, whole.y, whole.width, whole.height - marks.BAND)
    bleed = _bleed(printable, options)
    width, height = options.paper
    turns = ((0, printable.width, printable.height), (90, printable.height, printable.width))
    turn, across, down = min(
        turns, key=lambda way: _tiles(way[1] + 2 * bleed, area.width) * _tiles(way[2] + 2 * bleed, area.height)
    )
    columns, rows = _tiles(across + 2 * bleed, area.width), _tiles(down + 2 * bleed, area.height)
    total = columns * rows * printable.count
    number = 0
    for item in printable.items:
        for row in range(rows):
            for column in range(columns):
                number += 1
                x = area.x + bleed + across / 2 - column * (area.width - OVERLAP)
                y = area.y + bleed + down / 2 - row * (area.height - OVERLAP)
                slot = Slot(x, y, turn, (bleed,) * 4)
                job = _Job(printable, options, area, (slot,))
                meets = _meets(area, (column, columns), (row, rows))
                name = f"{printable.title}, sheet {column + 1} across, {row + 1} down"
                label = f"{printable.footer[0]} · {name} ({number} of {total})"
                foot = marks.footer(whole, (label, printable.footer[1]))
                bookmark = printable.title if number == 1 else ""
                yield _tile(job, item.piece, item.front, slot, turn, area, (*meets, *foot), "front", bookmark)
                if options.duplex in ("long-edge", "short-edge"):
                    behind, back_turn = _behind(slot, job)
                    mirrored = (
                        Area(width - area.x - area.width, area.y, area.width, area.height)
                        if job.mirror == "x"
                        else Area(area.x, height - area.y - area.height, area.width, area.height)
                    )
                    yield _tile(job, item.piece, item.back, behind, back_turn, mirrored, (), "back", "")


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
