"""A setup as a seed deals it, drawn from the pieces' own faces: tracks, open rows and boards. mm, y downward."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Node, Paint, Path, Scene, Segment, Use
from specs.expand.deal import Deal
from specs.model.document import Document, Piece
from specs.model.setup_schema import Board
from specs.model.shapes import boards

LARGEST, LEAST = 16.0, 10.0  # how wide a place in a row is
APART = 3.0  # between rows of different kinds
FILLED = 0.92  # of its place is a piece wide
BELOW = 0.07  # of its place a piece lies beside the one upon it
LINE = Paint(stroke=(0.45, 0.5, 0.53), width=0.2)

Cut = tuple[Scene, tuple[Segment, ...]]
Faced = Callable[[Piece], Cut | None]  # the side of a piece that lies up, and how it is cut


def deal_nodes(document: Document, deal: Deal, faced: Faced, room: float) -> tuple[list[Node], float]:
    """What everybody may see of a deal, as wide as there is room; and how high that is."""
    nodes: list[Node] = []
    y = 0.0
    rows = [*deal.tracks.values(), *(tuple((piece,) for piece in row) for row in deal.open.values())]
    for row in rows:
        drawn, high = _row(row, faced, room)
        nodes.append(Group(tuple(drawn), geo.translate(0.0, y)))
        y += high + APART
    for name, cells in deal.cells.items():
        board = document.spec.setup.boards[name]
        wide, tall = boards.extent(board, 1.0)
        size = room / wide
        nodes.append(Group(tuple(_board(board, cells, size, faced)), geo.translate(0.0, y)))
        y += tall * size + APART
    return nodes, max(0.0, y - APART)


def _row(stacks: Sequence[Sequence[Piece]], faced: Faced, room: float) -> tuple[list[Node], float]:
    """Stacks side by side, in as many lines as they take; an empty one is an empty place."""
    place = min(LARGEST, room / max(1, len(stacks)))
    if place < LEAST:
        place = room / int(room / (LEAST + 2))
    each = max(1, int(room / place + 1e-6))
    nodes: list[Node] = []
    for n, stack in enumerate(stacks):
        nodes += _stack(stack, faced, (n % each + 0.5) * place, (n // each + 0.5) * place, place)
    return nodes, place * -(-len(stacks) // each)


def _board(board: Board, stacks: Mapping[str, Sequence[Piece]], size: float, faced: Faced) -> Iterator[Node]:
    """A board's hexes, and what lies on them."""
    for cell in boards.cells(board):
        x, y = boards.middle(cell, size)
        corners = geo.hexagon(x, y, size, pointy=True)
        yield Path(geo.polyline(corners, closed=True), LINE)
        yield from _stack(stacks.get(cell.name, ()), faced, x, y, size)


def _stack(stack: Sequence[Piece], faced: Faced, x: float, y: float, place: float) -> Iterator[Node]:
    """The upper two pieces of a stack in the middle of its place."""
    for depth in range(min(2, len(stack)) - 1, -1, -1):
        found = faced(stack[-1 - depth])
        if found is not None:
            shift = depth * BELOW * place
            yield _placed(found, x + shift, y - shift, place)


def _placed(found: Cut, x: float, y: float, place: float) -> Node:
    scene, cut = found
    left, top, wide, tall = geo.bounds(cut) or scene.box
    scale = FILLED * place / max(wide, tall)
    matrix = (scale, 0.0, 0.0, scale, x - (left + wide / 2) * scale, y - (top + tall / 2) * scale)
    edge = Path(cut, Paint(stroke=(0.3, 0.3, 0.3), width=0.15 / scale))
    return Group((Group((Use(scene),), clip=cut), edge), matrix)
