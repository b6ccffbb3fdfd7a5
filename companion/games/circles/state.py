"""A position of Seven Circles, which may be in the middle of a turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal, NamedTuple

from companion.contract.rules import Lies
from companion.games.circles.board import Board
from companion.games.circles.ground import BURNED, GROUND, STACK, TOWER, Ground, height, kind, owner

PIECES = {STACK: (), TOWER: ("tower",), BURNED: ("burned",)}


class Table(NamedTuple):
    """The spec's rule options."""

    crossing: Literal["jump", "cancel"] = "jump"
    tie: Literal["pieces", "later"] = "pieces"
    end: Literal["last-player", "areas-only"] = "last-player"


class State(NamedTuple):
    """`moved` are the islands that were moved from in the turn at hand, `late` the fields where pieces arrived in it,
    each with how many. `passed` tells who has a part in the row of passes that ends the game, `away` who has resigned
    or left. `number` counts the turns.

    Under `areas-only` a turn without a move has no part in that row, only `agree` has.
    """

    ground: Annotated[Ground, GROUND]
    turn: int
    number: int
    moved: tuple[int, ...]
    late: tuple[tuple[int, int], ...]
    passed: tuple[bool, ...]
    away: tuple[bool, ...]
    over: bool
    table: Table

    @property
    def board(self) -> Board:
        return self.ground.board

    @property
    def fields(self) -> tuple[int, ...]:
        return self.ground.fields

    @property
    def seats(self) -> int:
        return len(self.away)

    def name(self, field: int) -> str:
        return self.ground.board.names[field]

    def arrived(self, field: int) -> int:
        """How many pieces arrived on a field this turn."""
        return next((n for where, n in self.late if where == field), 0)

    def there(self) -> set[int]:
        """Who has pieces or towers; -1 is nobody."""
        return {owner(value) for value in set(self.fields)}


def lies(s: State) -> Iterator[Lies]:
    """Field by field what lies there: a stack or a growth tower with its pieces, or burned ground."""
    for name, value in zip(s.board.names, s.fields, strict=True):
        if value:
            seat = owner(value)
            here = (*PIECES[kind(value)], *("piece",) * height(value))
            yield Lies(name, here, None if seat < 0 else seat)


def unsound(s: State, seats: int) -> str:
    """What was expected of a position that no game can reach."""
    heights = [height(value) for value in s.fields]
    late = [0 <= where < len(heights) and 0 < n <= heights[where] for where, n in s.late]
    checks = (
        (seats <= 6 and len(s.passed) == len(s.away) == seats > s.turn >= 0, "something of each of 1 to 6 players"),
        (all(0 <= island < len(s.board.segments) for island in s.moved), "islands of the board that were moved from"),
        (all(late), "pieces where some arrived this turn"),
    )
    return next((expected for holds, expected in checks if not holds), "")
