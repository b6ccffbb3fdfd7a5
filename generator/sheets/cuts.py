"""The cuts of sheets, mm: which come first, since not every cut line of a mixed sheet goes straight through; and how
much work all cuts, folds and glue are."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from generator.draw.geometry.geometry import transform
from generator.sheets.area import Area, Box
from generator.sheets.printable import Job

NEAR = 1e-6
# minutes, unhurried: along a ruler; around by scissors; scored and folded; glued and held; handling a sheet
CUT, AROUND, FOLD, GLUE, SHEET = 0.25, 0.4, 0.1, 0.5, 0.5
Pair = tuple[Box, Box]  # a piece's trim and its bleed


class FirstCut(Struct, frozen=True):
    """The `number`-th cut between pieces, from (x1, y1) to (x2, y2) through the waste."""

    number: int
    x1: float
    y1: float
    x2: float
    y2: float


def first_cuts(trims: Sequence[Box], bleeds: Sequence[Box], area: Area) -> tuple[FirstCut, ...]:
    """Return the cuts that come first, in order: after them every part of the sheet is cut straight through.

    There are none if that is so from the start, and none for what no straight cut can separate, which is cut out by its
    own marks.
    """
    return _first_cuts(area.box, tuple(zip(trims, bleeds, strict=True)))


@lru_cache(maxsize=512)  # for sheets that are compared, and a game that is printed again
def _first_cuts(region: Box, pieces: tuple[Pair, ...]) -> tuple[FirstCut, ...]:
    return tuple(FirstCut(number, *line) for number, line in enumerate(_split(region, pieces), 1))


def regions(area: Area, cuts: Sequence[FirstCut]) -> list[Box]:
    """Return the parts of an area after these cuts are made in order."""
    found = [area.box]
    for cut in cuts:
        upright = cut.x1 == cut.x2
        here = next(
            box
            for box in found
            if (upright and (box[1], box[3]) == (cut.y1, cut.y2) and box[0] < cut.x1 < box[2])
            or (not upright and (box[0], box[2]) == (cut.x1, cut.x2) and box[1] < cut.y1 < box[3])
        )
        left, top, right, bottom = here
        found.remove(here)
        found += (
            [(left, top, cut.x1, bottom), (cut.x1, top, right, bottom)]
            if upright
            else [(left, top, right, cut.y1), (left, cut.y1, right, bottom)]
        )
    return found


def _split(region: Box, pieces: Sequence[Pair]) -> Iterator[Box]:
    if _straight(pieces):
        return
    ways = [way for axis in (0, 1) for way in _ways(pieces, axis)]
    if not ways:
        return
    # prefers parts that need no more first cuts, then parts of similar size
    axis, at, low, high = min(
        ways, key=lambda way: (-_straight(way[2]) - _straight(way[3]), abs(len(way[2]) - len(way[3])), way[:2])
    )
    left, top, right, bottom = region
    if axis == 0:
        yield at, top, at, bottom
        yield from _split((left, top, at, bottom), low)
        yield from _split((at, top, right, bottom), high)
    else:
        yield left, at, right, at
        yield from _split((left, top, right, at), low)
        yield from _split((left, at, right, bottom), high)


def _straight(pieces: Sequence[Pair]) -> bool:
    """Return whether each piece's cut lines can go right through without touching another piece."""
    for axis in (0, 1):
        lines = sorted({trim[side] for trim, _ in pieces for side in (axis, axis + 2)})
        for trim, _ in pieces:
            inside = bisect_right(lines, trim[axis] + NEAR)
            if inside < len(lines) and lines[inside] < trim[axis + 2] - NEAR:
                return False
    return True


def _ways(pieces: Sequence[Pair], axis: int) -> Iterator[tuple[int, float, list[Pair], list[Pair]]]:
    """Yield every straight cut across an axis that has pieces on both sides and goes through none: (axis, where,
    before, behind)."""
    ordered = sorted(pieces, key=lambda pair: pair[0][axis])
    end = ordered[0][0][axis + 2]
    for index, (trim, _) in enumerate(ordered):
        if trim[axis] >= end - NEAR and index:
            before, behind = list(ordered[:index]), list(ordered[index:])
            near, far = max(bleed[axis + 2] for _, bleed in before), min(bleed[axis] for _, bleed in behind)
            yield axis, (near + far) / 2, before, behind
        end = max(end, trim[axis + 2])


# ---- how much work it is ---------------------------------------------------------------------------


class Labour(Struct, frozen=True):
    """`cuts` go straight across a sheet or a part of it; `around` counts pieces cut out along their outline."""

    cuts: int = 0
    around: int = 0
    folds: int = 0
    glued: int = 0
    sheets: int = 0

    def __add__(self, other: Labour) -> Labour:
        return Labour(*(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__))

    def times(self, count: int) -> Labour:
        return Labour(*(count * getattr(self, name) for name in self.__struct_fields__))

    @property
    def minutes(self) -> float:
        return CUT * self.cuts + AROUND * self.around + FOLD * self.folds + GLUE * self.glued + SHEET * self.sheets


def labour(jobs: Iterable[Job]) -> Labour:
    """Return the work of cutting some jobs, and of gluing boards together; pages to read stay whole."""
    return sum(map(_labour, jobs), Labour())


def _labour(job: Job) -> Labour:
    sheets, count = job.sheets, job.printable.count
    if job.printable.sheet:
        return Labour()
    if not job.slots:
        return Labour(cuts=2 * sheets, glued=sheets - count, sheets=sheets)
    full = len(job.slots)
    last = full if job.others else min(full, count - (sheets - 1) * full)
    return _sheet(job, full).times(sheets - 1) + _sheet(job, last)


def _sheet(job: Job, count: int) -> Labour:
    """Return the work for a sheet with `count` pieces; a row of figures is folded and glued as one."""
    folds, standing = _rows(job, count)
    if job.options.cutter is not None:  # the machine cuts while one does something else
        return Labour(0, standing, folds, folds, 1)
    cuts, around = _cuts(job, count)
    return Labour(cuts, around + standing, folds, folds, 1)


def _rows(job: Job, count: int) -> tuple[int, int]:
    """Return the folds of a sheet's rows of figures, each row folded as one; and how many figures are then cut out."""
    lines: set[tuple[int, float]] = set()
    standing = 0
    for slot in job.slots[: max(count, 0)]:
        component = job.component(slot)
        if component.lattice != "square":
            continue
        standing += bool(component.within)
        matrix = component.placed(slot, slot.turn)
        for _, x, y in transform(component.creases[::2], matrix):
            axis = int(slot.turn % 180 == 0)
            lines.add((axis, round(float((x, y)[axis]), 1)))
    return len(lines), standing


def _cuts(job: Job, count: int) -> tuple[int, int]:
    """Return how many straight cuts a sheet with `count` pieces needs, and how many of the pieces are cut around."""
    slots = job.slots[: max(count, 0)]
    trims = [job.trim(slot) for slot in slots]
    straight = [job.component(slot).lattice == "square" for slot in slots]
    first = first_cuts(trims, trims, job.free)
    lines = len(first)
    for left, top, right, bottom in regions(job.free, first):
        inside = [
            trim
            for trim, cut in zip(trims, straight, strict=True)
            if cut and left < (trim[0] + trim[2]) / 2 < right and top < (trim[1] + trim[3]) / 2 < bottom
        ]
        lines += sum(len({round(trim[side], 3) for trim in inside for side in (axis, axis + 2)}) for axis in (0, 1))
    return lines, straight.count(False)
