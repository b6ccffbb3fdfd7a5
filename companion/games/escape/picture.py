"""Draws the printed board with the printed pieces' own faces: island pieces, boats, creatures; people are discs. mm.

A board that is not the spec's (a position line may hold any) is drawn as bare hexes.
"""

from collections.abc import Iterator
from functools import cached_property
from math import sqrt

from companion.contract.position import Position
from companion.games.blocks import Box
from companion.games.escape.board import CORAL, REEF, SEA
from companion.games.escape.drawing import letters
from companion.games.escape.look import whereabouts
from companion.games.escape.state import COLOURS, REGIONS, is_land, task
from companion.games.escape.text import task_said
from companion.games.escape.texts import CREATURES
from companion.games.tabletop import Drawn, drawn, tabletop
from generator.draw.geometry.geometry import hexagon, polyline, rectangle
from generator.draw.scene import Group, Node, Paint, Path
from specs.base.languages import joined, say
from specs.model.document import Document
from specs.model.elements import Lattice, Repeat
from specs.model.shapes.boards import Cell, cells, middle

SIZE = 24.0  # width of a hex across its flats
MARGIN = 6.0  # around a board other than the printed one
LINE = 7.0
LEAST = 2.3  # CSS px of a mm at which a person is 14 wide
TRIBES = {colour[0]: colour for colour in COLOURS}
PERSON, BEAST, BOAT = 3.1, 11.0, 15.0  # a person's radius; widths of creatures and boats
FIGURE = 6.0  # width of a standing person


