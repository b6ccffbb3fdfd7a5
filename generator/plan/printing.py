"""The PDFs of a build: which there are, of which runs of pages they are made, and how they are put together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Protocol

from msgspec import Struct

from generator.draw.scene import Page
from generator.formats.pdf.file import File, Meta
from generator.plan.first_sheet import headed, leading
from generator.plan.press import Press
from generator.plan.runs import Drawing, Drawn, Run, planned
from generator.plan.tally import Knifed, Paged, Tally
from generator.sheets.imposition.sections import Section
from generator.sheets.printable import SheetOptions

Leading = Callable[[SheetOptions], list[Page]]  # pages before all others, on a paper


class NotesCuts(Protocol):
    """Takes what a machine cuts of a PDF's pages as they go by."""

    def note(self, pages: Iterable[Knifed], stem: str, *, split: bool) -> None: ...


class PDF(Struct, frozen=True):
    """A file's name behind the game's, its runs and who draws them, and whether no other holds the same pages."""

    suffix: str
    runs: list[Run]
    drawing: Drawing
    whole: bool


def laid(press: Press, sheet: SheetOptions, tally: Tally, counted: Tally) -> tuple[SheetOptions, list[Section]]:
    """How a paper is printed on, and what is laid on it; `counted` is what pieces are counted in as they are drawn."""
    sheet, parts = press.duplexed(sheet), press.printables(counted)
    sections = press.sections(parts, sheet, tally)
    if advice := press.advice(parts, sections, sheet):
        tally.remark(advice)
    return sheet, sections


def files(press: Press, sheet: SheetOptions, tally: Tally, sheets: Leading | None) -> Iterator[PDF]:
    """What is printed on a paper, planned; `tally` takes what there is to remark. Raises SpecError, Declined."""
    counted = Tally()
    sheet, sections = laid(press, sheet, tally, counted)
    for suffix, some, whole in _files(press, sections, sheet, sheets):
        runs = planned(some, sheet)
        yield PDF(suffix, runs, Drawing(press, sheet, counted, several=len(runs) > 1), whole)


def _files(
    press: Press, sections: Sequence[Section], sheet: SheetOptions, sheets: Leading | None
) -> Iterator[tuple[str, Sequence[Section], bool]]:
    """Each PDF's name behind the game's, what it holds, and whether no other holds it."""
    whole = headed(press, sections, sheet)
    if sheets is not None:
        whole = leading(whole, map(press.ink.page, sheets(sheet)), sheet)
    if not press.settings.given.split_stock:
        yield "", whole, True
        return
    for stock in ("card", "paper"):
        if some := [section for section in whole if section.stock == stock]:
            yield f"-{stock}", some, True
    for suffix, seeded in (("-rules", False), ("-setup", True)):
        if some := [section for section in sections if section.stock == "paper" and section.seeded == seeded]:
            yield suffix, some, False


def write(file: PDF, found: Iterable[Drawn], path: Path, paged: Paged, tally: Tally, cuts: NotesCuts | None) -> None:
    """What came of a file's runs, as one PDF whose name begins with the path, or fronts and backs as two; and counted.
    Raises OSError."""
    press, sheet = file.drawing.press, file.drawing.sheet
    with ExitStack() as stack:
        open_: dict[str, File] = {}
        for drawn in found:
            for side, chunk in drawn.chunks.items():
                if side not in open_:
                    from generator.formats.pdf import pages

                    open_[side] = stack.enter_context(
                        pages.writing(_meta(press, sheet), path.with_name(f"{path.name}{side}.pdf"))
                    )
                open_[side].add(chunk)
            paged.add(drawn.paged)
            tally.add(drawn.tally)
            if cuts is not None:
                cuts.note(drawn.cut, path.name, split=press.settings.given.split)


def _meta(press: Press, sheet: SheetOptions) -> Meta:
    spec, split = press.told, press.settings.given.split
    both_sides = press.backed() and sheet.duplex.endswith("edge") and not split
    return Meta(
        title=spec.title,
        author=spec.credits.designer,
        subject=spec.text,
        keywords=f"print and play, {spec.game}",
        duplex=sheet.duplex if both_sides else "",
        language=spec.language or "en",
    )
