"""Draws the live path with the generator's tiles, in mm: to and fro from Atlantis to the mainland."""

from collections.abc import Iterator
from functools import partial
from itertools import groupby
from typing import Final, NamedTuple

from companion.contract.position import Position
from companion.games.atlantis import texts
from companion.games.atlantis.state import set_of
from companion.games.atlantis.texts import ATLANTIS, LETTERS, MAINLAND, NOTHING, SPACES, UNKNOWN, tile_text
from companion.games.blocks import Box
from companion.games.tabletop import Drawn, drawn, tabletop
from generator.draw.geometry.geometry import polyline, rectangle
from generator.draw.scene import Group, Node, Paint, Path
from specs.base.languages import say
from specs.model.document import Document

TILE = 20.0
CITY = (90.0, 60.0)  # size of Atlantis above the path, as large as its tiles
BAND = 14.0  # its height on a page, where it is as wide as the path
FIGURE = (8.2, 13.9)  # size of a printed figure on a tile
LINE = 8.0  # height of a player's line


class Layout(NamedTuple):
    """How many tiles lie side by side, the distances of tiles and rows, the margin, and whether each space has its
    number below it."""

    columns: int
    step: float
    row: float
    margin: float
    numbered: bool = False


WHOLE: Final = Layout(12, 22.0, 27.0, 8.0, numbered=True)


def layout(width: int) -> Layout:
    """Return how a page of `width` CSS px shows the path; 0 for a picture that stands alone."""
    if width == 0 or width > 900:
        return WHOLE
    return (
        Layout(9, 22.4, 26.4, 3.0, numbered=True) if width > 500 else Layout(6 if width > 350 else 5, 22.8, 21.8, 2.4)
    )


