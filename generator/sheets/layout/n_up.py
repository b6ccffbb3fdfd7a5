"""Sheets of one component: as many pieces on each as fit (n-up), or the tiles of a piece larger than its sheet. mm.

Fold-over standees are laid flat, on one piece of paper: flap, back upside down, fold, front, flap. A row of them is
folded and glued as one; then each is cut out.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import ceil
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.fonts.fonts import bundled, width as text_width
from generator.draw.geometry import geometry as geo
from generator.draw.line_styles import CUT, GLUE, INK
from generator.draw.scene import Font, Group, Node, Paint, Path, Scene, Segments, Text, Use
from generator.sheets import marks
from generator.sheets.area import Area, Box, Slot, clear, rooms
from generator.sheets.layout.arrange import Footprint, arrange
from generator.sheets.marks import kept
from generator.sheets.printable import CLOSE, Item, Job, Printable, SheetOptions, resized
from specs.base.languages import mark, word

WORDS = (mark("fold out"), mark("glue down"))


def folded(printable: Printable) -> Printable:
    """Return standees laid flat: flap, back upside down, fold, front, flap. One piece of paper, so there is no back
    side."""
    total = 2 * (printable.height + printable.base)
    flat: dict[tuple[int, ...], tuple[Scene, Item]] = {}  # keeps the item alive, so that its id is not reused

    def standing(number: int) -> Item:
        item = printable.item(number)
        key = (id(item.front), id(item.back or item.front), id(item.flap))
        if key not in flat:
            flat[key] = _strip(printable, item), item
        return Item(item.piece, flat[key][0], None)

    return replace(
        printable,
        height=total,
        trim=geo.rectangle(0, 0, printable.width, total),
        lattice="square",
        backs=False,
        item=standing,
        folds=False,
        creases=tuple(segment for y in _creases(printable) for segment in (("M", 0.0, y), ("L", printable.width, y))),
        within=_within(printable),
    )


def _creases(printable: Printable) -> tuple[float, ...]:
    """Return the fold lines of a standee from its top, mm."""
    base, height = printable.base, printable.height
    return (base + height,) if printable.slotted else (base, base + height, base + 2 * height)


def _within(printable: Printable) -> Segments:
    """Return what is cut once a standee is folded: its arch, its foot, and the slot in both."""
    width, base, head = printable.width, printable.base, printable.base + printable.height
    edge = geo.rectangle(0, 0, width, printable.height)
    arch = () if printable.trim == edge else geo.transform(printable.trim, geo.translate(0, head))
    foot, middle = head + printable.height, width / 2
    if not printable.slotted:
        return arch
    slot = (("M", middle, foot - base / 2), ("L", middle, foot + base / 2))
    return *arch, ("M", 0.0, foot), ("L", width, foot), *slot


def _strip(printable: Printable, item: Item) -> Scene:
    """Return a standee as the strip of paper that it is folded from."""
    width, height, base, bleed = printable.width, printable.height, printable.base, printable.bleed
    front, back, total = item.front, item.back or item.front, 2 * (height + base)
    words = () if printable.slotted else tuple(map(word, WORDS))
    clip = geo.rectangle(-bleed, 0, width + 2 * bleed, height)
    over = geo.multiply(geo.translate(0, base), geo.rotation(180, width / 2, height / 2))
    nodes = (
        *_flap(width, base, bleed, 0, item.flap, words, upside_down=False),
        *_flap(width, base, bleed, total - base, item.flap, words, upside_down=True),
        Group((Use(back),), over, clip),
        Group((Use(front),), geo.translate(0, base + height), clip),
        *(marks.fold_line(0, y, width, y) for y in _creases(printable)),
        *([Path(within, CUT)] if (within := _within(printable)) else ()),
    )
    alt = front.alt if back.alt == front.alt else f"{front.alt}; {back.alt}"
    return Scene((-bleed, -bleed, width + 2 * bleed, total + 2 * bleed), nodes, alt=alt)


def _flap(
    width: float, base: float, bleed: float, y: float, drawn: Scene | None, words: Sequence[str], *, upside_down: bool
) -> tuple[Node, ...]:
    """Draw a flap from `y` down: as the spec draws it, or grey with what to do with it."""
    if drawn is not None:
        # a spec's flap has its fold at the top, like the lower flap on the sheet
        matrix = geo.translate(0, y)
        if not upside_down:
            matrix = geo.multiply(matrix, geo.rotation(180, width / 2, base / 2))
        return (Group((Use(drawn),), matrix, geo.rectangle(-bleed, 0, width + 2 * bleed, base + bleed)),)
    outer = y if upside_down else y - bleed
    ground = Path(geo.rectangle(-bleed, outer, width + 2 * bleed, base + bleed), Paint(fill=GLUE))
    font = Font("AlegreyaSans-Regular", bundled()["AlegreyaSans-Regular"])
    widest = max((text_width(font, line, 1.0) for line in words), default=0.0)
    size = min(2.6, (width - 2) / widest, base / 3) if words else 0.0
    if size < 0.5:
        return (ground,)  # no words, or no room for them
    lines = tuple(
        Text(width / 2, y + base / 2 + (row - 0.15) * size * 1.15, line, font, size, INK, "middle")
        for row, line in enumerate(words)
    )
    if not upside_down:
        return (ground, *lines)
    return ground, Group(lines, geo.rotation(180, width / 2, y + base / 2))


# ---- one component -------------------------------------------------------------------------------


GUTTER = 2.0  # between neighbouring bleeds, with the inner crop marks
FOLD_ROOM = 6.0  # on either side of a gutterfold
PAD = 4.0  # between copies of a page
MANY = 1_000_000  # sheets, for a piece that does not fit on one
OVERLAP = 8.0  # of neighbouring sheets of a board
Slots = tuple[Slot, ...]
Lay = Callable[..., Slots]


def shares(options: SheetOptions) -> bool:
    """Return whether sheets may be laid out in more than one grid: not if all cuts go from edge to edge, or
    are shared."""
    if options.fixed is not None:
        return False
    return options.pack and options.marks != "lines" and not options.outer and options.duplex != "gutterfold"


def plan(printable: Printable, options: SheetOptions) -> Job:
    """Return the layout that holds most pieces; one without slots if not even one fits on a sheet. Raises SpecError if
    they fit no place of a fixed sheet."""
    if printable.folds:
        printable = folded(printable)
    if options.cutter is not None:
        job = None if printable.sheet else _whole(printable, options)
        if job is not None and job.slots:
            return job
    job = _whole(printable, by_hand(options))
    if job.slots:
        return job
    tiles = tiling(job.printable, job.options)
    return replace(job, sheets=tiles.sheets * printable.count)


def by_hand(options: SheetOptions) -> SheetOptions:
    """Return the options for what no machine cuts: pages to read, and pieces without room between its marks."""
    if options.cutter is None:
        return options
    return replace(options, cutter=None, marks="crop" if options.marks == "none" else options.marks)


def uncut(job: Job, options: SheetOptions) -> bool:
    """Return whether a job is cut by hand although there is a machine."""
    return options.cutter is not None and job.options.cutter is None and not (job.printable.sheet and job.slots)


def _whole(printable: Printable, options: SheetOptions) -> Job:
    if options.fixed is not None:
        from generator.sheets.layout.fixed import fixed_job  # only needed for fixed sheets

        return fixed_job(printable, options, options.fixed)
    options = lying(options, printable.orientation)
    job = _planned(printable, options)
    if printable.fit and not job.slots:
        return _planned(resized(printable, largest(printable, options)), options)
    return job


def lying(options: SheetOptions, orientation: str) -> SheetOptions:
    """Return the options with the paper in the orientation that a component wants."""
    width, height = sorted(options.paper)
    turned = {"portrait": (width, height), "landscape": (height, width)}.get(orientation, options.paper)
    return replace(options, paper=turned)


def largest(printable: Printable, options: SheetOptions) -> float:
    """Return the scale at which a piece fits on one sheet: below 1 if it does not as it is."""
    bleed = 0.0 if printable.sheet else 2 * printable.bleed_on(options)
    marked = 0.0 if printable.sheet or options.marks != "crop" else 2 * (marks.AWAY + marks.TICK)
    width, height = printable.width + bleed, printable.height + bleed
    areas = [_reached(printable, options)] if printable.sheet else [free for free, _ in marks.strips(options.area)]
    ways = [(area, sides) for area in areas for sides in ((width, height), (height, width))]
    fitting = (min((area.width - marked) / wide, (area.height - marked) / high) for area, (wide, high) in ways)
    return max(fitting) * (1 - 1e-9)


def _planned(printable: Printable, options: SheetOptions) -> Job:
    if printable.sheet:
        return _alone(printable, options)
    folding = options.duplex == "gutterfold" and printable.backs
    jobs = list(_jobs(printable, options, folding=folding))
    if folding and not any(job.slots for job in jobs):
        # too large for half a page: fronts and backs on separate pages, to be glued
        jobs = list(_jobs(printable, options, folding=False))
    if closer := _closer(printable, options):
        jobs += _jobs(printable, closer, folding=False)
    # pieces lie apart unless lying close saves sheets
    job = min(jobs, key=lambda job: (_sheets(job), job.options.close, -len(job.slots)))
    return replace(job, sheets=_sheets(job)) if job.slots else job


def _sheets(job: Job) -> int:
    return ceil(job.printable.count / len(job.slots)) if job.slots else MANY


def _closer(printable: Printable, options: SheetOptions) -> SheetOptions | None:
    """Return the options with which rectangles lie bleed to bleed, with a smaller bleed if none was given; None if they
    need more, or something else."""
    bleed = CLOSE if options.bleed is None else options.bleed
    other = options.outer or options.cutter is not None or options.duplex == "gutterfold" or options.marks != "crop"
    if other or printable.lattice != "square" or min(bleed, printable.bleed) < CLOSE:
        return None
    return replace(options, bleed=bleed, close=True)


def _jobs(printable: Printable, options: SheetOptions, *, folding: bool) -> Iterator[Job]:
    """Yield the ways to lay a sheet out: the footer below or beside, folded across or down, with outer marks or
    without."""
    footprint = Footprint(printable.width, printable.height, printable.bleed_on(options), printable.lattice)
    square, boxes = printable.lattice == "square", kept(options)
    # rectangles have ticks; other shapes have their whole cut line
    ticked, outer = options.marks == "crop" and square and not options.close, options.outer and square
    lay = partial(arrange, footprint, gutter=GUTTER if ticked else 0.0, outer=outer, mixed=shares(options))

    def may(slot: Slot) -> bool:
        return clear(slot, footprint.width, footprint.height, boxes)

    left = marks.strips(options.area, boxes)
    # a single large piece may use the room of the outer marks, if it has room with them in no place
    for inset in (marks.TICK + marks.AWAY if ticked else 0.0, 0.0):
        tried, left = left, ()
        for free, strip in tried:
            inner = Area(free.x + inset, free.y + inset, free.width - 2 * inset, free.height - 2 * inset)
            found = [
                Job(printable, options, free, strip, slots, fold)
                for fold, area in (_halves(inner, options, strip) if folding else (("", inner),))
                for slots in _ways(lay, area, boxes, may, outer=outer)
            ]
            yield from found
            if not any(job.slots for job in found):
                left = (*left, (free, strip))


def _ways(lay: Lay, area: Area, boxes: Sequence[Box], may: Callable[[Slot], bool], *, outer: bool) -> Iterator[Slots]:
    """Yield layouts: over a whole area or, if corners are kept free, over the largest parts beside them, and over all
    of it except there."""
    if not boxes:
        yield lay(area)
        return
    yield from map(lay, rooms(area, boxes))
    if not outer:  # touching pieces have a bleed only at the outer edges
        yield lay(area, may=may)


def _alone(printable: Printable, options: SheetOptions) -> Job:
    """Return a page-like piece in the middle of its sheet, a pad as often as it fits there; one that fills the paper
    has no footer."""
    turns = ((0, printable.width, printable.height), (90, printable.height, printable.width))
    jobs = []
    for turn, width, height in turns:
        for free, strip in (*marks.strips(options.area), (options.area, None), (_reached(printable, options), None)):
            if width <= free.width + 1e-6 and height <= free.height + 1e-6:
                middle = Slot(free.x + free.width / 2, free.y + free.height / 2, turn, (0.0, 0.0, 0.0, 0.0))
                job = Job(printable, options, free, strip, (middle,), sheets=printable.count)
                if not printable.pad:
                    return job
                jobs.append(_copied(job, (width, height)))
    return max(
        jobs, key=lambda job: len(job.slots), default=Job(printable, options, *marks.strips(options.area)[0], ())
    )


def _copied(job: Job, size: tuple[float, float]) -> Job:
    """Return a page with as many copies as its sheet has room for: 2 or 4, side by side."""
    room, (middle,) = (job.free.width, job.free.height), job.slots
    across, down = (2 if 2 * side + PAD <= most + 1e-6 else 1 for side, most in zip(size, room, strict=True))
    places = [((n % across) - (across - 1) / 2, n // across - (down - 1) / 2) for n in range(across * down)]
    slots = tuple(
        replace(middle, x=middle.x + x * (size[0] + PAD), y=middle.y + y * (size[1] + PAD)) for x, y in places
    )
    one = job.printable.item
    return replace(job, printable=replace(job.printable, count=len(slots), item=lambda _: one(0)), slots=slots)


def _halves(inner: Area, options: SheetOptions, strip: Area) -> tuple[tuple[Literal["", "x", "y"], Area], ...]:
    """Return the left and the upper half of a page that is folded in its middle, clear of the footer and its mirror
    image."""
    width, height = options.paper
    left = max(inner.x, width - strip.x) if strip.height > strip.width else inner.x
    top = max(inner.y, height - strip.y) if strip.width >= strip.height else inner.y
    return (
        ("x", Area(left, inner.y, width / 2 - FOLD_ROOM - left, inner.height)),
        ("y", Area(inner.x, top, inner.width, height / 2 - FOLD_ROOM - top)),
    )


def _reached(printable: Printable, options: SheetOptions) -> Area:
    """Return where a page with clear edges may lie: as far beyond the printer's reach, but on the paper."""
    (width, height), area, clear = options.paper, options.area, printable.clear
    left, top = max(0.0, area.x - clear), max(0.0, area.y - clear)
    right, bottom = (min(width, area.x + area.width + clear), min(height, area.y + area.height + clear))
    return Area(left, top, right - left, bottom - top)


