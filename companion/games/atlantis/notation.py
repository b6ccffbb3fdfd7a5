"""Turns in the field's notation, upper and lower case alike, and back.

    [buy F4;] FIGURE:CARDS [bridge SPACE] [pay TILE... Nc] [reveal TILE]     2:HHR bridge 31 pay O5 2c
    [buy F4;] stuck FFOHH
    reveal SPACE TILE                                                        no turn
    hand PLAYER NUMBER                                                       no turn: a hand as it was counted

Behind a turn stands what the table did otherwise: `to 17` (or `to mainland`), `take 12`, `take none`, `draw 0`.
The colon may be left out (`2HH`), the figure too where one alone can go so (`HH`); cards paid may be named (`pay O5 HF`
instead of `pay O5 2c`); items may be written in full (`1 flag pay olive 5 and 1 card`).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import NoReturn

from companion.contract import IllegalMove, SyntaxFault
from companion.games.atlantis import hands
from companion.games.atlantis.payment import NOTHING_PAID, Payment, cheapest
from companion.games.atlantis.position import parse_state, text, tile_code
from companion.games.atlantis.resolve import apply, buy, lay, walk
from companion.games.atlantis.ruling import refusal
from companion.games.atlantis.state import (
    ATLANTIS,
    CODES,
    COPIES,
    ITEMS,
    LETTERS,
    MAINLAND,
    NAMES,
    Counted,
    Move,
    Reveal,
    State,
    Stuck,
    Turn,
    cards_text,
    gaps,
    tiles_text,
)
from companion.plies import plies
from companion.positions import Word
from companion.ruling import Ruling
from specs.base.languages import Said, either, mark, say, say_many, word

__all__ = ["default_payment", "format", "parse", "parse_state", "plies", "recoloured", "text"]

_TOKEN = re.compile(r"[a-z]+[0-9]*|[0-9]+c(?![a-z])|[0-9]+|[^\s]", re.IGNORECASE)
_KEYWORDS = ("buy", "stuck", "bridge", "pay", "reveal", "to", "take", "draw", "hand")
_IN_FULL = {form: letter for item, letter in enumerate(LETTERS) if item for form in (NAMES[item], f"{NAMES[item]}s")}
_FULL_TILE = re.compile(rf"({'|'.join(NAMES[1:])})([1-7])")
_VALUES = tuple("1234567")
_CARDS = ("card", "cards")
_SKIPPED = ("and", ",", "+", "figure")
_MOST = COPIES * (len(ITEMS) - 1)


def _short(words: Iterable[Word]) -> list[Word]:
    """Words as people write them, as the notation has them: `flag` f, `olive 5` o5, `2 cards` 2c, `pay nothing` 0c."""
    given = deque(word for word in words if word.text not in _SKIPPED)
    found: list[Word] = []
    while given:
        text, column = given.popleft()
        after = [word.text for word in list(given)[:2]]
        counted = len(after) == 2 and after[1] in _CARDS
        if text in _IN_FULL:
            text = _IN_FULL[text].lower()
            if after and after[0] in _VALUES and not counted:
                text += given.popleft().text
        elif full := _FULL_TILE.fullmatch(text):
            text = _IN_FULL[full[1]].lower() + full[2]
        elif text.isdecimal() and after and after[0] in _CARDS:
            text, _ = f"{text}c", given.popleft()
        elif text in ("none", "nothing") and found and found[-1].text == "pay":
            text = "0c"
        found.append(Word(text, column))
    return found


class _Reader:
    def __init__(self, text: str) -> None:
        self.found = _short(Word(match.group().lower(), match.start() + 1) for match in _TOKEN.finditer(text))
        self.at, self.end = 0, len(text) + 1

    def peek(self) -> Word:
        return self.found[self.at] if self.at < len(self.found) else Word("", self.end)

    def word(self) -> Word:
        word = self.peek()
        self.at += 1
        return word

    def wrong(self, expected: Said, *, unseen: bool = False) -> NoReturn:
        word = self.peek()
        raise SyntaxFault(f"'{word.text}'" if word.text else say("nothing"), expected, word.column, unseen=unseen)

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
            if len(found) > _MOST:
                raise _too_many(len(found), self.found[self.at - 1].column)
        return found

    def number(self, expected: str) -> int:
        """The next word as a number; `expected` is marked."""
        text = self.peek().text
        if not (text.isdecimal() and text.isascii() and len(text) <= 6):
            self.wrong(word(expected))
        self.at += 1
        return int(text)

    def finish(self, expected: str) -> None:
        """Nothing may follow; `expected` is marked."""
        if self.peek().text:
            self.wrong(word(expected))


def parse(state: State, text: str) -> Move:
    """A turn from its notation; without `pay`, the cheapest payment. Raises SyntaxFault."""
    reader = _Reader(text)
    if reader.peek().text == "reveal":
        return _reveal(reader)
    if reader.peek().text == "hand":
        return _counted(state, reader)
    buys = tuple(sorted(_buys(reader)))
    if reader.takes("stuck"):
        return _stuck(state, reader, buys)
    word = reader.peek()
    if word.text not in _KEYWORDS and hands.is_cards(word.text.upper()):
        reader.found.insert(reader.at, Word(str(_figure(state, reader, buys)), word.column))
    elif not word.text[:1].isdecimal():
        if buys:
            reader.wrong(say("a figure and its cards, such as 2:HH, or 'stuck'"))
        reader.wrong(say("a turn such as 2:HH, 'stuck FFOHH' or 'reveal 12 F3'"))
    if word.text.endswith("c"):  # `1c` is a figure and a crown here
        reader.found[reader.at : reader.at + 1] = [Word(word.text[:-1], word.column), Word("c", word.column + 1)]
    if reader.peek().text not in ("1", "2", "3"):
        reader.wrong(say("a figure, 1 to 3"))
    figure = int(reader.word().text)
    reader.takes(":")
    cards = reader.cards()
    if not cards:
        reader.wrong(say("the cards played, letters of F O H A R S C"))
    bridge, coins, named, reveal, paid = 0, 0, "", 0, False
    tiles: tuple[int, ...] = ()
    if reader.takes("bridge"):
        bridge = reader.number(mark("the space the bridge goes over"))
        if not bridge:
            column = reader.found[reader.at - 1].column
            raise SyntaxFault(say("space {space}", space=0), say("a space, 1 to 53"), column)
    if reader.takes("pay"):
        paid = True
        tiles, coins, named = _payment(reader)
    if reader.takes("reveal"):
        code = reader.tile()
        if code is None:
            reader.wrong(say("the tile that came to light, such as F3"))
        reveal = code
    to, take, draw = _otherwise(reader)
    if reader.peek().text:
        reader.wrong(_more(bridge=not (bridge or paid or reveal), pay=not (paid or reveal), reveal=not reveal))
    move = Turn(buys, figure, cards, bridge, tiles, coins, named, reveal, to, take, draw)
    if paid:
        return move
    tiles, coins = default_payment(state, move)
    return move._replace(tiles=tiles, coins=coins)


def _more(*, bridge: bool, pay: bool, reveal: bool) -> Said:
    """What may follow a turn so far."""
    parts = ((bridge, mark("bridge SPACE")), (pay, mark("pay TILES")), (reveal, mark("reveal TILE")))
    return either([*(word(part) for there, part in parts if there), say("the end of the turn")])


def _buys(reader: _Reader) -> Iterator[int]:
    while reader.takes("buy"):
        tiles = []
        while (code := reader.tile()) is not None:
            tiles.append(code)
        if not tiles:
            reader.wrong(say("the tile given up, such as F4"))
        yield from tiles
        if not reader.takes(";"):
            reader.wrong(say("';' and then the move"))


def _stuck(state: State, reader: _Reader, buys: tuple[int, ...]) -> Stuck:
    reader.takes(":")
    shown = hands.ordered(reader.cards())
    draw = _drawn(reader)
    reader.finish(mark("the hand shown, letters of F O H A R S C"))
    if not shown:
        known = _after_buying(state, buys)
        if known is None or known[0][0]:
            reader.wrong(say("the hand shown, such as stuck FFOHH"), unseen=known is not None)
        shown = cards_text(known[0])
    return Stuck(buys, shown, draw)


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
            reader.wrong(say("what is paid: tiles such as O5, cards such as 2c"))
        else:
            break
        some = True
    if named and coins:
        reader.at -= 1
        reader.wrong(say("cards paid either as a number (2c) or by letters (HF)"))
    return tuple(sorted(tiles)), coins or len(named), hands.ordered(named)


def _figure(state: State, reader: _Reader, buys: tuple[int, ...]) -> int:
    """Which figure goes, where only the cards were typed. Raises SyntaxFault where more than one can."""
    at, column = reader.at, reader.peek().column
    cards = reader.cards()
    reader.at = at
    own = state.figures[state.turn * 3 : state.turn * 3 + 3]
    here = [figure for figure, space in enumerate(own, start=1) if space != MAINLAND]
    able = [figure for figure in here if _goes(state, Turn(buys, figure, cards, 0, (), 0, "", 0))]
    if len({own[figure - 1] for figure in able or here}) == 1:
        return (able or here)[0]  # of figures that stand together, one is as good as another
    which = either([f"{figure}:{cards}" for figure in able or here])
    raise SyntaxFault(say("'{letters}' without a figure", letters=cards), which, column)


def _goes(state: State, turn: Turn) -> bool:
    tiles, coins = default_payment(state, turn)
    try:
        apply(state, turn._replace(tiles=tiles, coins=coins))
    except IllegalMove:
        return False
    return True


def _otherwise(reader: _Reader) -> tuple[int | None, int | None, int | None]:
    """What the table did otherwise: where the figure was put, whose tile was taken, how many cards were drawn."""
    to = take = draw = None
    while True:
        if to is None and reader.takes("to"):
            to = _place(reader)
        elif take is None and reader.takes("take"):
            take = 0 if reader.takes("none") else reader.number(mark("the space whose tile was taken, or none"))
        elif draw is None and (told := _drawn(reader)) is not None:
            draw = told
        else:
            return to, take, draw


def _place(reader: _Reader) -> int:
    for end, place in (("mainland", MAINLAND), ("atlantis", ATLANTIS)):
        if reader.takes(end):
            return place
    return reader.number(mark("where the figure was put: a space, 1 to 53, or mainland"))


def _drawn(reader: _Reader) -> int | None:
    """How many cards were drawn, where that is told."""
    if not reader.takes("draw"):
        return None
    word = reader.peek()
    if word.text.endswith("c") and word.text[:-1].isdecimal():
        reader.found[reader.at] = Word(word.text[:-1], word.column)
    return 0 if reader.takes("none") else reader.number(mark("how many cards were drawn"))


def _counted(state: State, reader: _Reader) -> Counted:
    reader.word()
    word, table = reader.peek(), state.table
    names = [name.lower() for name in table.names]
    length = len(reader.found) - reader.at - 1
    told = " ".join(word.text for word in reader.found[reader.at : reader.at + length])
    for named in (names, [*table.colours], [CODES[colour] for colour in table.colours]):
        if told in named:
            reader.at += length
            cards = reader.number(mark("how many cards were counted"))
            if cards > _MOST:
                raise _too_many(cards, reader.found[-1].column)
            return Counted(named.index(told), cards)
    expected = say("whose hand, {colours}, and its cards", colours=either(table.colours))
    raise SyntaxFault(f"'{told[:30]}'", expected, word.column)


def _too_many(cards: int, column: int) -> SyntaxFault:
    return SyntaxFault(say_many("{n} card", "{n} cards", cards), say("at most {most}", most=_MOST), column)


def _reveal(reader: _Reader) -> Reveal:
    reader.word()
    space = reader.number(mark("a space, 1 to 53"))
    code = reader.tile()
    if code is None:
        reader.wrong(say("the tile on it, such as F3"))
    reader.finish(mark("the end"))
    return Reveal(space, code)


# ---- defaults ------------------------------------------------------------------------------------


def default_payment(state: State, move: Turn) -> Payment:
    """The cheapest payment of a turn; nothing where it owes nothing, cannot pay, or breaks another rule."""
    start = state.figures[state.turn * 3 + move.figure - 1]
    bought = _after_buying(state, move.buys)
    if state.over or start == MAINLAND or bought is None:
        return NOTHING_PAID
    hand, tiles = bought
    try:
        to = walk(state, start, move.cards, Ruling(refusal, lenient=True))
        to = to if move.to is None else move.to
        bridges = lay(state, move.bridge, Ruling(refusal, lenient=True)) if move.bridge else state.bridges
    except IllegalMove:
        return NOTHING_PAID
    crossed = [gap for gap in gaps(state.tops, bridges, start, to) if not gap.bridged]
    if not all(gap.price for gap in crossed):
        return NOTHING_PAID
    left = sum(hand) - len(move.cards)
    return cheapest(tiles, max(0, left), sum(gap.price for gap in crossed)) or NOTHING_PAID


def _after_buying(state: State, buys: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    try:
        hand, tiles, *_ = buy(state, buys, Ruling(refusal, lenient=True))
    except IllegalMove:
        return None
    return hand, tiles


def recoloured(text: str, colours: Mapping[str, str]) -> str:
    """A ply as it is written once players have other colours: a hand that was counted is named by its player's."""
    first, *words = text.split(" ")
    return " ".join([first, *(colours.get(word, word) for word in words)]) if first == "hand" else text


# ---- to text -------------------------------------------------------------------------------------


def format(state: State, move: Move) -> str:
    """The canonical notation of a move, its payment written out: `parse(state, format(state, m)) == m`."""
    if isinstance(move, Reveal):
        return f"reveal {move.space} {tiles_text((move.tile,))}"
    if isinstance(move, Counted):
        return f"hand {state.table.colours[move.player]} {move.cards}"
    bought = f"buy {tiles_text(move.buys)}; " if move.buys else ""
    if isinstance(move, Stuck):
        return f"{bought}stuck {move.hand}".rstrip() + _drew(move)
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
    if move.to is not None:
        found.append(f"to {'mainland' if move.to == MAINLAND else 'atlantis' if move.to == ATLANTIS else move.to}")
    if move.take is not None:
        found.append(f"take {move.take or 'none'}")
    return " ".join(found) + _drew(move)


def _drew(move: Turn | Stuck) -> str:
    return "" if move.draw is None else f" draw {move.draw}"
