"""A build's pages in runs, each drawn by itself: here, by processes beside this one or elsewhere, the same wherever.

A run begins with nothing drawn, so what it looks like hangs on nothing but its own sheets. It gives its pages as chunks
of files, and what was counted on the way.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, msgpack

from generator.formats.pdf.chunk import TOGETHER, Chunk
from generator.plan.press import Press
from generator.plan.tally import Knifed, Paged, Tally
from generator.sheets.imposition.impose import Sheet
from generator.sheets.imposition.sections import Section, scaled
from generator.sheets.printable import SheetOptions, Stock
from specs.base.workers.forked import CAN_FORK, beside

if TYPE_CHECKING:
    from generator.formats.pdf.pages import Writer

ALIKE = 4  # runs come in so many: two who draw have as much to do, and four
BOTH, FRONTS, BACKS = "", "-fronts", "-backs"  # what a file is called behind a build's name


class Run(Struct, frozen=True):
    """Sheets that are drawn together; `section` is the bookmark that they lie behind."""

    sheets: tuple[tuple[Stock, Sheet], ...]
    section: str


class Drawn(Struct, frozen=True):
    """What came of a run: pages by their file, counts, and what a machine cuts."""

    chunks: dict[str, Chunk]
    paged: Paged
    tally: Tally
    cut: list[Knifed]


def encoded(drawn: Drawn) -> bytes:
    """What came of a run, for another process or the disk."""
    return msgpack.encode(drawn, enc_hook=str)  # what is said in a language is no plain text to it


def decoded(data: bytes) -> Drawn:
    """The same again. Raises DecodeError."""
    return msgpack.decode(data, type=Drawn)


def planned(sections: Sequence[Section], sheet: SheetOptions) -> list[Run]:
    """All sheets in printing order, in runs of about as many pages each: one, or so many that four draw as much."""
    every = [(section.stock, each) for section in sections for each in section.sheets(sheet)]
    pages = sum(each.pages for _, each in every)
    count = -(-pages // TOGETHER) if pages <= TOGETHER else -(-pages // (TOGETHER * ALIKE)) * ALIKE
    found: list[Run] = []
    some: list[tuple[Stock, Sheet]] = []
    reached, section, after = 0, "", ""
    for stock, each in every:
        some.append((stock, each))
        share, reached = reached * count // pages, reached + each.pages
        after = each.bookmarks[0] if each.bookmarks else after
        if reached * count // pages > share:
            found.append(Run(tuple(some), section))
            some, section = [], after
    return found


class Drawing(Struct, frozen=True):
    """Draws the runs of one file, or of one for the fronts and one for the backs. `counted` is what the sheets' pieces
    are counted in. One of `several` begins with nothing drawn."""

    press: Press
    sheet: SheetOptions
    counted: Tally
    several: bool

    def draw(self, run: Run, sheets: int | None = None) -> Drawn:
        """A run, behind so many sheets; None where nobody waits to be told. Raises SpecError as faces do."""
        if self.several:
            self.press.forget(passing=True)
        given, paged, cut = self.press.settings.given, Paged(), list[Knifed]()
        writers: dict[str, Writer] = {}
        for stock, each in run.sheets:
            for page in each.draw():
                paged.page(page, stock)
                if sheets is not None:
                    self.press.tell(page.components, sheets + paged.sheets)
                if self.sheet.cutter is not None:
                    cut.append(Knifed(page.side, page.width, page.height, page.cut))
                if "pdf" in given.formats:
                    file = BOTH if not given.split else BACKS if page.side == "back" else FRONTS
                    self._writer(writers, file, run).page(scaled(page, self.sheet.scale))
        chunks = {file: writer.chunk() for file, writer in writers.items()}
        self.counted.warn(self.press.faces.warned())
        if self.several:
            self.press.forget()  # what comes after all runs is drawn the same, whoever drew them
        return Drawn(chunks, paged, self.counted.taken(), cut)

    @staticmethod
    def _writer(writers: dict[str, Writer], file: str, run: Run) -> Writer:
        if file not in writers:
            from generator.formats.pdf.pages import Writer

            writers[file] = Writer(run.section)
        return writers[file]

    def all(self, runs: Sequence[Run], jobs: int, folder: Path) -> Generator[Drawn, None, None]:
        """What comes of each run, in their order, drawn by so many processes: what others have drawn waits in a folder
        that is there for it. Raises OSError, and what `draw` raises."""
        sheets = 0
        if jobs == 1 or len(runs) < 2 or not CAN_FORK:
            for run in runs:
                yield (drawn := self.draw(run, sheets))
                sheets += drawn.paged.sheets
            return
        folder.mkdir()
        files = [folder / f"{number}" for number in range(len(runs))]
        works = [partial(self._keep, run, file) for run, file in zip(runs, files, strict=True)]
        with beside(works, jobs - 1) as others:
            for file in files:
                while not file.exists() and others.one():
                    pass
                if not file.exists():
                    others()
                drawn = decoded(file.read_bytes())
                file.unlink()
                sheets += drawn.paged.sheets
                self.press.tell(sorted(drawn.paged.pages), sheets)
                yield drawn
        folder.rmdir()

    def _keep(self, run: Run, file: Path) -> None:
        beside_it = file.with_suffix(".new")
        beside_it.write_bytes(encoded(self.draw(run)))
        beside_it.replace(file)