class Drawing:
    """The position; if not for a page, with a line for each player below the board. Places are the hexes by name."""

    def __init__(self, position: Position, document: Document, width: int = 0) -> None:
        self.players = position.players if width == 0 else ()
        self.position, self.sea, self.document = position, position.state.sea, document
        self.top, self.places, self.figures = tabletop(document), dict[str, Box](), list[Node]()
        self.face, self.colour, self.text = self.top.about, self.top.colour, self.top.text
        self.atlanteans = {str(p.row["code"]): p for p in reversed(document.pieces["atlanteans"])}

    @cached_property
    def printed(self) -> Repeat | None:
        """Return how the printed board lays out its cells; None if this is another board."""
        names = tuple(cell.name for cell in cells(self.document.spec.setup.boards["sea"]))
        front = self.document.spec.components["board"].front
        laid = (one for one in front if isinstance(one, Repeat) and isinstance(one.over, Lattice))
        return next(laid, None) if names == self.sea.board.names else None

    @cached_property
    def scale(self) -> float:
        """Return the scale of the printed board's mm."""
        return SIZE / float(self.printed.across) if self.printed else 1.0

    @cached_property
    def middles(self) -> tuple[tuple[float, float], ...]:
        """Return each hex's middle by the state's own rows: a board that is not the spec's can be drawn too."""
        found = []
        left, top = (float(one) * self.scale for one in self.printed.at) if self.printed else (MARGIN, MARGIN)
        for y, row in enumerate(self.sea.board.plan):
            for n in range(len(row)):
                x, down = middle(Cell("", "", n + 1, ".", 2 * n + y % 2, y), SIZE)
                found.append((x + left, down + top))
        return tuple(found)

    def drawn(self) -> Drawn:
        left, top = min(x for x, _ in self.middles), min(y for _, y in self.middles)
        width, bottom = max(x for x, _ in self.middles) + left, max(y for _, y in self.middles) + top
        height = bottom + (LINE * (len(self.players) + 0.6) if self.players else 0)
        nodes = list[Node]()
        if self.printed:
            board = self.document.pieces["board"][0]
            nodes.append(self.face(board, width / 2, bottom / 2, width))
        else:
            nodes.append(Path(rectangle(0, 0, width, bottom), Paint(fill=self.colour("sea"))))
        for h in range(len(self.sea.ground)):
            nodes += self.ground(h)
        for h in range(len(self.sea.ground)):
            nodes += self.things(h)
        for number in range(len(self.players)):
            nodes += self.player(number, bottom + (number + 0.9) * LINE)
        found = drawn(width, height, self.colour("pale"), nodes, self.places, "hexagon", LEAST)
        return found._replace(figures=tuple(self.figures))

    def ground(self, h: int) -> Iterator[Node]:
        at, name, (x, y), high = self.sea.ground[h], self.sea.board.names[h], self.middles[h], 2 * SIZE / sqrt(3)
        self.places[name] = (x - SIZE / 2, y - high / 2, SIZE, high)
        if is_land(at):
            piece = next(p for p in self.document.pieces["island"] if p.row["region"] == REGIONS[at])
            yield self.face(piece, x, y, SIZE * 0.97)
            yield Path(rectangle(x - 3.2, y + 7.2, 6.4, 3.9, 1.9), Paint(fill=self.colour("pale")))
            yield self.text(x, y + 10.2, name, 3.1, anchor="middle")
        if self.printed or is_land(at):
            return
        outline = polyline(hexagon(x, y, SIZE, pointy=True), closed=True)
        if at in (CORAL, REEF):
            yield Path(outline, Paint(fill=self.colour("sand" if at == CORAL else "deep")))
        yield Path(outline, Paint(stroke=self.colour("deep"), width=0.25))
        yield self.text(x, y - high / 2 + 5.4, name, 3.1, "pale" if at == REEF else "ink", "middle")

    def things(self, h: int) -> Iterator[Node]:
        sea, (x, y) = self.sea, self.middles[h]
        beasts = [n for n in range(4) for _ in range(sea.beasts[h] >> 4 * n & 15)]
        if sea.boats >> h & 1:
            yield self.face(self.document.pieces["boats"][0], x, y - 1.6, BOAT)
        for n, kind in enumerate(beasts):
            piece = next(p for p in self.document.pieces["creatures"] if p.row["creature"] == CREATURES[kind])
            across = x + (n - (len(beasts) - 1) / 2) * min(BEAST + 0.5, 16 / len(beasts))
            yield self.face(piece, across, y - 2.0, BEAST)
        stand, swim = letters(self.position, sea.stand[h]), letters(self.position, sea.swim[h])
        if sea.ground[h] == CORAL:
            yield from self.landed(stand, x, y)
            return
        yield from self.people(stand, x, y + (4.6 if sea.ground[h] == SEA else 1.6), swims=False)
        yield from self.people(swim, x, y + (8.2 if stand else 5.0), swims=True)

    def landed(self, people: str, x: float, y: float) -> Iterator[Node]:
        """Draw a disc for each tribe ashore, with their number."""
        tribes = dict.fromkeys(people)
        for n, letter in enumerate(tribes):
            across = x + (n - (len(tribes) - 1) / 2) * (18 / max(3, len(tribes)))
            yield from self.disc(letter, across, y, text=f"{people.count(letter)}{letter}")

    def people(self, people: str, x: float, y: float, *, swims: bool) -> Iterator[Node]:
        """Draw discs in a row, closer if there are many; swimmers are rings in the water."""
        step = min(2 * PERSON + 0.5, 15 / len(people)) if people else 0
        for n, letter in enumerate(people):
            across = x + (n - (len(people) - 1) / 2) * step
            yield from self.disc(letter, across, y, swims=swims)
            if self.players:  # a page has no use for them
                self.figures.append(self.face(self.atlanteans[letter], across, y - FIGURE + n % 2 * 3, FIGURE))

    def disc(self, letter: str, x: float, y: float, *, swims: bool = False, text: str = "") -> Iterator[Node]:
        radius = PERSON * (0.8 if swims else 1)
        pawn = self.top.disc(x, y, radius, TRIBES[letter], "pale" if swims else "ink", 0.8 if swims else 0.4)
        shade, size = "ink" if letter == "y" else "pale", radius * (1.1 if text else 1.35)
        yield Group((pawn, self.text(x, y + radius * 0.42, text or letter, size, shade, "middle")))

    def player(self, seat: int, y: float) -> Iterator[Node]:
        s = self.position.state
        yield from self.disc(letters(self.position, 1 << 4 * seat), MARGIN + PERSON, y)
        who: str = self.position.players[seat].name
        if seat == s.turn and s.phase != "over":
            who = say("{who}, to {task}", who=who, task=task_said(task(s)))
        text = f"{who}: {joined(whereabouts(s, seat)) or say('nobody placed')}"
        yield self.text(MARGIN + 3 * PERSON, y + 1.5, text, 4.6)