class Drawing:
    """The position; places are each space ("12"), "atlantis" and "mainland"."""

    def __init__(self, view: Position, document: Document, width: int = 0) -> None:
        self.view, self.state, self.document, self.top = view, view.state, document, tabletop(document)
        self.alone, self.layout, self.band = width == 0, layout(width), BAND if width else CITY[1]
        self.colour, self.piece = self.top.colour, self.top.piece
        self.places = dict[str, Box]()
        self.pieces = {
            (str(p.row["set"]), str(p.row["letter"]), int(p.row["value"])): p for p in document.pieces["path-tiles"]
        }

    def drawn(self) -> Drawn:
        columns, step, row, margin, _ = self.layout
        rows = -(-(SPACES + 1) // columns)
        names = [player.name for player in self.view.players] if self.alone else []
        width, bottom = 2 * margin + columns * step - (step - TILE), self.at(0)[1] + rows * row
        nodes = [self.way(), *self.city(width), *self.mainland()]
        for space in range(1, SPACES + 1):
            nodes += self.space(space)
        for p in range(len(names)):
            nodes += self.player(p, bottom + (p + 0.7) * LINE)
        height = bottom - (0 if self.layout.numbered else row - TILE) + len(names) * LINE + margin
        return drawn(width, height, self.colour("foam"), nodes, self.places, least=2.6)

    def at(self, cell: int) -> tuple[float, float]:
        """Return the top left corner of a cell below the band; every other row runs back."""
        columns, step, high, margin, _ = self.layout
        row, column = divmod(cell, columns)
        if row % 2:
            column = columns - 1 - column
        return margin + column * step, margin + self.band + 2.2 + row * high

    def way(self) -> Node:
        """Draw the path under the tiles, from one to the next."""
        middles = [(x + TILE / 2, y + TILE / 2) for x, y in map(self.at, range(SPACES + 1))]
        return Path(polyline(middles, closed=False), Paint(stroke=self.colour("pale"), width=2.4))

    def city(self, width: float) -> Iterator[Node]:
        """Draw Atlantis: on a page as a band."""
        margin = self.layout.margin
        self.places["atlantis"] = box = margin, margin, CITY[0] if self.alone else width - 2 * margin, self.band
        yield self.end("atlantis", box)
        here, right = self.standing(ATLANTIS), margin + box[2]
        for n, index in enumerate(here):
            yield self.figure(index, right - (len(here) - n) * (FIGURE[0] + 0.6), margin + self.band - 0.6)

    def mainland(self) -> Iterator[Node]:
        here, (x, y) = self.standing(MAINLAND), self.at(SPACES)
        self.places["mainland"] = x, y, TILE, TILE
        yield self.end("mainland", (x, y, TILE, TILE))
        step = min(FIGURE[0] + 0.6, (TILE - FIGURE[0]) / max(1, len(here) - 1))
        for n, index in enumerate(here):
            yield self.figure(index, x + n * step, y + TILE)

    def end(self, name: str, box: Box) -> Node:
        """Draw a printed end of the path, its middle cut to a box."""
        piece = next(p for p in self.document.pieces["ends"] if p.row["place"] == name)
        (wide, high), (x, y, across, down) = self.document.spec.components["ends"].size_mm, box
        scale = max(across / wide, down / high)
        face = self.piece(piece, x + (across - wide * scale) / 2, y + (down - high * scale) / 2, scale)
        return Group((face,), clip=rectangle(*box, 1.5))

    def space(self, space: int) -> Iterator[Node]:
        path, (x, y) = self.state.path, self.at(space - 1)
        top, own = path.tops[space], "AB"[set_of(space)]
        self.places[str(space)] = (x, y, TILE, TILE)
        if top == NOTHING:
            yield self.piece(self.document.pieces["water-tiles"][0], x, y, TILE / 40)
            if path.bridges >> space & 1:
                yield self.piece(self.document.pieces["bridges"][0], x + 1, y + 5.1, 18 / 44)
        else:
            if path.unders[space]:
                yield self.top.mark("under", x + 1.2, y + 1.2, (-1, -1, TILE + 2, TILE + 2), self.under)
            if top == UNKNOWN:
                piece = next(p for p in self.document.pieces["path-tiles"] if p.row["set"] == own)
            else:
                piece = self.pieces[own, LETTERS[top >> 3], top & 7]
            yield self.piece(piece, x, y, TILE / 40, back=top == UNKNOWN)
        if self.layout.numbered:
            yield self.top.text(x + TILE / 2, y + TILE + 4.2, str(space), 4.0, "deep", "middle")
        if top not in (NOTHING, UNKNOWN):
            value = str(top & 7)
            yield self.top.mark(f"value {value}", x + 3.4, y + 3.4, (-4, -4, 8, 8), partial(self.badge, value))
        here = self.standing(space)
        for n, index in enumerate(here):
            yield self.figure(index, x + TILE - 1 - (len(here) - n) * FIGURE[0], y + TILE - 0.8)

    def under(self) -> Iterator[Node]:
        """Draw the edge of a tile that lies under another."""
        paint = Paint(fill=self.colour("stone"), stroke=self.colour("ink"), width=0.25)
        yield Path(rectangle(0, 0, TILE, TILE, 0.8), paint)

    def badge(self, value: str) -> Iterator[Node]:
        """Draw a tile's value, as large as a phone needs it."""
        yield self.top.disc(0, 0, 3.4, "pale", "ink", 0.5)
        yield self.top.text(0, 1.8, value, 5.4, "ink", "middle", "display")

    def standing(self, place: int) -> list[int]:
        return [index for index, at in enumerate(self.state.path.figures) if at == place]

    def figure(self, index: int, x: float, foot: float) -> Node:
        """Draw a figure with its left edge at `x` and its foot at `foot`."""
        colour, number, (wide, high) = self.view.players[index // 3].colour, index % 3 + 1, FIGURE
        draw = partial(self.standee, colour, number)
        return self.top.mark(f"{colour} {number}", x, foot - high, (-1, -1, wide + 2, high + 2), draw)

    def standee(self, colour: str, number: int) -> Iterator[Node]:
        """Draw a figure with its number, its corner at (0, 0)."""
        piece = next(
            p for p in self.document.pieces["figures"] if p.row["colour"] == colour and p.row["figure"] == number
        )
        wide, high = FIGURE
        front = self.piece(piece, 0, 0, wide / self.document.spec.components["figures"].size_mm[0])
        rim, plate = Paint(stroke=self.colour("ink"), width=0.6), Paint(fill=self.colour(str(piece.row["hue"])))
        ink = "ink" if colour == "white" else "pale"
        yield Group((front,), clip=rectangle(0, 0, wide, high, 1.2))
        yield Path(rectangle(0, high - 5.2, wide, 5.2, 1.2), plate)
        yield self.top.text(wide / 2, high - 1.1, str(number), 4.6, ink, "middle", "display")
        yield Path(rectangle(0, 0, wide, high, 1.2), rim)

    def player(self, p: int, y: float) -> Iterator[Node]:
        view, margin, colour = self.view, self.layout.margin, self.view.players[p].colour
        hue = next(piece.row["hue"] for piece in self.document.pieces["figures"] if piece.row["colour"] == colour)
        yield self.top.disc(margin + 3.6, y - 1.4, 3.6, str(hue), width=0.5)
        runs = [tile_text(code) for code in view.state.tiles[p]]
        counted = ((text, len(list(same))) for text, same in groupby(runs))
        tiles = "  ".join(text if number == 1 else f"{number} × {text}" for text, number in counted)
        name, bridge = view.players[p].name, say("bridge") if view.state.unlaid[p] else say("no bridge")
        who = say("{who} to move", who=name) if p == view.state.turn and not view.state.over else name
        text = f"{who}: {texts.card_count(sum(view.state.hands[p]))}, {bridge}; {tiles or say('no tiles')}"
        yield self.top.text(margin + 10.8, y, text, 4.6)
