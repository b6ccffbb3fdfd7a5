"""Positions as drawings: rows of fields, each row shifted half a field to the right of the one above.

`.` is empty, `a2` a stack of 2 of the first player (b of the second, ...), `A2` a growth tower with 2, `x` burned, `_`
no field. All fields of a drawing are one island unless `islands` says which letter belongs to which.
"""

from __future__ import annotations

from companion import Game
from companion.contract.entering import REFEREE, Stopped, enter
from companion.contract.faults import SyntaxFault
from companion.contract.judges import Forbidden
from companion.contract.position import Position
from companion.contract.values import Player
from companion.games.circles.board import board_of
from companion.games.circles.rules import begun
from companion.games.circles.state import BURNED, STACK, TOWER, Table, field
from specs.model.shapes.hexes import Cell, name

GAME = Game("circles")
RULES = GAME.rules
USUAL = Table("jump", "pieces", "last-player")

COLOURS = ("red", "blue", "green", "yellow", "purple", "orange")


def position(
    drawing: str, *, islands: str = "", players: int = 2, turn: int = 0, rules: Table | None = None
) -> Position:
    """The position of a drawing. Row r's field q is the q-th word; the same place in `islands` names its island."""
    rows = [line.split() for line in drawing.strip().splitlines()]
    shape = [line.split() for line in islands.strip().splitlines()] or [["1"] * len(row) for row in rows]
    groups: dict[str, list[Cell]] = {}
    values: dict[Cell, int] = {}
    for r, row in enumerate(rows):
        for q, word in enumerate(row):
            if word == "_":
                continue
            cell = (q, r - len(rows) + 1)
            groups.setdefault(shape[r][q], []).append(cell)
            values[cell] = read(word)
    board = board_of(tuple(tuple(cells) for _, cells in sorted(groups.items())))
    people = tuple(Player(f"P{number + 1}", COLOURS[number]) for number in range(players))
    fields = tuple(values[cell] for cell in board.cells)
    return Position(begun(board, fields, players, rules or USUAL)._replace(turn=turn, over=False), people)


def row(text: str, *, islands: str = "", rules: Table | None = None, players: int = 2, turn: int = 0) -> Position:
    """A board of five rows whose third is `text`: broad enough that nothing explodes by chance."""
    empty = " ".join(["."] * len(text.split()))
    shape = "\n".join([islands] * 5) if islands else ""
    drawing = "\n".join((empty, empty, text, empty, empty))
    return position(drawing, islands=shape, rules=rules, players=players, turn=turn)


def third(drawing: str) -> str:
    return drawing.splitlines()[2]


def f(column: int) -> str:
    """A field of the third row of five by its column."""
    return at(2, column, 5)


def after(here: Position, *turns: str) -> Position:
    """The position after turns, each in one line. Raises IllegalMove, SyntaxFault."""
    for turn in turns:
        try:
            here = enter(GAME, here, turn, REFEREE).plies[-1].after
        except Stopped as stopped:
            why: Forbidden | SyntaxFault = stopped.refusal
            raise GAME.refusal(why, here) if isinstance(why, Forbidden) else why from None
    return here


def read(word: str) -> int:
    if word == ".":
        return 0
    if word == "x":
        return BURNED
    player = ord(word[0].lower()) - ord("a")
    return field(player, int(word[1:]), TOWER if word[0].isupper() else STACK)


def drawn(here: Position) -> str:
    """A position as a drawing again, its rows as in `position`."""
    by_cell = dict(zip(here.state.board.cells, here.state.fields, strict=True))
    rows = sorted({r for _, r in by_cell})
    columns = range(max(q for q, _ in by_cell) + 1)
    return "\n".join(" ".join(show(by_cell.get((q, r))) for q in columns).rstrip(" _") for r in rows)


def show(value: int | None) -> str:
    if value is None:
        return "_"
    if value == 0:
        return "."
    if value == BURNED:
        return "x"
    letter = chr(ord("a") + (value >> 2 & 7) - 1)
    return f"{letter.upper() if value & 3 == TOWER else letter}{value >> 5}"


def at(drawing_row: int, column: int, rows: int) -> str:
    """The name of the field in that row (from the top, from 0) and column of a drawing with so many rows."""
    return name((column, drawing_row - rows + 1))
