"""A build's pages in runs, each drawn by itself: in this process, in others or by a cluster, with the same result.

A run starts from scratch, so it depends only on its own sheets. It returns its pages as chunks of files, and its
counts.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, msgpack

from generator.formats.pdf.file import TOGETHER, Chunk
from generator.plan.drawer import Drawer
from generator.plan.manifest import CutSheet, FaceCounts, PageCounts
from generator.plan.settings import Settings
from generator.sheets.imposition.impose import SheetPages
from generator.sheets.imposition.sections import Section, scaled
from generator.sheets.printable import SheetOptions, Stock
from specs.base.languages import say
from specs.base.workers.pool import WorkerPool

if TYPE_CHECKING:
    from generator.formats.pdf.pages import Writer

ALIKE = 4  # the number of runs is a multiple of this, so that two or four processes have equal work
BOTH, FRONTS, BACKS = "", "-fronts", "-backs"  # endings of file names

Progress = Callable[[str], None]
Runs = Generator["Drawn", None, None]  # in the order they are drawn
Agreed = Callable[[str], bool | None]  # asks whether very many sheets are intended; None if it cannot ask


class Run(Struct, frozen=True):
    """Sheets that are drawn together; `section` is the bookmark that they belong to."""

    sheets: tuple[tuple[Stock, SheetPages], ...]
    section: str


class Drawn(Struct, frozen=True):
    """The result of a run: pages by their file, counts, and what a machine cuts."""

    chunks: dict[str, Chunk]
    pages: PageCounts
    faces: FaceCounts
    cut: list[CutSheet]


def encoded(drawn: Drawn) -> bytes:
    """Encode the result of a run, for another process or the disk."""
    return msgpack.encode(drawn, enc_hook=str)  # msgpack does not accept a translated sentence as text


def decoded(data: bytes) -> Drawn:
    """Decode the result of a run. Raises DecodeError."""
    return msgpack.decode(data, type=Drawn)


def divided(sections: Sequence[Section], sheet: SheetOptions) -> list[Run]:
    """Divide all sheets in printing order into runs of about as many pages each: one, or enough for four to draw as
    much."""
    every = [(section.stock, each) for section in sections for each in section.sheets(sheet)]
    pages = sum(each.pages for _, each in every)
    count = -(-pages // TOGETHER) if pages <= TOGETHER else -(-pages // (TOGETHER * ALIKE)) * ALIKE
    found: list[Run] = []
    some: list[tuple[Stock, SheetPages]] = []
    reached, section, after = 0, "", ""
    for stock, each in every:
        some.append((stock, each))
        share, reached = reached * count // pages, reached + each.pages
        after = each.bookmarks[0] if each.bookmarks else after
        if reached * count // pages > share:
            found.append(Run(tuple(some), section))
            some, section = [], after
    return found


class DrawsRuns(Protocol):
    """Draws runs elsewhere; results are kept in a folder until the build is complete."""

    @property
    def kept(self) -> Path: ...

    def all(self, runs: list[Run], settings: Settings, paper: str, suffix: str) -> Runs: ...


class Request(Struct, frozen=True, kw_only=True):
    """How a build is carried out: below which folder, whether warnings are errors, in how many processes or by which
    cluster, and who is told and asked. It does not change the files."""

    out: Path
    strict: bool = False
    jobs: int = 1
    cluster: DrawsRuns | None = None
    progress: Progress = lambda _: None
    agreed: Agreed | bool = True


class Drawing(Struct, frozen=True):
    """Draws the runs of one file, or of one for the fronts and one for the backs. Each of `several` runs starts from
    scratch."""

    drawer: Drawer
    sheet: SheetOptions
    several: bool
    progress: Progress = lambda _: None

    def draw(self, run: Run, sheets: int | None = None) -> Drawn:
        """Draw a run; `sheets` are those before it, None if its progress is not shown. Raises SpecError as faces do."""
        drawer, pages, cut = self.drawer, PageCounts(), list[CutSheet]()
        if self.several:
            drawer.forget(passing=True)
        writers: dict[str, Writer] = {}
        for stock, each in run.sheets:
            for page in each.draw():
                pages.page(page, stock)
                if sheets is not None:
                    self._tell(page.components, sheets + pages.sheets)
                if self.sheet.cutter is not None:
                    cut.append(CutSheet(page.side, page.width, page.height, page.cut))
                if "pdf" in drawer.selection.settings.given.formats:
                    self._writer(writers, page.side, run).page(scaled(page, self.sheet.scale))
        chunks = {file: writer.chunk() for file, writer in writers.items()}
        drawer.counts.warn(drawer.faces.warned())
        if self.several:
            drawer.forget()  # what comes after all runs must not depend on the process that drew them
        return Drawn(chunks, pages, drawer.counts.take(), cut)

    def _writer(self, writers: dict[str, Writer], side: str, run: Run) -> Writer:
        split = self.drawer.selection.settings.given.split
        file = BOTH if not split else BACKS if side == "back" else FRONTS
        if file not in writers:
            from generator.formats.pdf.pages import Writer  # only needed for a PDF

            writers[file] = Writer(run.section)
        return writers[file]

    def _tell(self, components: Sequence[str], sheets: int) -> None:
        titles = ", ".join(map(self.drawer.selection.title, components))
        self.progress(say("{titles}: sheet {n}", titles=titles, n=sheets))

    def all(self, runs: Sequence[Run], jobs: int, folder: Path) -> Runs:
        """Yield the drawn runs in order, drawn by `jobs` processes: the others' results wait in `folder`, which exists
        only meanwhile. Raises OSError, and whatever `draw` raises."""
        sheets = 0
        if jobs == 1 or len(runs) < 2:
            for run in runs:
                yield (drawn := self.draw(run, sheets))
                sheets += drawn.pages.sheets
            return
        folder.mkdir()
        files = [folder / f"{number}" for number in range(len(runs))]
        works = [partial(self._keep, run, file) for run, file in zip(runs, files, strict=True)]
        with WorkerPool(works, jobs - 1) as pool:
            for file in files:
                while not file.exists() and pool.run_one():
                    pass
                if not file.exists():
                    pool.finish()
                drawn = decoded(file.read_bytes())
                file.unlink()
                sheets += drawn.pages.sheets
                self._tell(sorted(drawn.pages.pages), sheets)
                yield drawn
        folder.rmdir()

    def _keep(self, run: Run, file: Path) -> None:
        unfinished = file.with_suffix(".new")
        unfinished.write_bytes(encoded(self.draw(run)))
        unfinished.replace(file)
