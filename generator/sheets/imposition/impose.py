"""Imposition: from faces to placed pages. Pure; pages come one by one, so that a large deck needs little memory.

All lengths are mm, y downward. A back lies behind its front for the chosen flip.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from msgspec import Struct

from generator.draw.geometry import geometry as geo
from generator.draw.scene import CutLines, Group, Matrix, Node, Page, PageSide, Placement, Scene, Segments, Tag, Use
from generator.sheets import marks
from generator.sheets.area import Area, Box, Slot
from generator.sheets.cuts import first_cuts, regions
from generator.sheets.imposition.boards import tiled
from generator.sheets.printable import CLOSE, Item, Job, Printable
from specs.base.languages import say

if TYPE_CHECKING:
    from generator.sheets.cutting_machines.machine import Machine


class SheetPages(Struct, frozen=True):
    """Sheets that are drawn together: how many pages they have, their bookmarks, and how they are drawn."""

    pages: int
    bookmarks: tuple[str, ...]
    draw: Callable[[], Iterator[Page]]


def impose(jobs: Sequence[Job]) -> Iterator[Page]:
    """Yield the pages of all components, fronts each followed by their backs.

    If other components are duplexed, a component without backs gets blank ones, so that the stack stays in step.
    """
    for sheet in sheets(jobs):
        yield from sheet.draw()


def sheets(jobs: Sequence[Job]) -> Iterator[SheetPages]:
    """Yield the sheets of all components, one by one, not drawn yet: each may be drawn without those before it."""
    laid: Counter[Printable] = Counter()  # pieces laid so far of each component
    begun: set[str] = set()
    for job in jobs:
        if not job.slots:
            yield SheetPages(job.sheets * len(sides_of(job)), (), partial(tiled, job.printable, job.options))
            continue
        for number in range(1, job.sheets + 1):
            before = Counter({component: laid[component] for component in job.components})
            deque(_numbered(job, laid), 0)
            first = tuple(component.title for component in job.components if component.title not in begun)
            begun.update(first)
            yield SheetPages(len(sides_of(job)), first, partial(_drawn, job, before, number, first))


def _numbered(job: Job, laid: Counter[Printable]) -> Iterator[tuple[Printable, int]]:
    """Yield the pieces of the next sheet, by component and number, after those that `laid` counts; the counts are
    advanced."""
    for slot in job.slots:
        component = job.component(slot)
        if laid[component] < component.count:
            yield component, laid[component]
            laid[component] += 1


def _drawn(job: Job, before: Counter[Printable], number: int, bookmarks: tuple[str, ...]) -> Iterator[Page]:
    """Draw the pages of one sheet, after the pieces of each of its components that `before` counts."""
    batch = [component.item(piece) for component, piece in _numbered(job, before.copy())]
    front, back = fronts(job, batch), backs(job, batch)
    if job.fold:
        yield _page(job, [*front, *back], "both", number, bookmarks)
        return
    yield _page(job, front, "front", number, bookmarks, len(batch))
    if "back" in sides_of(job):
        yield _page(job, back, "back", number, (), len(batch))
    elif len(sides_of(job)) == 2:
        yield _page(job, backs(job, batch, behind=False), "front", number, ())


def blanks(jobs: Sequence[Job]) -> Iterator[Page]:
    """Yield the pages that `impose` makes of jobs, without content: to be counted before any is drawn."""
    for job in jobs:
        parts, spare = tuple(component.id for component in job.components), stays_whole(job.printable)
        for _ in range(job.sheets):
            for side in sides_of(job):
                yield Page.whole(job.options.paper, (), parts, side, spare_back=spare and side == "front")


def sides_of(job: Job) -> tuple[PageSide, ...]:
    """Return the pages that a sheet of a job takes."""
    if job.fold:
        return ("both",)
    if any(component.has_back_page(job.options) for component in job.components):
        return ("front", "back")
    # the other side of a page to read is needed: without duplex it is a sheet of its own
    return ("front", "front") if job.slots and job.printable.sheet and job.printable.backs else ("front",)


def _page(
    job: Job, laid: Sequence[Laid], side: PageSide, number: int, bookmarks: tuple[str, ...], count: int = 0
) -> Page:
    """Return a side of a sheet with `count` pieces, some of which may be empty."""
    options, (width, height) = job.options, job.options.paper
    nodes: list[Node] = [Group((Use(each.scene, each.matrix),), clip=each.clip, tag=each.tag) for each in laid]
    nodes += job.ground if side != "back" else ()
    marked = bool(laid) and (side != "back" or options.marks_side == "both")
    machine = options.cutter if marked else None
    lines = None if machine is None else marks.machine_cut(job, machine, count, behind=side == "back")
    nodes += () if machine is None else marks.drawn(machine, options.paper)
    nodes += _marks(job, laid, side) if marked and not job.printable.sheet else ()
    nodes += () if not job.fold else (_fold(job),)
    nodes = [*options.shifted(nodes)] if side == "back" else nodes
    if laid and job.strip is not None:
        strip = job.behind(job.strip) if side == "back" else job.strip
        foot = (_name(job, side, number), job.printable.footer[1], *_cut_by(machine, lines))
        nodes += marks.footer(strip, foot, job.printable.footer.others)
    trim, bleed = (_union(boxes, (width, height)) for boxes in ([x.trim for x in laid], [x.bleed for x in laid]))
    components, spare = tuple(each.id for each in job.components), side == "front" and stays_whole(job.printable)
    placements = tuple(Placement(each.piece, each.scene, each.matrix, _box(each.trim)) for each in laid)
    return Page(width, height, tuple(nodes), trim, bleed, components, side, bookmarks, placements, spare, cut=lines)


def _fold(job: Job) -> Node:
    """Return the line that a gutterfold is folded along."""
    (width, height), free = job.options.paper, job.free
    if job.fold == "x":
        return marks.fold_line(width / 2, free.y, width / 2, free.bottom)
    return marks.fold_line(free.x, height / 2, free.right, height / 2)


def _cut_by(machine: Machine | None, lines: CutLines | None) -> tuple[str, ...]:
    """Return the line of a sheet's foot that names its cut, and the marks that it was made for."""
    if machine is None or lines is None:
        return ()
    return (say("cut {name} · {marks}", name=lines.name, marks=machine.footer_line),)


