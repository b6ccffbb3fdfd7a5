"""Boards larger than the paper, over several sheets that overlap and are glued. mm, y downward."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Literal

from generator.draw import geometry as geo
from generator.draw.scene import Group, Node, Page, Placement, Scene, Use
from generator.sheets import marks
from generator.sheets.arrange import Area, Slot
from generator.sheets.mirror import area_behind, back_page, corrected, placed, slot_behind
from generator.sheets.plan import Job, bleed_of, strips
from generator.sheets.printable import Options, Printable

OVERLAP = 8.0


def tiled(printable: Printable, options: Options) -> Iterator[Page]:
    """A piece larger than the paper, over several sheets that overlap; crosses show how they meet."""
    free, strip = strips(options.area)[0]
    bleed = bleed_of(printable, options)
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
            job = Job(printable, options, free, strip, (slot,))
            name = f"{printable.title}, sheet {column + 1} across, {row + 1} down"
            label = f"{printable.footer[0]} · {name} ({number} of {total})"
            extra = (
                *_meets(free, (column, columns), (row, rows)),
                *marks.footer(strip, (label, printable.footer[1])),
            )
            bookmark = printable.title if number == 1 else ""
            yield _tile(job, item.piece, item.front, slot, turn, free, extra, "front", bookmark)
            if back_page(printable, options):
                back_slot, back_turn = slot_behind(slot, job)
                lines = (f"{label}, back", printable.footer[1])
                foot = marks.footer(area_behind(strip, job), lines) if item.back is not None else ()
                yield _tile(job, item.piece, item.back, back_slot, back_turn, area_behind(free, job), foot, "back", "")


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
    job: Job,
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
        matrix = placed(slot, turn, printable.width, printable.height)
        clip = geo.rectangle(window.x, window.y, window.width, window.height)
        marked = options.marks != "none" and (side == "front" or options.marks_side == "both")
        cut = marks.contour(geo.transform(printable.trim, matrix)) if marked else ()
        nodes.append(Group((Use(scene, matrix), *cut), clip=clip))
        trim = (window.x, window.y, window.width, window.height)
        placements = (Placement(piece, scene, matrix, trim),)
    if side == "back" and (options.offset != (0.0, 0.0) or options.skew):
        nodes = [Group(tuple(nodes), corrected(options))]
    nodes += extra
    box = (window.x, window.y, window.width, window.height)
    return Page(width, height, tuple(nodes), box, box, printable.id, side, bookmark, placements)
