"""A board's fixed shape: its fields, their neighbours, and the island each belongs to."""

from collections.abc import Mapping
from functools import cache

from companion.contract.faults import SyntaxFault
from specs.base.named import NamedTuple
from specs.model.shapes.hexes import DIRECTIONS, Cell, add, cell_of, is_island, name, neighbours

Segments = tuple[tuple[Cell, ...], ...]
MAX_FIELDS = 5000


class Board(NamedTuple):
    """`rays[f][d]` are the fields in a straight line from field f in direction d, nearest first; `number` has each by
    its name."""

    segments: Segments
    cells: tuple[Cell, ...]
    islands: tuple[int, ...]
    neighbours: tuple[tuple[int, ...], ...]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    names: tuple[str, ...]
    number: Mapping[str, int]

    def __hash__(self) -> int:
        return hash(self.segments)


@cache
def board_of(segments: Segments) -> Board:
    """Return the board of these segments; the same object for the same segments. Raises SyntaxFault for a field that is
    there twice."""
    cells = tuple(cell for segment in segments for cell in segment)
    if not cells or len(cells) > MAX_FIELDS:
        raise SyntaxFault(f"a board of {len(cells)} fields", f"1 to {MAX_FIELDS}")
    index = {cell: number for number, cell in enumerate(cells)}
    if len(index) < len(cells):
        twice = next(cell for number, cell in enumerate(cells) if index[cell] != number)
        raise SyntaxFault(f"field {name(twice)} on two islands", "every field once")
    islands = tuple(number for number, segment in enumerate(segments) for _ in segment)
    around = tuple(tuple(index[other] for other in neighbours(cell) if other in index) for cell in cells)
    rays = tuple(tuple(_ray(cell, direction, index) for direction in DIRECTIONS) for cell in cells)
    names = tuple(map(name, cells))
    return Board(segments, cells, islands, around, rays, names, {each: n for n, each in enumerate(names)})


def _ray(cell: Cell, direction: Cell, index: Mapping[Cell, int]) -> tuple[int, ...]:
    found = list[int]()
    while (cell := add(cell, direction)) in index:
        found.append(index[cell])
    return tuple(found)


def segments_text(segments: Segments) -> str:
    """Write segments: an island of seven by its centre in capitals (`B2`), any other segment as `[a1,a2]`."""
    return " ".join(
        name(segment[0]).upper() if is_island(segment) else f"[{','.join(map(name, segment))}]" for segment in segments
    )


def read_segments(text: str) -> Segments:
    """Read what `segments_text` writes. Raises SyntaxFault."""
    segments: list[tuple[Cell, ...]] = []
    for word in text.split():
        listed = word[0] + word[-1] == "[]"
        named = word[1:-1].split(",") if listed else [word]
        cells = [cell for each in named if (cell := cell_of(each)) is not None]
        if len(cells) < len(named) or not (listed or word.isupper()):
            raise SyntaxFault(f"'{word[:30]}'", "an island such as B2, or [a1,a2,b2]")
        segments.append(tuple(cells) if listed else (cells[0], *neighbours(cells[0])))
    return tuple(segments)
