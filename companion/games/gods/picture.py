"""Draws the table with the printed faces, in mm: the open cards, the four region boards in order with the temples on
them, and a strip for each player."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from companion.contract.position import Position

from companion.games.gods.state import (  # isort: skip
    COLOURS, LETTERS, NEUTRAL, SOLO_TURNS, complete, place_text, region_of, shape_text,
    targets, unbuilt,
)  # fmt: skip
from companion.games.blocks import Box
from companion.games.gods.text import card_words, named
from companion.games.tabletop import Drawn, drawn, tabletop
from generator.draw.geometry.geometry import ellipse, polyline, rectangle
from generator.draw.scene import Node, Paint, Path
from specs.base.languages import say
from specs.model.colours import colour as colour_of
from specs.model.document import Document, Piece

DEITY = 0.3  # scale of a deity card
STOCK = 0.33
# A board's sites as the spec draws them, in mm of the printed board: one for each colour of player, then the neutral.
SITES = {False: (11.2, 43.2), True: (5.2, 35.4)}  # left edge and step, without and with a neutral site
SITE_Y, SITE_WIDE, SITE_HIGH = 74.0, 32.0, 40.0
PLINTH, STOREY = 2.0, 6.4  # the lowest tile's distance from the site's edge; the visible edge of a tile under another


class Layout(NamedTuple):
    """The margin, the gap between boards, the scale of boards and cards, a player's height; and whether players are
    short rows."""

    margin: float
    gap: float
    board: float
    card: float
    strip: float
    short: bool = False


WHOLE: Final = Layout(8.0, 6.0, 0.62, 0.42, 38.0)
PHONE: Final = Layout(2.0, 2.0, 0.333, 0.37, 16.5, short=True)
SHORT = 560  # CSS px of a page on which players are short rows
SMALLER = 0.18  # of a god's printed size, in a short row


class Drawing:
    """The position; places are "region R", "row R", "deck", the sites of the player to move ("R", "Rn"), "followers
    2", the player's own "follower R", and others' "follower 2 R"."""

    def __init__(self, view: Position, document: Document, width: int = 0) -> None:
        self.players, self.state, self.document = view.players, view.state, document
        self.table, self.places = tabletop(document), dict[str, Box]()
        self.layout, self.width = PHONE if 0 < width < SHORT else WHOLE, width
        self.colour, self.piece, self.text = self.table.colour, self.table.piece, self.table.text
        pieces = document.pieces
        self.boards = {LETTERS.index(str(piece.row["letter"])): piece for piece in pieces["regions"]}
        self.cards = {LETTERS.index(str(p.row["letter"])): p for p in reversed(pieces["dwellers"])}
        self.deities = {int(piece.row["deity"]): piece for piece in pieces["deities"]}
        self.tiles = {
            (str(p.row["player"]), level): p for level in (1, 2, 3) for p in reversed(pieces[f"tiles-{level}"])
        }
        margin, gap, board, card, _, short = self.layout
        self.wide, self.high = (side * board for side in self.size("regions"))
        self.card_wide, self.card_high = (side * card for side in self.size("dwellers"))
        self.top = margin + self.card_high + (4.6 if short else 0.0) + 2 * gap
        self.below = self.top + 2 * (self.high + gap) + gap

    def size(self, component: str) -> tuple[float, float]:
        return self.document.spec.components[component].size_mm

    def drawn(self) -> Drawn:
        margin, gap, *_, strip, short = self.layout
        width, height = 2 * margin + 2 * self.wide + gap, self.below + len(self.players) * strip + margin
        nodes = [*self.middle()]
        for region in COLOURS:
            nodes += self.region(region)
        for player in range(len(self.players)):
            nodes += self.player(player)
        least = (self.width - 2) / width if short else 0.0
        shows = ("deity", "followers", *(("hand", "complete") if short else ("stock",))) if self.width else ()
        return drawn(width, height, self.colour("sand"), nodes, self.places, least=least)._replace(shows=shows)

    # ---- where things lie ------------------------------------------------------------------------

    def pile(self, spot: int) -> Box:
        """Return the box of a card of the open row, 0 to 3, of the deck, 4, or of the discards, 5."""
        margin, gap, *_ = self.layout
        return margin + spot * (self.card_wide + 3) + (gap if spot > 3 else 0), margin, self.card_wide, self.card_high

    def corner(self, region: int) -> tuple[float, float]:
        row, column = divmod(self.state.table.order.index(region), 2)
        margin, gap, *_ = self.layout
        return margin + column * (self.wide + gap), self.top + row * (self.high + gap)

    def site(self, player: int, place: int) -> Box:
        """Return the box of a player's site on a board, or of the neutral one."""
        colours = self.document.spec.players.colours
        own = self.players[player].colour
        at = len(colours) if place > NEUTRAL else colours.index(own) if own in colours else 0
        x, y = self.corner(region_of(place))
        first, step = SITES[self.state.table.neutral[region_of(place)]]
        scale = self.layout.board
        return x + (first + at * step) * scale, y + SITE_Y * scale, SITE_WIDE * scale, SITE_HIGH * scale

    def chip(self, player: int, colour: int) -> Box:
        """Return the box of a player's followers of a colour."""
        margin, *_, strip, short = self.layout
        top = self.below + player * strip
        if short:
            return 2 * self.wide - 78.0 + (colour - 1) * 14.4, top + 1.6, 13.4, 8.4
        return margin + 64 + (colour - 1) * 22, top + 13, 20.0, 9.0

    # ---- what lies there -------------------------------------------------------------------------

    def middle(self) -> Iterator[Node]:
        state, spot = self.state, 0
        for colour in COLOURS:
            for _ in range(state.row[colour]):
                self.places.setdefault(f"row {LETTERS[colour]}", self.pile(spot))
                yield self.piece(self.cards[colour], *self.pile(spot)[:2], self.layout.card)
                spot += 1
        self.places["deck"] = self.pile(4)
        piles = ((say("deck"), len(state.deck), 1), (say("discards"), sum(state.discards), 0))
        for at, (name, number, back) in enumerate(piles, start=4):
            x, y, wide, high = self.pile(at)
            top = next((colour for colour in COLOURS if state.discards[colour]), 1)
            if number:
                yield self.piece(self.cards[top], x, y, self.layout.card, back=bool(back))
            else:
                yield Path(rectangle(x, y, wide, high, 1.5), Paint(stroke=self.colour("stone"), width=0.4))
            yield from self.disc(x + wide / 2, y + high / 2, str(number))
            yield self.text(x + wide / 2, y + high + 4, name, 3.6, anchor="middle")
        if self.layout.short:
            return
        x = self.pile(6)[0] + self.layout.gap
        tally = "  ".join(f"{state.discards[c]} {named(c)}" for c in COLOURS if state.discards[c])
        yield self.text(x, self.layout.margin + 6, say("Discarded: {cards}", cards=tally or say("nothing")), 4.2)
        if state.table.solo:
            tokens = say("Turn tokens: {tokens} of {last}", tokens=state.solo_turns, last=SOLO_TURNS)
            yield self.text(x, self.layout.margin + 13, tokens, 4.2)

    def region(self, region: int) -> Iterator[Node]:
        state, (x, y), scale = self.state, self.corner(region), self.layout.board
        board = self.boards[region]
        self.places[f"region {LETTERS[region]}"] = (x, y, self.wide, self.high)
        for place in (region, region + NEUTRAL) if state.table.neutral[region] else (region,):
            self.places[place_text(place)] = self.site(state.turn, place)
        back = str(board.row["back"]) == state.table.abilities[region]
        yield self.piece(board, x, y, scale, back=back)
        number = state.table.order.index(region) + 1
        yield from self.disc(x + 167.4 * scale, y + 17 * scale, str(number), 10 * scale)
        if state.marker == region:
            frame = rectangle(x - 1.4, y - 1.4, self.wide + 2.8, self.high + 2.8, 3)
            yield Path(frame, Paint(stroke=self.colour("gold"), width=2.2))
            yield from self.disc(x + self.wide / 2, y + 45 * scale, "★", 9 * scale, "gold")
        if state.table.abilities[region] == "assistant":
            tokens = sum(1 for card in state.table.cards if card) - sum(state.assistants)
            yield from self.disc(x + 167.4 * scale, y + 41.6 * scale, f"×{tokens}", 8.4 * scale)
        for player in range(len(self.players)):
            for place in (region, region + NEUTRAL):
                yield from self.temple(player, place)

    def temple(self, player: int, place: int) -> Iterator[Node]:
        """Draw tiles from the bottom up, each showing its front edge under the next."""
        tiles = self.state.sites[player][place]
        if not tiles:
            return
        (left, top, wide, high), scale = self.site(player, place), self.layout.board
        step = min(STOREY * scale, (high - 24 * scale) / max(1, len(tiles) - 1) + 4)
        for at, level in enumerate(tiles):
            piece = self.tiles[self.players[player].colour, level]
            width, height = (side * scale for side in self.size(piece.component))
            y = top + high - PLINTH * scale - at * step - height
            yield self.piece(piece, left + (wide - width) / 2, y, scale)

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
        margin, *_, strip, short = self.layout
        y = self.below + player * strip
        own = self.players[player].colour
        paint = colour_of(self.document.spec.palette, own) if own else self.colour("stone")
        yield Path(ellipse(margin + 4, y + 5, 4, 4), Paint(fill=paint, stroke=self.colour("ink"), width=0.5))
        turn = f"  {say('to move')}" if state.phase != "over" and state.turn == player else ""
        won = f"  {say('wins')}" if state.winner == player else ""
        name = self.players[player].name
        yield self.text(margin + 11, y + 7, name[:12] if short else name if self.width else f"{name}{turn}{won}", 5.4)
        for colour in COLOURS:
            left, top, wide, high = chip = self.chip(player, colour)
            whose = "" if player == state.turn else f"{player + 1} "
            self.places[f"follower {whose}{LETTERS[colour]}"] = chip
            number = state.followers[player][colour]
            fill = self.colour(str(self.boards[colour].row["hue"])) if number else self.colour("pale")
            yield Path(rectangle(left, top, wide, high, 1.5), Paint(fill=fill, stroke=self.colour("ink"), width=0.3))
            label = f"{LETTERS[colour]} {number}" if number else LETTERS[colour]
            yield self.text(left + wide / 2, top + 6.2, label, 4.6, "pale" if number else "stone", "middle")
            if short and table.cards[player]:  # what the god asks for there, which is too small to read on it
                asked = shape_text(targets(table, player)[colour])
                yield self.text(left + wide / 2, top + high + 4.2, asked, 3.7, anchor="middle")
        x, top, *_ = self.chip(player, 1)
        self.places[f"followers {player + 1}"] = (x, top, left + wide - x, high)
        if short or not self.width:  # a wide page says it beside the picture
            done = "".join(LETTERS[n] for n in complete(state, player))
            said = [card_words(sum(state.hands[player])), *([say("complete: {temples}", temples=done)] if done else [])]
            for n, line in enumerate(said if short else [", ".join(said)]):
                yield self.text(margin + 11, y + 12 + 4.3 * n, line, 4.0)
            if state.assistants[player] and not short:
                yield self.text(margin + 11, y + 18, say("has an assistant"), 4.0)
        if not short:
            yield self.text(margin + 64, y + 10, say("followers"), 3.6)
            yield from self.stock(player, y, own)
        if card := self.god(player):
            scale = SMALLER if short else DEITY
            left = 2 * self.wide + margin + self.layout.gap - self.size("deities")[0] * scale
            yield self.piece(card, left, y - (0.6 if short else 0), scale)

    def god(self, player: int) -> Piece | None:
        """Return a player's god as a piece to print, with the temples it asks for; None if there is none."""
        table = self.state.table
        card = self.deities.get(table.deities[player])
        if card is None:
            return None
        asked = {f"r{n}": shape_text(shape) for n, shape in enumerate(table.cards[player], 1)}
        return replace(card, id=f"{card.id} {'.'.join(asked.values())}", row={**card.row, **asked})

    def stock(self, player: int, y: float, own: str) -> Iterator[Node]:
        """Draw a player's unbuilt tiles."""
        across = self.layout.margin + 158
        for level in unbuilt(self.state, player):
            tile = self.tiles[own, level]
            wide, high = (side * STOCK for side in self.size(tile.component))
            yield self.piece(tile, across, y + 22 - high, STOCK)
            across += wide + 1
