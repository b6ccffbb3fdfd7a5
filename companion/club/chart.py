"""Charts as SVG: lines of points, and shares with their intervals. The same figures give the same bytes.

A line's colour is a CSS class, `c0` to `c7`, which the page defines (`leaf.css`). Each class also has its own dash
pattern, so that lines differ without colour too. Units are those of the view box, 460 wide.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from itertools import accumulate
from math import ceil, floor, inf, log10
from statistics import fmean
from typing import NamedTuple

from companion.table.report import number

COLOURS = 8
ACROSS, LEFT, RIGHT, TOP, BOTTOM = 460.0, 32.0, 112.0, 14.0, 28.0
APART = 16.0  # least distance of two names at the ends of lines
HEAPS = 24  # bins of a histogram, roughly


class Line(NamedTuple):
    """A name, its points as (x, y), and a colour."""

    name: str
    points: Sequence[tuple[float, float]]
    colour: int


class Interval(NamedTuple):
    """A name, a share of 1, its interval, and the value expected by chance."""

    name: str
    share: float
    low: float
    high: float
    chance: float


def lines(found: Sequence[Line], first: str, last: str, high: float = 210.0) -> str:
    """Draw lines over common axes; `first` and `last` label the two ends of the x axis."""
    xs, ys = ([point[axis] for line in found for point in line.points] for axis in (0, 1))
    least, most = min([0.0, *ys]), max([1.0, *ys])
    begin, end = min(xs), max(xs)
    beside = ACROSS - RIGHT

    def x(value: float) -> float:
        return LEFT + (value - begin) / ((end - begin) or 1) * (beside - LEFT)

    def y(value: float) -> float:
        return TOP + (most - value) / (most - least) * (high - BOTTOM - TOP)

    parts, step = list[str](), _step(most - least)
    for tick in range(ceil(least / step), floor(most / step) + 1):
        at, style = _n(y(tick * step)), "grid" if tick else "axis"
        parts.append(f'<line class="{style}" x1="{_n(LEFT)}" x2="{_n(beside)}" y1="{at}" y2="{at}"/>')
        under = f'x="{_n(LEFT - 8)}" y="{_n(y(tick * step) + 4)}"'
        parts.append(f'<text {under} text-anchor="end">{number(round(tick * step))}</text>')
    parts.append(f'<text x="{_n(LEFT)}" y="{_n(high - 8)}">{escape(first)}</text>')
    parts.append(f'<text x="{_n(beside)}" y="{_n(high - 8)}" text-anchor="end">{escape(last)}</text>')
    for line in found:
        drawn, colour = [(_n(x(a)), _n(y(b))) for a, b in line.points], f"c{line.colour % COLOURS}"
        if len(drawn) == 1:
            parts.append(f'<circle class="dot {colour}" cx="{drawn[0][0]}" cy="{drawn[0][1]}" r="4"/>')
        else:
            parts.append(f'<polyline class="line {colour}" points="{" ".join(map(",".join, drawn))}"/>')
    ends = [(y(line.points[-1][1]), f"{line.name} {number(round(line.points[-1][1]))}") for line in found]
    for place, said in _apart(sorted(ends, key=lambda end: end[0]), under=high - BOTTOM):
        parts.append(f'<text class="name" x="{_n(beside + 8)}" y="{_n(place + 4)}">{escape(said)}</text>')
    return _svg(high, f"{first} to {last}. At the end: {'; '.join(said for _, said in ends)}.", parts)


def _apart(names: Sequence[tuple[float, str]], under: float) -> Iterator[tuple[float, str]]:
    """Space out labels: move them down where they are too close, then up from the bottom."""
    down = accumulate([place for place, _ in names], lambda above, place: max(place, above + APART), initial=-inf)
    up = accumulate([*down][:0:-1], lambda below, place: min(place, below - APART), initial=under + APART)
    return zip([*up][:0:-1], [name for _, name in names], strict=True)


def intervals(found: Sequence[Interval]) -> str:
    """Draw a row for each name: the share as a dot, its interval as a bar, and a mark for what chance would give."""
    left, row, beside = 112.0, 28.0, ACROSS - 24.0
    high = row * len(found) + 26.0

    def x(share: float) -> float:
        return left + share * (beside - left)

    parts = []
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        at = _n(x(tick))
        parts.append(f'<line class="grid" x1="{at}" x2="{at}" y1="0" y2="{_n(high - 22)}"/>')
        parts.append(f'<text x="{at}" y="{_n(high - 6)}" text-anchor="middle">{round(100 * tick)} %</text>')
    for n, one in enumerate(found):
        top, y = row * n, _n(row * n + row / 2)
        under = f'x="{_n(left - 10)}" y="{_n(top + row / 2 + 5)}" text-anchor="end"'
        parts.append(f'<text class="name" {under}>{escape(one.name)}</text>')
        parts.append(f'<line class="bar" x1="{_n(x(one.low))}" x2="{_n(x(one.high))}" y1="{y}" y2="{y}"/>')
        lot = _n(x(one.chance))
        parts.append(f'<line class="lot" x1="{lot}" x2="{lot}" y1="{_n(top + 5)}" y2="{_n(top + row - 5)}"/>')
        parts.append(f'<circle class="dot" cx="{_n(x(one.share))}" cy="{y}" r="5"/>')
    said = "; ".join(f"{one.name} {100 * one.share:.0f} %" for one in found)
    return _svg(high, f"Shares of games won: {said}.", parts)


def heaps(name: str, sets: Sequence[Sequence[float]], high: float = 170.0) -> str:
    """Draw histograms with bins of a round width; those of a second set hang below the first. A mark shows a set's
    mean."""
    least, most = min(map(min, sets)), max(map(max, sets))
    step = _step((most - least) * 5 / HEAPS)
    first, count = floor(least / step), floor(most / step) - floor(least / step) + 1
    middle = 0.5 if step == 1 else 0.0  # whole numbers are centred on their bin
    beside, foot = ACROSS - 24.0, high - BOTTOM
    ground = foot if len(sets) == 1 else (TOP + foot) / 2
    heights = [Counter(floor(value / step) - first for value in values) for values in sets]
    tallest = max(found[n] / len(values) for found, values in zip(heights, sets, strict=True) for n in found)

    def x(place: float) -> float:
        return LEFT + place / count * (beside - LEFT)

    parts = []
    for found, values, kind in zip(heights, sets, ("up", "down"), strict=False):
        for n, times in sorted(found.items()):
            tall = (ground - TOP) * times / len(values) / tallest
            top = ground - tall if kind == "up" else ground
            box = f'x="{_n(x(n) + 0.5)}" y="{_n(top)}" width="{_n(x(1) - LEFT - 1)}" height="{_n(tall)}"'
            parts.append(f'<rect class="{kind}" {box}/>')
        at, end = _n(x(fmean(values) / step - first + middle)), TOP if kind == "up" else foot
        parts.append(f'<line class="mean" x1="{at}" x2="{at}" y1="{_n(ground)}" y2="{_n(end)}"/>')
    parts.append(f'<line class="axis" x1="{_n(LEFT)}" x2="{_n(beside)}" y1="{_n(ground)}" y2="{_n(ground)}"/>')
    apart = _step((most - least) or 1)
    for tick in range(ceil(least / apart), floor(most / apart) + 1):
        at = _n(x(tick * apart / step - first + middle))
        said = number(round(tick * apart))
        parts.append(f'<text x="{at}" y="{_n(high - 8)}" text-anchor="middle">{said}</text>')
    means = "; ".join(f"{fmean(values):.3g}" for values in sets)
    return _svg(high, f"{name}: {number(floor(least))} to {number(ceil(most))}, mean {means}.", parts)


def _svg(high: float, label: str, parts: Sequence[str]) -> str:
    head = f'<svg viewBox="0 0 {_n(ACROSS)} {_n(high)}" role="img" aria-label="{escape(label)}">'
    return "".join((head, *parts, "</svg>"))


def _step(span: float) -> float:
    """Return a round distance for about five ticks."""
    power = 10.0 ** floor(log10(span / 5))
    return max(1.0, next(times * power for times in (1, 2, 5, 10) if times * power >= span / 5))


def _n(value: float) -> str:
    text = f"{value:.1f}"
    return text.removesuffix(".0") if text != "-0.0" else "0"
