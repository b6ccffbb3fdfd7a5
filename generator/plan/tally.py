"""What a build has printed, counted as it passes: pages and faces by component. What was counted of parts, anywhere, is
added up in their order."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from generator.draw.scene import Cut, Page
from generator.faces.faces import Warnings
from generator.sheets.printable import Stock
from specs.model.document import Piece

LOOK = 8


class Knifed(Struct, frozen=True):
    """A side of a sheet for a cutting machine, mm; its cut, where it has one."""

    side: str
    width: float
    height: float
    cut: Cut | None


class Paged(Struct):
    """The pages of what is printed on a paper: on which page of its file each component is."""

    pages: dict[str, list[int]] = field(default_factory=dict)
    sheets: int = 0
    count: int = 0
    stocks: dict[str, tuple[int, int]] = field(default_factory=dict)  # sheets and pages on each
    begun: int = 0  # pages of the files before this one

    def further(self) -> Paged:
        """The same, for another file, whose pages are counted from 1."""
        self.begun = self.count
        return self

    def add(self, other: Paged) -> None:
        """The pages of a part of a file, behind those before it."""
        before = self.count - self.begun
        for name, numbers in other.pages.items():
            self.pages.setdefault(name, []).extend(before + number for number in numbers)
        for stock, (sheets, pages) in other.stocks.items():
            known = self.stocks.get(stock, (0, 0))
            self.stocks[stock] = known[0] + sheets, known[1] + pages
        self.sheets += other.sheets
        self.count += other.count

    def page(self, page: Page, stock: Stock) -> None:
        self.count += 1
        self.sheets += page.side != "back"
        sheets, pages = self.stocks.get(stock, (0, 0))
        self.stocks[stock] = sheets + (page.side != "back"), pages + 1
        for name in page.components:
            self.pages.setdefault(name, []).append(self.count - self.begun)


class Tally(Struct):
    """All that a build printed: by component what tells its faces, `LOOK` bytes of each one after the other; by piece
    its fiducials and fingerprint; remarks."""

    fiducials: dict[str, list[int]] = field(default_factory=dict)
    looks: dict[str, bytearray] = field(default_factory=dict)
    pictures: dict[str, int] = field(default_factory=dict)  # of those that are counted elsewhere
    prints: dict[str, str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    warned: list[Warnings] = field(default_factory=list)  # of by `Faces.warned`

    def add(self, other: Tally) -> None:
        for name, looks in other.looks.items():
            self.looks.setdefault(name, bytearray()).extend(looks)
        self.fiducials |= other.fiducials
        self.prints |= other.prints
        for text in other.remarks:
            self.remark(text)
        self.warn(other.warned)

    def taken(self) -> Tally:
        """What was counted until now, which is counted anew from now on."""
        taken = Tally(self.fiducials, self.looks, self.pictures, self.prints, self.remarks, self.warned)
        self.fiducials, self.looks, self.pictures, self.prints, self.remarks, self.warned = {}, {}, {}, {}, [], []
        return taken

    def warn(self, warned: Sequence[Warnings]) -> None:
        """What there is to warn of, the first of each kind at each place."""
        if not self.warned:
            self.warned = [dict(each) for each in warned]
            return
        for known, found in zip(self.warned, warned, strict=False):
            for path, kinds in found.items():
                known[path] = {**kinds, **known.get(path, {})}

    def face(self, piece: Piece, looks: bytes, marks: Sequence[int]) -> None:
        """A side of a piece, by what tells its drawing from others."""
        self.looks.setdefault(piece.component, bytearray()).extend(looks[:LOOK])
        if marks:
            known = self.fiducials.setdefault(piece.id, [])
            known.extend(mark for mark in marks if mark not in known)

    def faces(self, name: str) -> int:
        """How many different faces a component has."""
        return len(set(memoryview(self.looks.get(name, b"")).cast("Q"))) + self.pictures.get(name, 0)

    def remark(self, text: str) -> None:
        if text not in self.remarks:
            self.remarks.append(text)
