"""A position: cards, temples, the presence marker. Plain tuples, so that an action is cheap.

Colours are 1 to 4 in the order B G R Y, and so are regions, each having a colour. `Cards` are five counts: first the
unseen cards, then one count for each colour. A temple is its tiles' levels from bottom to top. A player's places are 1
to 4, the own site of each region, and 5 to 8, its neutral site; place 0 is never used. A solo game has an opponent as
its second seat, with no deity card.
"""

import re
from functools import lru_cache
from random import Random
from typing import Annotated, Final, Literal

from companion.contract.codecs import Codec, Here, SeatName, deck_of
from specs.base.languages import mark
from specs.base.named import NamedTuple
from specs.base.seeds import shuffle

LETTERS: Final = "?BGRY"
NAMES: Final = (
    "unseen", mark("blue", "in", "card"), mark("green", "in", "card"), mark("red", "in", "card"),
    mark("yellow", "in", "card"),
)  # fmt: skip
INDEX: Final = {letter: colour for colour, letter in enumerate(LETTERS)}
COLOURS: Final = (1, 2, 3, 4)
ROMAN: Final = ("", "I", "II", "III")
LEVELS: Final = {name: level for level, name in enumerate(ROMAN) if level}
TILES: Final = 2  # of each level, for each player
HAND_LIMIT, FOLLOWER_LIMIT, DRAWS, ACTIONS, SOLO_TURNS = 5, 5, 3, 5, 10
COST, NEEDED = 2, 3  # followers that a feast costs, and that it needs
NEUTRAL: Final = 4  # offset of a region's neutral site from its own site
PLACES: Final = tuple(range(1, 9))
OPPONENT: Final = ("opponent",)  # the name of a solo game's opponent
NO_CARD: Final = -1  # an empty spot, or the deck instead of a colour

Cards = tuple[int, ...]
Temple = tuple[int, ...]
Sites = tuple[Temple, ...]
Ability = Literal[
    "draw-deck", "draw-row", "swap-follower", "take-follower", "move-tile", "swap-tiles", "assistant", "move-marker"
]
Phase = Literal["opponent", "draw", "act", "discard", "over"]
NO_CARDS: Final[Cards] = (0,) * 5
NO_SITES: Final[Sites] = ((),) * 9


# ---- as text -------------------------------------------------------------------------------------


def letters(cards: Cards) -> str:
    """Write known cards by letter in the order B G R Y, then a `?` for each unseen one."""
    return "".join([LETTERS[colour] * cards[colour] for colour in COLOURS]) + "?" * cards[0]


def count(text: str) -> Cards:
    return tuple([text.count(letter) for letter in LETTERS])


def shape_text(temple: Temple) -> str:
    return "+".join([ROMAN[tile] for tile in temple]) or "-"


def place_text(place: int) -> str:
    return LETTERS[place] if place <= NEUTRAL else f"{LETTERS[place - NEUTRAL]}n"


def region_of(place: int) -> int:
    return place if place <= NEUTRAL else place - NEUTRAL


SITE: Final = {place_text(place): place for place in PLACES}


def _cards(text: str, here: Here) -> Cards:
    cards = count(text.removeprefix("-"))
    if letters(cards) != text.removeprefix("-"):
        raise ValueError(text)
    return cards


def _seen(text: str, here: Here) -> Cards:
    """Read cards that lie open. Raises ValueError for unseen ones."""
    if "?" in text:
        raise ValueError(text)
    return _cards(text, here)


def shape(text: str) -> Temple:
    """Read a temple from its tiles, bottom first: `II+I`. Raises ValueError."""
    tiles = text.upper().replace(" ", "").split("+")
    if len(tiles) > 3 * TILES or set(tiles) - set(LEVELS):
        raise ValueError(text)
    return tuple([LEVELS[tile] for tile in tiles])


def _sites(text: str, here: Here) -> Sites:
    sites = list[Temple](NO_SITES)
    for word in text.split(".") if text != "-" else ():
        site, _, tiles = word.partition(":")
        if site not in SITE or sites[SITE[site]]:
            raise ValueError(text)
        sites[SITE[site]] = shape(tiles)
    return tuple(sites)


def _write_sites(sites: Sites, here: Here) -> str:
    return ".".join([f"{place_text(place)}:{shape_text(sites[place])}" for place in PLACES if sites[place]])


OPEN = Annotated[Cards, Codec(r"\S+", _seen, lambda cards, here: letters(cards), mark("cards such as BBGR, or -"))]
HAND = Annotated[Cards, Codec(r"\S+", _cards, lambda cards, here: letters(cards), mark("cards such as BBGR?, or -"))]
SHAPE = Annotated[
    Temple,
    Codec(r"\S+", lambda text, here: shape(text), lambda tiles, here: shape_text(tiles), mark("tiles such as II+I")),
]
TEMPLES = Annotated[Sites, Codec(r"\S+", _sites, _write_sites, mark("sites and their tiles such as R:II+I.Gn:I, or -"))]
DECK = Annotated[str, deck_of(LETTERS[1:], mark("letters of B G R Y, ?12 where unseen, or -"))]
ONE_COLOUR: Final = r"(?:(?:blue|green|red|yellow)\b|[bgry])"
END: Final = r"(?![a-z0-9<>-])"
_NAME: Final = re.compile(rf"\b(?:{'|'.join(NAMES[1:])})\b", re.IGNORECASE)


