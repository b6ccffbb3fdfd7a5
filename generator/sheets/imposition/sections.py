"""In which order a build's pages come: what is read, what is cut out of card, what one seed deals. Each is printed by
itself, so that another seed is printed on paper alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Page
from generator.sheets.imposition.impose import SheetPages, blanks, impose, sheets, stays_whole
from generator.sheets.printable import Job, SheetOptions, Stock


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

    def sheets(self, options: SheetOptions) -> Iterator[SheetPages]:
        """The same, not drawn yet: what is read at once, then each sheet of pieces."""
        whole, other = self._parted()
        if self.read or whole:
            count = sum(1 for _ in back_to_back(chain(self.read, blanks(whole)), options))
            yield SheetPages(count, (), lambda: back_to_back(chain(self.read, impose(whole)), options))
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
    if not options.two_sided:
        return (page,)
    box = (0.0, 0.0, page.width, page.height)
    return page, Page(page.width, page.height, (), box, box, page.components, "back")


def back_to_back(pages: Iterator[Page], options: SheetOptions) -> Iterator[Page]:
    """The pages, fronts each followed by their backs; a page with a spare back waits for the next one of its size.

    Only where sheets are printed on both sides and components may share them.
    """
    if not options.two_sided or not options.pack:
        yield from pages
        return
    waiting: tuple[Page, Page] | None = None
    for page in pages:
        if not page.spare_back:
            yield page
            continue
        blank = next(pages)
        if waiting is None:
            waiting = page, blank
        elif (waiting[0].width, waiting[0].height) != (page.width, page.height):
            yield from waiting
            waiting = page, blank
        else:
            yield waiting[0]
            yield _behind(page, replace(options, paper=(page.width, page.height)))
            waiting = None
    if waiting is not None:
        yield from waiting


def _behind(page: Page, options: SheetOptions) -> Page:
    """A front as a back: upright once the sheet is turned as one turns a leaf, and where the printer's backs are."""
    if options.turned == "y":
        page = _upside_down(page)
    return replace(page, nodes=options.shifted(page.nodes), side="back")


def _upside_down(page: Page) -> Page:
    matrix = geo.rotation(180, page.width / 2, page.height / 2)

    def box(each: geo.Rectangle) -> geo.Rectangle:
        return page.width - each[0] - each[2], page.height - each[1] - each[3], each[2], each[3]

    placements = tuple(
        replace(each, matrix=geo.multiply(matrix, each.matrix), trim=box(each.trim)) for each in page.placements
    )
    nodes = (Group(page.nodes, matrix),)
    return replace(page, nodes=nodes, trim=box(page.trim), bleed=box(page.bleed), placements=placements)


class Line(Struct, frozen=True):
    """`what` is on pages `first` to `last`, which take `sheets`: 0 for what is printed behind something else."""

    what: str
    first: int
    last: int
    sheets: int


class Batch(Struct, frozen=True):
    """Pages that are printed one after another on one stock."""

    stock: Stock
    seeded: bool
    lines: tuple[Line, ...]

    @property
    def first(self) -> int:
        return self.lines[0].first

    @property
    def last(self) -> int:
        return self.lines[-1].last

    @property
    def sheets(self) -> int:
        return sum(line.sheets for line in self.lines)


def batches(
    sections: Sequence[Section], options: SheetOptions, named: Callable[[Page], str], *, by_stock: bool, by_side: bool
) -> tuple[Batch, ...]:
    """The plan of some sections. Pages are counted through; `by_stock`, each stock from 1; `by_side`, sheets are."""
    found: list[Batch] = []
    ends: dict[Stock, int] = {}
    for section in sections:
        stock: Stock = section.stock if by_stock else "paper"
        lines = _lines(section.blanks(options), named, ends.get(stock, 0), by_side=by_side)
        if lines:
            ends[stock] = lines[-1].last
            found.append(Batch(section.stock, section.seeded, tuple(lines)))
    return tuple(found)


def _lines(pages: Iterable[Page], named: Callable[[Page], str], end: int, *, by_side: bool) -> list[Line]:
    lines: list[Line] = []
    of: tuple[str, ...] = ()
    for page in pages:
        front = page.side != "back"
        end += front or not by_side
        what = named(page)
        blank = not front and not page.bookmarks and page.components == of  # a back goes with its front
        of = page.components
        if lines and (blank or lines[-1].what == what):
            lines[-1] = replace(lines[-1], last=end, sheets=lines[-1].sheets + front)
        else:
            lines.append(Line(what, end, end, int(front)))
    return lines


def scaled(page: Page, scale: tuple[float, float]) -> Page:
    """The page, all of it `scale` times as large across and down; its trim and bleed boxes with it."""
    if scale == (1.0, 1.0) or not page.nodes:
        return page
    (across, down), x, y = scale, page.width / 2, page.height / 2
    matrix = (across, 0.0, 0.0, down, x - across * x, y - down * y)

    def moved(box: geo.Rectangle) -> geo.Rectangle:
        left, top = geo.apply(matrix, box[0], box[1])
        right, bottom = geo.apply(matrix, box[0] + box[2], box[1] + box[3])
        left, top, right, bottom = max(0.0, left), max(0.0, top), min(page.width, right), min(page.height, bottom)
        return left, top, right - left, bottom - top

    return replace(page, nodes=(Group(page.nodes, matrix),), trim=moved(page.trim), bleed=moved(page.bleed))
