"""Components on shared sheets: each fills sheets of its own, and what is left over of all of them lies together.

What a component leaves over is packed as rows of a few pieces, each with its bleed and a gutter; the cuts between them
go straight through, first the whole sheet, then each component. Lengths are mm, y downward.

It also makes remarks: on a piece larger than its sheet, and on a bleed or margin that would save sheets.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import ceil, floor
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from generator.sheets import marks
from generator.sheets.area import Area, Slot, rooms
from generator.sheets.cuts import first_cuts
from generator.sheets.layout.n_up import GUTTER, largest, plan, shares
from generator.sheets.marks import kept
from generator.sheets.printable import Job, Printable, SheetOptions, Stock
from specs.base.languages import say, say_many
from specs.model.shapes.sizes import PAPERS
from specs.read.typed import many

UNIT = 20  # parts of a mm: the packer works in whole numbers
MOST = 800  # pieces packed together; with more left over, separate sheets are better
FULL = 0.85  # a sheet this full is not repacked
ROWS = (4, 2, 1, 9)  # pieces of a row packed as one, tidy sheets first

Placed = tuple[int, int, int, int, int, int]  # x, y, width, height, component, number of pieces


class Rest(Struct, frozen=True):
    """What a component's last sheet holds: `count` pieces, each `width` by `height` units with bleed and gutter.

    `loose` if more of them would fit on that sheet.
    """

    job: Job
    count: int
    width: int
    height: int
    loose: bool

    @property
    def area(self) -> int:
        return self.count * self.width * self.height


def pack(printables: Iterable[Printable], options: SheetOptions) -> list[Job]:
    """Return how all components are printed, in order; shared sheets come after the last component that is on them."""
    jobs = [plan(printable, options) for printable in printables]
    if not shares(options):
        return jobs
    rests = [rest for job in jobs if job.options.cutter == options.cutter and (rest := _rest(job)) is not None]
    packed = _merged(jobs, [rest for rest in rests if rest.loose], options)
    # a full sheet may have room for others: it is repacked if that saves one
    if _sheets(jobs) - len(rests) + _least(rests, options) < _sheets(packed):
        packed = min(packed, _merged(jobs, rests, options), key=_sheets)
    return packed


def _sheets(jobs: Iterable[Job]) -> int:
    return sum(job.sheets for job in jobs)


def _merged(jobs: Sequence[Job], rests: Sequence[Rest], options: SheetOptions) -> list[Job]:
    """Return the jobs, with the contents of these last sheets on fewer, if possible."""
    if len(rests) < 2 or sum(rest.count for rest in rests) > MOST:
        return list(jobs)
    shared = _shared(rests, options)
    if len(shared) >= len(rests):
        return list(jobs)
    left = {id(rest.job) for rest in rests}
    last = max(index for index, job in enumerate(jobs) if id(job) in left)
    whole = [replace(job, sheets=job.sheets - 1) if id(job) in left else job for job in jobs]
    return [job for job in (*whole[: last + 1], *shared, *whole[last + 1 :]) if job.sheets or not job.slots]


def _rest(job: Job) -> Rest | None:
    """Return what lies on a component's last sheet, if that has room left; None for pages and boards, which are printed
    alone."""
    printable = job.printable
    if printable.sheet or printable.alone or printable.orientation != "auto" or not job.slots:
        return None
    count = printable.count - (job.sheets - 1) * len(job.slots)
    around = 2 * printable.bleed_on(job.options) + _gutter(job.options)
    size = _units(printable.width + around), _units(printable.height + around)
    rest = Rest(job, count, *size, loose=count <= FULL * len(job.slots) or len(job.slots) == 1)
    return rest if rest.loose or rest.area < FULL * _room(job.options) else None


def _units(mm: float) -> int:
    return ceil(mm * UNIT - 1e-6)


def _gutter(options: SheetOptions) -> float:
    return GUTTER if options.marks == "crop" else 0.0


def _shared(rests: Sequence[Rest], options: SheetOptions) -> list[Job]:
    """Return the fewest sheets that hold all the remaining pieces, and of those the ones with the fewest cuts that come
    first."""
    best: list[Job] = [rest.job for rest in rests]
    fewest = (len(best), 0)
    least = _least(rests, options)
    # the tidiest packing first; the closest only if that needs more sheets than the least possible
    for close, (free, strip) in product((False, True), _frees(options)):
        if fewest[0] <= least:
            break
        for jobs in _ways(rests, options, free, strip, close=close):
            cuts = sum(len(_cuts(job)) for job in jobs) if len(jobs) <= fewest[0] else 0
            if (len(jobs), cuts) < fewest:
                best, fewest = jobs, (len(jobs), cuts)
    return best


def _least(rests: Sequence[Rest], options: SheetOptions) -> int:
    """Return the least possible number of sheets, by area."""
    return ceil(sum(rest.area for rest in rests) / _room(options))


def _room(options: SheetOptions) -> float:
    """Return the area that pieces may take on a sheet, in square units."""
    inner = (_inner(free, options) for free, _ in _frees(options))
    return max(UNIT * UNIT * area.width * area.height for area in inner)


def _frees(options: SheetOptions) -> list[tuple[Area, Area]]:
    """Return the free areas, each with its footer's strip."""
    boxes = kept(options)
    found = marks.strips(options.area, boxes)
    return [(room, strip) for free, strip in found for room in (rooms(free, boxes) if boxes else (free,))]


