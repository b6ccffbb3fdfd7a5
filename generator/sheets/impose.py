"""Imposition: faces to placed pages. Pure; pages come one by one, so that a large deck needs little memory.

All lengths are mm, y downward. A back lies behind its front for the chosen flip.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import ceil
from typing import Literal

from generator.draw import geometry as geo
from generator.draw.scene import Group, Node, Page, Placement, Scene, Segment, Use
from generator.sheets import marks
from generator.sheets.arrange import Slot
from generator.sheets.boards import tiled
from generator.sheets.plan import Item, Job, Options, Printable, back_page, behind, placed, plan
from generator.sheets.standees import folded


def impose(printable: Printable, options: Options) -> Iterator[Page]:
    """The pages of one component, fronts each followed by their backs.

    While other components are duplexed, a component without backs gets blank ones, so that the stack stays in step.
    """
    if printable.base > 0:
        printable = folded(printable)
    job = plan(printable, options)
    if job is None:
        yield from tiled(printable, options)
        return
    items = iter(printable.items)
    total = ceil(printable.count / len(job.slots))
    number = 0
    while batch := list(islice(items, len(job.slots))):
        number += 1
        yield from _sides(job, batch, number, total)


def capacity(printable: Printable, options: Options) -> int:
    """How many pieces a sheet holds; 0 when one piece needs several sheets."""
    job = plan(folded(printable) if printable.base > 0 else printable, options)
    return 0 if job is None else len(job.slots)


# ---- one sheet ---------------------------------------------------------------------------------


def _sides(job: Job, batch: Sequence[Item], number: int, total: int) -> Iterator[Page]:
    printable, options = job.printable, job.options
    slots = job.slots[: len(batch)]
    fronts = [(item.piece, item.front, slot, slot.turn) for item, slot in zip(batch, slots, strict=True)]
    backs = [
        (item.piece, item.back, *behind(slot, job))
        for item, slot in zip(batch, slots, strict=True)
        if item.back is not None
    ]
    bookmark = printable.title if number == 1 else ""
    if job.fold:
        yield _page(job, [*fronts, *backs], "both", number, total, bookmark)
        return
    yield _page(job, fronts, "front", number, total, bookmark)
    if back_page(printable, options):
        yield _page(job, backs, "back", number, total, "")
    elif printable.sheet and backs:
        # a printed page's other side is no ornament: without duplex it is a sheet of its own
        yield _page(
            job, [(piece, scene, slot, slot.turn) for piece, scene, slot, _ in backs], "front", number, total, ""
        )


def _page(
    job: Job,
    laid: Sequence[tuple[str, Scene, Slot, int]],
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
    for piece, scene, slot, turn in laid:
        matrix = placed(slot, turn, printable.width, printable.height)
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
    if laid and not printable.sheet and (side != "back" or options.marks_side == "both"):
        nodes += _cutting(job, placements, trims, bleeds, side)
    if job.fold:
        free = job.free
        upright = (width / 2, free.y, width / 2, free.y + free.height)
        level = (free.x, height / 2, free.x + free.width, height / 2)
        nodes.append(marks.fold_line(*(upright if job.fold == "x" else level)))
    if side == "back" and (options.offset != (0.0, 0.0) or options.skew):
        move = geo.multiply(geo.translate(*options.offset), geo.rotation(options.skew, width / 2, height / 2))
        nodes = [Group(tuple(nodes), move)]
    if laid and job.strip is not None:
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


def _cutting(
    job: Job,
    placements: Sequence[Placement],
    trims: Sequence[marks.Box],
    bleeds: Sequence[marks.Box],
    side: Literal["front", "back", "both"],
) -> list[Node]:
    options, printable = job.options, job.printable
    if options.marks == "none":
        return []
    if printable.lattice != "square":
        return [
            node for placement in placements for node in marks.contour(geo.transform(printable.trim, placement.matrix))
        ]
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
