"""Turns in the field's notation, upper and lower case alike, and back.

    [buy F4;] FIGURE:CARDS [bridge SPACE] [pay TILE... Nc] [reveal TILE]     2:HHR bridge 31 pay O5 2c
    [buy F4;] stuck FFOHH
    reveal SPACE TILE                                                        no turn

The colon may be left out (`2HH`), and cards paid may be named (`pay O5 HF` instead of `pay O5 2c`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NoReturn

from companion.contract import IllegalMove, SyntaxFault
from companion.games.atlantis import hands
from companion.games.atlantis.payment import NOTHING_PAID, Payment, cheapest
from companion.games.atlantis.position import Word, parse_state, text, tile_code
from companion.games.atlantis.resolve import Ruling, buy, lay, walk
from companion.games.atlantis.state import (
    MAINLAND,
    Move,
    Reveal,
    State,
    Stuck,
    Turn,
    cards_text,
    gaps,
    occupied,
    tiles_text,
)

__all__ = ["default_payment", "format", "parse", "parse_state", "plies", "text"]

_TOKEN = re.compile(r"[a-z]+[0-9]*|[0-9]+c(?![a-z])|[0-9]+|[^\s]", re.IGNORECASE)
_KEYWORDS = ("buy", "stuck", "bridge", "pay", "reveal")
_TURN = "a turn such as 2:HH, 'stuck FFOHH' or 'reveal 12 F3'"


class _Reader:
    def __init__(self, text: str) -> None:
        self.found = [Word(match.group().lower(), match.start() + 1) for match in _TOKEN.finditer(text)]
        self.at, self.end = 0, len(text) + 1

    def peek(self) -> Word:
        return self.found[self.at] if self.at < len(self.found) else Word("", self.end)

    def word(self) -> Word:
        word = self.peek()
        self.at += 1
        return word

    def wrong(self, expected: str) -> NoReturn:
        word = self.peek()
        raise SyntaxFault(f"'{word.text}'" if word.text else "nothing", expected, word.column)

    def takes(self, text: str) -> bool:
        if self.peek().text != text:
            return False
        self.at += 1
        return True

    def tile(self) -> int | None:
        """The next word if it is a tile."""
        try:
            code = tile_code(self.peek().text)
        except ValueError:
            return None
        self.at += 1
        return code

    def cards(self) -> str:
        """All words that follow and are cards."""
        found = ""
        while self.peek().text not in _KEYWORDS and hands.is_cards(self.peek().text.upper()):
            found += self.word().text.upper()
        return found

    def number(self, expected: str) -> int:
        word = self.peek()
        if not (word.text.isdecimal() and word.text.isascii() and len(word.text) <= 6):
            self.wrong(expected)
        self.at += 1
        return int(word.text)

    def finish(self, expected: str) -> None:
        if self.peek().text:
            self.wrong(expected)


def parse(state: State, text: str) -> Move:
    """A turn from its notation; without `pay`, the cheapest payment. Raises SyntaxFault."""
    reader = _Reader(text)
    if reader.peek().text == "reveal":
        return _reveal(reader)
    buys = tuple(sorted(_buys(reader)))
    if reader.takes("stuck"):
        return _stuck(state, reader, buys)
    word = reader.peek()
    if not word.text[:1].isdecimal():
        reader.wrong("a figure and its cards, such as 2:HH, or 'stuck'" if buys else _TURN)
    if word.text.endswith("c"):  # `1c` is a figure and a crown here
        reader.found[reader.at : reader.at + 1] = [Word(word.text[:-1], word.column), Word("c", word.column + 1)]
    if reader.peek().text not in ("1", "2", "3"):
        reader.wrong("a figure, 1 to 3")
    figure = int(reader.word().text)
    reader.takes(":")
    cards = reader.cards()
    if not cards:
        reader.wrong("the cards played, letters of F O H A R S C")
    bridge, coins, named, reveal, paid = 0, 0, "", 0, False
    tiles: tuple[int, ...] = ()
    if reader.takes("bridge"):
        bridge = reader.number("the space the bridge goes over")
        if not bridge:
            raise SyntaxFault("space 0", "a space, 1 to 53", reader.found[reader.at - 1].column)
    if reader.takes("pay"):
        paid = True
        tiles, coins, named = _payment(reader)
    if reader.takes("reveal"):
        code = reader.tile()
        if code is None:
            reader.wrong("the tile that came to light, such as F3")
        reveal = code
    expected = [] if reveal else [*(["bridge SPACE"] if not (bridge or paid) else []), *([] if paid else ["pay TILES"])]
    reader.finish(" or ".join([*expected, *([] if reveal else ["reveal TILE"]), "the end of the turn"]))
    move = Turn(buys, figure, cards, bridge, tiles, coins, named, reveal)
    if paid:
        return move
    tiles, coins = default_payment(state, move)
    return move._replace(tiles=tiles, coins=coins)


def _buys(reader: _Reader) -> Iterator[int]:
    while reader.takes("buy"):
        tiles = []
        while (code := reader.tile()) is not None:
            tiles.append(code)
        if not tiles:
            reader.wrong("the tile given up, such as F4")
        yield from tiles
        if not reader.takes(";"):
            reader.wrong("';' and then the move")


def _stuck(state: State, reader: _Reader, buys: tuple[int, ...]) -> Stuck:
    reader.takes(":")
    shown = hands.ordered(reader.cards())
    reader.finish("the hand shown, letters of F O H A R S C")
    if not shown:
        known = _after_buying(state, buys)
        if known is None or known[0][0]:
            reader.wrong("the hand shown, such as stuck FFOHH")
        shown = cards_text(known[0])
    return Stuck(buys, shown)


def _payment(reader: _Reader) -> tuple[tuple[int, ...], int, str]:
    tiles, coins, named, some = [], 0, "", False
    while True:
        word = reader.peek()
        code = reader.tile()
        if code is not None:
            tiles.append(code)
        elif word.text[:-1].isdecimal() and word.text.endswith("c") and len(word.text) <= 7 and word.text.isascii():
            coins += int(reader.word().text[:-1])
        elif letters := reader.cards():
            named += letters
        elif not some:
            reader.wrong("what is paid: tiles such as O5, cards such as 2c")
        else:
            break
        some = True
    if named and coins:
        reader.at -= 1
        reader.wrong("cards paid either as a number (2c) or by letters (HF)")
    return tuple(sorted(tiles)), coins or len(named), hands.ordered(named)


def _reveal(reader: _Reader) -> Reveal:
    reader.word()
    space = reader.number("a space, 1 to 53")
    code = reader.tile()
    if code is None:
        reader.wrong("the tile on it, such as F3")
    reader.finish("the end")
    return Reveal(space, code)


def plies(text: str) -> Sequence[str]:
    """The line: a turn is one ply."""
    return (text,)


# ---- defaults ------------------------------------------------------------------------------------


def default_payment(state: State, move: Turn) -> Payment:
    """The cheapest payment of a turn; nothing where it owes nothing, cannot pay, or breaks another rule."""
    start = state.figures[state.turn * 3 + move.figure - 1]
    bought = _after_buying(state, move.buys)
    if state.over or start == MAINLAND or bought is None:
        return NOTHING_PAID
    hand, tiles = bought
    try:
        to = walk(state, start, move.cards, occupied(state.figures), Ruling(lenient=True))
        bridges = lay(state, move.bridge, Ruling(lenient=True)) if move.bridge else state.bridges
    except IllegalMove:
        return NOTHING_PAID
    crossed = [gap for gap in gaps(state.tops, bridges, start, to) if not gap.bridged]
    if not all(gap.price for gap in crossed):
        return NOTHING_PAID
    left = sum(hand) - len(move.cards)
    return cheapest(tiles, max(0, left), sum(gap.price for gap in crossed)) or NOTHING_PAID


def _after_buying(state: State, buys: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    try:
        hand, tiles, *_ = buy(state, buys, Ruling(lenient=True))
    except IllegalMove:
        return None
    return hand, tiles


# ---- to text -------------------------------------------------------------------------------------


def format(state: State, move: Move) -> str:
    """The canonical notation of a move, its payment written out: `parse(state, format(state, m)) == m`."""
    if isinstance(move, Reveal):
        return f"reveal {move.space} {tiles_text((move.tile,))}"
    bought = f"buy {tiles_text(move.buys)}; " if move.buys else ""
    if isinstance(move, Stuck):
        return f"{bought}stuck {move.hand}".rstrip()
    found = [f"{bought}{move.figure}:{move.cards}"]
    if move.bridge:
        found.append(f"bridge {move.bridge}")
    if move.tiles or move.coins:
        cards = move.named or (f"{move.coins}c" if move.coins else "")
        found.append(f"pay {tiles_text(move.tiles)} {cards}".replace("  ", " ").rstrip())
    elif default_payment(state, move) != NOTHING_PAID:
        found.append("pay 0c")
    if move.reveal:
        found.append(f"reveal {tiles_text((move.reveal,))}")
    return " ".join(found)
