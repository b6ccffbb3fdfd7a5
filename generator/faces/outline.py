"""The outlines pieces are cut along, in face coordinates: (0, 0) is the trim box's top left corner, mm."""

from __future__ import annotations

from functools import lru_cache

from generator.draw.geometry import bounds, ellipse, hexagon, parse_path, polyline, rectangle
from generator.draw.scene import Segment
from specs.schema import Component
from specs.sizes import size_mm


@lru_cache(maxsize=256)
def _outline(
    shape: str, width: float, height: float, corner: float, outline: str | None, grow: float
) -> tuple[Segment, ...]:
    match shape:
        case "circle":
            return ellipse(width / 2, height / 2, width / 2 + grow, height / 2 + grow)
        case "hex-flat" | "hex-pointy":
            across = min(width, height) + 2 * grow
            return polyline(hexagon(width / 2, height / 2, across, pointy=shape == "hex-pointy"), closed=True)
        case "outline" if grow == 0:
            return parse_path(outline or "")
        case _:
            radius = corner + grow if corner else 0
            return rectangle(-grow, -grow, width + 2 * grow, height + 2 * grow, radius)


def trim(component: Component) -> tuple[Segment, ...]:
    """The path a face is cut along. Raises ValueError for a custom outline that is no path data."""
    width, height = size_mm(component)
    return _outline(component.shape, width, height, component.corner, component.outline, 0)


def bled(component: Component, bleed: float) -> tuple[Segment, ...]:
    """The path a face's picture reaches to: the trim path `bleed` mm larger (a custom outline's whole box)."""
    width, height = size_mm(component)
    return _outline(component.shape, width, height, component.corner, component.outline, bleed)


def fits(component: Component) -> bool:
    """Whether a custom outline stays inside its size."""
    box = bounds(trim(component))
    width, height = size_mm(component)
    slack = 0.01
    return (
        box is not None
        and box[0] >= -slack
        and box[1] >= -slack
        and box[0] + box[2] <= width + slack
        and box[1] + box[3] <= height + slack
    )
