"""Lines and areas cut off where they leave an outline. mm, y downward."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist
from typing import Any

from generator.draw.geometry.finite import NotFinite
from generator.draw.geometry.geometry import flatten, polyline
from generator.draw.geometry.grown import STEPS, UNIT
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


def clipped_area(path: tuple[Segment, ...], windows: Iterable[Sequence[Segment]]) -> tuple[Segment, ...]:
    """What of a filled path lies within all closed windows: the path itself where it keeps inside, else areas with
    straight edges; empty where nothing does. Raises NotFinite."""
    import pyclipper

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
    outlines = [[(x / UNIT, y / UNIT) for x, y in area] for area in areas]
    return tuple(segment for outline in outlines for segment in polyline(outline, closed=True))


def _within(lines: Sequence[Line], window: Sequence[Segment]) -> list[Line]:
    import pyclipper

    clipper = _through(window)
    if clipper is None or not lines:
        return []
    clipper.AddPaths([_whole(line) for line in lines], pyclipper.PT_SUBJECT, False)
    tree = clipper.Execute2(pyclipper.CT_INTERSECTION, pyclipper.PFT_NONZERO, pyclipper.PFT_NONZERO)
    return [[(x / UNIT, y / UNIT) for x, y in line] for line in pyclipper.OpenPathsFromPolyTree(tree)]


def _through(window: Sequence[Segment]) -> Any:
    """What cuts off all beyond a window; None for one through which nothing is seen."""
    import pyclipper

    clipper = pyclipper.Pyclipper()
    try:
        clipper.AddPaths([_whole(points) for points in flatten(window, STEPS)], pyclipper.PT_CLIP, True)
    except pyclipper.ClipperException:
        return None
    return clipper


def _whole(line: Line) -> list[tuple[int, int]]:
    try:
        return [(round(x * UNIT), round(y * UNIT)) for x, y in line]
    except (ValueError, OverflowError):
        raise NotFinite from None


def _length(lines: Iterable[Line]) -> float:
    return sum(dist(a, b) for line in lines for a, b in pairwise(line))
