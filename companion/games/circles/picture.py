"""Draws a position with the printed pieces: islands, stones with their numbers, growth towers, burned fields. mm.

A height without a printed stone, and a colour that the spec lacks, is a plain square with its number.
"""

from collections.abc import Iterator

from companion.contract.position import Position
from companion.games.circles.board import Board
from companion.games.circles.state import BURNED, TOWER, height, kind, owner
from companion.games.tabletop import Drawn, drawn, tabletop
from generator.draw.geometry.geometry import ellipse, rectangle
from generator.draw.scene import Group, Node, Paint, Path, Text
from specs.model.colours import CSS, colour
from specs.model.document import Document
from specs.model.shapes.hexes import Cell, circle, is_island, outline, spacing, upright

WIDTH = 30.0  # of an island
ACROSS, APART = circle(WIDTH), spacing(WIDTH)  # diameter of a printed field; distance of neighbours
MARGIN = 2.0
PHONE = 500  # CSS px of a page on which fields are larger than printed, so that more of the board is in view
SMALLEST = 24  # CSS px of a field


class Drawing:
    """The board in the frame of `hexes.upright`, with the printed pieces' faces; places are the fields by name."""

    def __init__(self, p: Position, document: Document, width: int = 0) -> None:
        self.board, self.fields, self.players = p.state.board, p.state.fields, p.players
        self.document, self.top = document, tabletop(document)
        self.colour, self.bold = self.top.colour, self.top.resources.font("bold")
        self.box, self.across, self.empty = _box(self.board, MARGIN), ACROSS, 0.31
        if 0 < width < PHONE:
            self.box, self.empty = _box(self.board, MARGIN / 4), 0.4
            self.across = min(max(ACROSS, SMALLEST * self.box[2] / width), 0.82 * APART)
        self.stone, self.ground = 0.95 * self.across, min(1.34 * self.across, 0.98 * APART)
        self.pieces = {
            (part, piece.row["colour"], piece.row.get("value", 0)): piece
            for part in ("stones", "towers")
            for piece in document.pieces[part]
        }

    def drawn(self) -> Drawn:
        nodes, islands = list[Node](), self.document.pieces["islands"]
        rim, across = Paint(fill=self.colour("pale"), stroke=self.colour("groove"), width=0.25), self.across
        for number, segment in enumerate(self.board.segments):
            if is_island(segment):
                nodes.append(self.top.about(islands[number % len(islands)], *self.at(segment[0]), WIDTH))
            if across > ACROSS or not is_island(segment):  # an island's own fields are too small, or it is none
                nodes += [Path(ellipse(*self.at(cell), across / 2, across / 2), rim) for cell in segment]
        middles = {name: self.at(cell) for name, cell in zip(self.board.names, self.board.cells, strict=True)}
        for (name, (x, y)), value in zip(middles.items(), self.fields, strict=True):
            nodes += self.field(name, value, x, y)
        places = {name: (x - across / 2, y - across / 2, across, across) for name, (x, y) in middles.items()}
        return drawn(*self.box[2:], self.colour("pale"), nodes, places, "disc", SMALLEST / across)

    def at(self, cell: Cell) -> tuple[float, float]:
        """Return the middle of a field."""
        x, y = upright(cell, WIDTH)
        return x - self.box[0], y - self.box[1]

    def field(self, name: str, value: int, x: float, y: float) -> Iterator[Node]:
        """Draw what lies on a field, and its name: on it if it is empty, else below."""
        if not value:
            size = self.across * self.empty
            yield Text(x, y + size * 0.33, name, self.bold, size, self.colour("groove"), "middle")
            return
        tower = kind(value) == TOWER
        own = "burned" if kind(value) == BURNED else self.players[owner(value)].colour
        if tower:
            yield self.piece("towers", own, 0, x, y, self.ground)
        if height(value) or not tower:
            yield self.piece("stones", own, height(value) or 1, x, y, self.stone)
        size, low, ink = ACROSS * 0.26, y + (self.ground if tower else self.stone) / 2, self.colour("ink")
        yield Text(x, low + size * 0.45, name, self.bold, size, ink, "middle", self.colour("pale"), size * 0.35)

    def piece(self, part: str, own: str, number: int, x: float, y: float, side: float) -> Node:
        """Draw a printed piece about (x, y); a square with its number if no such piece is printed."""
        printed, palette = self.pieces.get((part, own, number)), self.document.spec.palette
        if printed is not None:
            return self.top.about(printed, x, y, side)
        paint = colour(palette, own) if own in palette or own.lower() in CSS else self.colour("ink")
        square = Path(rectangle(x - side / 2, y - side / 2, side, side, side / 13), Paint(fill=paint))
        ink = self.colour("ink" if sum(paint) > 1.7 else "pale")
        return Group((square, Text(x, y + side * 0.2, str(number), self.bold, side * 0.55, ink, "middle")))


def _box(board: Board, margin: float) -> tuple[float, float, float, float]:
    """Return left, top, width and height of what is drawn, with that margin."""
    centres = [upright(segment[0], WIDTH) for segment in board.segments if is_island(segment)]
    corners = [(cx + x, cy + y) for cx, cy in centres for x, y in outline((0, 0), WIDTH)]
    for x, y in [upright(cell, WIDTH) for cell in board.cells]:
        corners += [(x - ACROSS / 2, y - ACROSS / 2), (x + ACROSS / 2, y + ACROSS / 2)]
    left, top = min(x for x, _ in corners) - margin, min(y for _, y in corners) - margin
    return left, top, max(x for x, _ in corners) + margin - left, max(y for _, y in corners) + margin - top
