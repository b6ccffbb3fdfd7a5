"""Lines cut off where they leave an outline. mm, y downward."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist

from generator.draw.finite import NotFinite
from generator.draw.geometry import flatten, polyline
from generator.draw.grown import STEPS, UNIT
from generator.draw.scene import Segment

SAME = 0.01  # mm that rounding may take of a line

Line = list[tuple[float, float]]


def clipped(path: tuple[Segment, ...], windows: Iterable[Sequence[Segment]]) -> tuple[Segment, ...]:
    """What of a path's lines lies within all closed windows: the path itself where it keeps inside, else straight
    pieces of it, none of them closed; empty where nothing does. Raises NotFinite."""
    whole = [line for line in flatten(path, STEPS) if len(line) > 1]
    lines = whole
    for window in windows:
        lines = _within(lines, window)
    if abs(_length(lines) - _length(whole)) < SAME:
        return path
    return tuple(segment for line in lines for segment in polyline(line, closed=False))


def _within(lines: Sequence[Line], window: Sequence[Segment]) -> list[Line]:
    import pyclipper

    if not lines:
        return []
    clipper = pyclipper.Pyclipper()
    clipper.AddPaths([_whole(line) for line in lines], pyclipper.PT_SUBJECT, False)
    clipper.AddPaths([_whole(points) for points in flatten(window, STEPS)], pyclipper.PT_CLIP, True)
    tree = clipper.Execute2(pyclipper.CT_INTERSECTION, pyclipper.PFT_NONZERO, pyclipper.PFT_NONZERO)
    return [[(x / UNIT, y / UNIT) for x, y in line] for line in pyclipper.OpenPathsFromPolyTree(tree)]


def _whole(line: Line) -> list[tuple[int, int]]:
    try:
        return [(round(x * UNIT), round(y * UNIT)) for x, y in line]
    except (ValueError, OverflowError):
        raise NotFinite from None


def _length(lines: Iterable[Line]) -> float:
    return sum(dist(a, b) for line in lines for a, b in pairwise(line))