def _inner(free: Area, options: SheetOptions) -> Area:
    """Return where pieces may lie; the last of a row needs no gutter after it."""
    room, gutter = (marks.TICK + marks.AWAY if options.marks == "crop" else 0.0), _gutter(options)
    return Area(free.x + room, free.y + room, free.width - 2 * room + gutter, free.height - 2 * room + gutter)


def _ways(rests: Sequence[Rest], options: SheetOptions, free: Area, strip: Area, *, close: bool) -> Iterator[list[Job]]:
    """Yield sheets that hold everything, packed in rows of several lengths and in several orders."""
    import rectpack

    inner = _inner(free, options)
    across, down = floor(inner.width * UNIT + 1e-6), floor(inner.height * UNIT + 1e-6)
    tidy = (rectpack.GuillotineBssfSas, rectpack.GuillotineBafSas), (rectpack.SORT_LSIDE, rectpack.SORT_AREA)
    dense = (rectpack.GuillotineBafMinas, rectpack.GuillotineBafLas), (rectpack.SORT_AREA, rectpack.SORT_PERI)
    pieces = tuple((rest.count, rest.width, rest.height) for rest in rests)
    for row, algorithm, order in product(ROWS, *(dense if close else tidy)):
        sheets = _packed(pieces, across, down, row, algorithm, order)
        if sum(placed[-1] for sheet in sheets for placed in sheet) == sum(rest.count for rest in rests):
            yield [_job(rests, options, free, strip, sheet) for sheet in sheets]


