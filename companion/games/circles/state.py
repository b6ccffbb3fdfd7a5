"""A position of Seven Circles, which may be in the middle of a turn; its fields as small numbers and as text.

A field is one number: 0 is empty and alive; otherwise `height << 5 | player << 2 | kind`, players from 1, kind 0 for a
stack, 1 for a growth tower, 2 for burned (whose height and player are 0). As text: the islands, then the fields that
hold something; `a1:2.3` is a stack of player 2 with 3 pieces, `a1^2.3` a growth tower, `a1#` burned.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Annotated, Final, Literal

from companion.contract import Codec, Here, Lies, NamedTuple, SyntaxFault, Unclear
from companion.contract.position import Word, words
from companion.games.circles.board import Board, board_of, read_segments, segments_text
from specs.base.languages import mark, say

EMPTY: Final = 0
STACK, TOWER, BURNED = 0, 1, 2
KIND: Final = 3  # the bits of a field's kind; 0 there means alive
OWNER: Final = 31  # the bits of player and kind
ONE: Final = 1 << 5  # one piece more on a field
MAX_HEIGHT: Final = 10_000
PIECES: Final = {STACK: (), TOWER: ("tower",), BURNED: ("burned",)}


class Ground(NamedTuple):
    board: Board
    fields: tuple[int, ...]


def field(seat: int, height: int, kind: int = STACK) -> int:
    """Encode a field of a player."""
    return height << 5 | (seat + 1) << 2 | kind


def owner(value: int) -> int:
    """Return the owner of a field; -1 if it has none."""
    return (value >> 2 & 7) - 1


def height(value: int) -> int:
    return value >> 5


def kind(value: int) -> int:
    return value & KIND


def pieces(fields: Sequence[int], seat: int) -> tuple[int, int]:
    """Count a player's pieces (on stacks and towers) and towers."""
    own = [value for value in fields if owner(value) == seat]
    return sum(map(height, own)), sum(kind(value) == TOWER for value in own)


# ---- as text -------------------------------------------------------------------------------------

NAME: Final = "-?[a-z]+(?:0|-?[1-9][0-9]*)"
_VALUE: Final = re.compile(rf"(?P<field>{NAME})(?:#|(?P<kind>[:^])(?P<player>[1-6])\.(?P<height>[0-9]{{1,5}}))")


def _read_field(text: str, here: Here) -> int:
    number: int | None = here.state.board.number.get(text.lower())
    if number is None:
        raise Unclear("", say("field {field}", field=text[:20]), say("a field of this board"))
    return number


def _write(ground: Ground, here: Here) -> str:
    found = [segments_text(ground.board.segments)]
    for name, value in zip(ground.board.names, ground.fields, strict=True):
        if kind(value) == BURNED:
            found.append(f"{name}#")
        elif value:
            found.append(f"{name}{'^' if kind(value) == TOWER else ':'}{owner(value) + 1}.{height(value)}")
    return " ".join(found)


def _read(text: str, here: Here) -> Ground:
    holding = _VALUE.search(text)
    first = holding.start() if holding else len(text)
    board = board_of(read_segments(text[:first]))
    fields = [EMPTY] * len(board.cells)
    for word in words(text[first:], first + 1):
        number, value = _holds(board, word, len(here.players))
        if fields[number]:
            raise SyntaxFault(f"field {board.names[number]} twice", "every field once", word.column)
        fields[number] = value
    return Ground(board, tuple(fields))


def _holds(board: Board, word: Word, seats: int) -> tuple[int, int]:
    """Read a field and what lies there. Raises SyntaxFault."""
    match = _VALUE.fullmatch(word.text)
    if match is None or match["field"] not in board.number:
        expected = "a field of this board, such as a1:2.3, a1^2.3 or a1#"
        raise SyntaxFault(f"'{word.text[:30]}'", expected, word.column)
    number = board.number[match["field"]]
    if match["kind"] is None:
        return number, BURNED
    seat, tall = int(match["player"]) - 1, int(match["height"])
    if seat >= seats or tall > MAX_HEIGHT or (match["kind"] == ":" and tall == 0):
        raise SyntaxFault(f"'{word.text}'", f"one of {seats} players and a height of 1 or more", word.column)
    return number, field(seat, tall, STACK if match["kind"] == ":" else TOWER)


GROUND: Final = Codec(r"[^|]+", _read, _write, mark("islands, and the fields that hold something"), apart=True)
Field = Annotated[
    int, Codec(NAME, _read_field, lambda at, here: str(here.state.board.names[at]), mark("a field of this board"))
]


# ---- a position ----------------------------------------------------------------------------------


class Table(NamedTuple):
    """The spec's rule options."""

    crossing: Literal["jump", "cancel"]
    tie: Literal["pieces", "later"]
    end: Literal["last-player", "areas-only"]


class State(NamedTuple):
    """`moved` are the islands moved from in the current turn, `late` the fields where pieces arrived in it, each with
    how many. `passed` says who counts in the row of passes that ends the game, `away` who has resigned or left.
    `number` counts the turns.

    Under `areas-only` a turn without a move does not count in that row, only `agree` does.
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
        """Return how many pieces arrived on a field this turn."""
        return next((n for where, n in self.late if where == field), 0)

    def there(self) -> set[int]:
        """Return the owners of pieces and towers; -1 stands for no owner."""
        return {owner(value) for value in set(self.fields)}


def lies(rules: object, s: State) -> Iterator[Lies]:
    """Yield what lies on each field: a stack or a growth tower with its pieces, or that it is burned."""
    for name, value in zip(s.board.names, s.fields, strict=True):
        if value:
            pieces = (*PIECES[kind(value)], *("piece",) * height(value))
            yield Lies(name, pieces, None if kind(value) == BURNED else owner(value))


def sound(rules: object, s: State, seats: int) -> Iterator[tuple[bool, str]]:
    """Yield what must hold in every position that a game can reach."""
    heights = [height(value) for value in s.fields]
    each = seats <= 6 and len(s.passed) == len(s.away) == seats > s.turn >= 0
    yield each, "something of each of 1 to 6 players"
    yield all(0 <= island < len(s.board.segments) for island in s.moved), "islands of the board that were moved from"
    late = all(0 <= where < len(heights) and 0 < n <= heights[where] for where, n in s.late)
    yield late, "pieces where some arrived this turn"
