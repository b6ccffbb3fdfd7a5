"""What lies on which page of a build, before any is drawn: page numbers, sheets, stock, for ever or for one seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.scene import Page
from generator.sheets.imposition.sections import Section
from generator.sheets.kinds import Stock
from generator.sheets.printable import SheetOptions


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
