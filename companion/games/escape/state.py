"""A position, as small numbers.

People on a hex are one number, four bits for each seat (the first lowest); creatures likewise (monster, shark, octopus,
dolphin). There are at most twelve of a seat, so that sums over hexes never carry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Annotated, Final, Literal

from companion.contract import Lies, NamedTuple, Player
from companion.contract.codecs import Here, letters
from companion.games.escape import texts
from companion.games.escape.board import CORAL, HILL, LOWLAND, MOUNTAIN, SEA, Shores, shores_of
from companion.games.escape.texts import CREATURES, SYMBOLS, Dice, Sea
from specs.base.languages import Said, either, mark, word

REGIONS: Final = (
    mark("sea"), mark("lowland", "of"), mark("hill", "of"), mark("mountain", "of"), mark("Coral Island"), mark("reef"),
)  # fmt: skip
DEADLY: Final = 0x00FF  # bits of monsters and sharks
IN_THE_WAY: Final = 0x0F0F  # bits of monsters and octopuses, which stop a boat
TRIBE: Final = 12  # Atlanteans of each player
ROOM: Final = 3  # on a piece or in a boat
STEPS: Final = 3
COLOURS: Final = (mark("red", "in"), mark("blue", "in"), mark("yellow", "in"), mark("green", "in"))
BOX: Final = (6, 6, 6, 6, 12)  # numbers of creatures and boats
TASKS: Final = {"put": "sink", "reveal": "sink", "dice": "roll"}  # the task that a phase belongs to
Phase = Literal["place", "move", "sink", "put", "reveal", "dice", "roll", "over"]


class Table(NamedTuple):
    """What stays the same in a game: the spec's rule options, and what a seed deals."""

    creature_die: Literal["classic", "1996"]
    whirlpool: Literal["classic", "1996"]
    sink: Literal["any", "empty-first"]
    dolphin: Literal["rescue", "bodyguard"]
    shark: Literal["classic", "sinks-boats"]
    end: Literal["shore", "all"]
    pieces: Literal["hidden", "dealt"]
    dice: Literal["table", "dealt"]


class State(NamedTuple):
    """`box` is what is left of creatures and boats, `supply[region - 1]` the symbols of a region not yet seen. `steps`
    counts the steps of the current move, which may go on as long as the phase is move; a step after the third is one
    too many. `dice` are those on the table; `number` counts the turns."""

    sea: Annotated[Sea, texts.SEA_TEXT]
    box: tuple[int, ...]
    supply: tuple[tuple[int, ...], ...]
    seats: int
    turn: int
    number: int
    phase: Phase
    steps: int
    dice: Dice | None
    away: tuple[bool, ...]
    table: Table

    @property
    def shores(self) -> Shores:
        return shores_of(self.sea.board, self.sea.ground)

    @property
    def sinking(self) -> int:
        """Return the piece that is about to sink."""
        return self.sea.sinking or 0

    def gone(self, seat: int) -> bool:
        """Return whether a player has left."""
        return bool(self.away) and self.away[seat]

    def name(self, h: int) -> str:
        return self.sea.board.names[h]

    def crew(self, h: int) -> People:
        return People(self.sea.stand[h])


class People(NamedTuple):
    """People as a fact of a sentence: their letters, `rrb`."""

    packed: int

    def said(self, players: Sequence[Player]) -> str:
        names = letters(Here(None, None, players))
        return "".join(names[seat] * of(self.packed, seat) for seat in _by_colour(range(len(players)), players))


class Tribes(NamedTuple):
    """The colours of seats as a fact of a sentence: one, or any of several."""

    seats: tuple[int, ...]

    def said(self, players: Sequence[Player]) -> Said:
        return either([word(players[seat].colour, "in") for seat in _by_colour(self.seats, players)])


def _by_colour(seats: Iterable[int], players: Sequence[Player]) -> list[int]:
    """Return seats in the order of the colours, as people are named."""
    order = {colour: n for n, colour in enumerate(COLOURS)}
    return sorted(seats, key=lambda seat: order.get(players[seat].colour, len(order)))


@cache
def room(people: int) -> int:
    """Return how many more people fit on a piece or in a boat with these."""
    return ROOM - (people & 15) - (people >> 4 & 15) - (people >> 8 & 15) - (people >> 12)


def of(people: int, seat: int) -> int:
    return people >> 4 * seat & 15


@cache
def creatures(beasts: int) -> tuple[str, ...]:
    """Return the creatures of a hex by name, sorted."""
    return tuple(sorted(name for n, name in enumerate(CREATURES) for _ in range(beasts >> 4 * n & 15)))


