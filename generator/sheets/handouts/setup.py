"""A dealt setup as pages: each track as a winding path to lay out from, what lies open, boards cell by cell. All mm, y
downward.

A path's position line, as the companion reads it, stands below it as text and as a QR code. A board has two pages: the
open one shows what lies face up and where pieces begin. The sealed one shows what lies below; its upper half, printed
with a pattern that hides everything under it, is folded over it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from math import ceil, fsum

from msgspec import Struct

from generator.draw import codes
from generator.draw.fonts.fonts import width
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Colour, Node, Page, Paint, Path, Text
from generator.faces.faces import Faces
from generator.sheets import marks
from generator.sheets.area import Area
from generator.sheets.handouts.handout import HEAD, Handout, Thumbnails, notation, waves
from generator.sheets.lettering import INK, fitted, fitting, wrapped
from generator.sheets.printable import Foot, SheetOptions
from specs.base.languages import say, say_many
from specs.expand.deal import Deal
from specs.model.document import Document, Piece
from specs.model.shapes import boards
from specs.model.shapes.boards import Cell
from specs.translation.rendering import called, ground, labels, left_over, notes

PATH: Colour = (0.86, 0.89, 0.88)
GAP_OF_PATH: Colour = (0.50, 0.70, 0.74)
LINE, NOTE = 3.4, 3.8  # sizes of the position line's text, and of notes
QR = 34.0  # side of the code, quiet zone included
KEY = 8.0  # height of a board's key
CELL = (0.76, 1.06)  # the top tile's size, and a cell's height, relative to a cell's width

GAP = 4.0
TITLE, LABEL, BELOW = 8.0, 5.5, 5.2  # heights of an open row's headline, of the line below a piece, of a note
LARGEST = 0.5  # largest scale of a piece
PLAYERS = 46.0  # height of the area before the players, headline included

EDGE: Colour = (0.45, 0.50, 0.53)
SEA: Colour = (0.90, 0.94, 0.95)

Stack = tuple[Piece, ...]


def position(document: Document, track: Sequence[Stack]) -> str:
    """Return a track in the game's notation: stacks from the top down with `/` between, `~` for an empty space."""
    return " ".join("/".join(notation(document, piece) for piece in reversed(stack)) or "~" for stack in track)


def setup_pages(
    document: Document,
    deal: Deal,
    faces: Faces,
    sheet: SheetOptions,
    footer: Foot,
    kept: float = 0.0,
    *,
    coded: bool = True,
) -> tuple[Page, ...]:
    """Return a page for each track, with its code if it is to be `coded`, one for what lies open, two for each board.
    The first keeps `kept` mm free at its foot, unless it is a board's.

    Raises SpecError as faces do.
    """
    pictures = Thumbnails(document, faces)
    whole, shorter = (_Setup(document, deal, pictures, Handout(sheet, footer, free), coded) for free in (0.0, kept))
    opened = (whole if deal.tracks else shorter).opened()
    # notes are on the page of what lies open, if there is one
    remarks = shorter.notes if opened is None else ()
    pages = [
        whole.track(name, track, ()) if number else shorter.track(name, track, remarks)
        for number, (name, track) in enumerate(deal.tracks.items())
    ]
    return (*pages, *filter(None, (opened,)), *whole.boards())


class _Row(Struct, frozen=True):
    """An open row on the page; its pieces wrap into `lines`, each in a cell `wide` by `tall` with its label."""

    name: str
    pieces: Stack
    labels: tuple[str, ...]
    lines: int
    wide: float
    tall: float

    @property
    def height(self) -> float:
        return TITLE + self.lines * (self.tall + (LABEL if any(self.labels) else 1.5) + 1)


