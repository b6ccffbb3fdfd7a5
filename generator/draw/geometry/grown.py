"""Outlines moved outward by a distance, whatever their shape: the bleed of a piece, a laser's kerf. mm, y downward."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from generator.draw.geometry.geometry import flatten, polyline
from generator.draw.scene import Segment

UNIT = 10_000.0  # whole numbers a mm, which the clipping library works in
STEPS = 32  # straight pieces of a curve
MITRE = 3.0  # corners stay sharp up to so many times the distance
_ROUND_WITHIN = 0.005 * UNIT


@lru_cache(maxsize=256)
def grown(path: tuple[Segment, ...], by: float) -> tuple[Segment, ...]:
    """The outline of all that lies within `by` mm of what a closed path encloses; corners stay corners."""
    import pyclipper

    offset = pyclipper.PyclipperOffset(MITRE, _ROUND_WITHIN)
    lines = [_whole(points) for points in flatten(path, STEPS)]
    joined = pyclipper.SimplifyPolygons(lines, pyclipper.PFT_NONZERO)
    offset.AddPaths(joined, pyclipper.JT_MITER, pyclipper.ET_CLOSEDPOLYGON)
    segments: list[Segment] = []
    for found in offset.Execute(by * UNIT):
        segments += polyline([(x / UNIT, y / UNIT) for x, y in found], closed=True)
    return tuple(segments)


def _whole(points: Iterable[tuple[float, float]]) -> list[tuple[int, int]]:
    return [(round(x * UNIT), round(y * UNIT)) for x, y in points]
