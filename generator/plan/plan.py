"""The plan of a build: for each paper what lies on which sheet, and in which files and runs these are drawn. Planning
draws only what must be measured, and writes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.scene import Page
from generator.plan.drawer import Drawer
from generator.plan.first_sheet_facts import headed, leading
from generator.plan.runs import Run, divided
from generator.plan.selection import Selection
from generator.sheets.imposition.boards import assembly
from generator.sheets.imposition.sections import Section, backed
from generator.sheets.layout.n_up import uncut
from generator.sheets.layout.pack import pack
from generator.sheets.layout.remarks import hint, size_remark
from generator.sheets.printable import SheetOptions
from specs.base.languages import listed, say

MANY_SHEETS = 500  # of one paper: more are printed only where that is meant
Leading = Callable[[SheetOptions], list[Page]]  # pages before all others, on a paper


class FilePlan(Struct, frozen=True):
    """A PDF: what its name ends with, its runs, and whether its pages are in no other file."""

    suffix: str
    runs: list[Run]
    whole: bool


class PaperPlan(Struct, frozen=True):
    """What is printed on a paper: its sections in their order, and the files they go to. `cut_sheets` counts the
    sheets of pieces that are the same for every seed."""

    name: str
    sheet: SheetOptions
    sections: tuple[Section, ...]
    files: tuple[FilePlan, ...]
    cut_sheets: int
    remarks: tuple[str, ...]


class Plan(Struct, frozen=True):
    """A build with everything decided: which pieces are printed, on which papers, in which files, in which order."""

    selection: Selection
    papers: tuple[PaperPlan, ...]

    @property
    def many(self) -> Iterator[str]:
        """How many sheets there are of each paper that takes very many."""
        return (f"{each.cut_sheets:,} sheets" for each in self.papers if each.cut_sheets > MANY_SHEETS)


def plan(drawer: Drawer, first: Leading | None = None) -> Plan:
    """The plan of what a drawer's selection prints, some pages before all others. Raises SpecError as faces do."""
    papers = drawer.selection.settings.papers
    return Plan(drawer.selection, tuple(plan_paper(drawer, name, sheet, first) for name, sheet in papers))


def plan_paper(drawer: Drawer, name: str, sheet: SheetOptions, first: Leading | None = None) -> PaperPlan:
    """The same for one paper."""
    split = drawer.selection.settings.given.split_stock
    sheet, sections, remarks = lay_out(drawer, sheet)
    count = sum(each.sheets for section in sections if not section.seeded for each in section.jobs)
    if advice := _advice(drawer, sheet, count):
        remarks.append(advice)
    whole = headed(drawer, sections, sheet)
    if first is not None:
        whole = leading(whole, map(drawer.ink.page, first(sheet)), sheet)
    files = [
        FilePlan(suffix, divided(some, sheet), only)
        for suffix, some, only in _files(whole, sections, split=split)
        if some
    ]
    return PaperPlan(name, sheet, tuple(whole), tuple(files), count, tuple(remarks))


def lay_out(drawer: Drawer, sheet: SheetOptions) -> tuple[SheetOptions, list[Section], list[str]]:
    """How a paper is printed on, all that is laid on it (pages to read, card to cut, what a seed deals), and remarks.
    Raises SpecError."""
    sheet = sheet if drawer.backed() else replace(sheet, duplex="none")
    printables = drawer.printables()
    papers, cards = (pack([each for each in printables if each.stock == stock], sheet) for stock in ("paper", "card"))
    jobs = (*papers, *cards)
    remarks = list(filter(None, map(size_remark, jobs)))
    if titles := [job.printable.title for job in jobs if uncut(job, sheet)]:
        remarks.append(say("Cut by hand, for want of room between the marks: {titles}.", titles=listed(titles)))
    boards = [assembly(job.printable, job.options) for job in jobs if not job.slots]
    read = [page for front in (*boards, *drawer.layouts(sheet)) for page in backed(front, sheet)]
    sections = [
        Section("paper", tuple(read), tuple(papers)),
        Section("card", (), tuple(cards)),
        Section("paper", *drawer.setup(sheet), seeded=True),
    ]
    return sheet, [section for section in sections if section.read or section.jobs], remarks


def _advice(drawer: Drawer, sheet: SheetOptions, count: int) -> str:
    """What would save some of these sheets, in a sentence; empty where nothing would, or there is no choice."""
    if sheet.fixed is not None or count > MANY_SHEETS:
        return ""
    given = drawer.selection.settings.given
    own_margin = given.margin is None and sheet.margins is None
    return hint(drawer.printables(), sheet, count, bleed=given.bleed is None, margin=own_margin)


def _files(
    whole: Sequence[Section], sections: Sequence[Section], *, split: bool
) -> Iterator[tuple[str, list[Section], bool]]:
    """What each PDF's name ends with, what it holds, and whether no other holds that."""
    if not split:
        yield "", list(whole), True
        return
    for stock in ("card", "paper"):
        yield f"-{stock}", [section for section in whole if section.stock == stock], True
    for suffix, seeded in (("-rules", False), ("-setup", True)):
        yield suffix, [each for each in sections if each.stock == "paper" and each.seeded == seeded], False
