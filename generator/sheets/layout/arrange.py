"""Arranges pieces of one size on a sheet: as many as fit, their bleeds apart, with room for marks between them. mm."""

from collections.abc import Callable, Iterator
from math import floor, prod, sqrt
from operator import itemgetter

from msgspec import Struct

from generator.sheets.area import EPSILON, Area, Slot


class Footprint(Struct, frozen=True):
    """What a piece needs: trim size, bleed, and how it packs. `lattice` is square, hex-flat, hex-pointy or circle."""

    width: float
    height: float
    bleed: float
    lattice: str = "square"

    def turned(self, turn: int) -> tuple[float, float]:
        """Return its width and height when it is turned by 0 or 90 degrees."""
        return (self.width, self.height) if turn == 0 else (self.height, self.width)

    def gap(self, gutter: float) -> float:
        """Return the distance of neighbours' cut lines: both bleeds, and a gutter if there are any."""
        return 2 * self.bleed + (gutter if self.bleed > 0 else 0)


_Grid = tuple[Area, int]  # an area, and how far the pieces on it are turned, degrees


def arrange(
    footprint: Footprint,
    area: Area,
    gutter: float,
    *,
    outer: bool,
    mixed: bool = False,
    may: Callable[[Slot], bool] | None = None,
) -> tuple[Slot, ...]:
    """Return the slots of a full sheet, row by row, centred in the area; empty if not even one fits.

    `gutter` is kept between neighbouring bleeds. With `outer`, pieces touch at their cut lines and only the sheet's
    outer edges have a bleed. With `mixed`, space that a grid leaves free may hold turned pieces, if more fit that way.
    Slots that `may` refuses stay free.
    """
    layouts = [_grid(footprint, area, gutter, turn, outer) for turn in (0, 90)]
    if footprint.lattice in ("circle", "hex-flat", "hex-pointy"):
        layouts += [_nest(footprint, area, gutter, turn) for turn in (0, 90)]
    best = max(layouts if may is None else [tuple(filter(may, layout)) for layout in layouts], key=len)
    if mixed and footprint.lattice == "square":
        # tiny pieces have a thousand such layouts: only those that may hold more are laid out
        for most, grids in sorted(_mixed(footprint, area, gutter), key=itemgetter(0), reverse=True):
            if most <= len(best):
                break
            slots = [slot for part, turn in grids for slot in _grid(footprint, part, gutter, turn, outer=False)]
            best = max(best, tuple(filter(may, slots)) if may is not None else tuple(slots), key=len)
    return best


def _grid(footprint: Footprint, area: Area, gutter: float, turn: int, outer: bool) -> tuple[Slot, ...]:
    (width, height), bleed = footprint.turned(turn), footprint.bleed
    gap = 0.0 if outer else footprint.gap(gutter)
    columns, rows = _columns_and_rows(footprint, area, turn, gap)
    left = area.x + (area.width - columns * width - (columns - 1) * gap) / 2
    top = area.y + (area.height - rows * height - (rows - 1) * gap) / 2
    slots = []
    for row in range(rows):
        for column in range(columns):
            bleeds = (bleed,) * 4
            if outer:
                ends = (column == 0, row == 0, column == columns - 1, row == rows - 1)
                bleeds = tuple(bleed if end else 0.0 for end in ends)  # type: ignore[assignment]
            x, y = left + column * (width + gap) + width / 2, top + row * (height + gap) + height / 2
            slots.append(Slot(x, y, turn, bleeds))
    return tuple(slots)


def _columns_and_rows(footprint: Footprint, area: Area, turn: int, gap: float) -> tuple[int, int]:
    (width, height), bleed = footprint.turned(turn), footprint.bleed
    return _fit(area.width - 2 * bleed, width, gap), _fit(area.height - 2 * bleed, height, gap)


def _mixed(footprint: Footprint, area: Area, gutter: float) -> Iterator[tuple[int, tuple[_Grid, _Grid]]]:
    """Yield a grid over some of the sheet and a grid of turned pieces over the rest, below it or beside it, and how
    many pieces that holds."""
    bleed, gap = footprint.bleed, footprint.gap(gutter)
    gutter = gutter if bleed > 0 else 0.0

    def pair(first: Area, turn: int, second: Area) -> tuple[int, tuple[_Grid, _Grid]]:
        grids = (first, turn), (second, 90 - turn)
        return sum(prod(_columns_and_rows(footprint, part, turned, gap)) for part, turned in grids), grids

    for turn in (0, 90):
        width, height = footprint.turned(turn)
        for rows in range(1, _fit(area.height - 2 * bleed, height, gap)):
            upper = rows * (height + gap) - gutter
            lower = area.height - upper - gutter
            below = Area(area.x, area.y + area.height - lower, area.width, lower)
            yield pair(Area(area.x, area.y, area.width, upper), turn, below)
        for columns in range(1, _fit(area.width - 2 * bleed, width, gap)):
            left = columns * (width + gap) - gutter
            right = area.width - left - gutter
            beside = Area(area.x + area.width - right, area.y, right, area.height)
            yield pair(Area(area.x, area.y, left, area.height), turn, beside)


def _fit(room: float, size: float, gap: float) -> int:
    return max(0, floor((room + gap) / (size + gap) + EPSILON))


def _nest(footprint: Footprint, area: Area, gutter: float, turn: int) -> tuple[Slot, ...]:
    """Return rows shifted by half a piece: hexagons edge to edge, or circles in each other's hollows. Hexagons that are
    turned the other way lie in columns, which are the rows of the area on its side."""
    width, height = footprint.turned(turn)
    if footprint.lattice == "circle" or (footprint.lattice == "hex-pointy") == (turn == 0):
        return _rows(footprint, area, gutter, turn, width, height)
    side = Area(area.x, area.y, area.height, area.width)
    return tuple(
        Slot(area.x + slot.y - area.y, area.y + slot.x - area.x, turn, slot.bleeds)
        for slot in _rows(footprint, side, gutter, turn, height, width)
    )


def _rows(footprint: Footprint, area: Area, gutter: float, turn: int, width: float, height: float) -> tuple[Slot, ...]:
    bleed, across = footprint.bleed, width + footprint.gap(gutter)
    pitch, shift = across * sqrt(3) / 2, across / 2
    room_x, room_y = area.width - 2 * bleed, area.height - 2 * bleed
    rows = max(0, floor((room_y - height) / pitch + EPSILON) + 1)
    even = max(0, floor((room_x - width) / across + EPSILON) + 1)
    odd = max(0, floor((room_x - width - shift) / across + EPSILON) + 1)
    if rows == 0 or even == 0:
        return ()
    total_width = max(width + (even - 1) * across, width + shift + (odd - 1) * across if rows > 1 and odd else 0)
    total_height = height + (rows - 1) * pitch
    left, top = area.x + (area.width - total_width) / 2, area.y + (area.height - total_height) / 2
    return tuple(
        Slot(left + width / 2 + column * across + row % 2 * shift, top + height / 2 + row * pitch, turn, (bleed,) * 4)
        for row in range(rows)
        for column in range(odd if row % 2 else even)
    )
