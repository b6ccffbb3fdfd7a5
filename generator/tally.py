"""What a build has printed, counted as it passes: pages and faces by component."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct, field

from generator.draw.scene import Page, Scene
from generator.sheets.kinds import Stock
from specs.document import Piece


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

    def page(self, page: Page, stock: Stock) -> None:
        self.count += 1
        self.sheets += page.side != "back"
        sheets, pages = self.stocks.get(stock, (0, 0))
        self.stocks[stock] = sheets + (page.side != "back"), pages + 1
        for name in page.components:
            self.pages.setdefault(name, []).append(self.count - self.begun)


class Tally(Struct):
    """All that a build printed: by component how many faces, by piece its fiducials and fingerprint; remarks."""

    fiducials: dict[str, list[int]] = field(default_factory=dict)
    distinct: dict[str, set[int]] = field(default_factory=dict)
    streamed: dict[str, int] = field(default_factory=dict)
    prints: dict[str, str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    def face(self, piece: Piece, scene: Scene, marks: Sequence[int]) -> None:
        if not scene.reusable:
            self.streamed[piece.component] = self.streamed.get(piece.component, 0) + 1
            return
        self.distinct.setdefault(piece.component, set()).add(id(scene))
        if marks:
            known = self.fiducials.setdefault(piece.id, [])
            known.extend(mark for mark in marks if mark not in known)

    def faces(self, name: str) -> int:
        """How many different faces a component has."""
        return len(self.distinct.get(name, ())) + self.streamed.get(name, 0)

    def remark(self, text: str) -> None:
        if text not in self.remarks:
            self.remarks.append(text)
