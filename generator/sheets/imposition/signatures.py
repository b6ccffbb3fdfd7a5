"""How the pages of a text share sheets: side by side to be cut apart, or folded to a booklet or a leaflet. mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Node, Paint, Path, Scene, Segment, Use
from specs.model.component import Impose

TICK = 3.0  # of the mark where pages are cut apart or folded, at the sheet's upper and lower edge
Leaf = tuple[Scene, Scene | None]  # a sheet's front, and its back as seen from behind
_GRID: dict[Impose, tuple[int, int]] = {
    "none": (1, 1),
    "2-up": (2, 1),
    "4-up": (2, 2),
    "booklet": (2, 1),
    "leaflet": (3, 1),
}
PANELS = 6  # of a leaflet

_PageNumbers = Sequence[int]  # pages from 1, row by row; 0 = blank


def spread(size: tuple[float, float], impose: Impose) -> tuple[float, float]:
    """How large a sheet of pages is."""
    across, down = _GRID[impose]
    return size[0] * across, size[1] * down


def leaves(pages: Sequence[Scene], size: tuple[float, float], impose: Impose) -> list[Leaf]:
    """The sheets that pages of a size are printed on; what is blank on both sides is none."""
    if impose == "none":
        backs: list[Scene | None] = [*pages[1::2], None]
        return list(zip(pages[::2], backs, strict=False))
    return [
        (_spread(pages, front, size, impose), _spread(pages, back, size, impose) if any(back) else None)
        for front, back in _order(len(pages), impose)
    ]


def _order(count: int, impose: Impose) -> Iterator[tuple[_PageNumbers, _PageNumbers]]:
    """Which pages lie on the front of each sheet, and which behind them, as seen from there."""

    def there(*numbers: int) -> _PageNumbers:
        return [number if number <= count else 0 for number in numbers]

    match impose:
        case "booklet":
            last = -(-count // 4) * 4
            for n in range(0, last // 2, 2):
                yield there(last - n, n + 1), there(n + 2, last - n - 1)
        case "leaflet":  # the cover lies right on the outside, the flap that is folded in left
            for n in range(0, count, PANELS):
                yield there(n + 5, n + 6, n + 1), there(n + 2, n + 3, n + 4)
        case _:
            each = 2 * _GRID[impose][0] * _GRID[impose][1]
            for n in range(0, count, each):
                fronts = range(n + 1, n + each, 2)
                backs = [n + 4, n + 2, n + 8, n + 6] if impose == "4-up" else [n + 4, n + 2]
                yield there(*fronts), there(*backs)


def _spread(pages: Sequence[Scene], numbers: _PageNumbers, size: tuple[float, float], impose: Impose) -> Scene:
    width, height = size
    columns, rows = _GRID[impose]
    nodes: list[Node] = []
    for place, number in enumerate(numbers):
        if number:
            matrix = geo.translate(place % columns * width, place // columns * height)
            nodes.append(Group((Use(pages[number - 1]),), matrix, geo.rectangle(0.0, 0.0, width, height)))
    dash = (0.6, 0.6) if impose in ("booklet", "leaflet") else ()  # where it is folded
    nodes.append(Path(_ticks(size, columns, rows), Paint(stroke=(0.0, 0.0, 0.0), width=0.15, dash=dash)))
    return Scene((0.0, 0.0, columns * width, rows * height), tuple(nodes), single=True)


def _ticks(size: tuple[float, float], columns: int, rows: int) -> tuple[Segment, ...]:
    width, height = columns * size[0], rows * size[1]
    found: list[Segment] = []
    for n in range(1, columns):
        for low, high in ((0.0, TICK), (height - TICK, height)):
            found += (("M", n * size[0], low), ("L", n * size[0], high))
    for n in range(1, rows):
        for low, high in ((0.0, TICK), (width - TICK, width)):
            found += (("M", low, n * size[1]), ("L", high, n * size[1]))
    return tuple(found)
