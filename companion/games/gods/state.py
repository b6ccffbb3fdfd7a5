"""A position and the actions of a turn. Plain tuples, so that an action is cheap.

Colours are 1 to 4 in the order B G R Y, and so are regions, each having a colour. `Cards` are five counts: first the
cards nobody has named, then one count for each colour. A temple is its tiles' levels from bottom to top. A player's
places are 1 to 4, the own site of each region, and 5 to 8, its neutral site; place 0 is never used.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from companion.ruling import refusals
from specs.base.languages import Said, mark, say, say_many, word

LETTERS: Final = "?BGRY"
NAMES: Final = (
    "unseen", mark("blue", "in", "card"), mark("green", "in", "card"), mark("red", "in", "card"),
    mark("yellow", "in", "card"),
)  # fmt: skip
INDEX: Final = {letter: colour for colour, letter in enumerate(LETTERS)}
COLOURS: Final = (1, 2, 3, 4)
ROMAN: Final = ("", "I", "II", "III")
TILES: Final = 2  # of each level, for each player
HAND_LIMIT, FOLLOWER_LIMIT = 5, 5
DRAWS, ACTIONS = 3, 5
SOLO_TURNS: Final = 10
NEUTRAL: Final = 4  # a region's neutral site is its own site and so many places further
PLACES: Final = tuple(range(1, 9))

OPPONENT, DRAW, ACT, DISCARD, OVER = range(5)
PHASES: Final = ("opponent", "draw", "act", "discard", "over")
NOBODY: Final = -1
NO_CARD: Final = -1  # a spot that stays empty, the deck instead of a colour
TOP, WHOLE = 0, -1  # where a tile is built: on top, in place of the whole temple; else the tile of that number
ABILITIES: Final = (
    "draw-deck",
    "draw-area",
    "swap-follower",
    "take-follower",
    "move-tile",
    "swap-tiles",
    "assistant",
    "move-marker",
)

Cards = tuple[int, ...]
Temple = tuple[int, ...]
Sites = tuple[Temple, ...]
NO_CARDS: Final[Cards] = (0,) * 5
NO_SITES: Final[Sites] = ((),) * 9
FULL_STOCK: Final = (0, TILES, TILES, TILES)


class Table(NamedTuple):
    """What stays as it is for a whole game, but for who is `away`.

    `abilities` and `neutral` are by region, entry 0 unused; `order` are the regions with the order tokens 1 to 4;
    `cards` are the deity cards' shapes by order token, `targets` the same as a player's sites. A solo game has an
    opponent as its second player, with deity 0. `dealt`: the deck is known to whoever deals, and `seed` makes it anew.
    `any_ends`: any action that leaves the card met ends the game, else only one that puts tiles on a board.
    """

    names: tuple[str, ...]
    colours: tuple[str, ...]
    dealt: bool
    seed: int | None
    copies: int
    abilities: tuple[str, ...]
    neutral: tuple[bool, ...]
    order: tuple[int, ...]
    deities: tuple[int, ...]
    cards: tuple[tuple[Temple, ...], ...]
    targets: tuple[Sites, ...]
    solo: bool
    any_ends: bool
    away: tuple[bool, ...] = ()


class State(NamedTuple):
    """A position. `hands` are what is known of them, `shown` what everybody knows of them (entry 0 unused); `deck` is
    its letters, next card first, `?` where unseen. `stock` counts tiles by level, entry 0 unused. `left` are the draws
    or actions left of the phase; `solo_turns` the tokens of a solo game; `winner` an index or NOBODY.
    """

    table: Table
    hands: tuple[Cards, ...]
    shown: tuple[Cards, ...]
    followers: tuple[Cards, ...]
    sites: tuple[Sites, ...]
    stock: tuple[tuple[int, ...], ...]
    assistants: tuple[bool, ...]
    marker: int
    area: Cards
    deck: str
    discards: Cards
    shuffles: int
    turn: int
    phase: int
    left: int
    converted: bool
    solo_turns: int
    winner: int


# ---- actions: `verb` keeps two kinds with the same numbers apart ----------------------------------


class Draw(NamedTuple):
    """A card of the area, and the card turned up in its place; `card` NO_CARD is the deck's top card."""

    card: int
    refill: int
    verb: Literal["draw"] = "draw"


class Opponent(NamedTuple):
    card: int
    verb: Literal["opponent"] = "opponent"


class Travel(NamedTuple):
    card: int
    verb: Literal["travel"] = "travel"


class Build(NamedTuple):
    """`at` is TOP, WHOLE or the number of the tile that is replaced."""

    neutral: bool
    at: int
    tile: int
    assistant: bool
    verb: Literal["build"] = "build"


class Demolish(NamedTuple):
    place: int
    number: int
    verb: Literal["demolish"] = "demolish"


class Convert(NamedTuple):
    player: int
    card: int
    verb: Literal["convert"] = "convert"


class Recruit(NamedTuple):
    number: int
    verb: Literal["recruit"] = "recruit"


class Migrate(NamedTuple):
    verb: Literal["migrate"] = "migrate"


class Pass(NamedTuple):
    verb: Literal["pass"] = "pass"


class Discard(NamedTuple):
    cards: Cards
    verb: Literal["discard"] = "discard"


