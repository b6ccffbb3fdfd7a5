"""A whole position as one line, and back: the path in the rules' notation, `|`, and all else that is known.

    F3/O5 H2@r1 ~ = ... | r "Ann" FFO?? F3,O5 bridge -  w "Bob" ...  turn:r deck:?88 discards:- ...

Each player is a colour code, the quoted name, the hand, the tiles, `bridge` or `laid`, and which figures are on
the mainland. A figure that is neither there nor on the path is on Atlantis.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple, NoReturn

from companion.contract import SyntaxFault
from companion.games.atlantis.state import (
    ATLANTIS,
    CODES,
    ITEMS,
    LAND,
    MAINLAND,
    NOTHING,
    SPACES,
    UNKNOWN,
    Cards,
    State,
    Table,
    cards_text,
    closed,
    count,
    tile,
    tile_text,
)
from specs import seeds

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\S+')
_SPACE = re.compile(r"([FOHARSC][1-7]|\?)(?:/([FOHARSC][1-7]|\?))?((?:@[RWBK][123])*)|([~=])")
_COLOURS = {code: colour for colour, code in CODES.items()}
_ESCAPE = re.compile(r"\\(u[0-9a-f]{4}|U[0-9a-f]{8}|.)")


class Path(NamedTuple):
    """The 53 spaces as read. `figures` are (colour code, number, space)."""

    tops: bytes
    unders: bytes
    bridges: int
    figures: tuple[tuple[str, int, int], ...]


class Word(NamedTuple):
    text: str
    column: int


def words(text: str) -> list[Word]:
    return [Word(match.group(), match.start() + 1) for match in _WORD.finditer(text)]


def tile_code(text: str) -> int:
    """A tile from `F3`, upper or lower case. Raises ValueError."""
    if len(text) == 2 and text[0].upper() in ITEMS and text[0] != "?" and text[1] in "1234567":
        return tile(text[0].upper(), int(text[1]))
    raise ValueError(text)


def read_path(spaces: Sequence[Word], after: int) -> Path:
    """The path from its 53 words; `after` is the column behind the last. Raises SyntaxFault."""
    tops, unders = bytearray((LAND,)), bytearray((NOTHING,))
    bridges, figures = 0, []
    for space, (text, column) in enumerate(spaces[:SPACES], start=1):
        match = _SPACE.fullmatch(text.upper())
        if match is None:
            raise SyntaxFault(f"'{text}' on space {space}", "a space such as F3, F3/O5, F3/?, ~ or =", column)
        top, under, marks, water = match.groups()
        bridges |= (water == "=") << space
        tops.append(NOTHING if water else _code(top))
        unders.append(_code(under) if under else NOTHING)
        figures += [(mark[0].lower(), int(mark[1]), space) for mark in marks.split("@")[1:]] if marks else []
    if len(spaces) != SPACES:
        column = spaces[SPACES].column if len(spaces) > SPACES else after
        found = f"{len(spaces)} space{'s' * (len(spaces) != 1)}"
        raise SyntaxFault(found, f"{SPACES} between Atlantis and the mainland", column)
    tops.append(LAND)
    unders.append(NOTHING)
    return Path(bytes(tops), bytes(unders), bridges, tuple(figures))


def _code(text: str) -> int:
    return UNKNOWN if text == "?" else tile(text[0], int(text[1]))


# ---- to text -------------------------------------------------------------------------------------


def text(state: State) -> str:
    """The whole position as one line: `parse_state(text(s)) == s`."""
    table = state.table
    codes = [CODES[colour] for colour in table.colours]
    marks: dict[int, str] = {}
    for i, space in enumerate(state.figures):
        marks[space] = marks.get(space, "") + f"@{codes[i // 3]}{i % 3 + 1}"
    spaces = [space_text(state, space) + marks.get(space, "") for space in range(1, MAINLAND)]
    for p, name in enumerate(table.names):
        own = state.figures[p * 3 : p * 3 + 3]
        home = "".join(str(n + 1) for n in range(3) if own[n] == MAINLAND)
        spaces.append(
            f"{'|' if p == 0 else ';'} {codes[p]} {quoted(name)} {cards_text(state.hands[p]) or '-'} "
            f"{_tiles(state.tiles[p])} {'bridge' if state.unlaid[p] else 'laid'} {home or '-'}"
        )
    turn = "over:" if state.over else ""
    deck = state.deck
    spaces.append(
        f"; turn:{turn}{codes[state.turn]} deck:{f'?{len(deck)}' if deck.startswith('?') else deck or '-'} "
        f"discards:{cards_text(state.discards) or '-'} shuffles:{state.shuffles} gone:{state.gone} "
        f"unseen:{_tiles(state.unseen[0])}/{_tiles(state.unseen[1])} cards:{'dealt' if table.dealt else 'hidden'} "
        f"seed:{'-' if table.seed is None else table.seed} buys_per_turn:{table.buys_per_turn} "
        f"settle_from_atlantis:{'true' if table.settle_from_atlantis else 'false'}"
    )
    return " ".join(spaces)


def space_text(state: State, space: int) -> str:
    """A space without its figures: `F3/O5`, `~`, `=`."""
    top, under = state.tops[space], state.unders[space]
    if top == NOTHING:
        return "=" if state.bridges >> space & 1 else "~"
    return f"{tile_text(top)}/{tile_text(under)}" if under else tile_text(top)


def _tiles(tiles: tuple[int, ...]) -> str:
    return ",".join(map(tile_text, tiles)) or "-"


def quoted(name: str) -> str:
    """A name in double quotes, on one line whatever is in it."""

    def escaped(letter: str) -> str:
        if letter in '"\\':
            return "\\" + letter
        if letter.isprintable():
            return letter
        return f"\\u{ord(letter):04x}" if ord(letter) < 1 << 16 else f"\\U{ord(letter):08x}"

    return '"' + "".join(map(escaped, name)) + '"'


def unquoted(text: str) -> str:
    def plain(match: re.Match[str]) -> str:
        found = match.group(1)
        return chr(int(found[1:], 16)) if len(found) > 1 else found

    return _ESCAPE.sub(plain, text[1:-1])


# ---- from text -----------------------------------------------------------------------------------


def parse_state(line: str) -> State:
    """A position from its line. Raises SyntaxFault for what cannot be read or cannot be a position."""
    found = words(line)
    bar = next((i for i, word in enumerate(found) if word.text == "|"), len(found))
    path = read_path(found[:bar], found[bar].column if bar < len(found) else len(line) + 1)
    reader = _Reader(found, bar, len(line) + 1)
    return reader.state(path)


class _Reader:
    """Takes the words behind the path one by one."""

    def __init__(self, found: Sequence[Word], at: int, end: int) -> None:
        self.words, self.at, self.end = found, at, end

    def peek(self) -> Word:
        return self.words[self.at] if self.at < len(self.words) else Word("", self.end)

    def word(self) -> Word:
        word = self.peek()
        self.at += 1
        return word

    def wrong(self, word: Word, expected: str) -> NoReturn:
        raise SyntaxFault(f"'{word.text}'" if word.text else "the end of the line", expected, word.column)

    def exactly(self, text: str) -> None:
        word = self.word()
        if word.text != text:
            self.wrong(word, f"'{text}'")

    def field(self, name: str) -> Word:
        word = self.word()
        if not word.text.startswith(f"{name}:"):
            self.wrong(word, f"'{name}:'")
        return Word(word.text[len(name) + 1 :], word.column + len(name) + 1)

    def number(self, name: str) -> int:
        word = self.field(name)
        if not re.fullmatch(r"-?[0-9]{1,40}", word.text):
            self.wrong(word, "a number")
        return int(word.text)

    def cards(self, word: Word) -> Cards:
        if word.text != "-" and not re.fullmatch(r"[FOHARSC]*\?*", word.text):
            self.wrong(word, "cards such as FFO??, or -")
        return count("" if word.text == "-" else word.text)

    def tiles(self, word: Word) -> tuple[int, ...]:
        try:
            return () if word.text == "-" else tuple(sorted(tile_code(part) for part in word.text.split(",")))
        except ValueError:
            self.wrong(word, "tiles such as F3,O5, or -")

    def state(self, path: Path) -> State:
        self.exactly("|")
        names, codes, hands, tiles, unlaid, homes = [], [], [], [], [], []
        while True:
            start = self.word()
            if start.text not in _COLOURS or start.text in codes:
                self.wrong(start, "a colour code, r w b or k, each once")
            codes.append(start.text)
            name = self.word()
            if len(name.text) < 2 or name.text[0] != '"' or name.text[-1] != '"':
                self.wrong(name, "a name in double quotes")
            names.append(unquoted(name.text))
            hands.append(self.cards(self.word()))
            tiles.append(self.tiles(self.word()))
            bridge = self.word()
            if bridge.text not in ("bridge", "laid"):
                self.wrong(bridge, "'bridge' or 'laid'")
            unlaid.append(bridge.text == "bridge")
            home = self.word()
            if not re.fullmatch("-|1?2?3?", home.text):
                self.wrong(home, "figures on the mainland such as 13, or -")
            homes.append(home.text)
            self.exactly(";")
            if self.peek().text.startswith("turn:"):
                break
        return self.rest(path, names, codes, hands, tiles, unlaid, self.figures(path, codes, homes))

    def figures(self, path: Path, codes: Sequence[str], homes: Sequence[str]) -> tuple[int, ...]:
        figures = [MAINLAND if str(n) in home else ATLANTIS for home in homes for n in (1, 2, 3)]
        for code, number, space in path.figures:
            at = codes.index(code) * 3 + number - 1 if code in codes else -1
            if at < 0 or figures[at] != ATLANTIS:
                mark = f"{code}{number}"
                raise SyntaxFault(
                    f"figure {mark} on space {space}", "each player's figures once", self.words[space - 1].column
                )
            figures[at] = space
        return tuple(figures)

    def rest(
        self,
        path: Path,
        names: Sequence[str],
        codes: Sequence[str],
        hands: Sequence[Cards],
        tiles: Sequence[tuple[int, ...]],
        unlaid: Sequence[bool],
        figures: tuple[int, ...],
    ) -> State:
        turn = self.field("turn")
        over, code = turn.text.startswith("over:"), turn.text.removeprefix("over:")
        if code not in codes:
            self.wrong(turn, f"one of {', '.join(codes)}")
        deck = self.field("deck")
        if re.fullmatch(r"\?[1-9][0-9]{0,2}", deck.text):
            cards = "?" * int(deck.text[1:])
        elif deck.text == "-" or re.fullmatch("[FOHARSC]+", deck.text):
            cards = deck.text.strip("-")
        else:
            self.wrong(deck, "?88, or the deck's letters, or -")
        discards = self.cards(self.field("discards"))
        shuffles, gone = self.number("shuffles"), self.number("gone")
        unseen = self.field("unseen")
        sets = unseen.text.split("/")
        if len(sets) != 2:
            self.wrong(unseen, "tiles of set A / tiles of set B")
        a, b = (self.tiles(Word(part, unseen.column)) for part in sets)
        kind = self.field("cards")
        if kind.text not in ("hidden", "dealt"):
            self.wrong(kind, "hidden or dealt")
        word = self.field("seed")
        seed = seeds.read(word.text)
        if seed is None and word.text != "-":
            self.wrong(Word(f"seed:{word.text[:20]}", word.column), f"{seeds.EXPECTED}, or -")
        buys = self.number("buys_per_turn")
        settle = self.field("settle_from_atlantis")
        if settle.text not in ("true", "false"):
            self.wrong(settle, "true or false")
        if self.at < len(self.words):
            self.wrong(self.word(), "the end of the line")
        dealt = kind.text == "dealt"
        table = Table(tuple(names), tuple(_COLOURS[code] for code in codes), dealt, seed, buys, settle.text == "true")
        state = State(
            table, path.tops, path.unders, path.bridges, tuple(unlaid), figures, tuple(hands), tuple(tiles),
            cards, discards, shuffles, gone, (a, b), codes.index(code), over,
        )  # fmt: skip
        self.sound(state)
        return state

    def sound(self, state: State) -> None:
        """Refuse what no turn could have led to and the rules would trip over."""
        table = state.table
        known = not any(hand[0] for hand in (*state.hands, state.discards)) and "?" not in state.deck
        checks = (
            (2 <= len(table.names) <= 4, "2 to 4 players"),
            (not table.dealt or (known and table.seed is not None), "known cards and a seed where cards are dealt"),
            (table.dealt or not state.deck.strip("?"), "an unseen deck where cards are hidden"),
            (table.buys_per_turn >= 0, "buys_per_turn of 0 or more"),
            (all(state.tops[space] for space in state.figures), "figures on tiles"),
            (closed(state.tops, state.bridges) == state.bridges, "bridges between tiles"),
        )
        for holds, expected in checks:
            if not holds:
                raise SyntaxFault("a position that cannot be", expected, 1)
