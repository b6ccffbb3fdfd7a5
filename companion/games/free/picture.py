"""Draws the free table with the printed faces, in mm: the common zones, then a band for each player.

Faces are those of the current spec; a piece that is gone from it is a blank with its word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import groupby
from math import cos, pi, sin

from companion.contract.position import Position

from companion.games.blocks import (  # isort: skip
    INK, LINE, WIDE, Block, chip, disc, number, shape, side_by_side, titled, together, words,
)  # fmt: skip
from companion.games.free.counting import total
from companion.games.free.plan import Piece, Site, seats
from companion.games.tabletop import Drawn, Outline, drawn, hue, tabletop
from generator.draw.geometry.geometry import hexagon, polyline, rectangle
from generator.draw.scene import Colour, Node, Paint, Path
from specs.expand.table_kit import ALWAYS, Zone, called, words_of
from specs.model.component import FoldedBox
from specs.model.document import Document, Piece as Printed
from specs.model.schema import Board, TableZone
from specs.model.shapes import boards, hexes

MARGIN, GAP, APART = 8.0, 2.0, 9.0  # at the edge, between pieces, between zones
LEAST = 1.9  # CSS px of a mm at which a zone's name can be read
LARGEST, BOXED = 40.0, 16.0  # of a piece's longer side; of one in the box, out of play
COLUMNS = 12  # of a track
MOST_SHOWN = 60  # most pieces of a row side by side
GROUND: Colour = (0.93, 0.915, 0.885)
FELT: Colour = (0.975, 0.97, 0.95)


@lru_cache(maxsize=4)
def _looks(document: Document) -> Mapping[str, Printed]:
    """Return a printed piece for each word, in small letters."""
    return {word.lower(): piece for piece, word in reversed(words_of(document))}


class Drawing:
    """The position; places are as turns write them: a zone, its cells, each piece there (`market.2`); a counter's signs
    (`coins +`, `Ann.coins -`), and dice."""

    def __init__(self, view: Position, document: Document, width: int = 0) -> None:
        self.state, self.players, self.document, self.top = view.state, view.players, document, tabletop(document)
        self.across = min(WIDE, width / LEAST - 2 * MARGIN) if width else WIDE
        self.outlines = dict[str, Outline]()
        self.looks, self.names, self.lies = _looks(document), seats(view.players), dict(self.state.lying)

    def drawn(self) -> Drawn:
        whole = self.table().at(MARGIN, MARGIN)
        nodes = (make(x, y) for x, y, make in whole.parts)
        found = drawn(whole.wide + 2 * MARGIN, whole.high + 2 * MARGIN, GROUND, nodes, whole.places, least=LEAST)
        return found._replace(outlines=self.outlines)

    def table(self) -> Block:
        zones = self.state.kit.zones
        shared = [block for name, zone in zones.items() if not zone.each for block in self.zone(name, None)]
        bands = side_by_side([self.band(player) for player in range(len(self.players))], 5.0, self.across)
        middle = side_by_side([*shared, *self.numbers(None)], APART, self.across)
        return side_by_side([middle, bands], APART, wide=0.0)

    def band(self, player: int) -> Block:
        """Draw a player's name, with a ring if it is that player's turn, above that player's zones."""
        state, (name, colour) = self.state, self.players[player]
        own_hue = hue(self.document, colour, player)
        zones = [zone for zone, each in state.kit.zones.items() if each.each]
        own = [*(block for zone in zones for block in self.zone(zone, player)), *self.numbers(player)]
        inner = side_by_side(own, 6.0, self.across - 8.0).at(4.0, 13.0)
        if state.kit.score:
            name = f"{name}: {total(state, player)}"
        wide, high = max(inner.wide, 14 + 3.6 * len(name), 50.0) + 8, inner.high + 17
        parts = [
            (0.0, 0.0, shape(wide, high, Paint(fill=FELT), 3)),
            (7.5, 7.0, disc(3.2, Paint(fill=own_hue, stroke=INK, width=0.3))),
            *[(7.5, 7.0, disc(4.8, Paint(stroke=own_hue, width=1.2)))] * (state.turn == player and not state.over),
            (14.0, 9.4, words(name, 7, bold=True)),
        ]
        return together(wide, high, [Block(wide, high, parts), inner])

    def zone(self, name: str, owner: int | None) -> Iterator[Block]:
        """Draw a zone with its name above it; nothing for a standard one that is empty and unused."""
        zone, kit, site = self.state.kit.zones[name], self.state.kit, Site(name, owner)
        there = any(pieces for at, pieces in self.lies.items() if at.zone == name)
        if name in ALWAYS and name not in kit.goes.values() and not there:
            return
        inner = self.cells(site, zone) if zone.cells else self.row(site, zone)
        yield titled(name, "" if zone.cells else site.text(self.names), inner)

    def row(self, site: Site, zone: Zone) -> Block:
        """Draw what lies at a site, and empty places for what a row still takes, at least one."""
        most = BOXED if site.zone == "box" else LARGEST
        shown = [self.lying(piece, numbers, site, most) for piece, numbers in self.groups(site, zone)[:MOST_SHOWN]]
        usual = (*zone.holds, *(kind.component for kind in self.state.kit.kinds), "")
        wide, high = shown[0][:2] if shown else self.top.scaled(usual[0], LARGEST)
        dashed = Paint(stroke=LINE, width=0.3, dash=(1.5, 1.5))
        empty = Block(wide, high, [(0.0, 0.0, shape(wide, high, dashed, 1.5))])
        least = zone.limit if zone.limit and zone.lay == "row" and zone.see == "all" else 1
        row = [*shown, *[empty] * (min(least, COLUMNS) - len(shown))]
        return side_by_side(row, GAP, self.across - 8.0 * (site.owner is not None))

    def groups(self, site: Site, zone: Zone) -> Sequence[tuple[Piece, tuple[int, ...]]]:
        """Return the pieces to draw, each with the numbers at its site that it stands for: of a stack, and of a
        player's own zone, the top; of a heap one of each kind."""
        components, lies = self.document.spec.components, list(enumerate(self.lies[site]))
        if zone.lay == "heap":
            loose = [one for one in lies if not isinstance(components.get(self.state.component(one[1])), FoldedBox)]
            alike = groupby(sorted(loose, key=lambda one: one[1]), key=lambda one: one[1])
            return [(piece, tuple(n for n, _ in each)) for piece, each in alike]
        if zone.lay == "stack" or zone.see != "all":
            return [(lies[0][1], tuple(n for n, _ in reversed(lies)))] if lies else []
        return [(piece, (n,)) for n, piece in lies]

    def lying(self, piece: Piece, numbers: Sequence[int], site: Site, most: float) -> Block:
        """Draw a piece, and how many it stands for."""
        component = self.state.component(piece)
        wide, high = self.top.scaled(component, most)
        places = {site._replace(at=number).text(self.names): (0.0, 0.0, wide, high) for number in numbers}
        printed, back = self.looks.get(piece.word.lower()), piece.down or not piece.known
        face = partial(self.top.lying, printed, component, piece.word, most, back=back, turn=piece.turn)
        counted = number(len(numbers), wide - 1.5, high - 1.5) if len(numbers) > 1 else ()
        return Block(wide, high, [(0.0, 0.0, face), *counted], places)

    def cells(self, zoned: Site, zone: Zone) -> Block:
        """Draw a grid, hexagons or a board: each cell in its place, with what lies there."""
        spec, name = self.document.spec, zoned.zone
        board = next((each for key, each in spec.setup.boards.items() if called(key) == name), None)
        six = zone.lay == "hex" or board is not None
        going = {kind.component for kind in self.state.kit.kinds} & {*zone.holds}
        step = max([(min if six else max)(self.top.scaled(component, LARGEST)) for component in going] or [22.0])
        most = min(LARGEST, step * 1.16 if six else step)
        given = spec.play.zones.get(name, TableZone())
        at = {cell: spot.at for cell, spot in given.places.items() if spot.at and cell in zone.cells}
        printed = given.board if given.board in spec.components and len(at) == len(zone.cells) else None
        if printed is not None:
            (wide, high), face = spec.components[printed].size_mm, self.document.pieces[printed][0]
            ground = [Block(wide, high, [(0.0, 0.0, lambda x, y: self.top.piece(face, x, y, 1.0))])]
        else:
            step += 0 if six else GAP
            at, ground = self.middles(zoned, zone, step, board), []
            wide, high = (max(along) + step * 0.6 for along in zip(*at.values(), strict=True))
        for cell, (x, y) in at.items():
            site = zoned._replace(cell=cell)
            field = self.field(site, step, six=six) if printed is None else []
            place = {site.text(self.names): (-step / 2, -step / 2, step, step)}
            if six:
                self.outlines[site.text(self.names)] = "hexagon"
            ground += [block.at(x, y) for block in (*field, Block(0, 0, (), place), *self.piled(site, step, most))]
        return together(wide, high, ground)

    def field(self, site: Site, step: float, *, six: bool) -> Sequence[Block]:
        """Draw the ground of a cell about its middle, with its name if it is empty."""

        def edge(x: float, y: float) -> Node:
            six_ = polyline(hexagon(x, y, step, pointy=True), closed=True)
            return Path(six_ if six else rectangle(x - step / 2, y - step / 2, step, step, 1), Paint(FELT, LINE, 0.3))

        named = [] if self.lies[site] else [(0.0, 1.2, words(site.cell, 3.4, LINE, anchor="middle"))]
        return [Block(step, step, [(0.0, 0.0, edge), *named])]

    def middles(self, zoned: Site, zone: Zone, step: float, board: Board | None) -> dict[str, hexes.Point]:
        """Return the middle of each place; of a field of hexagons only the occupied ones and their neighbours."""
        names, on_board = list(zone.cells), boards.by_name(board) if board else {}
        lying = {cell for cell in names if self.lies[zoned._replace(cell=cell)]}
        near = lying | {beside for cell in lying for beside in zone.cells[cell]} or {names[len(names) // 2]}
        at: dict[str, hexes.Point] = {}
        for n, cell in enumerate(names):
            q, r = hexes.cell_of(cell.lower()) or (0, 0)
            if board is not None:
                at[cell] = boards.middle(on_board[cell], step) if cell in on_board else (0.0, 0.0)
            elif zone.lay == "hex" and cell in near:
                at[cell] = hexes.position((q, r), step)
            elif zone.lay == "grid":
                at[cell] = (q * step, -r * step)
            elif zone.lay != "hex":
                at[cell] = (n % COLUMNS * step, n // COLUMNS * step)
        left, top = (min(along) - step * 0.6 for along in zip(*at.values(), strict=True))
        return {cell: (x - left, y - top) for cell, (x, y) in at.items()}

    def piled(self, site: Site, step: float, most: float) -> Iterator[Block]:
        """Draw what lies in a cell about its middle, from the lowest up: a large piece in the middle, no longer than
        `most`, small ones about."""
        pieces, ring = self.lies[site], 0
        for index in reversed(range(len(pieces))):
            wide, high = self.top.scaled(self.state.component(pieces[index]), most)
            x = y = 0.0
            if max(wide, high) < step * 0.8 and len(pieces) > 1:
                x, y = cos(ring * pi / 3) * step * 0.27, sin(ring * pi / 3) * step * 0.27
                ring += 1
            yield self.lying(pieces[index], (index,), site, most).at(x - wide / 2, y - high / 2)

    def numbers(self, owner: int | None) -> Iterator[Block]:
        """Draw counters with a minus and a plus, and for all players the dice."""
        kit = self.state.kit
        for index, (name, whose) in enumerate(self.state.plan.counters):
            if whose == owner and (name != "score" or not kit.score):
                key = name if owner is None else f"{self.names[owner]}.{name}"
                less, more = (chip(sign, 5.5, f"{key} {typed}") for sign, typed in (("−", "-"), ("+", "+")))
                yield titled(name, "", side_by_side([less, chip(str(self.state.counts[index])), more], GAP))
        for name, thrown in zip(kit.dice, self.state.dice, strict=True) if owner is None else ():
            faces = thrown or (None,) * kit.dice[name].count
            shown = side_by_side([chip("" if face is None else str(face), 2.0) for face in faces], GAP)
            yield titled(name, name, shown)
