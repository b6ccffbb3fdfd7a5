"""The board with what lies on it, as small numbers and as text.

A field is one number: 0 is empty and alive; otherwise `height << 5 | player << 2 | kind`, players from 1, kind 0 for a
stack, 1 for a growth tower, 2 for burned (whose height and player are 0). As text: the islands, then the fields that
hold something; `a1:2.3` is a stack of player 2 with 3 pieces, `a1^2.3` a growth tower, `a1#` burned.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from companion import positions
from companion.contract.codecs import Codec, Here, Unclear
from companion.faults import SyntaxFault
from companion.games.circles.board import Board, board_of, read_segments, segments_text
from specs.base.languages import mark, say

EMPTY: Final = 0
STACK, TOWER, BURNED = 0, 1, 2
KIND: Final = 3  # the bits of a field that hold its kind; 0 there means alive
OWNER: Final = 31  # the bits that hold player and kind
ONE: Final = 1 << 5  # a piece more or less on a field
MAX_HEIGHT: Final = 10_000


class Ground(NamedTuple):
    board: Board
    fields: tuple[int, ...]


def field(seat: int, height: int, kind: int = STACK) -> int:
    """A field of a player as a number."""
    return height << 5 | (seat + 1) << 2 | kind


def owner(value: int) -> int:
    """Whose field it is, -1 for nobody's."""
    return (value >> 2 & 7) - 1


def height(value: int) -> int:
    return value >> 5


def kind(value: int) -> int:
    return value & KIND


def pieces(fields: Sequence[int], seat: int) -> tuple[int, int]:
    """A player's pieces (on stacks and towers) and towers."""
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
    board, words = ground.board, [segments_text(ground.board.segments)]
    for name, value in zip(board.names, ground.fields, strict=True):
        if kind(value) == BURNED:
            words.append(f"{name}#")
        elif value:
            words.append(f"{name}{'^' if kind(value) == TOWER else ':'}{owner(value) + 1}.{height(value)}")
    return " ".join(words)


def _read(text: str, here: Here) -> Ground:
    found = positions.words(text)
    holding = [word for word in found if _VALUE.fullmatch(word.text)]
    first = holding[0].column if holding else len(text) + 1
    board = board_of(read_segments(text[: first - 1]))
    fields = [EMPTY] * len(board.cells)
    for word, column in found:
        if column >= first:
            number, value = _holds(board, positions.Word(word, column), len(here.players))
            if fields[number]:
                raise SyntaxFault(f"field {board.names[number]} twice", "every field once", column)
            fields[number] = value
    return Ground(board, tuple(fields))


def _holds(board: Board, word: positions.Word, seats: int) -> tuple[int, int]:
    """A field and what lies there. Raises SyntaxFault."""
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
FIELD: Final = Codec(NAME, _read_field, lambda f, here: str(here.state.board.names[f]), mark("a field of this board"))
