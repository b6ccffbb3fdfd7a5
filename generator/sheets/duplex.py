"""Where the other side of a sheet lies. Lengths are mm, y downward.

Turning a sheet about its vertical middle mirrors x, about its horizontal middle mirrors y and turns the back by 180°.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Matrix, Node
from generator.sheets.area import Area, Slot
from generator.sheets.printable import Job, Printable, SheetOptions


def back_page(printable: Printable, options: SheetOptions) -> bool:
    """Whether a page that is not folded is followed by a page of backs."""
    return options.duplex in ("long-edge", "short-edge") or (options.duplex == "gutterfold" and printable.backs)


def mirrored(job: Job) -> Literal["x", "y"]:
    """Which coordinate turning the sheet mirrors."""
    return job.fold or turned(job.options)


def turned(options: SheetOptions) -> Literal["x", "y"]:
    """Which coordinate turning an unfolded sheet mirrors."""
    width, height = options.paper
    return "x" if (options.duplex != "short-edge") == (height >= width) else "y"


def area_behind(area: Area, job: Job) -> Area:
    """The area of the sheet's other side behind an area."""
    width, height = job.options.paper
    if mirrored(job) == "x":
        return Area(width - area.x - area.width, area.y, area.width, area.height)
    return Area(area.x, height - area.y - area.height, area.width, area.height)


def slot_behind(slot: Slot, job: Job) -> tuple[Slot, int]:
    """The slot behind a slot, and how far the back is turned in it."""
    width, height = job.options.paper
    left, top, right, bottom = slot.bleeds
    if mirrored(job) == "x":
        return Slot(width - slot.x, slot.y, slot.turn, (right, top, left, bottom), slot.component), -slot.turn % 360
    return Slot(slot.x, height - slot.y, slot.turn, (left, bottom, right, top), slot.component), (180 - slot.turn) % 360


def placed(slot: Slot, turn: int, width: float, height: float) -> Matrix:
    """The matrix that puts a face of this trim size into a slot, turned."""
    return geo.multiply(
        geo.multiply(geo.translate(slot.x, slot.y), geo.rotation(turn)), geo.translate(-width / 2, -height / 2)
    )


def shifted(nodes: Sequence[Node], options: SheetOptions) -> tuple[Node, ...]:
    """A back's nodes, moved as a printer's offset and skew ask for."""
    if options.offset == (0.0, 0.0) and not options.skew:
        return tuple(nodes)
    width, height = options.paper
    moved = geo.multiply(geo.translate(*options.offset), geo.rotation(options.skew, width / 2, height / 2))
    return (Group(tuple(nodes), moved),)
