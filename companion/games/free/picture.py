"""The free table drawn with the printed faces, in mm: what lies for all, zone by zone, then a band for each player.

Faces are those of the spec as it is now; a piece that has gone from it is a blank with its word.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from math import cos, pi, sin
from typing import NamedTuple

from companion.contract.position import Position
from companion.games.free.counting import total
from companion.games.free.plan import Piece, Site, seats
from companion.games.tabletop import tabletop
from generator.draw.fonts.fonts import label
from generator.draw.geometry.geometry import Rectangle, ellipse, hexagon, polyline, rectangle, rotation
from generator.draw.scene import Colour, Group, Node, Paint, Path, Scene, Text
from generator.faces.outline import trim
from specs.base.languages import spoken
from specs.expand.table_kit import ALWAYS, Zone, called, words_of
from specs.model.colours import colour, players_colour
from specs.model.component import FoldedBox
from specs.model.document import Document
from specs.model.document import Piece as Printed
from specs.model.schema import Board, TableZone
from specs.model.shapes import boards, hexes, outlines

MARGIN, GAP, APART = 8.0, 2.0, 9.0  # at the edge, between pieces, between zones
WIDE = 230.0  # of a line of zones; a printed board may be wider
LARGEST, BOXED = 40.0, 16.0  # of a piece's longer side; of one in the box, which is not in play
TITLE = 7.5  # a zone's name above it
BLANK = (25.0, 36.0)
DIE = 11.0
COLUMNS = 12  # of a track
MOST_SHOWN = 60  # pieces of a row side by side
GROUND: Colour = (0.93, 0.915, 0.885)
FELT: Colour = (0.975, 0.97, 0.95)
INK: Colour = (0.17, 0.14, 0.13)
LINE: Colour = (0.62, 0.58, 0.52)
PAPER: Colour = (1.0, 1.0, 1.0)
SPARE = ("firebrick", "steelblue", "olivedrab", "goldenrod", "rebeccapurple", "peru")

Draw = Callable[[float, float], Iterator[Node]]


class Block(NamedTuple):
    """What takes so much room; `draw` gets its top left corner, and notes the places in it."""

    wide: float
    high: float
    draw: Draw


def picture(view: Position, document: Document) -> Scene:
    """The position as a scene whose box begins at (0, 0)."""
    return _drawn(view, document, spoken())[0]


def places(view: Position, document: Document) -> Mapping[str, Rectangle]:
    """The box of each place as turns write it: of a zone, its cells, each piece there (`market.2`); of a counter's
    signs (`coins +`, `Ann.coins -`), and of dice."""
    return _drawn(view, document, spoken())[1]


@lru_cache(maxsize=32)
def _drawn(view: Position, document: Document, _: object) -> tuple[Scene, Mapping[str, Rectangle]]:
    drawing = _Drawing(view, document)
    return drawing.scene(), drawing.found


@lru_cache(maxsize=4)
def _looks(document: Document) -> Mapping[str, Printed]:
    """A printed piece for each word, in small letters."""
    return {word.lower(): piece for piece, word in reversed(words_of(document))}


class _Drawing:
    def __init__(self, view: Position, document: Document) -> None:
        self.state, self.players, self.document, self.top = view.state, view.players, document, tabletop(document)
        self.plain, self.bold = label("AlegreyaSans-Regular"), label("AlegreyaSans-Bold")
        self.looks = _looks(document)
        self.found: dict[str, Rectangle] = {}
        self.names, self.lies = seats(view.players), dict(self.state.lying)

    def scene(self) -> Scene:
        zones = self.state.kit.zones
        shared = [block for name, zone in zones.items() if not zone.each for block in self.zone(name, None)]
        bands = self.laid([self.band(player) for player in range(len(self.players))], 5.0)
        whole = self.laid([self.laid([*shared, *self.numbers(None)]), bands], wide=0.0)
        wide, high = whole.wide + 2 * MARGIN, whole.high + 2 * MARGIN
        ground = Path(rectangle(0, 0, wide, high), Paint(fill=GROUND))
        return Scene((0.0, 0.0, wide, high), (ground, *whole.draw(MARGIN, MARGIN)), reusable=False)

    @staticmethod
    def laid(blocks: Sequence[Block], apart: float = APART, wide: float = WIDE) -> Block:
        """Blocks in their order, side by side as far as they go."""
        lines: list[list[tuple[Block, float]]] = []
        for block in blocks:
            x = sum(each.wide + apart for each, _ in lines[-1]) if lines else 0.0
            if not lines or x + block.wide > wide:
                lines.append([])
                x = 0.0
            lines[-1].append((block, x))

        def draw(left: float, top: float) -> Iterator[Node]:
            for line in lines:
                for block, x in line:
                    yield from block.draw(left + x, top)
                top += max(block.high for block, _ in line) + apart

        ends = [x + block.wide for line in lines for block, x in line]
        high = sum(max(block.high for block, _ in line) + apart for line in lines) - apart
        return Block(max(ends, default=0.0), max(0.0, high), draw)

    def band(self, player: int) -> Block:
        """A player's name, with a ring where it is that player's turn, above what is that player's."""
        state, name = self.state, self.players[player].name
        zones = [zone for zone, each in state.kit.zones.items() if each.each]
        inner = self.laid([*(b for zone in zones for b in self.zone(zone, player)), *self.numbers(player)], 6.0)
        if state.kit.score:
            name = f"{name}: {total(state, player)}"
        wide, high = max(inner.wide, 14 + 3.6 * len(name), 50.0) + 8, inner.high + 17

        def draw(x: float, y: float) -> Iterator[Node]:
            yield Path(rectangle(x, y, wide, high, 3), Paint(fill=FELT))
            hue = self.hue(player)
            yield Path(ellipse(x + 7.5, y + 7, 3.2, 3.2), Paint(fill=hue, stroke=INK, width=0.3))
            if state.turn == player and not state.over:
                yield Path(ellipse(x + 7.5, y + 7, 4.8, 4.8), Paint(stroke=hue, width=1.2))
            yield Text(x + 14, y + 9.4, name, self.bold, 7, INK)
            yield from inner.draw(x + 4, y + 13)

        return Block(wide, high, draw)

    def hue(self, player: int) -> Colour:
        try:
            return players_colour(self.document.spec, self.players[player].colour)
        except (KeyError, ValueError):
            return colour({}, SPARE[player % len(SPARE)])

    # ---- zones -------------------------------------------------------------------------------

    def zone(self, name: str, owner: int | None) -> Iterator[Block]:
        """A zone with its name above it; none for one that is there always, nothing goes to and nothing lies in."""
        zone, kit = self.state.kit.zones[name], self.state.kit
        pieces = [each for site, each in self.lies.items() if site.zone == name and each]
        if name in ALWAYS and not pieces and name not in kit.goes.values():
            return
        site = Site(name, owner)
        inner = self.cells(name, zone, owner) if zone.cells else self.side_by_side(site, zone)
        yield self.titled(name, "" if zone.cells else site.text(self.names), inner)

    def titled(self, name: str, key: str, inner: Block) -> Block:
        """A block with its name above it, and the place that it is, if any."""
        title = name.replace("_", " ")
        wide = max(inner.wide, 0.5 * 5.4 * len(title))

        def draw(x: float, y: float) -> Iterator[Node]:
            yield Text(x, y + 5.2, title, self.plain, 5.6, INK)
            if key:
                self.found[key] = (x, y + TITLE, inner.wide, inner.high)
            yield from inner.draw(x, y + TITLE)

        return Block(wide, inner.high + TITLE, draw)

    def side_by_side(self, site: Site, zone: Zone) -> Block:
        """What lies at a site, and empty places for what a row still takes, at least one."""
        most = BOXED if site.zone == "box" else LARGEST
        shown = [self.lying(piece, numbers, site, most) for piece, numbers in self.groups(site, zone)[:MOST_SHOWN]]
        usual = (*zone.holds, *(kind.component for kind in self.state.kit.kinds), "")
        wide, high = shown[0][:2] if shown else self.scaled(usual[0])
        dashed = Paint(stroke=LINE, width=0.3, dash=(1.5, 1.5))
        empty = Block(wide, high, lambda x, y: iter([Path(rectangle(x, y, wide, high, 1.5), dashed)]))
        least = zone.limit if zone.limit and zone.lay == "row" and zone.see == "all" else 1
        return self.laid([*shown, *[empty] * (min(least, COLUMNS) - len(shown))], GAP)

    def groups(self, site: Site, zone: Zone) -> Sequence[tuple[Piece, tuple[int, ...]]]:
        """The pieces that are drawn, each with the numbers at its site that it stands for: of a stack, and of what is
        somebody's own, the top; of a heap one of a kind."""
        lies = list(enumerate(self.lies[site]))
        if zone.lay == "heap":
            loose = [one for one in lies if not self.net(self.state.component(one[1]))]
            alike = groupby(sorted(loose, key=lambda one: one[1]), key=lambda one: one[1])
            return [(piece, tuple(n for n, _ in each)) for piece, each in alike]
        if zone.lay == "stack" or zone.see != "all":
            return [(lies[0][1], tuple(n for n, _ in reversed(lies)))] if lies else []
        return [(piece, (n,)) for n, piece in lies]

    def lying(self, piece: Piece, numbers: Sequence[int], site: Site, most: float) -> Block:
        """A piece, and how many it stands for."""
        wide, high = self.size(piece, most)

        def draw(x: float, y: float) -> Iterator[Node]:
            for number in numbers:
                self.found[site._replace(at=number).text(self.names)] = (x, y, wide, high)
            yield self.piece(piece, x, y, most)
            if len(numbers) > 1:
                yield Path(ellipse(x + wide - 1.5, y + high - 1.5, 4.2, 4.2), Paint(fill=PAPER, stroke=INK, width=0.3))
                size = 4.6 if len(numbers) < 100 else 3.4
                yield Text(x + wide - 1.5, y + high + 0.3, str(len(numbers)), self.bold, size, INK, "middle")

        return Block(wide, high, draw)

    # ---- cells -------------------------------------------------------------------------------

    def cells(self, name: str, zone: Zone, owner: int | None) -> Block:
        """A grid, hexagons, a board's places: each cell where it is, and what lies there."""
        spec = self.document.spec
        board = next((each for key, each in spec.setup.boards.items() if called(key) == name), None)
        six = zone.lay == "hex" or board is not None
        going = {kind.component for kind in self.state.kit.kinds} & {*(zone.holds or zone.place)}
        step = max([(min if six else max)(self.scaled(component)) for component in going] or [22.0])
        most = min(LARGEST, step * 1.16 if six else step)
        told = spec.table.zones.get(name, TableZone())
        at = {cell: spot.at for cell, spot in told.spots.items() if spot.at and cell in zone.cells}
        printed = told.board if told.board in spec.components and len(at) == len(zone.cells) else None
        if printed is not None:
            middles, (wide, high) = at, spec.components[printed].size_mm
        else:
            step += 0 if six else GAP
            middles = self.middles(Site(name, owner), zone, step, board)
            wide, high = (max(along) + step * 0.6 for along in zip(*middles.values(), strict=True))

        def draw(x: float, y: float) -> Iterator[Node]:
            if printed is not None:
                yield self.top.piece(self.document.pieces[printed][0], x, y, 1.0)
            for cell, (dx, dy) in middles.items():
                site, left, top = Site(name, owner, cell), x + dx - step / 2, y + dy - step / 2
                if printed is None:
                    edge = polyline(hexagon(x + dx, y + dy, step, pointy=True), closed=True)
                    yield Path(edge if six else rectangle(left, top, step, step, 1), Paint(FELT, LINE, 0.3))
                    if not self.lies[site]:
                        yield Text(x + dx, y + dy + 1.2, cell, self.plain, 3.4, LINE, "middle")
                self.found[site.text(self.names)] = (left, top, step, step)
                yield from self.piled(site, x + dx, y + dy, step, most)

        return Block(wide, high, draw)

    def middles(self, zoned: Site, zone: Zone, step: float, board: Board | None) -> dict[str, hexes.Point]:
        """The middle of each place; of a field of hexagons only those where something lies, and those beside them."""
        names, on_board = list(zone.cells), boards.by_name(board) if board else {}
        lying = {cell for cell in names if self.lies[zoned._replace(cell=cell)]}
        near = lying | {beside for cell in lying for beside in zone.cells[cell]} or {names[len(names) // 2]}
        at: dict[str, hexes.Point] = {}
        for n, cell in enumerate(names):
            letters = cell.rstrip("0123456789")
            number = cell[len(letters) :]
            if board is not None:
                at[cell] = boards.middle(on_board[cell], step) if cell in on_board else (0.0, 0.0)
            elif zone.lay == "hex" and cell in near:
                at[cell] = hexes.position(hexes.cell_named(letters, number), step)
            elif zone.lay == "grid":
                at[cell] = (hexes.number_of(letters) * step, int(number) * step)
            elif zone.lay != "hex":
                at[cell] = (n % COLUMNS * step, n // COLUMNS * step)
        left, top = (min(along) - step * 0.6 for along in zip(*at.values(), strict=True))
        return {cell: (x - left, y - top) for cell, (x, y) in at.items()}

    def piled(self, site: Site, x: float, y: float, step: float, most: float) -> Iterator[Node]:
        """What lies in a cell, from the lowest up: a large piece in the middle, at `most` so long, small ones about."""
        pieces = self.lies[site]
        small = [max(self.size(piece, most)) < step * 0.8 for piece in pieces]
        ring = 0
        for index in reversed(range(len(pieces))):
            wide, high = self.size(pieces[index], most)
            dx = dy = 0.0
            if small[index] and len(pieces) > 1:
                dx, dy = cos(ring * pi / 3) * step * 0.27, sin(ring * pi / 3) * step * 0.27
                ring += 1
            box = (x + dx - wide / 2, y + dy - high / 2, wide, high)
            self.found[site._replace(at=index).text(self.names)] = box
            yield self.piece(pieces[index], *box[:2], most)

    # ---- counters and dice -------------------------------------------------------------------

    def numbers(self, owner: int | None) -> Iterator[Block]:
        """Counters with a minus and a plus, and for all the dice."""
        kit = self.state.kit
        for index, (name, whose) in enumerate(self.state.plan.counters):
            if whose == owner and (name != "score" or not kit.score):
                key = name if owner is None else f"{self.names[owner]}.{name}"
                value = str(self.state.counts[index])
                signs = self.chips([("−", f"{key} -", DIE / 2), (value, "", None), ("+", f"{key} +", DIE / 2)])
                yield self.titled(name, "", signs)
        for name, thrown in zip(kit.dice, self.state.dice, strict=True) if owner is None else ():
            faces = thrown or (None,) * kit.dice[name].count
            shown = self.chips([("" if face is None else str(face), "", 2.0) for face in faces])
            yield self.titled(name, name, shown)

    def chips(self, chips: Sequence[tuple[str, str, float | None]]) -> Block:
        """Words in a row, each with the place it is, if any, and how round its ground is."""

        def draw(x: float, y: float) -> Iterator[Node]:
            for words, key, corner in chips:
                if key:
                    self.found[key] = (x, y, DIE, DIE)
                if corner is not None:
                    yield Path(rectangle(x, y, DIE, DIE, corner), Paint(fill=PAPER, stroke=LINE, width=0.4))
                yield Text(x + DIE / 2, y + DIE * 0.69, words, self.bold, DIE * 0.55, INK, "middle")
                x += DIE + GAP

        return Block(len(chips) * (DIE + GAP) - GAP, DIE, draw)

    # ---- pieces ------------------------------------------------------------------------------

    def scaled(self, component: str, most: float = LARGEST) -> tuple[float, float]:
        """How large a component's pieces are drawn; a net as the blank that stands for it."""
        found = self.document.spec.components.get(component)
        if found is None or self.net(component):
            return BLANK
        wide, high = found.size_mm
        scale = min(1.0, most / max(wide, high))
        return wide * scale, high * scale

    def net(self, component: str) -> bool:
        """Whether it is folded of paper: a die, a box."""
        return isinstance(self.document.spec.components.get(component), FoldedBox)

    def size(self, piece: Piece, most: float = LARGEST) -> tuple[float, float]:
        return self.scaled(self.state.component(piece), most)

    def piece(self, piece: Piece, x: float, y: float, most: float = LARGEST) -> Node:
        """A piece as it lies, its top left corner at (x, y): its face, its back, or a blank with its word."""
        component, (wide, high) = self.state.component(piece), self.size(piece, most)
        shape = None if self.net(component) else self.document.spec.components.get(component)
        back = piece.down or not piece.known
        printed = self.looks.get(piece.word.lower())
        if back and shape is not None:
            printed = next(iter(self.document.pieces[component]), None)
        if printed is None or shape is None or (back and shape.back is None):
            words = "" if back else piece.word
            size = min(4.0, wide / max(1, 0.55 * len(words)))
            paint = Paint(fill=PAPER, stroke=INK, width=0.3)
            blank: Node = Path(rectangle(x, y, wide, high, 1.5), paint)
            if shape is not None:
                scale = wide / shape.size_mm[0]
                blank = Group((Path(trim(self.document, component), paint),), (scale, 0, 0, scale, x, y))
            return Group((blank, Text(x + wide / 2, y + high / 2, words, self.plain, size, INK, "middle")))
        node = self.top.piece(printed, x, y, wide / shape.size_mm[0], back=back)
        if not piece.turn:
            return node
        steps = 6 if isinstance(shape.outline(), outlines.Hexagon) else 4
        return Group((node,), rotation(360 / steps * piece.turn, x + wide / 2, y + high / 2))