# ---- boards larger than the paper ------------------------------------------------------------------


Span = tuple[float, float]  # where a sheet's part of a board begins and ends


class Tiling(Struct, frozen=True):
    """How a board lies on sheets, turned by `turn` degrees: what of it, bleed included, each column and row of sheets
    shows. The largest part fills `free`."""

    free: Area
    strip: Area
    turn: int
    across: float  # the turned board's width and height
    down: float
    columns: tuple[Span, ...]
    rows: tuple[Span, ...]
    bleed: float

    @property
    def sheets(self) -> int:
        return len(self.columns) * len(self.rows)

    def window(self, column: int, row: int) -> Area:
        """Return where a sheet prints."""
        width, height = (end - start for start, end in (self.columns[column], self.rows[row]))
        return Area(self.free.x, self.free.y, width, height)

    def slot(self, column: int, row: int) -> Slot:
        """Return where the whole board's middle lies on a sheet, mostly beyond its edge."""
        x = self.free.x + self.bleed + self.across / 2 - self.columns[column][0]
        y = self.free.y + self.bleed + self.down / 2 - self.rows[row][0]
        return Slot(x, y, self.turn, (self.bleed,) * 4)

    def number(self, column: int, row: int) -> int:
        """Return a sheet's number, from 1, in reading order."""
        return row * len(self.columns) + column + 1


