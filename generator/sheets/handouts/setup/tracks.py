"""A dealt setup as pages: each track as a winding path to lay out from, what lies open, boards.

The path's position line, as the companion reads it, stands below as text and as a QR code. All mm, y downward.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from generator.draw import codes
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Colour, Node, Page, Paint, Path, Text
from generator.faces.faces import Faces
from generator.sheets.area import Area
from generator.sheets.handouts.handout import HEAD, Handout, Thumbnails, notation
from generator.sheets.handouts.setup.cells import cell_pages
from generator.sheets.handouts.setup.open import open_page
from generator.sheets.lettering import INK, fitting, wrapped
from generator.sheets.printable import Foot, SheetOptions
from specs.base.languages import say, say_many
from specs.expand.deal import Deal
from specs.model.document import Document, Piece
from specs.translation.setup_words import left_over, notes

PATH: Colour = (0.86, 0.89, 0.88)
EMPTY: Colour = (0.50, 0.70, 0.74)
LINE, NOTE = 3.4, 3.8  # of the position line's text, and of notes
QR = 34.0  # side of the code, quiet zone included
CELL = (0.76, 1.06)  # how much of a cell the top tile takes, and a cell's height, both by its width

Stack = tuple[Piece, ...]


def position(document: Document, track: Sequence[Stack]) -> str:
    """A track in the game's notation: stacks from the top down with `/` between, `~` for an empty space."""
    return " ".join("/".join(notation(document, piece) for piece in reversed(stack)) or "~" for stack in track)


def setup_pages(
    document: Document, deal: Deal, faces: Faces, sheet: SheetOptions, footer: Foot, kept: float = 0.0
) -> tuple[Page, ...]:
    """A page for each track, one of what lies open, two for each board. The first keeps so many mm free at its foot, if
    it is no board's.

    Raises SpecError as faces do.
    """
    pictures, handout, shorter = Thumbnails(document, faces), Handout(sheet, footer), Handout(sheet, footer, kept)
    opened = open_page(document, deal, pictures, handout if deal.tracks else shorter)
    # notes stand on the page of what lies open, where there is one
    remarks = notes(document, deal.players) if opened is None else ()
    pages = [
        _Track(document, deal, pictures, handout if number else shorter).page(name, track, () if number else remarks)
        for number, (name, track) in enumerate(deal.tracks.items())
    ]
    return (*pages, *((opened,) if opened else ()), *cell_pages(document, deal, pictures, handout))


