"""In which order a build's pages come: what is read, what is cut out of card, what one seed deals. Each is printed by
itself, so that another seed is printed on paper alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec import Struct

from generator.draw.scene import Page
from generator.sheets.imposition.impose import Sheet, blanks, impose, sheets, stays_whole
from generator.sheets.imposition.leaves import back_to_back
from generator.sheets.kinds import Stock
from generator.sheets.layout.job import Job
from generator.sheets.printable import SheetOptions


class Section(Struct, frozen=True):
    """Pages on one stock. `read` are pages beside the pieces, drawn, each front followed by its back where there are
    backs; `jobs` what is laid on sheets. What is `seeded` is printed anew for another seed."""

    stock: Stock
    read: tuple[Page, ...] = ()
    jobs: tuple[Job, ...] = ()
    seeded: bool = False

    def pages(self, options: SheetOptions) -> Iterator[Page]:
        """Every page, one at a time, in printing order. Raises SpecError as faces do."""
        for sheet in self.sheets(options):
            yield from sheet.draw()

    def sheets(self, options: SheetOptions) -> Iterator[Sheet]:
        """The same, not drawn yet: what is read at once, then each sheet of pieces."""
        whole, other = self._parted()
        if self.read or whole:
            count = sum(1 for _ in back_to_back(chain(self.read, blanks(whole)), options))
            yield Sheet(count, (), lambda: back_to_back(chain(self.read, impose(whole)), options))
        yield from sheets(other)

    def blanks(self, options: SheetOptions) -> Iterator[Page]:
        """As many pages, with no pieces on them."""
        whole, other = self._parted()
        yield from back_to_back(chain(self.read, blanks(whole)), options)
        yield from blanks(other)

    def _parted(self) -> tuple[Sequence[Job], Sequence[Job]]:
        """Jobs of pages that may share a leaf, which so lie next to each other; and the others."""
        whole: list[Job] = []
        other: list[Job] = []
        for job in self.jobs:
            (whole if stays_whole(job.printable) else other).append(job)
        return whole, other


def backed(page: Page, options: SheetOptions) -> tuple[Page, ...]:
    """A page with a blank back, where sheets have backs."""
    if options.duplex not in ("long-edge", "short-edge"):
        return (page,)
    box = (0.0, 0.0, page.width, page.height)
    return page, Page(page.width, page.height, (), box, box, page.components, "back")
