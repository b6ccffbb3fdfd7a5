"""A deal onto a board's cells as two pages: an open one for the table, and one to fold shut. All mm, y downward.

The open page shows the whole board with what lies face up and where pieces begin. The sealed page shows, cell by cell,
what lies below; its upper half, printed with a pattern that nothing can be read through, is folded over it.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.draw.fonts.fonts import width as text_width
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Colour, Node, Page, Paint, Path, Text
from generator.sheets import marks
from generator.sheets.area import Area
from generator.sheets.handouts.handout import HEAD, Handout, Thumbnails, notation, waves
from generator.sheets.lettering import INK, fitting, wrapped
from specs.base.languages import say, say_many
from specs.expand.deal import Deal
from specs.model.document import Document, Piece
from specs.model.setup_schema import Board
from specs.model.shapes import boards
from specs.model.shapes.boards import Cell
from specs.translation.setup_words import notes

LINE: Colour = (0.45, 0.50, 0.53)
EMPTY: Colour = (0.90, 0.94, 0.95)


def cell_pages(document: Document, deal: Deal, pictures: Thumbnails, sheet: Handout) -> Iterator[Page]:
    """Two pages for each board that pieces are dealt onto. Raises SpecError as faces do."""
    for name, dealt in deal.cells.items():
        if dealt:
            draw = _Board(document, deal, name, pictures, sheet)
            yield draw.open()
            yield draw.sealed()


class _Board:
    def __init__(self, document: Document, deal: Deal, name: str, pictures: Thumbnails, sheet: Handout) -> None:
        self.document, self.deal, self.name, self.pictures, self.handout = document, deal, name, pictures, sheet
        self.board: Board = document.spec.setup.boards[name]
        self.dealt = deal.cells[name]
        self.cells = boards.cells(self.board)

    def open(self) -> Page:
        """The board as it begins, as everybody may see it."""
        area = self.handout.area
        title = say("{game}: setup", game=self.document.spec.title)
        players = say_many("{n} player", "{n} players", self.deal.players)
        below = f"{players} · {say('everybody may read this page')}"
        nodes = self.handout.head(title, below, say("seed {seed}", seed=self.deal.seed))
        wide, tall = boards.extent(self.board, 1.0)
        found = notes(self.document, self.deal.players)
        lines = self.starts() + [line for note in found for line in wrapped(note, self.handout.plain, 3.8, area.width)]
        low = 5.0 * len(lines) + 6
        room = Area(area.x, area.y + HEAD, area.width, area.height - HEAD - low)
        size = min(room.width / wide, room.height / tall)
        left, top = room.x + (room.width - size * wide) / 2, room.y
        for cell in self.cells:
            x, y = boards.middle(cell, size)
            stack = self.dealt.get(cell.name, ())
            nodes += self.cell(cell, left + x, top + y, size, stack[-1] if stack else None, back=False)
        y = top + size * tall + 7
        for line in lines:
            nodes.append(Text(area.x, y, line, self.handout.plain, 3.8, INK))
            y += 5.0
        return self.handout.page(
            nodes, "setup", say("Setup, {name}", name=self.name), say("Setup: {name}", name=self.name)
        )

    def starts(self) -> list[str]:
        """Where pieces begin, a line a component."""
        found: list[str] = []
        for component, counts in self.board.starts.items():
            if cells := counts.get(str(self.deal.players), ()):
                title = self.document.spec.components[component].title
                found.append(say("{pieces} begin on {cells}.", pieces=title, cells=", ".join(cells)))
        return found

    def sealed(self) -> Page:
        """What lies below, on the lower half of a page whose upper half is folded over it."""
        area = self.handout.area
        fold = self.handout.paper[1] / 2
        nodes: list[Node] = [*self.cover(Area(area.x, area.y, area.width, fold - area.y - 3))]
        nodes.append(marks.fold_line(area.x, fold, area.x + area.width, fold))
        cells = [cell for cell in self.cells if cell.name in self.dealt]
        left, right = min(cell.x for cell in cells), max(cell.x for cell in cells) + 2
        first, last = min(cell.y for cell in cells), max(cell.y for cell in cells)
        room = Area(area.x, fold + 11, area.width, area.y + area.height - fold - 13)
        tall = (last - first) * 3**0.5 / 2 + 2 / 3**0.5
        size = min(room.width * 2 / (right - left), room.height / tall)
        dx = room.x + (room.width - size * (right - left) / 2) / 2 - size * left / 2
        dy = room.y + (room.height - size * tall) / 2 - size * first * 3**0.5 / 2
        seed = say("seed {seed}: what lies below", seed=self.deal.seed)
        nodes.append(Text(area.x, fold + 7, seed, self.handout.display, 4.5, INK))
        for cell in cells:
            x, y = boards.middle(cell, size)
            nodes += self.cell(cell, dx + x, dy + y, size, self.dealt[cell.name][-1], back=True)
        name, bookmark = say("Sealed setup, {name}", name=self.name), say("Sealed setup: {name}", name=self.name)
        return self.handout.page(nodes, "setup", name, bookmark, spare_back=False)

    def cover(self, area: Area) -> Iterator[Node]:
        """The half that is folded over: a pattern, as inside an envelope, and what to do."""
        yield waves(area, self.deal.seed)
        words = (
            (say("{game}, seed {seed}", game=self.document.spec.title, seed=self.deal.seed), 6.0),
            (say("For a game master who does not play: do not look at the lower half."), 4.0),
            (say("Fold this half over it along the dashed line and tape the edges."), 4.0),
        )
        plain = max(text_width(self.handout.plain, line, tall) for line, tall in words[1:])
        wide = max(text_width(self.handout.display, words[0][0], 6.0), plain) + 14
        x, y = area.x + (area.width - wide) / 2, area.y + area.height / 2 - 15
        yield Path(geo.rectangle(x, y, wide, 30, 2), Paint(fill=(1, 1, 1), stroke=INK, width=0.4))
        middle = area.x + area.width / 2
        yield Text(middle, y + 11, words[0][0], self.handout.display, 6.0, INK, "middle")
        yield Text(middle, y + 19, words[1][0], self.handout.plain, 4.0, INK, "middle")
        yield Text(middle, y + 25, words[2][0], self.handout.plain, 4.0, INK, "middle")

    def cell(self, cell: Cell, x: float, y: float, size: float, piece: Piece | None, *, back: bool) -> list[Node]:
        """A cell with its name, and its piece's front or back if it has one."""
        corners = geo.hexagon(x, y, size, pointy=True)
        outline = geo.polyline(corners, closed=True)
        nodes: list[Node] = [Path(outline, Paint(fill=EMPTY, stroke=LINE, width=0.2))]
        if piece is not None:
            nodes.append(self.pictures.centred(piece, x, y, size * 0.94, back=back))
        begins = any(cell.name in counts.get(str(self.deal.players), ()) for counts in self.board.starts.values())
        if begins and not back:
            nodes.append(Path(geo.ellipse(x, y, size * 0.3, size * 0.3), Paint(stroke=INK, width=size * 0.05)))
        tall = size * (0.17 if back else 0.24)
        words = f"{cell.name} {notation(self.document, piece)}" if back and piece is not None else cell.name
        tall = fitting(self.handout.bold, words, tall, size * 0.9)
        low = y + (size * 0.36 if piece is not None else tall * 0.35)
        nodes.append(Text(x, low, words, self.handout.bold, tall, INK, "middle", (1, 1, 1), tall * 0.25))
        return nodes