def eaters(table: Table, beasts: int) -> int:
    """Return the creatures of a hex that devour whoever is in its water, packed: none if a dolphin guards them."""
    return 0 if table.dolphin == "bodyguard" and beasts >> 12 else beasts & DEADLY


def ashore(sea: Sea) -> int:
    """Return everybody on the Coral Islands, packed."""
    return sum([sea.stand[h] for h in sea.board.corals])


def elsewhere(sea: Sea) -> int:
    """Return everybody alive who is not ashore, packed."""
    return sum(sea.stand) + sum(sea.swim) - ashore(sea)


def ended(s: State) -> bool:
    """Return whether the game is over (rulebook: End of the game): all people are ashore or lost; or, unless the rule
    option is end=all, one player has people ashore and all others of theirs are lost."""
    landed, others = ashore(s.sea), elsewhere(s.sea)
    if not others:
        return True
    home = any(of(landed, seat) and not of(others, seat) and not s.gone(seat) for seat in range(s.seats))
    return home and s.table.end == "shore"


def unplaced(s: State, seat: int) -> int:
    """Return how many of a player's Atlanteans are still to be placed."""
    return TRIBE - of(sum(s.sea.stand) + sum(s.sea.swim), seat) if s.phase == "place" else 0


def due(s: State) -> str:
    """Return the phase after the move."""
    return "sink" if lowest(s.sea.ground) else "roll"


def is_open(s: State) -> bool:
    """Return whether the current move may go on, and may end."""
    return s.phase == "move" and s.steps > 0


def task(s: State) -> str:
    """Return the current task by the rulebook: place, move, sink or roll; over."""
    return due(s) if is_open(s) else TASKS.get(s.phase, s.phase)


def lowest(ground: bytes) -> int:
    """Return the lowest region of which a piece is left, SEA if none is."""
    return next((region for region in (LOWLAND, HILL, MOUNTAIN) if region in ground), SEA)


def is_land(ground: int) -> bool:
    return SEA < ground < CORAL


def changed(row: tuple[int, ...], *changes: tuple[int, int]) -> tuple[int, ...]:
    """Return a row of numbers with some added to hexes."""
    found = list(row)
    for h, more in changes:
        found[h] += more
    return tuple(found)


def lies(rules: object, s: State) -> Iterator[Lies]:
    """Yield, for each hex, the piece with what is under it, boat and creatures, then who is there; at the end the
    supply."""
    sea = s.sea
    for h, name in enumerate(sea.board.names):
        pieces = list[str]()
        if is_land(sea.ground[h]):
            back = sea.backs[h] if sea.backs else 0
            pieces = [REGIONS[sea.ground[h]], SYMBOLS[back - 1] if back else "?"]
        pieces += ["boat"] * (sea.boats >> h & 1) + list(creatures(sea.beasts[h]))
        if pieces:
            yield Lies(name, tuple(pieces))
        for seat in range(s.seats) if sea.stand[h] or sea.swim[h] else ():
            there = ("Atlantean",) * of(sea.stand[h], seat) + ("swimmer",) * of(sea.swim[h], seat)
            if there:
                yield Lies(name, there, seat)
    yield Lies("box", tuple(symbol for symbol, n in zip(SYMBOLS, s.box, strict=False) for _ in range(n)))


def sound(rules: object, s: State, seats: int) -> Sequence[tuple[bool, str]]:
    """Return what must hold in every position that a game can reach, each with its words."""
    sea = s.sea
    everybody = [sum(of(people, n) for people in (*sea.stand, *sea.swim)) for n in range(4)]
    out = [sum(beasts >> 4 * n & 15 for beasts in sea.beasts) for n in range(4)] + [sea.boats.bit_count()]
    return (
        (s.seats == seats and 2 <= seats <= 4 and s.turn < seats, "2 to 4 players"),
        (len(s.away) in (0, seats), "who is away, for each player"),
        (len(s.box) == 5 and [len(left) for left in s.supply] == [6, 6, 6], "counts of each"),
        (all(n <= TRIBE * (seat < seats) for seat, n in enumerate(everybody)), f"at most {TRIBE} of each player"),
        (all(n + left <= most for n, left, most in zip(out, s.box, BOX, strict=False)), "pieces of one box"),
        ((sea.sinking is not None) == (s.phase in ("put", "reveal")), "a piece that sinks (^) while it does"),
        ((s.dice is not None) == (s.phase == "roll"), "dice while a creature goes"),
        (s.phase != "put" or bool(sea.stand[sea.sinking or 0]), "somebody on the piece that sinks"),
    )
