"""The table drawn with the printed faces, in mm: the open cards, the four region boards in their order with the temples
on them, and a strip for each player."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.contract.position import Position

from companion.games.gods.state import (  # isort: skip
    COLOURS, LETTERS, NEUTRAL, SOLO_TURNS, complete, letters, place_text, region_of, shape_text, unbuilt,
)  # fmt: skip
from companion.games.blocks import Box
from companion.games.gods.text import card_words, named
from companion.games.tabletop import Drawn, drawn, tabletop
from generator.draw.geometry.geometry import ellipse, polyline, rectangle
from generator.draw.scene import Node, Paint, Path
from specs.base.languages import say
from specs.model.colours import colour as colour_of
from specs.model.document import Document

MARGIN, GAP = 8.0, 6.0
BOARD = 0.62  # of its printed size
CARD = 0.42
DEITY = 0.3
STOCK = 0.33
STRIP = 38.0  # a player's height
# A board's sites as the spec draws them, in mm of the printed board: one for each colour of player, then the neutral.
SITES = {False: (11.2, 43.2), True: (5.2, 35.4)}  # left edge and step, without and with a neutral site
SITE_Y, SITE_WIDE, SITE_HIGH = 74.0, 32.0, 40.0
PLINTH, STOREY = 2.0, 6.4  # the lowest tile's distance from the site's edge; what is seen of a tile under another


class Drawing:
    """The position; places are the sites of the player to move ("R", "Rn"), "region R", "area R", "deck",
    "followers 2", and the player's own "follower R"."""

    def __init__(self, view: Position, document: Document, width: int = 0) -> None:
        self.players, self.state, self.document = view.players, view.state, document
        self.table, self.places = tabletop(document), dict[str, Box]()
        self.colour, self.piece, self.text = self.table.colour, self.table.piece, self.table.text
        pieces = document.pieces
        self.boards = {LETTERS.index(str(piece.row["letter"])): piece for piece in pieces["regions"]}
        self.cards = {LETTERS.index(str(p.row["letter"])): p for p in reversed(pieces["dwellers"])}
        self.deities = {int(piece.row["deity"]): piece for piece in pieces["deities"]}
        self.tiles = {
            (str(p.row["player"]), level): p for level in (1, 2, 3) for p in reversed(pieces[f"tiles-{level}"])
        }
        self.wide, self.high = (side * BOARD for side in self.size("regions"))
        self.card_wide, self.card_high = (side * CARD for side in self.size("dwellers"))
        self.top = MARGIN + self.card_high + 2 * GAP
        self.below = self.top + 2 * (self.high + GAP) + GAP

    def size(self, component: str) -> tuple[float, float]:
        return self.document.spec.components[component].size_mm

    def drawn(self) -> Drawn:
        width = 2 * MARGIN + 2 * self.wide + GAP
        height = self.below + len(self.players) * STRIP + MARGIN
        nodes = [*self.middle()]
        for region in COLOURS:
            nodes += self.region(region)
        for player in range(len(self.players)):
            nodes += self.player(player)
        return drawn(width, height, self.colour("sand"), nodes, self.places)

    # ---- where things lie ------------------------------------------------------------------------

    def pile(self, spot: int) -> Box:
        """A card of the open row, then the deck and the discards."""
        x = MARGIN + spot * (self.card_wide + 3) + (GAP if spot > 3 else 0)
        return x, MARGIN, self.card_wide, self.card_high

    def corner(self, region: int) -> tuple[float, float]:
        row, column = divmod(self.state.table.order.index(region), 2)
        return MARGIN + column * (self.wide + GAP), self.top + row * (self.high + GAP)

    def site(self, player: int, place: int) -> Box:
        """A player's site on a board, or the neutral one."""
        colours = self.document.spec.players.colours
        own = self.players[player].colour
        at = len(colours) if place > NEUTRAL else colours.index(own) if own in colours else 0
        x, y = self.corner(region_of(place))
        first, step = SITES[self.state.table.neutral[region_of(place)]]
        left = x + (first + at * step) * BOARD
        return left, y + SITE_Y * BOARD, SITE_WIDE * BOARD, SITE_HIGH * BOARD

    def chip(self, player: int, colour: int) -> Box:
        """A player's followers of a colour."""
        return MARGIN + 64 + (colour - 1) * 22, self.below + player * STRIP + 13, 20.0, 9.0

    # ---- what lies there -------------------------------------------------------------------------

    def middle(self) -> Iterator[Node]:
        state, spot = self.state, 0
        for colour in COLOURS:
            for _ in range(state.area[colour]):
                self.places.setdefault(f"area {LETTERS[colour]}", self.pile(spot))
                yield self.piece(self.cards[colour], *self.pile(spot)[:2], CARD)
                spot += 1
        self.places["deck"] = self.pile(4)
        piles = ((say("deck"), len(state.deck), 1), (say("discards"), sum(state.discards), 0))
        for at, (name, number, back) in enumerate(piles, start=4):
            x, y, wide, high = self.pile(at)
            top = next((colour for colour in COLOURS if state.discards[colour]), 1)
            if number:
                yield self.piece(self.cards[top], x, y, CARD, back=bool(back))
            else:
                yield Path(rectangle(x, y, wide, high, 1.5), Paint(stroke=self.colour("stone"), width=0.4))
            yield from self.disc(x + wide / 2, y + high / 2, str(number))
            yield self.text(x + wide / 2, y + high + 4, name, 3.6, anchor="middle")
        x = self.pile(6)[0] + GAP
        tally = "  ".join(f"{state.discards[c]} {named(c)}" for c in COLOURS if state.discards[c])
        yield self.text(x, MARGIN + 6, say("Discarded: {cards}", cards=tally or say("nothing")), 4.2)
        if state.table.solo:
            tokens = say("Turn tokens: {tokens} of {last}", tokens=state.solo_turns, last=SOLO_TURNS)
            yield self.text(x, MARGIN + 13, tokens, 4.2)

    def region(self, region: int) -> Iterator[Node]:
        state, (x, y) = self.state, self.corner(region)
        board = self.boards[region]
        self.places[f"region {LETTERS[region]}"] = (x, y, self.wide, self.high)
        for place in (region, region + NEUTRAL) if state.table.neutral[region] else (region,):
            self.places[place_text(place)] = self.site(state.turn, place)
        back = str(board.row["back"]) == state.table.abilities[region]
        yield self.piece(board, x, y, BOARD, back=back)
        number = state.table.order.index(region) + 1
        yield from self.disc(x + 167.4 * BOARD, y + 17 * BOARD, str(number), 6.2)
        if state.marker == region:
            frame = rectangle(x - 1.4, y - 1.4, self.wide + 2.8, self.high + 2.8, 3)
            yield Path(frame, Paint(stroke=self.colour("gold"), width=2.2))
            yield from self.disc(x + self.wide / 2, y + 45 * BOARD, "★", 5.5, "gold")
        if state.table.abilities[region] == "assistant":
            tokens = sum(1 for card in state.table.cards if card) - sum(state.assistants)
            yield from self.disc(x + 167.4 * BOARD, y + 41.6 * BOARD, f"×{tokens}", 5.2)
        for player in range(len(self.players)):
            for place in (region, region + NEUTRAL):
                yield from self.temple(player, place)

    def temple(self, player: int, place: int) -> Iterator[Node]:
        """Tiles from the bottom up, each showing its front edge under the next."""
        tiles = self.state.sites[player][place]
        if not tiles:
            return
        left, top, wide, high = self.site(player, place)
        step = min(STOREY * BOARD, (high - 24 * BOARD) / max(1, len(tiles) - 1) + 4)
        for at, level in enumerate(tiles):
            piece = self.tiles[self.players[player].colour, level]
            width, height = (side * BOARD for side in self.size(piece.component))
            y = top + high - PLINTH * BOARD - at * step - height
            yield self.piece(piece, left + (wide - width) / 2, y, BOARD)

    def disc(self, x: float, y: float, words: str, radius: float = 4.4, fill: str = "pale") -> Iterator[Node]:
        yield self.table.disc(x, y, radius, fill)
        if words == "★":
            rays = ((0, -1), (0.3, -0.3), (1, 0), (0.3, 0.3), (0, 1), (-0.3, 0.3), (-1, 0), (-0.3, -0.3))
            ends = [(x + a * radius * 0.8, y + b * radius * 0.8) for a, b in rays]
            yield Path(polyline(ends, closed=True), Paint(fill=self.colour("ink")))
            return
        size = radius * (1.15 if len(words) < 2 else 0.95)
        yield self.text(x, y + size * 0.36, words, size, anchor="middle", font="display")

    def player(self, player: int) -> Iterator[Node]:
        state, table = self.state, self.state.table
        y = self.below + player * STRIP
        own = self.players[player].colour
        paint = colour_of(self.document.spec.palette, own) if own else self.colour("stone")
        yield Path(ellipse(MARGIN + 4, y + 5, 4, 4), Paint(fill=paint, stroke=self.colour("ink"), width=0.5))
        turn = f"  {say('to move')}" if state.phase != "over" and state.turn == player else ""
        won = f"  {say('wins')}" if state.winner == player else ""
        yield self.text(MARGIN + 11, y + 7, f"{self.players[player].name}{turn}{won}", 5.4)
        for colour in COLOURS:
            left, top, wide, high = chip = self.chip(player, colour)
            if player == state.turn:
                self.places[f"follower {LETTERS[colour]}"] = chip
            number = state.followers[player][colour]
            board = self.boards[colour]
            fill = self.colour(str(board.row["hue"])) if number else self.colour("pale")
            yield Path(rectangle(left, top, wide, high, 1.5), Paint(fill=fill, stroke=self.colour("ink"), width=0.3))
            label = f"{LETTERS[colour]} {number}" if number else LETTERS[colour]
            yield self.text(left + wide / 2, top + 6.2, label, 4.6, "pale" if number else "stone", "middle")
        x, top, *_ = self.chip(player, 1)
        self.places[f"followers {player + 1}"] = (x, top, left + wide - x, high)
        yield self.text(MARGIN + 64, y + 10, say("followers"), 3.6)
        if table.cards[player]:
            yield from self.held(player, y, own)

    def held(self, player: int, y: float, own: str) -> Iterator[Node]:
        """A player's hand, god and tiles that are not built."""
        state, table = self.state, self.state.table
        hand = letters(state.hands[player])
        yield self.text(MARGIN + 2, y + 17, say("hand: {cards}", cards=card_words(sum(state.hands[player]))), 4.4)
        yield self.text(MARGIN + 2, y + 22.5, hand[:26], 4.4)
        done = ", ".join(named(region) for region in complete(state, player)) or say("nothing yet")
        yield self.text(MARGIN + 64, y + 28, say("complete: {temples}", temples=done), 4.2)
        if state.assistants[player]:
            yield self.text(MARGIN + 2, y + 28, say("has an assistant"), 4.2)
        x = MARGIN + 2 * self.wide + GAP - self.size("deities")[0] * DEITY
        card = self.deities.get(table.deities[player])
        if card is not None:
            asked = {f"r{n}": shape_text(shape) for n, shape in enumerate(table.cards[player], 1)}
            card = replace(card, id=f"{card.id} {'.'.join(asked.values())}", row={**card.row, **asked})
            yield self.piece(card, x, y, DEITY)
        across = MARGIN + 158
        for level in unbuilt(state, player):
            tile = self.tiles[own, level]
            wide, high = (side * STOCK for side in self.size(tile.component))
            yield self.piece(tile, across, y + 22 - high, STOCK)
            across += wide + 1
