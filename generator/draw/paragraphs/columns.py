"""Lays out text in columns and pages: the place of each slab. Heights are mm; it draws nothing.

A slab is a paragraph, a heading, a table or a picture: rows below one another. It is cut only between rows, with
`head` and `tail` of them left on either side; one that keeps to the next is never last in its column. Slabs over the
whole width divide a page into bands; the columns of a band end at about the same height.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby, islice
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

CLOSE = 1e-6
STEPS = 18  # bisection steps for the height of a band


class Slab(Struct, frozen=True):
    """Rows by their heights; `before` is the gap to what is above it in its column. If it is cut, at least `head` rows
    are left before the cut, and `tail` after it. `start` says that it begins a column, or a page."""

    rows: tuple[float, ...]
    before: float = 0.0
    head: int = 2
    tail: int = 2
    keeps: bool = False
    wide: bool = False
    start: Literal["", "column", "page"] = ""

    @property
    def height(self) -> float:
        return sum(self.rows)


class Laid(Struct, frozen=True):
    """Rows of a slab, from `first` and before `last`, at `y` below the top of a page's column; over all columns if
    wide."""

    slab: int
    first: int
    last: int
    page: int
    column: int
    y: float


class TooTall(Exception):
    """A slab that is taller than any column."""

    def __init__(self, slab: int) -> None:
        self.slab = slab


class _At(Struct, frozen=True):
    """A place in the text: before a row of a slab."""

    slab: int
    row: int = 0


_Filled = tuple[list[Laid], _At]  # the placed rows, and where the rest begins


def fill(slabs: Sequence[Slab], height: float, columns: int) -> Iterator[Laid]:
    """Yield the place of every slab, in order. Raises TooTall."""
    turns = list(accumulate(int(slab.start == "page") for slab in slabs))
    bands = [list(band) for _, band in groupby(range(len(slabs)), lambda n: (slabs[n].wide, turns[n]))]
    page, top = 0, 0.0
    for number, band in enumerate(bands):
        at, end = _At(band[0]), band[-1] + 1
        count = 1 if slabs[at.slab].wide else columns
        after = _least(slabs, bands[number + 1][0]) if number + 1 < len(bands) else 0.0
        if slabs[at.slab].start == "page" and top > 0:
            page, top = page + 1, 0.0
        while at.slab < end:
            gap = slabs[at.slab].before if top > 0 and at.row == 0 else 0.0
            room = height - top - gap
            laid, rest = _columns(slabs, at, end, room, count, height)
            if rest.slab == end:
                laid, used = _even(slabs, at, end, room, count, height, laid)
                kept = _kept(slabs, at.slab, end)
                if after and kept < end and top + gap + used + after > height + CLOSE and (kept > at.slab or top > 0):
                    # slabs that keep to the next band move there
                    laid, rest = _columns(slabs, at, kept, room, count, height)
                    if rest.slab == kept:
                        laid, used = _even(slabs, at, kept, room, count, height, laid)
            yield from (replace(each, page=page, y=each.y + top + gap) for each in laid)
            at = rest
            if at.slab < end:
                page, top = page + 1, 0.0
            else:
                top += gap + used


def _least(slabs: Sequence[Slab], n: int) -> float:
    """Return how much room a slab needs to begin, with what it keeps to."""
    found = 0.0
    for slab in islice(slabs, n, None):
        rows = slab.rows if _whole(slab) else slab.rows[: slab.head]
        found += slab.before + sum(rows)
        if not slab.keeps:
            break
    return found


def _whole(slab: Slab) -> bool:
    return len(slab.rows) < slab.head + slab.tail


def _kept(slabs: Sequence[Slab], first: int, end: int) -> int:
    """Return where the slabs begin at the end of a band that keep to what comes after it."""
    while end > first and slabs[end - 1].keeps:
        end -= 1
    return end


def _even(
    slabs: Sequence[Slab], at: _At, end: int, room: float, count: int, height: float, laid: list[Laid]
) -> tuple[list[Laid], float]:
    """Return the slabs `laid` again in the shortest columns that hold them, and the height of these."""
    whole = sum(slab.before + slab.height for slab in slabs[at.slab : end])
    low, high = 0.0, min(room, whole)
    started = any(slab.start == "column" for slab in slabs[at.slab + 1 : end])
    for _ in range(STEPS if count > 1 and not started else 0):
        middle = (low + high) / 2
        tried, rest = _columns(slabs, at, end, middle, count, height)
        if rest.slab == end:
            high, laid = middle, tried
        else:
            low = middle
    return laid, max((each.y + sum(slabs[each.slab].rows[each.first : each.last]) for each in laid), default=0.0)


def _columns(slabs: Sequence[Slab], at: _At, end: int, room: float, count: int, height: float) -> _Filled:
    """Fill `count` columns of a band; return the placed rows and where the rest begins."""
    found: list[Laid] = []
    for column in range(count):
        if at.slab < end:
            laid, at = _column(slabs, at, end, room, column, full=room >= height - CLOSE)
            found += laid
    return found, at


def _column(slabs: Sequence[Slab], at: _At, end: int, room: float, column: int, *, full: bool) -> _Filled:
    laid: list[Laid] = []
    y = 0.0
    while at.slab < end:
        slab = slabs[at.slab]
        if laid and at.row == 0 and slab.start:
            return laid, at
        y += slab.before if laid and at.row == 0 else 0.0
        fits, used = at.row, 0.0
        for row in islice(slab.rows, at.row, None):
            if y + used + row > room + CLOSE:
                break
            fits, used = fits + 1, used + row
        if fits < len(slab.rows):
            cut = min(fits, len(slab.rows) - slab.tail)
            if cut - at.row >= slab.head:
                laid.append(Laid(at.slab, at.row, cut, 0, column, y))
                return laid, _At(at.slab, cut)
            break
        laid.append(Laid(at.slab, at.row, fits, 0, column, y))
        y += used
        at = _At(at.slab + 1)
    if at.slab < end:
        if full and not laid:
            raise TooTall(at.slab)
        together = 0
        while together < len(laid) and slabs[laid[-1 - together].slab].keeps:
            together += 1
        if together and (together < len(laid) or not full):  # slabs that no column holds together may be separated
            last = laid[-together]
            return laid[:-together], _At(last.slab, last.first)
    return laid, at