@lru_cache(maxsize=256)  # a game is often printed again
def _packed(
    pieces: Sequence[tuple[int, int, int]], across: int, down: int, row: int, algorithm: Any, order: Any
) -> Sequence[Sequence[Placed]]:
    """Return what lies where on each sheet, of pieces given as (count, width, height); some are left out if they are
    too large."""
    import rectpack

    packer = rectpack.newPacker(pack_algo=algorithm, sort_algo=order, rotation=True)
    for index, (count, width, height) in enumerate(pieces):
        # if a row fits neither way along the sheet, it is made shorter
        longest = max(1, min(row, count, max(across, down) // width))
        for first in range(0, count, longest):
            together = min(longest, count - first)
            packer.add_rect(together * width, height, (index, together))
    packer.add_bin(across, down, count=float("inf"))
    packer.pack()
    return [[(rect.x, rect.y, rect.width, rect.height, *rect.rid) for rect in sheet] for sheet in packer]


def _job(rests: Sequence[Rest], options: SheetOptions, free: Area, strip: Area, sheet: Sequence[Placed]) -> Job:
    """Return one sheet of remaining pieces, its components in the order of the spec."""
    used = sorted({placed[4] for placed in sheet})
    first, *others = (rests[index].job.printable for index in used)
    slots = tuple(_slots(rests, used, _inner(free, options), sheet))
    return Job(first, options, free, strip, slots, others=tuple(others), sheets=1)


def _slots(rests: Sequence[Rest], used: Sequence[int], inner: Area, sheet: Sequence[Placed]) -> Iterator[Slot]:
    """Yield each piece's place, component by component, each in reading order."""
    for x, y, width, height, index, count in sorted(sheet, key=lambda placed: (placed[4], placed[1], placed[0])):
        rest = rests[index]
        printable, bleed = rest.job.printable, rest.job.printable.bleed_on(rest.job.options)
        turned = (width, height) != (count * rest.width, rest.height)
        size = (printable.height, printable.width) if turned else (printable.width, printable.height)
        for n in range(count):
            left, top = (x, y + n * rest.width) if turned else (x + n * rest.width, y)
            yield Slot(
                inner.x + left / UNIT + bleed + size[0] / 2,
                inner.y + top / UNIT + bleed + size[1] / 2,
                90 if turned else 0,
                (bleed,) * 4,
                used.index(index),
            )


def _cuts(job: Job) -> Sequence[object]:
    boxes = [job.trim(slot) for slot in job.slots]
    return first_cuts(boxes, boxes, job.free)


# ---- remarks -------------------------------------------------------------------------------------


LEAST_SCALE = 0.6  # anything that would shrink further is meant to be large
INCHES = ("letter", "legal", "tabloid")


def size_remark(job: Job) -> str:
    """Return the remark on a piece that is larger than its sheet, and what would help."""
    component = job.printable
    if component.scale < 1:
        return say(
            "{title}: printed at {part} % of its size, to fit on one sheet.",
            title=component.title,
            part=f"{100 * component.scale:.0f}",
        )
    if job.slots:
        return ""
    scale = largest(component, job.options)
    size, room = (f"{s * component.width:.4g} × {s * component.height:.4g} mm" for s in (1.0, scale))
    cut = say_many(
        "{title}: {size}, cut into {n} sheet to glue together", "{title}: {size}, cut into {n} sheets to glue together",
        job.sheets // component.count, title=component.title, size=size,
    )  # fmt: skip
    fits = _fitting(_whole(job), scale, room)
    return say("{cut}; {fits}.", cut=cut, fits=fits) if fits else say("{cut}.", cut=cut)


def _fitting(whole: str, scale: float, room: str) -> str:
    """Return what would make a piece fit on one sheet, empty if nothing does."""
    values = {"room": room, "key": "print: {shrink: true}", "percent": f"{100 * scale:.0f}", "paper": whole}
    match whole, scale >= LEAST_SCALE:
        case "", False:
            return ""
        case "", True:
            return say("one sheet holds {room}. `{key}` in the spec prints it at {percent} %, on one", **values)
        case _, True:
            return say(
                "one sheet holds {room}. `{key}` in the spec prints it at {percent} %, on one; "
                "`--paper {paper}` holds it whole",
                **values,
            )
        case _:
            return say("`--paper {paper}` holds it whole", **values)


def _whole(job: Job) -> str:
    """Return the named paper that holds the piece uncut, preferably of the same series; empty if none does."""
    inches = sorted(job.options.paper) in [sorted(PAPERS[name]) for name in INCHES]
    for name, paper in sorted(PAPERS.items(), key=lambda named: (named[0] in INCHES) != inches):
        options: SheetOptions = replace(job.options, paper=paper)
        if plan(replace(job.printable, fit=False), options).slots:
            return name
    return ""


BLEEDS = (1.5, 1.0)
MARGINS = (4.0,)
STOCKS: tuple[Stock, ...] = ("card", "paper")


def hint(parts: Sequence[Printable], options: SheetOptions, now: int, *, bleed: bool, margin: bool) -> str:
    """Say which bleed or margin would print the same on the fewest sheets, instead of `now` many; empty if none
    saves any."""
    saved, way = 0, ""
    rough = _rough(parts, options)
    for other, name in _others(parts, options, bleed=bleed, margin=margin):
        # savings must show before sheets are shared
        if _rough(parts, other) < rough and (fewer := now - _taken(parts, other)) > saved:
            saved, way = fewer, name
    return f"{way} saves {many(saved, 'sheet')}." if saved else ""


def _others(
    parts: Sequence[Printable], options: SheetOptions, *, bleed: bool, margin: bool
) -> Iterator[tuple[SheetOptions, str]]:
    """Yield other ways to print it, those with the smallest change first."""
    most = max((component.bleed for component in parts if not component.sheet), default=0.0)
    for mm in BLEEDS if bleed else ():
        if mm < most:
            yield replace(options, bleed=mm), f"A smaller bleed, `--bleed {mm:g}`,"
    for mm in MARGINS if margin else ():
        if mm < options.margin:
            yield replace(options, margin=mm), f"If your printer reaches so far, `--margin {mm:g}`"


def _rough(parts: Iterable[Printable], options: SheetOptions) -> int:
    return sum(plan(component, options).sheets for component in parts)


def _taken(parts: Sequence[Printable], options: SheetOptions) -> int:
    shared = ([component for component in parts if component.stock == stock] for stock in STOCKS)
    return sum(job.sheets for some in shared for job in pack(some, options))
