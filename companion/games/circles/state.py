"""A position of Seven Circles, as small numbers.

A field is one number: 0 is empty and alive; otherwise `height << 5 | player << 2 | kind`, players from 1, kind 0
for a stack, 1 for a growth tower, 2 for burned (whose height and player are 0).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.contract import Player
from companion.games.circles.board import Board

EMPTY = 0
STACK, TOWER, BURNED = 0, 1, 2
KIND = 3  # the bits of a field that hold its kind; 0 there means alive
OWNER = 31  # the bits that hold player and kind

MAX_HEIGHT = 10_000


class Rules(NamedTuple):
    """The spec's rule options: `crossing` jump or cancel, `tie` pieces or later, `end` last-player or areas-only."""

    crossing: str = "jump"
    tie: str = "pieces"
    end: str = "last-player"


CHOICES = Rules("jump cancel", "pieces later", "last-player areas-only")


class Single(NamedTuple):
    """Pieces of one stack moved in a straight line: fields by their numbers, `steps` is how many pieces and how far."""

    source: int
    target: int
    steps: int


FORGETTABLE = ("explode", "grow")


class Turn(NamedTuple):
    """A whole turn: single moves in their order, or a word (`agree`, `resign`). `forgot` are the phases the table left
    out, of FORGETTABLE, in their order."""

    singles: tuple[Single, ...] = ()
    word: str = ""
    forgot: tuple[str, ...] = ()


class Tally(NamedTuple):
    """A colour's pieces so far: placed at the start, grown on towers, gone from the board."""

    placed: int
    grown: int
    gone: int


class State(NamedTuple):
    """`passed` tells who has a part in the row of passes that ends the game, `resigned` who has given up.

    Under `areas-only` a turn without a move has no part in that row, only `agree` has.
    """

    board: Board
    fields: tuple[int, ...]
    players: tuple[Player, ...]
    turn: int
    plies: int
    passed: tuple[bool, ...]
    resigned: tuple[bool, ...]
    tallies: tuple[Tally, ...]
    rules: Rules
    over: bool


ONE = 1 << 5  # a piece more or less on a field


def field(player: int, height: int, kind: int = STACK) -> int:
    """A field of a player (from 0) as a number."""
    return height << 5 | (player + 1) << 2 | kind


def owner(value: int) -> int:
    """Whose field it is (from 0), -1 for nobody's."""
    return (value >> 2 & 7) - 1


def height(value: int) -> int:
    return value >> 5


def kind(value: int) -> int:
    return value & KIND


def pieces(fields: Sequence[int], player: int) -> tuple[int, int]:
    """A player's pieces (on stacks and towers) and towers."""
    stack, tower = (player + 1) << 2, (player + 1) << 2 | TOWER
    count = towers = 0
    for value in fields:
        tag = value & OWNER
        if tag in (stack, tower):
            count += value >> 5
            towers += tag == tower
    return count, towers
