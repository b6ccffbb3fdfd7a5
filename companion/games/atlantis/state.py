"""A position: the path, the figures, what is known of hands and deck. Plain tuples and bytes, so that a turn is cheap.

Spaces are 1 to 53; 0 is Atlantis and 54 the mainland, and figures stand on any of these. A tile is a
small number, `item << 3 | value`, item 1 to 7 in the order F O H A R S C. A hand, and the
discards, are eight counts: first the cards nobody has named, then one count for each item.
"""

from __future__ import annotations

from operator import mul
from typing import NamedTuple

from specs.base.languages import mark

LETTERS = "?FOHARSC"
NAMES = (
    "unseen", mark("flag", "with"), mark("olive", "with"), mark("helmet", "with"), mark("amphora", "with"),
    mark("ring", "with"), mark("statue", "with"), mark("crown", "with"),
)  # fmt: skip
ITEMS = {letter: item for item, letter in enumerate(LETTERS)}
COPIES = 15
SPACES = 53
GAP_SPACE = 27
ATLANTIS, MAINLAND = 0, SPACES + 1
NOTHING, UNKNOWN, LAND = 0, 64, 72
ITEM_OF = bytes(code >> 3 for code in range(256))
CODES = {"red": "r", "white": "w", "blue": "b", "black": "k"}
NO_CARDS = (0,) * 8
_new = tuple.__new__  # without the checks of a named tuple: a gap is made dozens of times a turn

Cards = tuple[int, ...]


class Table(NamedTuple):
    """What stays as it is for a whole game, but for who is `away`. `seed` also fixes reshuffles where `dealt`."""

    names: tuple[str, ...]
    colours: tuple[str, ...]
    dealt: bool
    seed: int | None
    buys_per_turn: int
    settle_from_atlantis: bool
    stuck_with_bridge: str  # must: a bridge that would help makes it no case of being stuck; may: it need not be laid
    away: tuple[bool, ...] = ()


class State(NamedTuple):
    """A position. `tops` and `unders` have 55 entries: tiles, NOTHING, UNKNOWN, and LAND at both ends.

    `bridges` is a bit for each space that carries one, `unlaid` says who still has theirs. `figures` are three
    a player in turn order. `tiles` are sorted. `deck` is its letters, next card first, `?` where unseen. `gone`
    counts tiles out of the game, `unseen` holds the tiles of set A and of set B not yet accounted for, sorted.
    """

    table: Table
    tops: bytes
    unders: bytes
    bridges: int
    unlaid: tuple[bool, ...]
    figures: tuple[int, ...]
    hands: tuple[Cards, ...]
    tiles: tuple[tuple[int, ...], ...]
    deck: str
    discards: Cards
    shuffles: int
    gone: int
    unseen: tuple[tuple[int, ...], tuple[int, ...]]
    turn: int
    over: bool


class Gap(NamedTuple):
    """A run of water from space `start` up to but not with `end`; `price` is 0 where a tile must be seen first."""

    start: int
    end: int
    price: int
    bridged: bool


class Turn(NamedTuple):
    """A figure's turn. `cards` are letters in the order played; `bridge` a space or 0; paid are `tiles` and
    `coins` cards, of which `named` tells the letters or is empty; `reveal` is the tile that came to light, or 0.

    What the table did is told where it may differ from what the rules say: `to` the space the figure was put on, `take`
    the space whose tile was taken (0 for none), `draw` how many cards were drawn.
    """

    buys: tuple[int, ...]
    figure: int
    cards: str
    bridge: int
    tiles: tuple[int, ...]
    coins: int
    named: str
    reveal: int
    to: int | None = None
    take: int | None = None
    draw: int | None = None


class Stuck(NamedTuple):
    """No figure can move: the hand is shown (letters in item order), after an optional purchase; `draw` tells how many
    cards were drawn."""

    buys: tuple[int, ...]
    hand: str
    draw: int | None = None


class Reveal(NamedTuple):
    """The unseen top of a space is told; no turn."""

    space: int
    tile: int


class Counted(NamedTuple):
    """A player's hand as it was counted at the table; no turn."""

    player: int
    cards: int


Move = Turn | Stuck | Reveal | Counted


def tile(letter: str, value: int) -> int:
    return ITEMS[letter] << 3 | value


def tile_text(code: int) -> str:
    return "?" if code == UNKNOWN else f"{LETTERS[code >> 3]}{code & 7}"


def tiles_text(tiles: tuple[int, ...]) -> str:
    return " ".join(map(tile_text, tiles))


def worth(tiles: tuple[int, ...]) -> int:
    return sum([code & 7 for code in tiles])


def cards_text(cards: Cards) -> str:
    """Known cards by letter, then a `?` for each unseen one."""
    return "".join(map(mul, LETTERS[1:], cards[1:])) + "?" * cards[0]


def count(letters: str) -> Cards:
    return tuple(letters.count(letter) for letter in LETTERS)


def add(cards: Cards, letters: str) -> Cards:
    if not letters:
        return cards
    counts = list(cards)
    for letter in letters:
        counts[ITEMS[letter]] += 1
    return tuple(counts)


def gaps(tops: bytes, bridges: int, start: int = ATLANTIS, end: int = MAINLAND) -> list[Gap]:
    """The gaps a walk from `start` to `end` crosses, in order (rulebook: Gaps in the Path).

    Water next to Atlantis or the mainland closes up and is none.
    """
    found: list[Gap] = []
    first = tops.find(NOTHING, start, end)
    while first >= 0:
        after = first + 1
        while not tops[after]:
            after += 1
        if first > 1 and after < MAINLAND:
            left, right = tops[first - 1] & 7, tops[after] & 7
            price = left if left < right else right
            if not price and (left == 1 or right == 1):
                price = 1  # one side unseen, but nothing is lower than a 1
            bridged = bridges != 0 and bridges & (1 << after) - (1 << first) != 0
            found.append(_new(Gap, (first, after, price, bridged)))
        first = tops.find(NOTHING, after, end)
    return found


def occupied(figures: tuple[int, ...]) -> frozenset[int]:
    """Spaces of the path with a figure on them."""
    return frozenset(figures) - {ATLANTIS, MAINLAND}


def behind(tops: bytes, figures: tuple[int, ...], position: int) -> int:
    """The nearest space behind `position` with a tile and no figure; 0 if there is none."""
    for space in range(position - 1, 0, -1):
        if tops[space] and space not in figures:
            return space
    return 0


def closed(tops: bytes, bridges: int) -> int:
    """The bridges that are left once both ends of the path have closed up."""
    if not bridges:
        return 0
    path = tops[1:MAINLAND]
    first = MAINLAND - len(path.lstrip(b"\0"))
    last = len(path.rstrip(b"\0"))
    return bridges & ((1 << last + 1) - (1 << first)) if first <= last else 0


def put(row: bytes, space: int, code: int) -> bytes:
    return row[:space] + bytes((code,)) + row[space + 1 :]


def set_of(space: int) -> int:
    """0 for the spaces of set A, 1 for those of set B."""
    return int(space > GAP_SPACE)
