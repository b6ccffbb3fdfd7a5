"""Boards of hexagons from text maps: cells with names, ground and position.

Cells lie on a lattice of half hexagons: `x` counts halves to the right from the map's leftmost cell, `y` rows down. Two
neighbours in a row are 2 apart in x; touching cells of neighbouring rows are 1 apart.
"""

from collections.abc import Mapping
from functools import lru_cache
from math import sqrt

from msgspec import Struct

from specs.base.unfit import Unfit
from specs.model.schema import Board
from specs.model.shapes import hexes

ROWS, COLUMNS = 99, 99  # largest map


class Cell(Struct, frozen=True):
    """A hexagon of a board: its row's name, and its `column` in that row, from 1."""

    name: str
    row: str
    column: int
    symbol: str
    x: int
    y: int

    @property
    def hex(self) -> hexes.Cell:
        """Return axial coordinates, as in `hexes`: touching cells differ by one of its directions."""
        return (self.x - self.y) // 2, self.y  # x - y is even in all cells of a map, or odd in all


@lru_cache(maxsize=64)
def read(text: str) -> tuple[Cell, ...]:
    """Read the cells of a map, row by row. Raises Unfit."""
    lines = [line for line in text.splitlines() if line.strip()]
    if not 1 <= len(lines) <= ROWS:
        raise Unfit("wrong-map", f"a map of {len(lines)} rows", f"1 to {ROWS}")
    rows: list[tuple[str, dict[int, str]]] = []
    for line in lines:
        name = line.split()[0]
        if line[0] == " " or not name.isalnum():
            found = f"row '{line.strip()[:20]}' without a name at its left edge"
            raise Unfit("wrong-map", found, "a name, then its cells")
        if name in (other for other, _ in rows):
            raise Unfit("wrong-map", f"row '{name}' twice", "each row's name once")
        cells = {at: symbol for at, symbol in enumerate(line) if at >= len(name) and symbol != " "}
        if not 1 <= len(cells) <= COLUMNS:
            raise Unfit("wrong-map", f"row '{name}' of {len(cells)} cells", f"1 to {COLUMNS}")
        first = next(iter(rows[0][1])) if rows else next(iter(cells))
        for at, symbol in cells.items():
            if (at - first - len(rows)) % 2:
                expected = "cells two characters apart, every other row one further right or left"
                raise Unfit("wrong-map", f"'{symbol}' at character {at + 1} of row '{name}'", expected)
        rows.append((name, cells))
    left = min(at for _, cells in rows for at in cells)
    return tuple(
        Cell(f"{name}{column}", name, column, symbol, at - left, y)
        for y, (name, cells) in enumerate(rows)
        for column, (at, symbol) in enumerate(cells.items(), 1)
    )


def cells(board: Board) -> tuple[Cell, ...]:
    """Return a board's cells, from the top row down, each row from the left. Raises Unfit."""
    return read(board.map)


def by_name(board: Board) -> Mapping[str, Cell]:
    """Return a board's cells by name. Raises Unfit."""
    return {cell.name: cell for cell in cells(board)}


def neighbours(board: Board) -> Mapping[str, tuple[str, ...]]:
    """Return the names of each cell's neighbours, clockwise from the right. Raises Unfit."""
    places = {cell.hex: cell.name for cell in cells(board)}
    return {
        cell.name: tuple(places[beside] for beside in hexes.neighbours(cell.hex) if beside in places)
        for cell in cells(board)
    }


def middle(cell: Cell, size: float) -> hexes.Point:
    """Return a cell's centre for hexagons `size` mm across their flats, from the top left of the board's box."""
    return size * (cell.x + 1) / 2, size / sqrt(3) + cell.y * size * sqrt(3) / 2


def extent(board: Board, size: float) -> tuple[float, float]:
    """Return width and height of the box around a board's hexagons, `size` mm across their flats."""
    found = cells(board)
    width = size * (max(cell.x for cell in found) + 2) / 2
    return width, size * sqrt(3) / 2 * max(cell.y for cell in found) + 2 * size / sqrt(3)
