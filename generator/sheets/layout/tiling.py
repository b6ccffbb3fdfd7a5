"""Boards larger than the paper: over how many sheets they are tiled, and how those lie. mm, y downward."""

from __future__ import annotations

from math import ceil

from msgspec import Struct

from generator.sheets.area import Area, Slot
from generator.sheets.bleed import bleed_of
from generator.sheets.layout.free_area import strips
from generator.sheets.printable import Printable, SheetOptions

OVERLAP = 8.0  # of neighbouring sheets


class Tiling(Struct, frozen=True):
    """How a board lies on `columns` by `rows` sheets, turned by `turn` degrees; each sheet prints on `free`."""

    free: Area
    strip: Area
    turn: int
    across: float  # the turned board's width and height
    down: float
    columns: int
    rows: int
    bleed: float

    def slot(self, column: int, row: int) -> Slot:
        """Where the whole board's middle lies on a sheet, mostly beyond its edge."""
        x = self.free.x + self.bleed + self.across / 2 - column * (self.free.width - OVERLAP)
        y = self.free.y + self.bleed + self.down / 2 - row * (self.free.height - OVERLAP)
        return Slot(x, y, self.turn, (self.bleed,) * 4)

    def number(self, column: int, row: int) -> int:
        """A sheet's number, from 1, as one reads."""
        return row * self.columns + column + 1


def tiling(printable: Printable, options: SheetOptions) -> Tiling:
    """The tiling with the fewest sheets: upright or on its side, the footer below or beside; each shows as much."""
    bleed = bleed_of(printable, options)
    turns = ((0, printable.width, printable.height), (90, printable.height, printable.width))
    ways = [
        _way(free, strip, turn, (across, down), bleed)
        for free, strip in strips(options.area)
        for turn, across, down in turns
    ]
    return min(ways, key=lambda way: way.columns * way.rows)


def _way(free: Area, strip: Area, turn: int, size: tuple[float, float], bleed: float) -> Tiling:
    across, down = size[0] + 2 * bleed, size[1] + 2 * bleed
    columns, rows = _tiles(across, free.width), _tiles(down, free.height)
    width, height = (across + (columns - 1) * OVERLAP) / columns, (down + (rows - 1) * OVERLAP) / rows
    even = Area(free.x + (free.width - width) / 2, free.y + (free.height - height) / 2, width, height)
    return Tiling(even, strip, turn, *size, columns, rows, bleed)


def _tiles(length: float, room: float) -> int:
    return 1 if length <= room else 1 + ceil((length - room) / (room - OVERLAP) - 1e-9)