class _Track:
    def __init__(self, document: Document, deal: Deal, pictures: Thumbnails, handout: Handout) -> None:
        self.document, self.deal, self.pictures, self.handout = document, deal, pictures, handout
        self.area, self.seed = handout.area, say("seed {seed}", seed=deal.seed)
        self.display, self.plain, self.bold = handout.display, handout.plain, handout.bold

    def page(self, name: str, track: Sequence[Stack], remarks: Sequence[str]) -> Page:
        spec, area = self.document.spec, self.area
        players = say_many("{n} player", "{n} players", self.deal.players)
        piles = " · ".join(left_over(self.document, self.deal))
        stacked = say("a small piece lies under the large one") if any(len(stack) > 1 for stack in track) else ""
        facts = " · ".join(filter(None, (players, say_many("{n} space", "{n} spaces", len(track)), piles, stacked)))
        nodes = self.handout.head(f"{spec.title}: {name}", facts, self.seed)
        line = position(self.document, track)
        lines = wrapped(line, self.plain, LINE, area.width - QR - 5)
        written = [part for note in remarks for part in wrapped(note, self.plain, NOTE, area.width - QR - 5)]
        below = max(QR, 6 + len(lines) * LINE * 1.25 + 2 + len(written) * NOTE * 1.25) + 3
        winding = Area(area.x, area.y + HEAD, area.width, area.height - HEAD - below)
        nodes += self.winding(track, winding, spec.setup.ends.get(name, (say("start"), say("end"))))
        top = area.y + area.height - below + 3
        nodes.append(Text(area.x, top + 3, say("The same as one line, for the companion:"), self.bold, LINE, INK))
        for number, part in enumerate(lines, 1):
            nodes.append(Text(area.x, top + 3.5 + number * LINE * 1.25, part, self.plain, LINE, INK))
        low = top + 5 + len(lines) * LINE * 1.25
        for number, part in enumerate(written, 1):
            nodes.append(Text(area.x, low + number * NOTE * 1.25, part, self.plain, NOTE, INK))
        called = say("Setup, {name}", name=name), say("Setup: {name}", name=name)
        try:
            matrix = codes.qr(line)
        except ValueError:  # more than a code holds: the text alone
            return self.handout.page(nodes, "setup", *called)
        module = QR / (len(matrix) + 2 * codes.QUIET_ZONE)
        rim = codes.QUIET_ZONE * module
        code = codes.modules(matrix, area.x + area.width - QR + rim, top + rim, QR - 2 * rim)
        nodes.append(Path(code, Paint(fill=(0, 0, 0), exact=True)))
        return self.handout.page(nodes, "setup", *called)

    # ---- a winding path ----------------------------------------------------------------------

    def winding(self, track: Sequence[Stack], area: Area, ends: tuple[str, str]) -> list[Node]:
        """The spaces in rows that turn at their ends, as large as the area allows, on a band that shows the way."""
        count = len(track) + 2  # the ends take a cell each
        columns = max(range(1, count + 1), key=lambda n: _cell(n, count, area))
        cell = _cell(columns, count, area)
        tall = cell * CELL[1]
        left = area.x + (area.width - columns * cell) / 2
        centres = []
        for index in range(count):
            row, column = divmod(index, columns)
            column = columns - 1 - column if row % 2 else column
            centres.append((left + (column + 0.5) * cell, area.y + (row + 0.5) * tall))
        band = Paint(stroke=PATH, width=cell * 0.42, cap="round", join="round")
        nodes: list[Node] = [Path(geo.polyline(centres, closed=False), band)] if count > 1 else []
        for (x, y), label in ((centres[0], ends[0]), (centres[-1], ends[1])):
            size = fitting(self.display, label, cell * 0.2, cell * 0.86)
            sign = geo.rectangle(x - cell * 0.46, y - cell * 0.2, cell * 0.92, cell * 0.4, 2)
            nodes.append(Path(sign, Paint(fill=(1, 1, 1), stroke=INK, width=0.4)))
            nodes.append(Text(x, y + size * 0.35, label, self.display, size, INK, "middle"))
        for number, (stack, (x, y)) in enumerate(zip(track, centres[1:-1], strict=True), 1):
            nodes += self.space(number, stack, x - cell / 2, y - tall / 2, cell)
        return nodes

    def space(self, number: int, stack: Stack, x: float, y: float, cell: float) -> list[Node]:
        """A stack: the top tile large, what lies under it small in the corner, the notation below."""
        size = cell * CELL[0]
        nodes: list[Node] = []
        if not stack:
            gap = geo.rectangle(x + cell * 0.06, y + cell * 0.17, size * 0.86, size * 0.86, 1)
            nodes.append(Path(gap, Paint(fill=EMPTY, stroke=INK, width=0.3)))
        else:
            top, under = stack[-1], stack[:-1]
            side = size * 0.92
            nodes.append(self.pictures.draw(top, x + cell * 0.03, y + cell * 0.16, side, side))
            for depth, piece in enumerate(reversed(under)):
                small = size * 0.42
                nodes.append(self.pictures.draw(piece, x + cell * 0.66, y + cell * (0.03 + 0.36 * depth), small, small))
        nodes.append(Text(x + cell * 0.06, y + cell * 0.13, str(number), self.bold, cell * 0.16, INK))
        words = "/".join(notation(self.document, piece) for piece in reversed(stack)) or "~"
        nodes.append(Text(x + cell * 0.97, y + cell * 0.98, words, self.bold, cell * 0.155, INK, "end"))
        return nodes


def _cell(columns: int, count: int, area: Area) -> float:
    """A cell's width when `count` of them lie in so many columns."""
    rows = ceil(count / columns)
    return min(area.width / columns, area.height / (rows * CELL[1]))