class _Setup(Struct, frozen=True):
    document: Document
    deal: Deal
    pictures: Thumbnails
    handout: Handout
    coded: bool

    @property
    def area(self) -> Area:
        return self.handout.area

    @property
    def notes(self) -> tuple[str, ...]:
        return notes(self.document, self.deal.players)

    @property
    def seed(self) -> str:
        return say("seed {seed}", seed=self.deal.seed)

    @property
    def players(self) -> str:
        return say_many("{n} player", "{n} players", self.deal.players)

    def size(self, piece: Piece) -> tuple[float, float]:
        return self.document.spec.components[piece.component].size_mm

    def page(self, nodes: Sequence[Node], name: str) -> Page:
        called = say("Setup, {name}", name=name), say("Setup: {name}", name=name)
        return self.handout.page(nodes, "setup", *called)

    def lines(self, lines: Iterable[str], y: float, step: float, size: float) -> Iterator[Node]:
        """Write lines of text, each a step below the one before, the first a step below `y`."""
        for number, line in enumerate(lines, 1):
            yield Text(self.area.x, y + number * step, line, self.handout.plain, size, INK)

    # ---- a track -----------------------------------------------------------------------------

    def track(self, name: str, track: Sequence[Stack], remarks: Sequence[str]) -> Page:
        spec, area, plain = self.document.spec, self.area, self.handout.plain
        piles = " · ".join(left_over(self.document, self.deal))
        stacked = say("a small piece lies under the large one") if any(len(stack) > 1 for stack in track) else ""
        spaces = say_many("{n} space", "{n} spaces", len(track))
        facts = " · ".join(filter(None, (self.players, spaces, piles, stacked)))
        title = ground(self.document, "tracks", name)
        nodes = self.handout.head(f"{spec.title}: {title}", facts, self.seed)
        line = position(self.document, track)
        lines = wrapped(line, plain, LINE, area.width - QR - 5)
        written = [part for note in remarks for part in wrapped(note, plain, NOTE, area.width - QR - 5)]
        below = max(QR, 6 + len(lines) * LINE * 1.25 + 2 + len(written) * NOTE * 1.25) + 3
        winding = Area(area.x, area.y + HEAD, area.width, area.height - HEAD - below)
        first, last = spec.setup.end_names(name)
        nodes += self.winding(track, winding, (first or say("start"), last or say("end")))
        top = area.bottom - below + 3
        words = say("The same as one line, for the companion:")
        nodes.append(Text(area.x, top + 3, words, self.handout.bold, LINE, INK))
        nodes += self.lines(lines, top + 3.5, LINE * 1.25, LINE)
        nodes += self.lines(written, top + 5 + len(lines) * LINE * 1.25, NOTE * 1.25, NOTE)
        if self.coded:
            nodes += self.code(line, top)
        return self.page(nodes, title)

    def code(self, line: str, top: float) -> Iterator[Node]:
        """Draw a QR code of a line, unless the line is too long for one."""
        with suppress(ValueError):
            matrix = codes.qr(line)
            rim = codes.QUIET_ZONE * (QR / (len(matrix) + 2 * codes.QUIET_ZONE))
            modules = codes.modules(matrix, self.area.right - QR + rim, top + rim, QR - 2 * rim)
            yield Path(modules, Paint(fill=(0, 0, 0), exact=True))

    def winding(self, track: Sequence[Stack], area: Area, ends: tuple[str, str]) -> Iterator[Node]:
        """Draw the spaces in rows that turn at their ends, as large as the area allows, on a band that shows
        the way."""
        count = len(track) + 2  # the ends take a cell each

        def wide(columns: int) -> float:
            return min(area.width / columns, area.height / (ceil(count / columns) * CELL[1]))

        columns = max(range(1, count + 1), key=wide)
        cell = wide(columns)
        tall = cell * CELL[1]
        left = area.x + (area.width - columns * cell) / 2
        centres = []
        for index in range(count):
            row, column = divmod(index, columns)
            column = columns - 1 - column if row % 2 else column
            centres.append((left + (column + 0.5) * cell, area.y + (row + 0.5) * tall))
        band = Paint(stroke=PATH, width=cell * 0.42, cap="round", join="round")
        yield Path(geo.polyline(centres, closed=False), band)
        for (x, y), label in ((centres[0], ends[0]), (centres[-1], ends[1])):
            size = fitting(self.handout.display, label, cell * 0.2, cell * 0.86)
            sign = geo.rectangle(x - cell * 0.46, y - cell * 0.2, cell * 0.92, cell * 0.4, 2)
            yield Path(sign, Paint(fill=(1, 1, 1), stroke=INK, width=0.4))
            yield Text(x, y + size * 0.35, label, self.handout.display, size, INK, "middle")
        for number, (stack, (x, y)) in enumerate(zip(track, centres[1:-1], strict=True), 1):
            yield from self.space(number, stack, x - cell / 2, y - tall / 2, cell)

    def space(self, number: int, stack: Stack, x: float, y: float, cell: float) -> Iterator[Node]:
        """Draw a stack: the top tile large, what lies under it small in the corner, the notation below."""
        size, bold = cell * CELL[0], self.handout.bold
        if not stack:
            gap = geo.rectangle(x + cell * 0.06, y + cell * 0.17, size * 0.86, size * 0.86, 1)
            yield Path(gap, Paint(fill=GAP_OF_PATH, stroke=INK, width=0.3))
        for depth, piece in enumerate(reversed(stack)):
            left, top, side = cell * 0.03, cell * 0.16, size * 0.92
            if depth:
                left, top, side = cell * 0.66, cell * (0.03 + 0.36 * (depth - 1)), size * 0.42
            yield self.pictures.draw(piece, x + left, y + top, side, side)
        yield Text(x + cell * 0.06, y + cell * 0.13, str(number), bold, cell * 0.16, INK)
        yield Text(x + cell * 0.97, y + cell * 0.98, position(self.document, (stack,)), bold, cell * 0.155, INK, "end")

    # ---- what lies open ----------------------------------------------------------------------

    def opened(self) -> Page | None:
        """Draw rows of pieces with their labels, what lies before each player, and notes; None if a deal lays nothing
        open and its notes are on another page."""
        deal, area, remarks = self.deal, self.area, self.notes
        elsewhere = deal.tracks or any(deal.cells.values())
        if not (deal.open or deal.areas) and (elsewhere or not remarks):
            return None
        setup = say_many("Setup for {n} player", "Setup for {n} players", deal.players)
        facts = " · ".join((setup, *left_over(self.document, deal)))
        nodes = self.handout.head(self.document.spec.title, facts, self.seed)
        y = area.y + HEAD
        for row in self.rows(area.height - HEAD - len(remarks) * BELOW - 3 - (PLAYERS if deal.areas else 0)):
            nodes += self.row(row, y)
            y += row.height
        if deal.areas:
            nodes += self.areas(y)
            y += PLAYERS
        for number, note in enumerate(remarks, 1):
            nodes.append(fitted(area.x, y + number * BELOW, note, self.handout.plain, 3.8, area.width))
        return self.handout.page(nodes, "setup", say("Setup"), say("Setup: what lies open"))

    def rows(self, room: float) -> list[_Row]:
        """Lay out the rows as large as the room allows: the smallest pictures get another line while there is room for
        it."""
        rows = [self.laid(name, 1, 1.0) for name in self.deal.open]
        grown = True
        while grown:
            grown = False
            for index in sorted(range(len(rows)), key=lambda index: self.share(rows[index])):
                row = rows[index]
                larger = self.laid(row.name, row.lines + 1, 1.0)
                better = self.share(larger) > self.share(row) + 1e-9
                if better and sum(other.height for other in rows) - row.height + larger.height <= room:
                    rows[index], grown = larger, True
                    break
        used = fsum(row.height for row in rows)
        if used > room and rows:
            words = sum(row.height - row.lines * row.tall for row in rows)
            shrink = max(room - words, 1.0) / (used - words)
            rows = [self.laid(row.name, row.lines, shrink) for row in rows]
        return rows

    def share(self, row: _Row) -> float:
        """Return the size of a row's pictures, relative to the pieces' own."""
        return min((self.pictures.scale(piece, row.wide, row.tall) for piece in row.pieces), default=1.0)

    def laid(self, name: str, lines: int, shrink: float) -> _Row:
        pieces = self.deal.open[name]
        columns = ceil(len(pieces) / lines) if pieces else 1
        wide = (self.area.width - (columns - 1) * GAP) / columns
        tall = max((min(h * LARGEST, h * wide / w) for w, h in map(self.size, pieces)), default=0.0) * shrink
        return _Row(name, pieces, labels(self.document, self.deal, name), ceil(len(pieces) / columns), wide, tall)

    def row(self, row: _Row, y: float) -> Iterator[Node]:
        about = self.document.spec.setup.open[row.name]
        title = about.title or row.name.capitalize()
        yield Text(self.area.x, y + 5.4, title, self.handout.display, 4.6, INK)
        if about.note:
            left = self.area.x + width(self.handout.display, title, 4.6) + 3
            yield fitted(left, y + 5.4, about.note, self.handout.plain, 3.6, self.area.right - left)
        columns = ceil(len(row.pieces) / row.lines) if row.pieces else 1
        for index, piece in enumerate(row.pieces):
            line, column = divmod(index, columns)
            left = self.area.x + column * (row.wide + GAP)
            top = y + TITLE + line * ((row.height - TITLE) / row.lines)
            shown = self.size(piece)[0] * self.pictures.scale(piece, row.wide, row.tall)
            yield self.pictures.draw(piece, left + (row.wide - shown) / 2, top, row.wide, row.tall)
            if row.labels[index]:
                middle, low = left + row.wide / 2, top + row.tall + 4.2
                yield fitted(middle, low, row.labels[index], self.handout.bold, 3.8, row.wide, "middle")

    def areas(self, y: float) -> Iterator[Node]:
        """Draw a column for each player with what lies open before them, area by area."""
        count = self.deal.players
        wide = (self.area.width - (count - 1) * GAP) / count
        for player in range(count):
            left = self.area.x + player * (wide + GAP)
            names = [name for name, area in self.deal.areas.items() if area[player]]
            yield marks.rule(left, y + 1, left + wide, y + 1)
            yield Text(left, y + 6.4, say("Player {n}", n=player + 1), self.handout.display, 4.6, INK)
            titles = ", ".join(called(self.document, name) for name in names)
            yield fitted(left + wide, y + 6.4, titles, self.handout.plain, 3.4, wide - 26, "end")
            pieces = [piece for name in names for piece in self.deal.areas[name][player]]
            cell = (wide - (len(pieces) - 1) * 2) / max(len(pieces), 1)
            for piece in pieces:
                w, h = self.size(piece)
                across, down = min(cell, w * LARGEST), min(PLAYERS - 11, h * LARGEST)
                yield self.pictures.draw(piece, left, y + 8.6, across, down)
                left += w * self.pictures.scale(piece, across, down) + 2

    # ---- boards ------------------------------------------------------------------------------

    def boards(self) -> Iterator[Page]:
        """Yield two pages for each board that pieces are dealt onto."""
        for name, dealt in self.deal.cells.items():
            if dealt:
                yield self.board(name, dealt)
                yield self.sealed(name, dealt)

    def board(self, name: str, dealt: Mapping[str, Stack]) -> Page:
        """Draw the board at the start, as everybody may see it."""
        area, board, starts = self.area, self.document.spec.setup.boards[name], self.starts(name)
        title = say("{game}: setup", game=self.document.spec.title)
        nodes = self.handout.head(title, f"{self.players} · {say('everybody may read this page')}", self.seed)
        wide, tall = boards.extent(board, 1.0)
        lines: list[str] = [
            say(
                "{pieces} begin on the ringed cells: {cells}.",
                pieces=self.document.spec.components[each].title,
                cells=", ".join(cells),
            )
            for each, cells in starts.items()
        ]
        lines += [line for note in self.notes for line in wrapped(note, self.handout.plain, 3.8, area.width)]
        room = Area(area.x, area.y + HEAD, area.width, area.height - HEAD - 5.0 * len(lines) - 6 - KEY)
        size = min(room.width / wide, room.height / tall)
        left, begun = room.x + (room.width - size * wide) / 2, {cell for cells in starts.values() for cell in cells}
        for cell in boards.cells(board):
            x, y = boards.middle(cell, size)
            stack = dealt.get(cell.name, ())
            nodes += self.cell(cell, left + x, room.y + y, size, stack[-1:], name, begun=cell.name in begun)
        low = room.y + size * tall + 2
        nodes += self.key(name, low + KEY / 2)
        nodes += self.lines(lines, low + KEY, 5.0, 3.8)
        return self.page(nodes, ground(self.document, "boards", name))

    def key(self, name: str, y: float) -> Iterator[Node]:
        """Draw one line about `y`: each icon of a board's grounds with its meaning."""
        x, plain = self.area.x, self.handout.plain
        for symbol, each in self.document.spec.setup.boards[name].legend.items():
            if each.icon:
                yield from self.icon(name, symbol, x + 3, y, 6)
                words = ground(self.document, "ground", each.title)
                yield Text(x + 7.5, y + 1.3, words, plain, 3.8, INK)
                x += width(plain, words, 3.8) + 14

    def icon(self, board: str, symbol: str, x: float, y: float, size: float) -> Iterator[Node]:
        """Draw the icon of a board's ground about a point, if it has one."""
        if icon := self.document.spec.setup.boards[board].legend[symbol].icon:
            path = ("setup", "boards", board, "legend", symbol, "icon")
            yield self.pictures.icon(icon, x, y, size, path)

    def starts(self, name: str) -> dict[str, Sequence[str]]:
        """Return the cells of a board that pieces begin on, by component."""
        starts, players = self.document.spec.setup.boards[name].start, str(self.deal.players)
        return {component: cells for component, counts in starts.items() if (cells := counts.get(players))}

    def sealed(self, name: str, dealt: Mapping[str, Stack]) -> Page:
        """Draw what lies below, on the lower half of a page whose upper half is folded over it."""
        area, fold = self.area, self.handout.paper[1] / 2
        nodes: list[Node] = [*self.cover(Area(area.x, area.y, area.width, fold - area.y - 3))]
        nodes.append(marks.fold_line(area.x, fold, area.right, fold))
        cells = [cell for cell in boards.cells(self.document.spec.setup.boards[name]) if cell.name in dealt]
        left, right = min(cell.x for cell in cells), max(cell.x for cell in cells) + 2
        first, last = min(cell.y for cell in cells), max(cell.y for cell in cells)
        room = Area(area.x, fold + 11, area.width, area.bottom - fold - 13)
        tall = (last - first) * 3**0.5 / 2 + 2 / 3**0.5
        size = min(room.width * 2 / (right - left), room.height / tall)
        dx = room.x + (room.width - size * (right - left) / 2) / 2 - size * left / 2
        dy = room.y + (room.height - size * tall) / 2 - size * first * 3**0.5 / 2
        seed = say("seed {seed}: what lies below", seed=self.deal.seed)
        nodes.append(Text(area.x, fold + 7, seed, self.handout.display, 4.5, INK))
        for cell in cells:
            x, y = boards.middle(cell, size)
            nodes += self.cell(cell, dx + x, dy + y, size, dealt[cell.name][-1:], name, back=True)
        bold, most = self.handout.bold, size * 0.16
        for cell in cells:  # words over the edges of cells, on which they may lie
            x, y = boards.middle(cell, size)
            words = notation(self.document, dealt[cell.name][-1], said=True)
            tall = fitting(bold, words, most, size * 0.72)
            nodes.append(Text(dx + x, dy + y + size * 0.43, words, bold, tall, INK, "middle", SEA, tall * 0.2))
        title = ground(self.document, "boards", name)
        titles = say("Sealed setup, {name}", name=title), say("Sealed setup: {name}", name=title)
        return self.handout.page(nodes, "setup", *titles, spare_back=False)

    def cover(self, area: Area) -> Iterator[Node]:
        """Draw the half that is folded over: a pattern, as inside an envelope, and what to do."""
        yield waves(area, self.deal.seed)
        plain, middle, top = self.handout.plain, area.x + area.width / 2, area.y + area.height / 2 - 15
        lines = (
            (
                11,
                say("{game}, seed {seed}", game=self.document.spec.title, seed=self.deal.seed),
                self.handout.display,
                6.0,
            ),
            (19, say("For a game master who does not play: do not look at the lower half."), plain, 4.0),
            (25, say("Fold this half over it along the dashed line and tape the edges."), plain, 4.0),
        )
        wide = max(width(font, line, tall) for _, line, font, tall in lines) + 14
        label = geo.rectangle(area.x + (area.width - wide) / 2, top, wide, 30, 2)
        yield Path(label, Paint(fill=(1, 1, 1), stroke=INK, width=0.4))
        for down, line, font, tall in lines:
            yield Text(middle, top + down, line, font, tall, INK, "middle")

    def cell(
        self,
        cell: Cell,
        x: float,
        y: float,
        size: float,
        top: Stack,
        board: str,
        *,
        back: bool = False,
        begun: bool = False,
    ) -> Iterator[Node]:
        """Draw a cell of a board with its name, its ground's icon, and the front of its top piece; ringed if pieces
        begin there. The back of a piece is smaller, below the cell's name."""
        outline = geo.polyline(geo.hexagon(x, y, size, pointy=True), closed=True)
        yield Path(outline, Paint(fill=SEA, stroke=EDGE, width=0.2))
        bold = self.handout.bold
        for piece in top:
            yield self.pictures.centred(piece, x, y, size * (0.58 if back else 0.94), back=back)
            if back:
                yield Text(x, y - size * 0.36, cell.name, bold, size * 0.16, INK, "middle")
                return
        drawn = () if top else tuple(self.icon(board, cell.symbol, x, y - size * 0.1, size * 0.66))
        yield from drawn
        if begun:
            yield Path(geo.ellipse(x, y, size * 0.3, size * 0.3), Paint(stroke=INK, width=size * 0.05))
        tall = fitting(bold, cell.name, size * 0.24, size * 0.9)
        low = y + (size * 0.4 if drawn else size * 0.36 if top else tall * 0.35)
        yield Text(x, low, cell.name, bold, tall, INK, "middle", (1, 1, 1), tall * 0.25)
