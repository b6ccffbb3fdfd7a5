"""A position: the path, the figures, what is known of hands and deck. Plain tuples and bytes, so that a turn is cheap.

Spaces are 1 to 53; 0 is Atlantis and 54 the mainland, and figures stand on any of these. A tile is a small number,
`item << 3 | value`, item 1 to 7 in the order F O H A R S C. A hand, and the discards, are eight counts: first the
unknown cards, then one count for each item.
"""

from typing import Annotated, Literal

from companion.games.atlantis import texts
from companion.games.atlantis.texts import ATLANTIS, ITEMS, LETTERS, MAINLAND, NOTHING, UNKNOWN, Cards, tile_text
from specs.base.named import NamedTuple

ITEM_OF = bytes(code >> 3 for code in range(256))
NO_CARDS: Cards = (0,) * 8
COPIES = 15
_new = tuple.__new__  # skips the checks of a named tuple: dozens of gaps are made each turn

Tile = Annotated[int, texts.TILE]
Tiles = tuple[Tile, ...]
Hand = Annotated[Cards, texts.HAND]
Path = Annotated[texts.Path, texts.PATH]


class Table(NamedTuple):
    """What stays the same for a whole game. `seed` also fixes reshuffles if cards are `dealt`."""

    dealt: bool
    seed: int | None
    buys_per_turn: int
    settle_from_atlantis: bool
    stuck_with_bridge: Literal["must", "may"]  # must: with a bridge that would help, you are not stuck


class State(NamedTuple):
    """A position. `unlaid` says who still has their bridge; `tiles` are sorted; `deck` is its letters, next card first,
    `?` if unseen; `gone` counts tiles out of the game; `unseen` holds the tiles of set A and of set B not yet accounted
    for, sorted; `plies` counts the turns."""

    path: Path
    unlaid: tuple[bool, ...]
    hands: tuple[Hand, ...]
    tiles: tuple[Tiles, ...]
    deck: Annotated[str, texts.DECK]
    discards: Hand
    shuffles: int
    gone: int
    unseen: tuple[Tiles, Tiles]
    turn: int
    plies: int
    over: bool
    away: tuple[bool, ...]
    table: Table


class Gap(NamedTuple):
    """A run of water from space `start` up to but not including `end`; `price` is 0 if a tile must be seen first."""

    start: int
    end: int
    price: int
    bridged: bool


def worth(tiles: tuple[int, ...]) -> int:
    return sum([code & 7 for code in tiles])


def add(cards: Cards, letters: str) -> Cards:
    if not letters:
        return cards
    counts = list(cards)
    for letter in letters:
        counts[ITEMS[letter]] += 1
    return tuple(counts)


def ordered(letters: str) -> str:
    """Return letters in the order F O H A R S C."""
    return "".join(sorted(letters, key=LETTERS.index))


def gaps(tops: bytes, bridges: int, start: int = ATLANTIS, end: int = MAINLAND) -> list[Gap]:
    """Return the gaps that a walk from `start` to `end` crosses, in order (rulebook: Gaps in the Path).

    Water next to Atlantis or the mainland closes up and is no gap."""
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
                price = 1  # one side is unseen, but no price is below 1
            bridged = bridges != 0 and bridges & (1 << after) - (1 << first) != 0
            found.append(_new(Gap, (first, after, price, bridged)))
        first = tops.find(NOTHING, after, end)
    return found


def unpriced(state: State) -> int:
    """Return a space with an unseen top that the final payments depend on; 0 if there is none."""
    tops, _, bridges, figures = state.path
    for position in figures:
        if position != MAINLAND and (position != ATLANTIS or state.table.settle_from_atlantis):
            for gap in gaps(tops, bridges, position):
                if not gap.price and not gap.bridged:
                    return gap.end if tops[gap.end] == UNKNOWN else gap.start - 1
    return 0


def behind(tops: bytes, figures: tuple[int, ...], position: int) -> int:
    """Return the nearest space behind `position` with a tile and no figure; 0 if there is none."""
    for space in range(position - 1, 0, -1):
        if tops[space] and space not in figures:
            return space
    return 0


def closed(tops: bytes, bridges: int) -> int:
    """Return the bridges that are left once both ends of the path have closed up."""
    if not bridges:
        return 0
    path = tops[1:MAINLAND]
    first = MAINLAND - len(path.lstrip(b"\0"))
    last = len(path.rstrip(b"\0"))
    return bridges & ((1 << last + 1) - (1 << first)) if first <= last else 0


def all_home(figures: tuple[int, ...]) -> bool:
    """Return whether all three figures of some player are on the mainland."""
    return any(figures[at : at + 3] == (MAINLAND,) * 3 for at in range(0, len(figures), 3))


def laid(row: bytes, space: int, code: int) -> bytes:
    return row[:space] + bytes((code,)) + row[space + 1 :]


def set_of(space: int) -> int:
    """Return 0 for the spaces of set A, 1 for those of set B."""
    return int(space > texts.GAP_SPACE)


def without(tiles: tuple[int, ...], paid: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the tiles without those paid; None if some are missing."""
    for code in paid:
        if code not in tiles:
            return None
        at = tiles.index(code)
        tiles = tiles[:at] + tiles[at + 1 :]
    return tiles


def tiles_text(tiles: tuple[int, ...]) -> str:
    return " ".join(map(tile_text, tiles))