def short(text: str) -> str:
    """Shorten colours to letters, without blanks: `Rn2>G1`."""
    return "".join(_NAME.sub(lambda name: name[0][0], text).split()).upper().replace("N", "n")


Colour = Annotated[
    int,
    Codec(
        ONE_COLOUR + END, lambda text, here: INDEX[short(text)], lambda colour, here: LETTERS[colour],
        mark("one of B G R Y"),
    ),
]  # fmt: skip


# ---- the position --------------------------------------------------------------------------------


class Table(NamedTuple):
    """What stays the same for a whole game. `abilities` and `neutral` are by region, entry 0 unused; `order` are the
    regions with the order tokens 1 to 4; `cards` are the deity cards' shapes by order token. `dealt`: the companion
    knows the deck, and `seed` makes it anew. `end` is the spec's rule option."""

    dealt: bool
    seed: int | None
    copies: int
    abilities: tuple[Ability | None, ...]
    neutral: tuple[bool, ...]
    order: tuple[Colour, ...]
    deities: tuple[int, ...]
    cards: tuple[tuple[SHAPE, ...], ...]
    solo: bool
    end: Literal["any-action", "tile-laid"]


class State(NamedTuple):
    """A position. `hands` are what is known of them, `shown` what everybody knows of them (entry 0 unused); `deck` is
    its letters, next card first, `?` if unseen. `left` are the draws or actions left of the phase; `solo_turns` the
    tokens of a solo game; `turns` counts the turns."""

    hands: tuple[HAND, ...]
    shown: tuple[OPEN, ...]
    followers: tuple[OPEN, ...]
    sites: tuple[TEMPLES, ...]
    assistants: tuple[bool, ...]
    marker: Colour
    row: OPEN
    deck: DECK
    discards: OPEN
    shuffles: int
    turn: SeatName
    turns: int
    phase: Phase
    left: int
    converted: bool
    solo_turns: int
    winner: SeatName | None
    away: tuple[bool, ...]
    table: Table


# ---- what follows from it ------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _targets(card: tuple[Temple, ...], order: tuple[int, ...]) -> Sites:
    shapes = dict(zip(order, card, strict=False))
    return tuple([shapes.get(place, ()) for place in (0, *PLACES)])


def targets(table: Table, seat: int) -> Sites:
    """Return what a seat's sites must hold: the shapes of its card where the order tokens lie, and nothing else."""
    return _targets(table.cards[seat], table.order)


def complete(s: State, seat: int) -> list[int]:
    """Return the regions, in order, whose own site holds the shape of the seat's deity card."""
    goal, sites = targets(s.table, seat), s.sites[seat]
    return [region for region in s.table.order if sites[region] and sites[region] == goal[region]]


def stock(sites: Sites) -> tuple[int, ...]:
    """Return the tiles that are not on a board, by level, entry 0 unused."""
    used = [tile for temple in sites for tile in temple]
    return 0, TILES - used.count(1), TILES - used.count(2), TILES - used.count(3)


def unbuilt(s: State, seat: int) -> list[int]:
    """Return the tiles in a seat's stock, the lowest first; none for a seat without deity card."""
    tiles = stock(s.sites[seat]) if s.table.cards[seat] else NO_CARDS
    return [level for level in (1, 2, 3) for _ in range(tiles[level])]


def meets(s: State, seat: int) -> bool:
    """Return whether the four shapes stand where the card wants them, with no other tile anywhere."""
    return bool(s.table.cards[seat]) and s.sites[seat] == targets(s.table, seat)


def plus(cards: Cards, colour: int, number: int = 1) -> Cards:
    counts = list(cards)
    counts[colour] += number
    return tuple(counts)


def unseen(s: State, colour: int) -> int:
    """Return how many cards of a colour may lie in the deck or among a hand's unseen cards."""
    found = s.table.copies - s.row[colour] - s.discards[colour]
    for cards in s.followers:
        found -= cards[colour]
    for cards in s.hands:
        found -= cards[colour]
    return found


def could_hold(s: State, seat: int, colour: int) -> int:
    """Return the most cards of a colour a hand can hold, as far as is known."""
    hand = s.hands[seat]
    return hand[colour] + (min(hand[0], unseen(s, colour)) if hand[0] else 0)


def owner(s: State, place: int) -> int | None:
    """Return the seat, other than the one to move, with tiles on a neutral site; None if there is none."""
    return next((seat for seat, sites in enumerate(s.sites) if seat != s.turn and sites[place]), None)


def reshuffled(table: Table, discards: Cards, shuffles: int) -> str:
    """Return the discards as the n-th new deck: unseen cards, or shuffled as `shuffle` does with `Random(seed * 1000 +
    n)` from the order B G R Y."""
    if table.seed is None or not table.dealt:
        return "?" * sum(discards)
    letters = [LETTERS[c] for c in COLOURS for _ in range(discards[c])]
    return "".join(shuffle(letters, Random(table.seed * 1000 + shuffles)))


def upcoming(s: State, number: int, added: Cards = NO_CARDS) -> str:
    """Return the letters of the next cards of the deck, `?` if unseen, fewer if there are no more; `added` are cards
    that go to the discards first."""
    deck = s.deck
    if len(deck) < number:
        deck += reshuffled(s.table, tuple(map(int.__add__, s.discards, added)), s.shuffles + 1)
    return deck[:number]
