"""Trim sizes of pieces in mm, and the names the trade gives them."""

from __future__ import annotations

from math import sqrt

from specs.model.schema import Component
from specs.model.shapes.nets import Net, net
from specs.model.shapes.tuckbox import tuckbox

LARGER = 1.4  # how much larger text is in large print, and pieces to be read are
NET_SHAPES = ("block", "tuckbox")  # folded from one piece of paper
NAMED_SIZES: dict[str, tuple[float, float]] = {
    "poker": (63.5, 88.9),
    "bridge": (57.15, 88.9),
    "tarot": (69.85, 120.65),
    "euro": (59, 92),
    "standard-euro": (59, 92),
    "mini": (44.45, 63.5),
    "mini-euro": (44, 68),
    "business": (85, 55),
    "jumbo": (88.9, 139.7),
    "domino": (44.45, 88.9),
    "square-30": (30, 30),
    "square-40": (40, 40),
    "square-50": (50, 50),
    "square-63": (63.5, 63.5),
    "square-70": (70, 70),
    "a4": (210, 297),
    "a5": (148, 210),
    "a6": (105, 148),
    "a7": (74, 105),
    "letter": (215.9, 279.4),
    "half-letter": (139.7, 215.9),
}

PAPERS: dict[str, tuple[float, float]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "a3": (297.0, 420.0),
    "tabloid": (279.4, 431.8),
}


def size_mm(component: Component) -> tuple[float, float]:
    """Width and height of one face's trim box, of a block's net. A single number is a square's side, a circle's
    diameter, a hex across its flats. Raises KeyError for an unknown name (the checker reports it first)."""
    if component.shape in NET_SHAPES:
        flat = net_of(component)
        return flat.width, flat.height
    return _written(component)


def net_of(component: Component) -> Net:
    """The net of a block or a tuck box; without a `depth` a block is as deep as wide, a box a quarter of it."""
    width, height = _written(component)
    if component.shape == "tuckbox":
        return tuckbox(width, height, component.depth or width / 4)
    return net(width, height, component.depth or width)


def _written(component: Component) -> tuple[float, float]:
    size = component.size
    if isinstance(size, str):
        return NAMED_SIZES[size]
    if isinstance(size, tuple):
        return size
    across_points = size * 2 / sqrt(3)
    match component.shape:
        case "hex-flat":
            return across_points, size
        case "hex-pointy":
            return size, across_points
        case _:
            return size, size
