"""An engraver's lines and dots: hatching, water-lining, ripples, stipple. Each kind is a few paths, by width."""

from collections.abc import Iterable
from itertools import pairwise
from math import ceil, dist, hypot

from msgspec.structs import replace

from generator.draw.geometry.geometry import Rectangle, bounds, polyline, rotation, transform
from generator.draw.scene import Paint, Path, Point, Segments
from generator.draw.textures.texture import MOST_MARKS, Texture, rows

SWAY = 0.35  # how far a stroke may be off its place, relative to the spacing
WAVE = 3.0  # length of a ripple relative to the spacing
SIZES = 4  # widths into which lines and dots are grouped
SLOPE = 3.0  # length of a hachure relative to the spacing
DOT = 0.001  # mm: a line this short with round ends is a dot


def hatching(texture: Texture, outline: Segments, angle: float) -> list[Path]:
    """Draw parallel strokes, slightly irregular."""
    x, y, reach = _middle(outline)
    random, step = texture.random(), texture.spacing
    strokes: list[Segments] = []
    for row in range(-int(reach / step), int(reach / step) + 1)[:MOST_MARKS]:
        down = y + step * (row + SWAY * (random.random() - 0.5))
        strokes.append(polyline(((x - reach, down), (x + reach, down + SWAY * step * random.random())), closed=False))
    return _stroked(transform(_joined(strokes), rotation(angle, x, y)), texture.width, texture)


def ripples(texture: Texture, outline: Segments) -> list[Path]:
    """Draw broken waves in rows, of two widths."""
    x, y, reach = _middle(outline)
    random, step = texture.random(), texture.spacing
    thick: tuple[list[Segments], ...] = ([], [])
    for row in range(-int(reach / step), int(reach / step) + 1):
        across = x - reach
        while across < x + reach and len(thick[0]) + len(thick[1]) < MOST_MARKS:
            long, gap = step * WAVE * (1 + 3 * random.random()), step * WAVE * (0.5 + 2 * random.random())
            down, high = y + step * (row + SWAY * (random.random() - 0.5)), step * SWAY
            wave = ("C", across + long / 3, down - high, across + 2 * long / 3, down + high, across + long, down)
            thick[int(random.random() * 2)].append((("M", across, down), _rounded(wave)))
            across += long + gap
    turn = rotation(texture.angle, x, y)
    return [
        path
        for strokes, part in zip(thick, (1.0, 0.55), strict=True)
        for path in _stroked(transform(_joined(strokes), turn), texture.width * part, texture)
    ]


def shore(texture: Texture, outline: Segments) -> list[Path]:
    """Draw lines that follow the edge, thinner with distance."""
    found: list[list[Segments]] = [[] for _ in range(SIZES)]
    for row, lines in enumerate(rows(texture, outline, texture.spacing)):
        size = _size(row * texture.spacing, texture)
        if size >= SIZES:
            break
        found[size] += [polyline(line, closed=False) for line in lines]
    return _sized(found, texture)


def hachures(texture: Texture, outline: Segments) -> list[Path]:
    """Draw short strokes down a slope, across rows that follow the edge, thinner with distance."""
    random, step, long = texture.random(), texture.spacing, texture.spacing * SLOPE
    found: list[list[Segments]] = [[] for _ in range(SIZES)]
    for row, lines in enumerate(rows(replace(texture, spacing=long), outline, long / 2)):
        size = _size(row * long, texture)
        if size >= SIZES or sum(map(len, found)) > MOST_MARKS:
            break
        due = 0.0  # how far the next stroke is
        for (ax, ay), (bx, by) in (side for line in lines for side in pairwise(line)):
            reach = dist((ax, ay), (bx, by))
            while due < reach:
                at, half = due / reach, long * (0.35 + 0.2 * random.random()) / reach
                x, y, dx, dy = ax + at * (bx - ax), ay + at * (by - ay), half * (ay - by), half * (bx - ax)
                found[size].append((("M", x - dx, y - dy), ("L", x + dx, y + dy)))
                due += step * (0.7 + 0.6 * random.random())
            due -= reach
    return _sized(found, texture)


def stipple(texture: Texture, outline: Segments) -> list[Path]:
    """Draw dots near the points of a lattice, of several sizes."""
    box = bounds(outline) or (0.0, 0.0, 0.0, 0.0)
    random = texture.random()
    found: list[list[Segments]] = [[] for _ in range(SIZES)]
    for x, y in _lattice(box, texture.spacing):
        px = round(x + texture.spacing * (random.random() - 0.5), 2)
        py = round(y + texture.spacing * (random.random() - 0.5), 2)
        found[int(random.random() * SIZES)].append((("M", px, py), ("L", px + DOT, py)))
    return _sized(found, texture)


def _lattice(box: Rectangle, step: float) -> Iterable[Point]:
    x, y, width, height = box
    columns, lines = ceil(width / step) + 1, ceil(height / (step * 0.866)) + 1
    for place in range(min(MOST_MARKS, columns * lines)):
        line, column = divmod(place, columns)
        yield x + step * (column + line % 2 / 2), y + step * 0.866 * line


def _size(distance: float, texture: Texture) -> int:
    return int(SIZES * distance / texture.fade) if texture.fade else 0


def _sized(found: list[list[Segments]], texture: Texture) -> list[Path]:
    """Group marks by width, the widest first."""
    widths = (texture.width * (1 - size * 0.7 / SIZES) for size in range(SIZES))
    return [path for some, width in zip(found, widths, strict=True) for path in _stroked(_joined(some), width, texture)]


def _stroked(path: Segments, width: float, texture: Texture) -> list[Path]:
    paint = Paint(stroke=texture.colours[0], width=round(width, 3), cap="round", join="round")
    return [Path(tuple(map(_rounded, path)), paint)] if path else []


def _rounded(segment: tuple[str | float, ...]) -> tuple[str | float, ...]:
    return (segment[0], *(round(number, 3) for number in segment[1:] if not isinstance(number, str)))


def _joined(paths: Iterable[Segments]) -> Segments:
    return tuple(segment for path in paths for segment in path)


def _middle(outline: Segments) -> tuple[float, float, float]:
    """Return the middle of an outline's box, and the distance of its corners."""
    x, y, width, height = bounds(outline) or (0.0, 0.0, 0.0, 0.0)
    return x + width / 2, y + height / 2, hypot(width, height) / 2
