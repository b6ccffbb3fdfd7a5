"""A pattern that nothing can be read through, as inside an envelope: waves of rings, one over the other. mm."""

from __future__ import annotations

from functools import cache
from random import Random

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Colour, Group, Node, Paint, Path, Scene, Use
from generator.sheets.layout.arrange import Area

PATTERN: Colour = (0.24, 0.31, 0.37)
WHITE: Colour = (1.0, 1.0, 1.0)
RADIUS = 4.0  # of a wave
RINGS = (3, 4, 5)  # in a wave: were all alike, letters could be told from the pattern


def waves(area: Area, seed: int) -> Node:
    """The pattern over an area; the same for the same seed."""
    random = Random(seed)
    columns, rows = round(area.width / (2 * RADIUS)), round(area.height / RADIUS)
    across, down = area.width / columns, area.height / rows
    scale = across / (2 * RADIUS)
    placed = [
        Use(_wave(RINGS[int(random.random() * len(RINGS))]), (scale, 0, 0, scale, x, area.y + row * down))
        for row in range(rows + 2)
        for x in (area.x + (column + row % 2 / 2) * across for column in range(columns + 1))
    ]
    return Group(tuple(placed), clip=geo.rectangle(area.x, area.y, area.width, area.height))


@cache
def _wave(rings: int) -> Scene:
    """Rings in one another on white, about the scene's origin: what a wave before another hides of it."""
    step = RADIUS / rings
    disc = Path(geo.ellipse(0, 0, RADIUS, RADIUS), Paint(fill=WHITE))
    line = Paint(stroke=PATTERN, width=step * 0.5)
    lines = [Path(geo.ellipse(0, 0, r, r), line) for r in (RADIUS - step * (n + 0.25) for n in range(rings))]
    return Scene((-RADIUS, -RADIUS, 2 * RADIUS, 2 * RADIUS), (disc, *lines))
