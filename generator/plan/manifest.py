"""Counts what a build drew, and makes the manifest: from what it was made, with which options, and what there is to
print."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct, field, json

from generator.draw.scene import CutLines, Page
from generator.faces.faces import Warnings
from generator.plan.selection import Selection
from generator.sheets.printable import Stock
from specs.model.document import Piece
from specs.model.shapes.sizes import LARGER

FORMAT = 1
LOOK = 8  # bytes of a fingerprint that are kept to count distinct faces


class CutSheet(Struct, frozen=True):
    """A side of a sheet for a cutting machine, mm; its cut, if it has one."""

    side: str
    width: float
    height: float
    cut: CutLines | None


class PageCounts(Struct):
    """The pages printed on a paper: on which page of its file each component is."""

    pages: dict[str, list[int]] = field(default_factory=dict)
    sheets: int = 0
    count: int = 0
    stocks: dict[str, tuple[int, int]] = field(default_factory=dict)  # sheets and pages on each
    begun: int = 0  # pages of the files before this one

    def next_file(self) -> PageCounts:
        """Begin another file, whose pages are counted from 1; return these counts."""
        self.begun = self.count
        return self

    def add(self, other: PageCounts) -> None:
        """Add the pages of a part of a file after those before it."""
        before = self.count - self.begun
        for name, numbers in other.pages.items():
            self.pages.setdefault(name, []).extend(before + number for number in numbers)
        for stock, (sheets, pages) in other.stocks.items():
            self._stock(stock, sheets, pages)
        self.sheets += other.sheets
        self.count += other.count

    def page(self, page: Page, stock: Stock) -> None:
        front = page.side != "back"
        self.count += 1
        self.sheets += front
        self._stock(stock, front, 1)
        for name in page.components:
            self.pages.setdefault(name, []).append(self.count - self.begun)

    def _stock(self, stock: str, sheets: int, pages: int) -> None:
        known = self.stocks.get(stock, (0, 0))
        self.stocks[stock] = known[0] + sheets, known[1] + pages


class FaceCounts(Struct):
    """The faces that were drawn: by component `LOOK` bytes of each one's fingerprint in a row; by piece its fiducials
    and fingerprint; and the warnings, as `Faces.warned` has them."""

    fiducials: dict[str, list[int]] = field(default_factory=dict)
    looks: dict[str, bytearray] = field(default_factory=dict)
    pictures: dict[str, int] = field(default_factory=dict)  # distinct faces that a print shop's files count
    prints: dict[str, str] = field(default_factory=dict)
    warned: list[Warnings] = field(default_factory=list)

    def add(self, other: FaceCounts) -> None:
        for name, looks in other.looks.items():
            self.looks.setdefault(name, bytearray()).extend(looks)
        self.fiducials |= other.fiducials
        self.prints |= other.prints
        self.warn(other.warned)

    def take(self) -> FaceCounts:
        """Return what was counted so far, and start again."""
        taken = FaceCounts(self.fiducials, self.looks, self.pictures, self.prints, self.warned)
        self.fiducials, self.looks, self.pictures, self.prints, self.warned = {}, {}, {}, {}, []
        return taken

    def warn(self, warned: Sequence[Warnings]) -> None:
        """Keep the first warning of each kind at each place."""
        if not self.warned:
            self.warned = [dict(each) for each in warned]
            return
        for known, found in zip(self.warned, warned, strict=False):
            for path, kinds in found.items():
                known[path] = {**kinds, **known.get(path, {})}

    def face(self, piece: Piece, look: bytes, marks: Sequence[int]) -> None:
        """Count a side of a piece, by its fingerprint."""
        self.looks.setdefault(piece.component, bytearray()).extend(look[:LOOK])
        if marks:
            known = self.fiducials.setdefault(piece.id, [])
            known.extend(mark for mark in marks if mark not in known)

    def distinct(self, name: str) -> int:
        """Return how many different faces a component has."""
        return len(set(memoryview(self.looks.get(name, b"")).cast("Q"))) + self.pictures.get(name, 0)


class Printed(Struct):
    """What a build printed: its pages on each paper, its faces, and remarks for printing."""

    papers: dict[str, PageCounts] = field(default_factory=dict)
    faces: FaceCounts = field(default_factory=FaceCounts)
    remarks: list[str] = field(default_factory=list)


class ComponentEntry(Struct, frozen=True):
    """A component as printed: its trim size in mm; its pages in the PDF, counted from 1."""

    title: str
    shape: str
    count: int
    distinct_faces: int
    width_mm: float
    height_mm: float
    pages: tuple[int, ...]


class PaperEntry(Struct, frozen=True):
    """A paper of a build: its size in mm, how much is printed on it, and sheets and pages of each stock."""

    paper_mm: list[float]
    sheets: int
    pages: int
    stocks: dict[str, tuple[int, int]] = {}


class Manifest(Struct, frozen=True):
    """A build: what it was made from, with which options, and what there is to print; fiducials' ids by piece.

    `sheets`, `pages` and the components' pages are those of the first of `papers`. `faces` has the fingerprint of each
    piece.
    """

    game: str
    title: str
    edition: str
    spec: str
    spec_sha256: str
    options: Mapping[str, object]
    components: Mapping[str, ComponentEntry]
    sheets: int
    pages: int
    papers: Mapping[str, PaperEntry]
    fiducials: Mapping[str, list[int]]
    faces: Mapping[str, str]

    def text(self, files: Mapping[str, Mapping[str, object]]) -> Iterator[str]:
        """Yield the manifest as JSON, in parts, since there may be many faces; `files` is what `digest` found. The same
        build gives the same text."""
        own = {name: getattr(self, name) for name in self.__struct_fields__}
        value = {"format": FORMAT, **own, "faces": {}, "files": dict(sorted(files.items()))}
        before, opened, after = _indented(value).partition('\n  "faces": {')
        yield f"{before}{opened}"
        faces, several = iter(self.faces.items()), ""
        while some := dict(islice(faces, 1000)):
            yield several + _indented({"faces": some}).removeprefix('{\n  "faces": {').removesuffix("\n  }\n}")
            several = ","
        yield ("\n  " if several else "") + after + "\n"


def _indented(value: Mapping[str, object]) -> str:
    return json.format(json.encode(value), indent=2).decode()


def manifest(selection: Selection, printed: Printed, prints: Mapping[str, str]) -> Manifest:
    """Return the manifest of what was printed, with every piece's fingerprint."""
    document, papers = selection.document, printed.papers
    first = next(iter(papers.values()))
    return Manifest(
        game=document.spec.game,
        title=selection.spec.title,
        edition=document.edition,
        spec=document.file.name,
        spec_sha256=document.sha256,
        options=selection.settings.record(),
        components={name: _entry(selection, name, printed.faces.distinct(name), first) for name in selection.pieces},
        sheets=first.sheets,
        pages=first.count,
        papers={
            name: PaperEntry(list(sheet.paper), counts.sheets, counts.count, counts.stocks)
            for name, sheet in selection.settings.papers
            if (counts := papers.get(name)) is not None  # a shop has its own counts
        },
        fiducials=printed.faces.fiducials,
        faces=prints,
    )


def _entry(selection: Selection, name: str, distinct: int, counts: PageCounts) -> ComponentEntry:
    component = selection.spec.components[name]
    larger = LARGER if component.print.large and selection.settings.given.large else 1.0
    width, height = (round(larger * side, 3) for side in component.size_mm)
    pages = tuple(counts.pages.get(name, ()))
    return ComponentEntry(component.title, component.shape, len(selection.pieces[name]), distinct, width, height, pages)
