"""The board: its hexes, their neighbours, and what the ground alone decides. Sets of hexes are numbers, one bit for
each hex.

Rows are lettered from the top, hexes counted from the left, pointy side up; every second row, from the second on, is
shifted half a hex to the right. A plan is one string for each row: `C` coral, `r` reef, `.` everything else.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import compress
from typing import Final

from companion.contract.faults import SyntaxFault
from specs.base.named import NamedTuple

ROWS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_COLUMNS: Final = 30
SEA, LOWLAND, HILL, MOUNTAIN, CORAL, REEF = range(6)
WALK, SWIM, DIVE, SAIL = 0, 1, 2, 4
KEPT: Final = 64  # grounds kept: a game has about forty


class Step(NamedTuple):
    """A step of a move; `how` is WALK, SWIM (a swimmer's), DIVE (into the water of the target) or SAIL (a boat's)."""

    how: int
    source: int
    target: int


class Board(NamedTuple):
    """Hexes are numbered row by row. `around[h]` are the neighbours of h, clockwise from the right, and `near[h]` the
    same as a set; `landing` is the sea hex at each coral (-1 if there is none)."""

    plan: tuple[str, ...]
    names: tuple[str, ...]
    number: dict[str, int]
    around: tuple[tuple[int, ...], ...]
    near: tuple[int, ...]
    corals: tuple[int, ...]
    landing: dict[int, int]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.plan == other.plan

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.plan)


@cache
def board_of(plan: tuple[str, ...]) -> Board:
    """Return the board of a plan; the same object for the same plan. Raises SyntaxFault for one too large or empty."""
    if not 1 <= len(plan) <= len(ROWS) or not all(1 <= len(row) <= MOST_COLUMNS for row in plan):
        raise SyntaxFault(f"a map of {len(plan)} rows", f"1 to {len(ROWS)} rows of 1 to {MOST_COLUMNS} hexes")
    places = [(r, c) for r, row in enumerate(plan) for c in range(len(row))]
    numbered = {place: n for n, place in enumerate(places)}
    names = tuple(f"{ROWS[r]}{c + 1}" for r, c in places)
    around = []
    for r, c in places:
        left = c - 1 + r % 2  # the left one of the two neighbours in the rows above and below
        near = ((r, c + 1), (r + 1, left + 1), (r + 1, left), (r, c - 1), (r - 1, left), (r - 1, left + 1))
        around.append(tuple(numbered[place] for place in near if place in numbered))
    signs = "".join(plan)
    corals = tuple(h for h, sign in enumerate(signs) if sign == "C")
    landing = {coral: next((h for h in around[coral] if signs[h] == "."), -1) for coral in corals}
    number = {name: n for n, name in enumerate(names)}
    return Board(plan, names, number, tuple(around), tuple(map(bits_of, around)), corals, landing)


def bits_of(hexes: Iterable[int]) -> int:
    """Return hexes as a set."""
    return sum([1 << h for h in hexes])


@lru_cache(maxsize=4096)
def hexes_of(bits: int) -> tuple[int, ...]:
    """Return the hexes of a set, in order."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return tuple(found)


def taken(there: Sequence[int]) -> Iterator[int]:
    """Return the hexes whose number is not 0; most are 0."""
    return compress(range(len(there)), there)


class Shores:
    """What a ground decides: `sea`, `land` (Atlantis) and `coral` are sets, `seas` and `pieces` the first two in order.
    A ground changes only when a piece sinks."""

    __slots__ = ("_steps", "_swum", "board", "coral", "ground", "land", "pieces", "sea", "seas")

    def __init__(self, board: Board, ground: bytes) -> None:
        self.board, self.ground = board, ground
        self.seas = [h for h, at in enumerate(ground) if at == SEA]
        self.pieces = [h for h, at in enumerate(ground) if SEA < at < CORAL]
        self.sea, self.land = bits_of(self.seas), bits_of(self.pieces)
        self.coral = bits_of(board.corals)
        self._steps: dict[tuple[int, int, int], tuple[Step, ...]] = {}
        self._swum: dict[tuple[int, int], Sequence[int]] = {}

    def steps(self, how: int, h: int, open_: int) -> tuple[Step, ...]:
        """Return the steps from a hex to its neighbours in `open_`: pieces, boats and coral by a WALK, anything by a
        SWIM or SAIL. A WALK also includes the dives into the sea beside it, or out of a boat."""
        key = (how, h, open_)
        found = self._steps.get(key)
        if found is None:
            found = self._steps[key] = tuple(self._listed(how, h, open_))
        return found

    def _listed(self, how: int, h: int, open_: int) -> Iterator[Step]:
        dives = how == WALK and self.ground[h] != SEA
        for to in self.board.around[h]:
            if open_ >> to & 1:
                yield Step(how, h, to)
            if dives and self.ground[to] == SEA:
                yield Step(DIVE, h, to)
        if how == WALK and not dives:  # out of a boat one can only dive into its own water
            yield Step(DIVE, h, h)

    def swum(self, source: int, number: int) -> Sequence[int]:
        """Return the sea hexes up to `number` hexes away, all the way by sea, in the board's order."""
        key = (source, number)
        if key not in self._swum:
            seen = edge = {source}
            for _ in range(number):
                edge = {t for h in edge for t in self.board.around[h] if self.ground[t] == SEA} - seen
                seen = seen | edge
            self._swum[key] = sorted(seen - {source})
        return self._swum[key]


@lru_cache(maxsize=KEPT)
def shores_of(board: Board, ground: bytes) -> Shores:
    return Shores(board, ground)