def stays_whole(printable: Printable) -> bool:
    """Return whether a page is a single one to read, without back: each of several copies is used by itself."""
    return printable.sheet and not printable.backs and printable.count == 1


def _name(job: Job, side: PageSide, number: int) -> str:
    """Return a sheet's name in its foot."""
    if stays_whole(job.printable):
        return f"{job.printable.footer[0]} · {job.printable.title}"  # another page may be its back
    sides = {"front": say("fronts"), "back": say("backs"), "both": say("fronts and backs")}
    what = sides[side] if any(component.backs for component in job.components) else say("one-sided")
    if not job.others:
        what = say("{what} {n} of {sheets}", what=what, n=number, sheets=job.sheets)
    titles = [component.title for component in job.components]
    more: list[str] = [say("{n} more", n=len(titles) - 3)] if len(titles) > 4 else []
    return f"{job.printable.footer[0]} · {', '.join((titles[:3] if more else titles) + more)} · {what}"


def _marks(job: Job, laid: Sequence[Laid], side: PageSide) -> list[Node]:
    options = job.options
    if options.marks == "none":
        return []
    ticked = options.marks == "crop"
    nodes = [
        node
        for each in laid
        if each.outline
        for node in (
            marks.corner_marks(each.outline, marks.between_hexagons(each.trim[0] - each.bleed[0]))
            if ticked and each.hexagon
            else marks.contour(each.outline)
        )
    ]
    area, bleeds = job.behind(job.free) if side == "back" else job.free, [each.bleed for each in laid]
    nodes += _folds(laid, area)
    if options.marks == "lines":
        return [*nodes, *marks.cut_lines([each.trim for each in laid if not each.outline], area)]
    trims, straight = tuple(each.trim for each in laid), tuple(not each.outline for each in laid)
    nodes += _ticks(trims, tuple(bleeds), straight, area, by_hand=options.cutter is None)
    if options.close:
        corners = (marks.corner_marks(geo.rectangle(*_box(each.trim)), CLOSE) for each in laid if not each.outline)
        nodes += [node for corner in corners for node in corner]
    return nodes


def _folds(laid: Sequence[Laid], area: Area) -> tuple[Node, ...]:
    """Return dashes at the ends of the folds of boards: outside their bleeds or, for lack of room there, on them."""
    room = marks.AWAY + marks.TICK
    low, high = (area.x + room, area.y + room), (area.right - room, area.bottom - room)
    ends = []
    for each in laid:
        left, top = (max(each.bleed[n], min(each.trim[n], low[n])) for n in (0, 1))
        right, bottom = (min(each.bleed[n + 2], max(each.trim[n + 2], high[n])) for n in (0, 1))
        ends.append((left, top, right, bottom))
    return marks.crop_marks([each.folds for each in laid], ends, area, ends, area, marks.FOLDED)


