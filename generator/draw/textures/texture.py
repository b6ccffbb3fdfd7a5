"""A texture as data, and the rows it is laid in. mm, y downward."""

from collections.abc import Iterator
from functools import lru_cache
from math import dist
from random import Random
from typing import Literal

from msgspec import Struct

from generator.draw.geometry.areas import Line, contours
from generator.draw.geometry.geometry import bounds
from generator.draw.scene import Colour, Segments

Kind = Literal["mosaic", "hatch", "cross", "contour", "hachure", "stipple", "ripple"]
MOST_ROWS = 200
MOST_MARKS = 20_000  # lines or dots of one texture
STRAIGHT = 0.05  # mm by which a dropped point may be off its row


class Texture(Struct, frozen=True):
    """Marks within an area: `spacing` is from row to row; `width` that of a line, a dot, or a joint between
    tesserae.

    Rows go inward from the outline, `rows` at most, or outward from `along`. Lines and dots thin out over `fade`,
    unless it is 0. `angle` is that of hatching and ripples.
    """

    kind: Kind
    colours: tuple[Colour, ...]
    spacing: float
    width: float
    angle: float = 0.0
    seed: int = 0
    rows: int = MOST_ROWS
    fade: float = 0.0
    along: Segments = ()

    def random(self) -> Random:
        return Random(self.seed)


def rows(texture: Texture, outline: Segments, first: float) -> Iterator[list[Line]]:
    """Yield the lines of each row, the `first` at that distance from where they begin; each is closed and may start
    anywhere."""
    way, most = (1, _most_rows(texture, outline)) if texture.along else (-1, texture.rows)
    random = texture.random()
    for lines in _rows(texture.along or outline, way * first, way * texture.spacing, most):
        yield [_turned(line, random) for line in lines]


def _most_rows(texture: Texture, outline: Segments) -> int:
    """Return how many rows may reach a point of the outline, from what they go along."""
    _, _, width, height = bounds((*outline, *texture.along)) or (0, 0, 0, 0)
    return min(texture.rows, 1 + int((width + height) / texture.spacing))


@lru_cache(maxsize=64)
def _rows(path: Segments, first: float, step: float, most: int) -> list[list[Line]]:
    """Return rows beside a path without variation by seed: many pieces share them."""
    found: list[list[Line]] = []
    for lines in contours(path, (first + row * step for row in range(most))):
        kept = [line for line in map(_straightened, lines) if len(line) > 2]
        if not kept:
            break
        found.append(kept)
    return found


def _straightened(line: Line) -> Line:
    """Return a closed line without points that are hardly off it."""
    kept = line[:1]
    for here, after in zip(line[1:], [*line[2:], line[0]], strict=True):
        reach = dist(kept[-1], after)
        (ax, ay), (bx, by), (x, y) = kept[-1], after, here
        off = abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / reach if reach else 0.0
        if off > STRAIGHT:
            kept.append(here)
    return [(round(x, 2), round(y, 2)) for x, y in kept]


def _turned(line: Line, random: Random) -> Line:
    """Return a closed line that starts at another of its points."""
    start = int(random.random() * len(line))
    return [*line[start:], *line[: start + 1]]