def tiling(printable: Printable, options: SheetOptions) -> Tiling:
    """Return the tiling with the fewest sheets: upright or on its side, the footer below or beside; each shows equally
    much, or one panel of a folding board, or a part of one."""
    bleed, grid = printable.bleed_on(options), printable.grid
    turns = ((0, printable.width, printable.height, grid), (90, printable.height, printable.width, grid[::-1]))
    ways = [
        _tiled(free, strip, turn, (across, down), bleed, panels)
        for free, strip in marks.strips(options.area)
        for turn, across, down, panels in turns
    ]
    return min(ways, key=lambda way: way.sheets)


def _tiled(
    free: Area, strip: Area, turn: int, size: tuple[float, float], bleed: float, panels: tuple[int, int]
) -> Tiling:
    rooms = zip(size, (free.width, free.height), panels, strict=True)
    columns, rows = (_spans(length, room, bleed, count) for length, room, count in rooms)
    width, height = (max(end - start for start, end in spans) for spans in (columns, rows))
    middle = Area(free.x + (free.width - width) / 2, free.y + (free.height - height) / 2, width, height)
    return Tiling(middle, strip, turn, *size, columns, rows, bleed)


def _spans(length: float, room: float, bleed: float, panels: int) -> tuple[Span, ...]:
    """Return the parts of a board's width or height that sheets with this room show."""
    whole = length + 2 * bleed
    if panels == 1:
        count = 1 if whole <= room else 1 + ceil((whole - room) / (room - OVERLAP) - 1e-9)
        each = (whole + (count - 1) * OVERLAP) / count
        return tuple((number * (each - OVERLAP), number * (each - OVERLAP) + each) for number in range(count))
    count = panels * ceil(length / panels / (room - bleed - OVERLAP) - 1e-9)
    seams = [bleed + length * number / count for number in range(1, count)]
    return tuple(zip((0.0, *seams), (*(seam + OVERLAP for seam in seams), whole), strict=True))