class Feast(NamedTuple):
    """A feast whose ability needs nothing said: two cards of the deck, an assistant token."""

    verb: Literal["feast"] = "feast"


class FeastArea(NamedTuple):
    """Two cards of the area, each with the card turned up in its place."""

    first: int
    refill: int
    second: int
    refill2: int
    verb: Literal["feast area"] = "feast area"


class FeastSwap(NamedTuple):
    follower: int
    card: int
    verb: Literal["feast swap"] = "feast swap"


class FeastColour(NamedTuple):
    """The follower that is taken back, or the region the marker goes to."""

    colour: int
    verb: Literal["feast colour"] = "feast colour"


class Step(NamedTuple):
    """Tile `number` of a place becomes tile `becomes` of another, counted from 1 at the bottom."""

    place: int
    number: int
    to: int
    becomes: int


class FeastMove(NamedTuple):
    step: Step
    verb: Literal["feast move"] = "feast move"


class FeastExchange(NamedTuple):
    """Two tiles change places: `first` comes from the place with the lower number."""

    first: Step
    second: Step
    verb: Literal["feast exchange"] = "feast exchange"


AnyFeast = Feast | FeastArea | FeastSwap | FeastColour | FeastMove | FeastExchange
Action = Travel | Build | Demolish | Convert | Recruit | Migrate | Pass | AnyFeast
Move = Draw | Opponent | Discard | Action


# ---- refusals ------------------------------------------------------------------------------------

SOURCES: Final = {
    "draw.area": "rulebook: Draw 3 Dweller Cards",
    "draw.empty": "rulebook: Draw 3 Dweller Cards",
    "card.unavailable": "what the referee knows",
    "card.impossible": "what the referee knows",
    "build.stock": "rulebook: Build, Construction rules",
    "build.site": "rulebook: Build, Construction rules",
    "build.level": "rulebook: Build",
    "build.cost": "rulebook: Build, Construction cost",
    "build.assistant": "rulebook: Build, Assistant Token",
    "build.neutral": "rulebook: Region Board",
    "demolish.tile": "rulebook: Demolition",
    "convert.once": "rulebook: Conversion",
    "convert.card": "rulebook: Conversion",
    "feast.followers": "rulebook: Festivity",
    "feast.ability": "rulebook: Festivity",
    "recruit.count": "rulebook: Recruitment",
    "migrate.empty": "rulebook: Migration",
    "pass.can-act": "rulebook: Perform five Actions",
    "discard.count": "rulebook: Discard",
    "phase": "rulebook: A Turn",
    "game.over": "rulebook: End of Game",
}
refusal = refusals(SOURCES)


# ---- making and showing --------------------------------------------------------------------------


def targets(cards: tuple[Temple, ...], order: tuple[int, ...]) -> Sites:
    """What a player's sites must hold: the shapes of the card where the order tokens lie, and nothing else."""
    sites: list[Temple] = [()] * 9
    for colour, shape in zip(order, cards, strict=False):
        sites[colour] = shape
    return tuple(sites)


def complete(state: State, player: int) -> list[int]:
    """The regions, in their order, whose own site holds the shape of the player's deity card."""
    sites, table = state.sites[player], state.table
    return [region for region in table.order if sites[region] and sites[region] == table.targets[player][region]]


def plus(cards: Cards, colour: int, number: int = 1) -> Cards:
    counts = list(cards)
    counts[colour] += number
    return tuple(counts)


def unseen(state: State, colour: int) -> int:
    """How many cards of a colour may lie in the deck or among a hand's unseen cards."""
    return (
        state.table.copies
        - state.area[colour]
        - state.discards[colour]
        - sum([cards[colour] for cards in state.followers])
        - sum([cards[colour] for cards in state.hands])
    )


def could_hold(state: State, player: int, colour: int) -> int:
    """The most cards of a colour a hand can hold by what is known."""
    hand = state.hands[player]
    return hand[colour] + (min(hand[0], unseen(state, colour)) if hand[0] else 0)


def letters(cards: Cards) -> str:
    """Known cards by letter in the order B G R Y, then a `?` for each unseen one."""
    return "".join([LETTERS[colour] * cards[colour] for colour in COLOURS]) + "?" * cards[0]


def count(text: str) -> Cards:
    return tuple(text.count(letter) for letter in LETTERS)


def named(colour: int) -> Said:
    """A colour by its name alone."""
    return word(NAMES[colour])


def hue(colour: int) -> Said:
    """A colour within a sentence, of which a region, its cards and its followers are."""
    return word(NAMES[colour], "in")


def card_words(number: int, colour: int = 0) -> Said:
    """So many cards, of a colour where one is given."""
    if not colour:
        return say_many("{n} card", "{n} cards", number) if number else say("no cards")
    if not number:
        return say("no {colour} cards", colour=word(NAMES[colour], "card"))
    return say_many("{n} {colour} card", "{n} {colour} cards", number, colour=word(NAMES[colour], "card"))


def shape_text(temple: Temple) -> str:
    return "+".join([ROMAN[tile] for tile in temple]) or "-"


def place_text(place: int) -> str:
    return LETTERS[place] if place <= NEUTRAL else f"{LETTERS[place - NEUTRAL]}n"


def region_of(place: int) -> int:
    return place if place <= NEUTRAL else place - NEUTRAL
