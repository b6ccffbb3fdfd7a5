"""Puts a build's pages in order: pages to read, card to cut, what one seed deals. Each is printed by itself, so that
another seed needs only paper.

It also lays the pages of a text on sheets: side by side to be cut apart, or folded to a booklet or a leaflet. mm.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Node, Page, Paint, Path, Scene, Segment, Segments, Use
from generator.sheets.imposition.impose import SheetPages, blanks, impose, sheets, stays_whole
from generator.sheets.printable import Job, SheetOptions, Stock
from specs.model.component import Impose


class Section(Struct, frozen=True):
    """Pages on one stock. `read` are pages beside the pieces, drawn, each front followed by its back if there are
    backs; `jobs` what is laid on sheets. `seeded` ones are printed anew for another seed."""

    stock: Stock
    read: tuple[Page, ...] = ()
    jobs: tuple[Job, ...] = ()
    seeded: bool = False

    def pages(self, options: SheetOptions) -> Iterator[Page]:
        """Yield every page, one at a time, in printing order. Raises SpecError as faces do."""
        for sheet in self.sheets(options):
            yield from sheet.draw()

    def sheets(self, options: SheetOptions) -> Iterator[SheetPages]:
        """Yield the same, not drawn yet: pages to read at once, then each sheet of pieces."""
        whole, other = self._parted()
        if self.read or whole:
            count = sum(1 for _ in back_to_back(chain(self.read, blanks(whole)), options))
            yield SheetPages(count, (), lambda: back_to_back(chain(self.read, impose(whole)), options))
        yield from sheets(other)

    def blanks(self, options: SheetOptions) -> Iterator[Page]:
        """Yield the same pages without the pieces on them: to be counted before any is drawn."""
        whole, other = self._parted()
        yield from back_to_back(chain(self.read, blanks(whole)), options)
        yield from blanks(other)

    def _parted(self) -> tuple[Sequence[Job], Sequence[Job]]:
        """Split jobs into those of pages that may share a leaf, which are put next to each other, and the others."""
        whole: list[Job] = []
        other: list[Job] = []
        for job in self.jobs:
            (whole if stays_whole(job.printable) else other).append(job)
        return whole, other


def backed(page: Page, options: SheetOptions) -> tuple[Page, ...]:
    """Return a page with a blank back, if sheets have backs."""
    if not options.two_sided:
        return (page,)
    return page, Page.whole((page.width, page.height), (), page.components, "back")


def back_to_back(pages: Iterator[Page], options: SheetOptions) -> Iterator[Page]:
    """Yield the pages, fronts each followed by their backs; a page with a spare back waits for the next one of its
    size.

    If sheets are printed on one side, or components may not share them, the pages come as they are.
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
    """Return a front as a back: upright once the sheet is turned like a leaf, and where the printer's backs are."""
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
    """Return the plan of some sections. Pages are numbered through all of them or, `by_stock`, from 1 for each stock;
    `by_side`, sheets are numbered instead of pages."""
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
        blank = not front and not page.bookmarks and page.components == of  # a back belongs to its front
        of = page.components
        if lines and (blank or lines[-1].what == what):
            lines[-1] = replace(lines[-1], last=end, sheets=lines[-1].sheets + front)
        else:
            lines.append(Line(what, end, end, int(front)))
    return lines


def scaled(page: Page, scale: tuple[float, float]) -> Page:
    """Return the page, scaled by `scale` across and down, with its trim and bleed boxes."""
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


# ---- signatures of a text ------------------------------------------------------------------------


TICK = 3.0  # length of the cut or fold marks at the sheet's upper and lower edge
Leaf = tuple[Scene, Scene | None]  # a sheet's front, and its back as seen from behind
_GRID: dict[Impose, tuple[int, int]] = {
    "none": (1, 1),
    "2-up": (2, 1),
    "4-up": (2, 2),
    "booklet": (2, 1),
    "leaflet": (3, 1),
}
PANELS = 6  # of a leaflet

_PageNumbers = Sequence[int]  # pages from 1, row by row; 0 = blank


def spread(size: tuple[float, float], impose: Impose) -> tuple[float, float]:
    """Return the size of a sheet of pages."""
    across, down = _GRID[impose]
    return size[0] * across, size[1] * down


def leaves(pages: Sequence[Scene], size: tuple[float, float], impose: Impose) -> list[Leaf]:
    """Return the sheets that pages of a size are printed on; sheets that are blank on both sides are dropped."""
    if impose == "none":
        backs: list[Scene | None] = [*pages[1::2], None]
        return list(zip(pages[::2], backs, strict=False))
    return [
        (_spread(pages, front, size, impose), _spread(pages, back, size, impose) if any(back) else None)
        for front, back in _order(len(pages), impose)
    ]


def _order(count: int, impose: Impose) -> Iterator[tuple[_PageNumbers, _PageNumbers]]:
    """Yield which pages lie on the front of each sheet, and which behind them, as seen from there."""

    def there(*numbers: int) -> _PageNumbers:
        return [number if number <= count else 0 for number in numbers]

    match impose:
        case "booklet":
            last = -(-count // 4) * 4
            for n in range(0, last // 2, 2):
                yield there(last - n, n + 1), there(n + 2, last - n - 1)
        case "leaflet":  # the cover is outside on the right, the flap that folds in on the left
            for n in range(0, count, PANELS):
                yield there(n + 5, n + 6, n + 1), there(n + 2, n + 3, n + 4)
        case _:
            each = 2 * _GRID[impose][0] * _GRID[impose][1]
            for n in range(0, count, each):
                fronts = range(n + 1, n + each, 2)
                backs = [n + 4, n + 2, n + 8, n + 6] if impose == "4-up" else [n + 4, n + 2]
                yield there(*fronts), there(*backs)


def _spread(pages: Sequence[Scene], numbers: _PageNumbers, size: tuple[float, float], impose: Impose) -> Scene:
    width, height = size
    columns, rows = _GRID[impose]
    nodes: list[Node] = []
    for place, number in enumerate(numbers):
        if number:
            matrix = geo.translate(place % columns * width, place // columns * height)
            nodes.append(Group((Use(pages[number - 1]),), matrix, geo.rectangle(0.0, 0.0, width, height)))
    dash = (0.6, 0.6) if impose in ("booklet", "leaflet") else ()  # dashed if it is folded
    nodes.append(Path(_ticks(size, columns, rows), Paint(stroke=(0.0, 0.0, 0.0), width=0.15, dash=dash)))
    return Scene((0.0, 0.0, columns * width, rows * height), tuple(nodes), single=True)


def _ticks(size: tuple[float, float], columns: int, rows: int) -> Segments:
    width, height = columns * size[0], rows * size[1]
    found: list[Segment] = []
    for n in range(1, columns):
        for low, high in ((0.0, TICK), (height - TICK, height)):
            found += (("M", n * size[0], low), ("L", n * size[0], high))
    for n in range(1, rows):
        for low, high in ((0.0, TICK), (width - TICK, width)):
            found += (("M", low, n * size[1]), ("L", high, n * size[1]))
    return tuple(found)
