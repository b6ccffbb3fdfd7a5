"""The outlines pieces are cut along, in face coordinates: (0, 0) is the trim box's top left corner, mm."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from generator.draw.geometry import bounds, ellipse, hexagon, parse_path, polyline, rectangle, translate
from generator.draw.scene import Colour, Group, Node, Paint, Path, Scene, Segment, Use
from specs.nets import Net, Side
from specs.schema import Component
from specs.sizes import block_net, size_mm

FOLD: Colour = (0.25, 0.25, 0.25)


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
    if component.shape == "block":
        return polyline(block_net(component).outline, closed=True)
    width, height = size_mm(component)
    return _outline(component.shape, width, height, component.corner, component.outline, 0)


def folded_net(net: Net, sides: Sequence[tuple[Side, Scene]], bleed: float) -> Scene:
    """A block's net: each side's picture in its place, reaching over free edges by the bleed; folds as dashed lines."""
    nodes: list[Node] = []
    for side, scene in sides:
        x, y, width, height = side.box
        left, top, right, bottom = (bleed * free for free in side.free)
        clip = rectangle(-left, -top, width + left + right, height + top + bottom)
        nodes.append(Group((Use(scene),), translate(x, y), clip))
    folds = tuple(segment for start, end in net.folds for segment in (("M", *start), ("L", *end)))
    nodes.append(Path(folds, Paint(stroke=FOLD, width=0.15, dash=(1.5, 1))))
    return Scene((-bleed, -bleed, net.width + 2 * bleed, net.height + 2 * bleed), tuple(nodes))


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
