"""A position of Escape from Atlantis, as small numbers.

People on a hex are one number, four bits a colour (red, blue, yellow, green from the lowest); creatures likewise
(monster, shark, octopus, dolphin). Twelve is the most there can be of a colour, so that sums over hexes never carry.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from companion.contract import Player
from companion.games.escape.board import Board
from companion.ruling import refusals
from specs.base.languages import mark

SEA, LOWLAND, HILL, MOUNTAIN, CORAL, REEF = range(6)
GROUND: Final = ".lhmCr"
REGIONS: Final = (
    mark("sea"), mark("lowland", "of"), mark("hill", "of"), mark("mountain", "of"), mark("Coral Island"), mark("reef"),
)  # fmt: skip

COLOURS: Final = (mark("red", "in"), mark("blue", "in"), mark("yellow", "in"), mark("green", "in"))
LETTERS: Final = "rbyg"
SYMBOLS: Final = (
    mark("monster", "no", "the"), mark("shark", "no", "the"), mark("octopus", "no", "the"),
    mark("dolphin", "no", "the"), mark("boat", "no", "the"), mark("whirlpool", "no", "the"),
)  # fmt: skip
MONSTER, SHARK, OCTOPUS, DOLPHIN, BOAT, WHIRLPOOL = range(6)
CREATURES: Final = SYMBOLS[:4]
UNKNOWN: Final = -1  # a back nobody has seen
FACES: Final = ("1", "2", "3", "D")

DEADLY: Final = 0x00FF  # monsters and sharks
IN_THE_WAY: Final = 0x0F0F  # monsters and octopuses stop a boat

TRIBE: Final = 12  # Atlanteans of a colour
ROOM: Final = 3  # on a piece, in a boat
STEPS: Final = 3
BOX: Final = (6, 6, 6, 6, 12)  # creatures and boats there are

PLACE, MOVE, SINK, ROLL, OVER = "place", "move", "sink", "roll", "over"
PHASES: Final = (PLACE, MOVE, SINK, ROLL, OVER)


Tired = tuple[tuple[int, int, int], ...]  # hex by hex, how many entered its water and how many swam in this move


class Table(NamedTuple):
    """What stays the same in a game: who plays which colour (0 red … 3 green), the rule options, what is dealt; and who
    is `away` by now.

    `seed` is known only where something is dealt from it, and to nobody but the referee.
    """

    players: tuple[Player, ...]
    colours: tuple[int, ...]
    creature_die: str = "classic"
    whirlpool: str = "classic"
    sink: str = "any"
    dolphin: str = "rescue"
    end: str = "shore"
    pieces: str = "hidden"
    dice: str = "table"
    seed: int | None = None
    away: tuple[bool, ...] = ()

    def gone(self, player: int) -> bool:
        """Whether a player has left."""
        return bool(self.away) and self.away[player]


class State(NamedTuple):
    """`ground[h]` is SEA … REEF; `stand` people on pieces, in boats and on coral; `swim` swimmers; `beasts` creatures;
    `boats` one bit a hex. `box` is what is left of creatures and boats, `supply[region - 1]` the symbols not yet seen
    of a region, `backs[h]` the symbol under a piece plus one (no bytes at all where nobody knows). `rolls` counts the
    dice rolled so far, `dice` shows those on the table (empty where the table tells them). `steps` is how many were
    made of a move that may still go on though another phase is due (0: none may), `tired` who of them cannot swim."""

    board: Board
    table: Table
    ground: bytes
    stand: tuple[int, ...]
    swim: tuple[int, ...]
    beasts: tuple[int, ...]
    boats: int
    box: tuple[int, ...]
    supply: tuple[tuple[int, ...], ...]
    backs: bytes
    turn: int
    phase: str
    rolls: int
    dice: tuple[str, ...]
    steps: int = 0
    tired: Tired = ()


class Step(NamedTuple):
    """A step of a move; `how` is WALK, SWIM (a swimmer's), DIVE (into the water of the target) or SAIL (a boat's)."""

    how: int
    source: int
    target: int


WALK, SWIM, DIVE, SAIL = 0, 1, 2, 4


class Place(NamedTuple):
    hex: int


class Steps(NamedTuple):
    """The move of a turn."""

    steps: tuple[Step, ...]


class Put(NamedTuple):
    """Where one of those on a sunk piece goes; `colour` 0 to 3."""

    colour: int
    target: int
    water: bool


class Sink(NamedTuple):
    """A piece sunk: its symbol (an index of SYMBOLS, UNKNOWN where not told) and the puts, sorted."""

    hex: int
    symbol: int
    puts: tuple[Put, ...]


class Roll(NamedTuple):
    """Dice as they were read, any word; `source` and `target` are -1 where nothing moves."""

    creature: str
    number: str
    source: int
    target: int


class Skip(NamedTuple):
    """A phase the table forgot, SINK or ROLL."""

    phase: str


Move = Place | Steps | Sink | Roll | Skip


@cache
def total(people: int) -> int:
    """How many people a packed number holds."""
    return (people & 15) + (people >> 4 & 15) + (people >> 8 & 15) + (people >> 12)


@cache
def letters(people: int) -> str:
    """People as their colours' letters, `rrb`."""
    return "".join(letter * (people >> 4 * n & 15) for n, letter in enumerate(LETTERS))


@cache
def creatures(beasts: int) -> tuple[str, ...]:
    """Creatures of a hex by name, sorted."""
    return tuple(sorted(name for n, name in enumerate(CREATURES) for _ in range(beasts >> 4 * n & 15)))


def eaters(table: Table, beasts: int) -> int:
    """The creatures of a hex that devour whoever is in its water, packed: none where a dolphin guards them."""
    return 0 if table.dolphin == "bodyguard" and beasts >> 12 else beasts & DEADLY


@lru_cache(maxsize=4096)
def hexes_of(bits: int) -> tuple[int, ...]:
    """The hexes of a set, a number of one bit a hex, in order."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return tuple(found)


def ashore(state: State) -> int:
    """Everybody on the Coral Islands, packed."""
    return sum(state.stand[h] for h in state.board.corals)


def not_ashore(state: State) -> int:
    """Everybody alive elsewhere, packed."""
    return sum(state.stand) + sum(state.swim) - ashore(state)


def of(people: int, colour: int) -> int:
    return people >> 4 * colour & 15


def unplaced(state: State, player: int) -> int:
    """How many of a player's Atlanteans are still to be placed."""
    if state.phase != PLACE:
        return 0
    colour = state.table.colours[player]
    return TRIBE - of(sum(state.stand) + sum(state.swim), colour)


def lowest(ground: bytes) -> int:
    """The lowest region of which a piece is left, SEA where none is."""
    return next((region for region in (LOWLAND, HILL, MOUNTAIN) if region in ground), SEA)


SOURCES: Final = {
    "place": "Setting up the game",
    "step": "Atlantean movement",
    "swim": "Atlantean swimmers",
    "boat": "Boat control",
    "rescue": "Dolphin",
    "sink": "Flooding",
    "roll": "The dice",
    "phase": "A player's turn",
    "game": "End of the game",
}
refusal = refusals(SOURCES, unseen={"sink.untold"})
