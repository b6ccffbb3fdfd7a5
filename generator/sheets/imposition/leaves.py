"""Pages to read, back to back: two that stay whole and have nothing behind them share a sheet. Lengths are mm."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Page
from generator.sheets.mirror import corrected, turned
from generator.sheets.printable import SheetOptions


def back_to_back(pages: Iterator[Page], options: SheetOptions) -> Iterator[Page]:
    """The pages, fronts each followed by their backs; a page with a spare back waits for the next one of its size.

    Only where sheets are printed on both sides and components may share them.
    """
    if options.duplex not in ("long-edge", "short-edge") or not options.pack:
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
    if turned(options) == "y":
        page = _upside_down(page)
    if options.offset != (0.0, 0.0) or options.skew:
        page = replace(page, nodes=(Group(page.nodes, corrected(options)),))
    return replace(page, side="back")


def _upside_down(page: Page) -> Page:
    matrix = geo.rotation(180, page.width / 2, page.height / 2)

    def box(each: geo.Rectangle) -> geo.Rectangle:
        return page.width - each[0] - each[2], page.height - each[1] - each[3], each[2], each[3]

    placements = tuple(
        replace(each, matrix=geo.multiply(matrix, each.matrix), trim=box(each.trim)) for each in page.placements
    )
    return replace(
        page,
        nodes=(Group(page.nodes, matrix),),
        trim=box(page.trim),
        bleed=box(page.bleed),
        placements=placements,
    )
