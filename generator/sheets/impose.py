"""Imposition: faces to placed pages. Pure; pages come one by one, so that a large deck needs little memory.

All lengths are mm, y downward. A back lies behind its front for the chosen flip.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import ceil
from typing import Literal

from generator.draw import geometry as geo
from generator.draw.scene import Group, Node, Page, Placement, Use
from generator.sheets import marks
from generator.sheets.boards import tiled
from generator.sheets.lay import Laid, backs, fronts
from generator.sheets.mirror import area_behind, back_page, corrected
from generator.sheets.plan import Job
from generator.sheets.printable import Item


def impose(job: Job) -> Iterator[Page]:
    """The pages of one component, fronts each followed by their backs.

    While other components are duplexed, a component without backs gets blank ones, so that the stack stays in step.
    """
    if not job.slots:
        yield from tiled(job.printable, job.options)
        return
    items = iter(job.printable.items)
    total = ceil(job.printable.count / len(job.slots))
    number = 0
    while batch := list(islice(items, len(job.slots))):
        number += 1
        yield from _sides(job, batch, number, total)


def _sides(job: Job, batch: Sequence[Item], number: int, total: int) -> Iterator[Page]:
    """The pages of one sheet."""
    front, back = fronts(job, batch), backs(job, batch)
    bookmark = job.printable.title if number == 1 else ""
    if job.fold:
        yield _page(job, [*front, *back], "both", number, total, bookmark)
        return
    yield _page(job, front, "front", number, total, bookmark)
    if back_page(job.printable, job.options):
        yield _page(job, back, "back", number, total, "")
    elif job.printable.sheet and back:
        # a printed page's other side is no ornament: without duplex it is a sheet of its own
        yield _page(job, backs(job, batch, behind=False), "front", number, total, "")


def _page(
    job: Job, laid: Sequence[Laid], side: Literal["front", "back", "both"], number: int, total: int, bookmark: str
) -> Page:
    printable, options = job.printable, job.options
    width, height = options.paper
    nodes: list[Node] = [Group((Use(each.scene, each.matrix),), clip=each.clip) for each in laid]
    if laid and not printable.sheet and (side != "back" or options.marks_side == "both"):
        nodes += _cutting(job, laid, side)
    if job.fold:
        free = job.free
        upright = (width / 2, free.y, width / 2, free.y + free.height)
        level = (free.x, height / 2, free.x + free.width, height / 2)
        nodes.append(marks.fold_line(*(upright if job.fold == "x" else level)))
    if side == "back" and (options.offset != (0.0, 0.0) or options.skew):
        nodes = [Group(tuple(nodes), corrected(options))]
    if laid and job.strip is not None:
        sides = {"front": "fronts", "back": "backs", "both": "fronts and backs"}
        name = sides[side] if printable.backs else "one-sided"
        first = f"{printable.footer[0]} · {printable.title} · {name} {number} of {total}"
        strip = area_behind(job.strip, job) if side == "back" else job.strip
        nodes += marks.footer(strip, (first, printable.footer[1]))
    return Page(
        width,
        height,
        tuple(nodes),
        _union([each.trim for each in laid], (width, height)),
        _union([each.bleed for each in laid], (width, height)),
        printable.id,
        side,
        bookmark,
        tuple(Placement(each.piece, each.scene, each.matrix, _box(each.trim)) for each in laid),
    )


def _cutting(job: Job, laid: Sequence[Laid], side: Literal["front", "back", "both"]) -> list[Node]:
    options, printable = job.options, job.printable
    if options.marks == "none":
        return []
    if printable.lattice != "square":
        return [node for each in laid for node in marks.contour(geo.transform(printable.trim, each.matrix))]
    area = area_behind(job.free, job) if side == "back" else job.free
    trims = [each.trim for each in laid]
    if options.marks == "lines":
        return list(marks.cut_lines(trims, area))
    return list(marks.crop_marks(trims, [each.bleed for each in laid], area))


def _box(edges: marks.Box) -> geo.Rectangle:
    left, top, right, bottom = edges
    return left, top, right - left, bottom - top


def _union(boxes: Sequence[marks.Box], page: tuple[float, float]) -> geo.Rectangle:
    """One box around all; the whole page where there is nothing."""
    if not boxes:
        return 0.0, 0.0, *page
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return _box((max(0.0, min(lefts)), max(0.0, min(tops)), min(page[0], max(rights)), min(page[1], max(bottoms))))
