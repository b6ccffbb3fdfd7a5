"""How much work sheets are: cuts, folds and glue, counted on them as they are laid, and how long that takes."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from generator.sheets.cutting.cut_order import first_cuts, regions
from generator.sheets.printable import Job

# minutes, at an unhurried table: along a ruler; around by scissors; scored and folded; glued and held; a sheet in hand
CUT, AROUND, FOLD, GLUE, SHEET = 0.25, 0.4, 0.1, 0.5, 0.5


class Labour(Struct, frozen=True):
    """`cuts` go straight across a sheet or what a cut left of it; `around` are pieces cut out along their outline."""

    cuts: int = 0
    around: int = 0
    folds: int = 0
    glued: int = 0
    sheets: int = 0

    def __add__(self, other: Labour) -> Labour:
        return Labour(*(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__))

    @property
    def minutes(self) -> float:
        return CUT * self.cuts + AROUND * self.around + FOLD * self.folds + GLUE * self.glued + SHEET * self.sheets


def labour(jobs: Iterable[Job]) -> Labour:
    """What cutting some jobs takes, and gluing boards together; pages to read stay whole."""
    return sum(map(_of, jobs), Labour())


def _of(job: Job) -> Labour:
    sheets, count = job.sheets, job.printable.count
    if job.printable.sheet:
        return Labour()
    if not job.slots:
        return Labour(cuts=2 * sheets, glued=sheets - count, sheets=sheets)
    if job.options.cutter is not None:  # it cuts while one does something else
        return Labour(sheets=sheets)
    full = len(job.slots)
    last = full if job.others else min(full, count - (sheets - 1) * full)
    whole, rest = _cut(job, full), _cut(job, last)
    return Labour((sheets - 1) * whole[0] + rest[0], (sheets - 1) * whole[1] + rest[1], sheets=sheets)


def _cut(job: Job, count: int) -> tuple[int, int]:
    """Straight cuts of a sheet with so many pieces, and how many of these are cut around."""
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
