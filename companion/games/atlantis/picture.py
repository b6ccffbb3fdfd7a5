"""The live path drawn with the generator's tiles, in mm: a serpentine from Atlantis to the mainland."""

from collections.abc import Iterator
from itertools import groupby

from companion.contract.position import Position
from companion.games.atlantis import texts
from companion.games.atlantis.state import set_of
from companion.games.atlantis.texts import ATLANTIS, LETTERS, MAINLAND, NOTHING, SPACES, UNKNOWN, tile_text
from companion.games.blocks import Box
from companion.games.tabletop import Drawn, drawn, tabletop
from generator.draw.geometry.geometry import rectangle
from generator.draw.scene import Group, Node, Paint, Path
from specs.base.languages import say
from specs.model.document import Document

TILE = 20.0
STEP = 22.0
ROW = 29.0
MARGIN = 8.0
CELLS = 12  # a row: the ends take two each
FIGURE = 3.6  # radius
LINE = 8.0


class Drawing:
    """The position; places are each space ("12"), "atlantis" and "mainland"."""

    def __init__(self, view: Position, document: Document) -> None:
        self.view, self.state, self.document, self.top = view, view.state, document, tabletop(document)
        self.colour, self.piece = self.top.colour, self.top.piece
        self.places = dict[str, Box]()
        self.pieces = {
            (str(p.row["set"]), str(p.row["letter"]), int(p.row["value"])): p for p in document.pieces["path-tiles"]
        }

    def drawn(self) -> Drawn:
        rows = -(-(SPACES + 4) // CELLS)
        names = [player.name for player in self.view.players]
        width = 2 * MARGIN + CELLS * STEP - (STEP - TILE)
        height = 2 * MARGIN + rows * ROW + len(names) * LINE
        nodes = [*self.end(ATLANTIS, "atlantis"), *self.end(MAINLAND, "mainland")]
        for space in range(1, SPACES + 1):
            nodes += self.space(space)
        for p in range(len(names)):
            nodes += self.player(p, MARGIN + rows * ROW + (p + 0.7) * LINE)
        return drawn(width, height, self.colour("foam"), nodes, self.places)

    def at(self, cell: int) -> tuple[float, float]:
        """The top left corner of a cell; every other row runs back."""
        row, column = divmod(cell, CELLS)
        if row % 2:
            column = CELLS - 1 - column
        return MARGIN + column * STEP, MARGIN + row * ROW

    def end(self, place: int, name: str) -> Iterator[Node]:
        piece = next(p for p in self.document.pieces["ends"] if p.row["place"] == name)
        cells = (0, 1) if place == ATLANTIS else (SPACES + 2, SPACES + 3)
        x = min(self.at(cell)[0] for cell in cells)
        y = self.at(cells[0])[1]
        self.places[name] = (x, y, STEP + TILE, TILE)
        yield self.piece(piece, x + (STEP + TILE - 30) / 2, y, TILE / 120)
        here = [i for i, at in enumerate(self.state.path.figures) if at == place]
        for n, i in enumerate(here):
            above = (len(here) - 1) // 6 - n // 6
            yield from self.figure(i, x + 3.5 + n % 6 * 7, y + 22.5 - above * 7.6)

    def space(self, space: int) -> Iterator[Node]:
        path, (x, y) = self.state.path, self.at(space + 1)
        top, own = path.tops[space], "AB"[set_of(space)]
        self.places[str(space)] = (x, y, TILE, TILE)
        if top == NOTHING:
            yield self.piece(self.document.pieces["water-tiles"][0], x, y, TILE / 40)
            if path.bridges >> space & 1:
                yield self.piece(self.document.pieces["bridges"][0], x + 1, y + 5.1, 18 / 44)
        else:
            if path.unders[space]:
                paint = Paint(fill=self.colour("stone"), stroke=self.colour("ink"), width=0.25)
                yield Path(rectangle(x + 1.2, y + 1.2, TILE, TILE, 0.8), paint)
            if top == UNKNOWN:
                piece = next(p for p in self.document.pieces["path-tiles"] if p.row["set"] == own)
            else:
                piece = self.pieces[own, LETTERS[top >> 3], top & 7]
            yield self.piece(piece, x, y, TILE / 40, back=top == UNKNOWN)
        yield self.top.text(x + TILE / 2, y + TILE + 4.4, str(space), 3.4, "deep", "middle")
        here = [i for i, at in enumerate(path.figures) if at == space]
        for n, i in enumerate(here):
            yield from self.figure(i, x + TILE / 2 + (2 * n - len(here) + 1) * FIGURE, y + TILE - 3.6)

    def figure(self, index: int, x: float, y: float) -> Iterator[Node]:
        return self.disc(index // 3, str(index % 3 + 1), x, y)

    def disc(self, player: int, text: str, x: float, y: float) -> Iterator[Node]:
        """A disc of a player's colour with a number."""
        colour = self.view.players[player].colour
        row = next(piece.row for piece in self.document.pieces["figures"] if piece.row["colour"] == colour)
        rim, ink = self.top.disc(x, y, FIGURE, str(row["hue"]), width=0.5), "ink" if colour == "white" else "pale"
        yield Group((rim, self.top.text(x, y + 1.75, text, 5, ink, "middle", "display"))) if text else rim

    def player(self, p: int, y: float) -> Iterator[Node]:
        view = self.view
        yield from self.disc(p, "", MARGIN + FIGURE, y - 1.4)
        runs = [tile_text(code) for code in view.state.tiles[p]]
        counted = ((text, len(list(same))) for text, same in groupby(runs))
        tiles = "  ".join(text if number == 1 else f"{number} × {text}" for text, number in counted)
        name, bridge = view.players[p].name, say("bridge") if view.state.unlaid[p] else say("no bridge")
        who = say("{who} to move", who=name) if p == view.state.turn and not view.state.over else name
        text = f"{who}: {texts.card_count(sum(view.state.hands[p]))}, {bridge}; {tiles or say('no tiles')}"
        yield self.top.text(MARGIN + 3 * FIGURE, y, text, 4.6)
