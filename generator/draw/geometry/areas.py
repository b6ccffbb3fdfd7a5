"""Outlines offset, and lines and areas clipped, by pyclipper. mm, y downward.

Curves become straight pieces; a path that needs no change is returned as it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import dist

import pyclipper

from generator.draw.geometry.finite import NotFinite
from generator.draw.geometry.geometry import flatten, polyline
from generator.draw.scene import Segment

UNIT = 10_000.0  # whole numbers a mm, which the clipping library works in
STEPS = 32  # straight pieces of a curve
MITRE = 3.0  # corners stay sharp up to so many times the distance
SAME = 0.01  # mm that rounding may take of a line
_ROUND_WITHIN = 0.005 * UNIT

Line = list[tuple[float, float]]
_Whole = list[tuple[int, int]]


@lru_cache(maxsize=256)
def offset(path: tuple[Segment, ...], by: float) -> tuple[Segment, ...]:
    """The outline of all that lies within `by` mm of what a closed path encloses; corners stay corners."""
    clipper = pyclipper.PyclipperOffset(MITRE, _ROUND_WITHIN)
    joined = pyclipper.SimplifyPolygons([_whole(points) for points in flatten(path, STEPS)], pyclipper.PFT_NONZERO)
    clipper.AddPaths(joined, pyclipper.JT_MITER, pyclipper.ET_CLOSEDPOLYGON)
    return _path(clipper.Execute(by * UNIT), closed=True)


def clip_lines(path: tuple[Segment, ...], windows: Iterable[Sequence[Segment]]) -> tuple[Segment, ...]:
    """What of a path's lines lies within all closed windows: the path itself where it keeps inside, else straight
    pieces of it, none of them closed; empty where nothing does. Raises NotFinite."""
    whole = [line for line in flatten(path, STEPS) if len(line) > 1]
    lines = whole
    for window in windows:
        lines = _within(lines, window)
    if abs(_length(lines) - _length(whole)) < SAME:
        return path
    return tuple(segment for line in lines for segment in polyline(line, closed=False))


def clip_area(path: tuple[Segment, ...], windows: Iterable[Sequence[Segment]]) -> tuple[Segment, ...]:
    """What of a filled path lies within all closed windows: the path itself where it keeps inside, else areas with
    straight edges; empty where nothing does. Raises NotFinite."""
    whole = [_whole(points) for points in flatten(path, STEPS) if len(points) > 2]
    if not whole:
        return ()
    nonzero = pyclipper.PFT_NONZERO
    areas = whole = pyclipper.SimplifyPolygons(whole, nonzero)  # what is cut anew is wound so
    for window in windows:
        clipper = _through(window)
        if clipper is None or not areas:
            return ()
        clipper.AddPaths(areas, pyclipper.PT_SUBJECT, True)
        areas = clipper.Execute(pyclipper.CT_INTERSECTION, nonzero, nonzero)
    if abs(sum(map(pyclipper.Area, areas)) - sum(map(pyclipper.Area, whole))) < SAME * SAME * UNIT * UNIT:
        return path
    return _path(areas, closed=True)


def _within(lines: Sequence[Line], window: Sequence[Segment]) -> list[Line]:
    clipper = _through(window)
    if clipper is None or not lines:
        return []
    clipper.AddPaths([_whole(line) for line in lines], pyclipper.PT_SUBJECT, False)
    tree = clipper.Execute2(pyclipper.CT_INTERSECTION, pyclipper.PFT_NONZERO, pyclipper.PFT_NONZERO)
    return [[(x / UNIT, y / UNIT) for x, y in line] for line in pyclipper.OpenPathsFromPolyTree(tree)]


def _through(window: Sequence[Segment]) -> pyclipper.Pyclipper | None:
    """What cuts off all beyond a window; None for one through which nothing is seen."""
    clipper = pyclipper.Pyclipper()
    try:
        clipper.AddPaths([_whole(points) for points in flatten(window, STEPS)], pyclipper.PT_CLIP, True)
    except pyclipper.ClipperException:
        return None
    return clipper


def _whole(line: Line) -> _Whole:
    try:
        return [(round(x * UNIT), round(y * UNIT)) for x, y in line]
    except (ValueError, OverflowError):
        raise NotFinite from None


def _path(lines: Iterable[_Whole], *, closed: bool) -> tuple[Segment, ...]:
    points = ([(x / UNIT, y / UNIT) for x, y in line] for line in lines)
    return tuple(segment for line in points for segment in polyline(line, closed=closed))


def _length(lines: Iterable[Line]) -> float:
    return sum(dist(a, b) for line in lines for a, b in pairwise(line))