@lru_cache(maxsize=64)
def _ticks(
    trims: tuple[Box, ...], bleeds: tuple[Box, ...], straight: tuple[bool, ...], area: Area, *, by_hand: bool
) -> tuple[Node, ...]:
    """Return crop marks and numbered cuts, the same objects for every sheet with the same layout. Machines need no
    numbers."""
    cuts = first_cuts(trims, bleeds, area) if by_hand else ()
    nodes: list[Node] = []
    for left, top, right, bottom in regions(area, cuts):
        # beyond a first cut, a tick would be taken for one of this side's
        here = [n for n, trim in enumerate(trims) if left < trim[0] < right and top < trim[1] < bottom]
        own = [n for n in here if straight[n]]
        component = Area(left, top, right - left, bottom - top)
        around = [bleeds[n] for n in here]
        lines = [(trims[n][::2], trims[n][1::2]) for n in own]
        nodes += marks.crop_marks(lines, [bleeds[n] for n in own], component, around, area)
    for cut in cuts:
        nodes += marks.numbered_cut(cut.number, cut.x1, cut.y1, cut.x2, cut.y2)
    return tuple(nodes)


def _box(edges: Box) -> geo.Rectangle:
    left, top, right, bottom = edges
    return left, top, right - left, bottom - top


def _union(boxes: Sequence[Box], page: tuple[float, float]) -> geo.Rectangle:
    """Return one box around all; the whole page if there are none."""
    if not boxes:
        return 0.0, 0.0, *page
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return _box((max(0.0, min(lefts)), max(0.0, min(tops)), min(page[0], max(rights)), min(page[1], max(bottoms))))


# ---- pieces in their slots ---------------------------------------------------------------------


class Laid(Struct, frozen=True):
    """One side of a piece on its page: `matrix` puts it there, `clip` is where its picture ends, `outline` its cut if
    that is not a rectangle, which has corners that can be marked if `hexagon`; `folds` are where the panels of a board
    meet; `tag` is its alt text."""

    piece: str
    scene: Scene
    matrix: Matrix
    trim: Box
    bleed: Box
    clip: Segments
    outline: Segments = ()
    hexagon: bool = False
    folds: marks.Lines = ((), ())
    tag: Tag | None = None


def fronts(job: Job, batch: Sequence[Item]) -> list[Laid]:
    """Return the fronts of as many pieces as the sheet has slots, or fewer."""
    return [
        _laid(job.component(slot), item.piece, item.front, slot, slot.turn + _way(job.component(slot), number))
        for number, (item, slot) in enumerate(zip(batch, job.slots, strict=False))
    ]


def backs(job: Job, batch: Sequence[Item], *, behind: bool = True) -> list[Laid]:
    """Return the backs, each behind its front; or, on a page of their own, where the fronts were."""
    laid = []
    for number, (item, slot) in enumerate(zip(batch, job.slots, strict=False)):
        if item.back is not None:
            there, turn = job.slot_behind(slot) if behind else (slot, slot.turn)
            component = job.component(slot)
            # seen from behind, a piece is turned the other way
            laid.append(_laid(component, item.piece, item.back, there, turn - _way(component, number)))
    return laid


def _way(printable: Printable, number: int) -> int:
    """Return the additional rotation, in degrees, of the piece in a sheet's slot of this number."""
    return number % 6 * 60 if printable.turns else 0


def _laid(printable: Printable, piece: str, scene: Scene, slot: Slot, turn: int) -> Laid:
    matrix = printable.placed(slot, turn)
    cut, (left, top, right, bottom) = slot.box(printable.width, printable.height), slot.bleeds
    bleed = (cut[0] - left, cut[1] - top, cut[2] + right, cut[3] + bottom)
    outline: Segments = ()
    if printable.lattice == "square":
        clip = geo.rectangle(bleed[0], bleed[1], bleed[2] - bleed[0], bleed[3] - bleed[1])
    else:
        outline, clip = geo.transform(printable.trim, matrix), geo.transform(printable.bled(left), matrix)
    hexagon = printable.lattice.startswith("hex")
    # a page of text has its own tags
    tag = Tag((("Sect", printable.title), ("Figure", 0)), scene.alt) if scene.alt else None
    return Laid(piece, scene, matrix, cut, bleed, clip, outline, hexagon, _panels(printable, cut, turn), tag)


def _panels(printable: Printable, box: Box, turn: int) -> marks.Lines:
    """Return where a board of several panels folds within a box."""
    panels = printable.grid if turn % 180 == 0 else printable.grid[::-1]
    across, down = (
        [box[axis] + (box[axis + 2] - box[axis]) * n / panels[axis] for n in range(1, panels[axis])] for axis in (0, 1)
    )
    return across, down
