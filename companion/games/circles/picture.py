"""A position drawn with the printed pieces: islands, stones with their numbers, growth towers, burned ground. mm.

A height that no stone has, and a colour that the spec has not (transcripts may), is a plain square with its number.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from companion.contract.position import Position
from companion.games.circles.board import Board, is_island
from companion.games.circles.ground import BURNED, TOWER, height, kind, owner
from generator.draw.geometry.geometry import ellipse, polyline, rectangle
from generator.draw.scene import Group, Node, Paint, Path, Scene, Text, Use
from generator.faces.tabletop import tabletop
from specs.model.colours import CSS, colour
from specs.model.shapes.hexes import Cell, circle, name, outline, upright

if TYPE_CHECKING:
    from specs.model.document import Document, Piece
    from specs.model.values import Scalar

WIDTH = 30.0  # of an island
MARGIN = 2.0
STONE, GROUND = 0.95, 1.34  # sides of a stone and of a tower, in circles


def picture(p: Position, document: Document) -> Scene:
    """The board in the frame of `hexes.upright`, with the printed pieces' faces and each field's name."""
    return _Drawing(p, document).scene()


def places(p: Position, document: Document) -> Mapping[str, tuple[float, float, float, float]]:
    """The box of each field, by its name: (x, y, width, height) in mm."""
    board, across = p.state.board, circle(WIDTH)
    left, top, _, _ = _box(board)
    middles = zip(board.names, [upright(cell, WIDTH) for cell in board.cells], strict=True)
    return {name: (x - left - across / 2, y - top - across / 2, across, across) for name, (x, y) in middles}


class _Drawing:
    def __init__(self, p: Position, document: Document) -> None:
        self.board, self.fields, self.players = p.state.board, p.state.fields, p.players
        self.document = document
        top = tabletop(document)
        self.faces, self.colour, self.bold = top.faces, top.colour, top.resources.font("bold")

    @cached_property
    def pieces(self) -> Mapping[tuple[str, Scalar, Scalar], Piece]:
        """One of each kind, by its component, colour and value."""
        found: dict[tuple[str, Scalar, Scalar], Piece] = {}
        for part in ("stones", "towers"):
            for piece in self.document.pieces[part]:
                found[part, piece.row["colour"], piece.row.get("value", 0)] = piece
        return found

    def scene(self) -> Scene:
        left, top, across, down = _box(self.board)
        nodes: list[Node] = [Path(rectangle(0, 0, across, down), Paint(fill=self.colour("pale")))]
        radius = circle(WIDTH) / 2
        islands = self.document.pieces["islands"]
        for number, segment in enumerate(self.board.segments):
            if is_island(segment):
                x, y = upright(segment[0], WIDTH)
                nodes.append(self.face(islands[number % len(islands)], x - left, y - top, WIDTH))
            else:  # fields of a position that is no island's
                rim = Paint(fill=self.colour("pale"), stroke=self.colour("groove"), width=0.25)
                for cell in segment:
                    x, y = upright(cell, WIDTH)
                    nodes.append(Path(ellipse(x - left, y - top, radius, radius), rim))
        for cell, value in zip(self.board.cells, self.fields, strict=True):
            x, y = upright(cell, WIDTH)
            nodes += self.field(cell, value, x - left, y - top)
        return Scene((0.0, 0.0, across, down), tuple(nodes), reusable=False)

    def field(self, cell: Cell, value: int, x: float, y: float) -> Iterator[Node]:
        """What lies on a field, and its name: on it where it is empty, below what lies there else."""
        across, ink = circle(WIDTH), self.colour("ink")
        if not value:
            yield Text(x, y + across * 0.1, name(cell), self.bold, across * 0.31, self.colour("groove"), "middle")
            return
        low = y + across * STONE / 2
        if kind(value) == BURNED:
            yield self.face(self.pieces["stones", "burned", 1], x, y, across * STONE)
        else:
            own = self.players[owner(value)].colour
            if kind(value) == TOWER:
                low = y + across * GROUND / 2
                yield self.piece("towers", own, 0, x, y, across * GROUND)
            if height(value):
                yield self.piece("stones", own, height(value), x, y, across * STONE)
        size = across * 0.26
        yield Text(x, low + size * 0.45, name(cell), self.bold, size, ink, "middle", self.colour("pale"), size * 0.35)

    def piece(self, part: str, own: str, number: int, x: float, y: float, side: float) -> Node:
        """A printed piece about (x, y); a square with its number where none is printed like it."""
        printed = self.pieces.get((part, own, number))
        if printed is not None:
            return self.face(printed, x, y, side)
        palette = self.document.spec.palette
        paint = colour(palette, own) if own in palette or own.lower() in CSS else self.colour("ink")
        square = Path(rectangle(x - side / 2, y - side / 2, side, side, side / 13), Paint(fill=paint))
        ink = self.colour("ink" if sum(paint) > 1.7 else "pale")
        return Group((square, Text(x, y + side * 0.2, str(number), self.bold, side * 0.55, ink, "middle")))

    def face(self, piece: Piece, x: float, y: float, width: float) -> Node:
        """A piece's front about (x, y), so wide and cut to its trim."""
        face, bleed = self.faces.front(piece), self.document.spec.components[piece.component].bleed
        wide, high = face.box[2] - 2 * bleed, face.box[3] - 2 * bleed
        scale = width / wide
        hexagon = ((0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25))
        cut = rectangle(0, 0, wide, high, 0.6)
        if piece.component == "islands":
            cut = polyline([(px * wide, py * high) for px, py in hexagon], closed=True)
        return Group((Use(face),), (scale, 0.0, 0.0, scale, x - width / 2, y - high * scale / 2), cut)


def _box(board: Board) -> tuple[float, float, float, float]:
    """Left, top, width and height of what is drawn, with a margin."""
    radius = circle(WIDTH) / 2
    corners: list[tuple[float, float]] = []
    for segment in board.segments:
        if is_island(segment):
            cx, cy = upright(segment[0], WIDTH)
            corners += [(cx + x, cy + y) for x, y in outline((0, 0), WIDTH)]
    for cell in board.cells:
        x, y = upright(cell, WIDTH)
        corners += [(x - radius, y - radius), (x + radius, y + radius)]
    left, top = min(x for x, _ in corners) - MARGIN, min(y for _, y in corners) - MARGIN
    return left, top, max(x for x, _ in corners) + MARGIN - left, max(y for _, y in corners) + MARGIN - top
