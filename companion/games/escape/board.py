"""The board's fixed shape: which hexes there are, what they are called, and which touch.

Rows are lettered from the top, hexes counted from the left, pointy side up; every second row, from the second on,
lies half a hex further right. A plan is one string a row: `C` coral, `r` reef, `.` everything else.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from companion.contract import SyntaxFault

ROWS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
MOST_COLUMNS: Final = 30

Plan = tuple[str, ...]


class Board(NamedTuple):
    """Hexes are numbered row by row. `number[name]` is a hex by its name, `around[h]` are the hexes that touch h,
    clockwise from the one to the right, `landing` the sea hex at each coral (-1 where there is none)."""

    plan: Plan
    names: tuple[str, ...]
    number: dict[str, int]
    around: tuple[tuple[int, ...], ...]
    corals: tuple[int, ...]
    landing: dict[int, int]

    # a board is known by its plan: comparing the tables again and again would be waste
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.plan == other.plan

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self.plan)


@cache
def board_of(plan: Plan) -> Board:
    """The board of a plan; the same object for the same plan. Raises SyntaxFault for one too large or empty."""
    if not 1 <= len(plan) <= len(ROWS) or not all(1 <= len(row) <= MOST_COLUMNS for row in plan):
        raise SyntaxFault(f"a map of {len(plan)} rows", f"1 to {len(ROWS)} rows of 1 to {MOST_COLUMNS} hexes")
    places = [(r, c) for r, row in enumerate(plan) for c in range(len(row))]
    numbered = {place: n for n, place in enumerate(places)}
    names = tuple(f"{ROWS[r]}{c + 1}" for r, c in places)
    around = []
    for r, c in places:
        left = c - 1 + r % 2  # of the two that touch in the rows above and below
        near = ((r, c + 1), (r + 1, left + 1), (r + 1, left), (r, c - 1), (r - 1, left), (r - 1, left + 1))
        around.append(tuple(numbered[place] for place in near if place in numbered))
    corals = tuple(numbered[r, c] for r, c in places if plan[r][c] == "C")
    open_sea = {numbered[r, c] for r, c in places if plan[r][c] == "."}
    landing = {coral: next((h for h in around[coral] if h in open_sea), -1) for coral in corals}
    return Board(plan, names, {name: n for n, name in enumerate(names)}, tuple(around), corals, landing)
