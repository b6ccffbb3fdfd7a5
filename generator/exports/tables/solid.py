"""Blocks and boxes as solids: a Wavefront OBJ whose sides show a component's net, its front up, its middle at 0."""

from __future__ import annotations

from collections.abc import Iterator

from specs.model.component import Component, FoldedBox

Point = tuple[int, int, int]
Box = tuple[float, float, float, float]
FOLD = 0.3  # mm, more than half of a fold's line
# A side's corners as one looks at it, from its upper left clockwise, by halves of the block: x to the right, y up, z
# towards whoever reads its front.
CORNERS: dict[str, tuple[Point, Point, Point, Point]] = {
    "front": ((-1, 1, -1), (1, 1, -1), (1, 1, 1), (-1, 1, 1)),
    "right": ((1, 1, -1), (1, -1, -1), (1, -1, 1), (1, 1, 1)),
    "back": ((1, -1, -1), (-1, -1, -1), (-1, -1, 1), (1, -1, 1)),
    "left": ((-1, -1, -1), (-1, 1, -1), (-1, 1, 1), (-1, -1, 1)),
    "top": ((-1, -1, -1), (1, -1, -1), (1, 1, -1), (-1, 1, -1)),
    "bottom": ((-1, 1, 1), (1, 1, 1), (1, -1, 1), (-1, -1, 1)),
}
# How a die is turned, in degrees about x, y and z, when so many pips are up. Unity mirrors x of such a file.
UP = (
    (1, (0.0, 0.0, 0.0)),
    (2, (0.0, 0.0, 270.0)),
    (3, (90.0, 0.0, 0.0)),
    (4, (270.0, 0.0, 0.0)),
    (5, (0.0, 0.0, 90.0)),
    (6, (0.0, 0.0, 180.0)),
)


def is_die(component: Component) -> bool:
    """Whether a component is a block that is a cube."""
    return isinstance(component, FoldedBox) and not component.is_tuckbox and len(set(_size(component))) == 1


def obj(component: FoldedBox, scale: float) -> str:
    """The solid, so many units a mm."""
    net = component.net
    size = _size(component)
    lines = [f"# {' x '.join(f'{side:g}' for side in size)} mm"]
    faces: list[str] = []
    for side in net.sides:
        x, y, width, height = _within(side.box)
        looks = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
        looks = looks[2:] + looks[:2] if side.turned else looks
        corners = CORNERS[side.name]
        for corner in corners:
            lines.append("v " + " ".join(f"{half * mm / 2 * scale:.5f}" for half, mm in zip(corner, size, strict=True)))
        lines += [f"vt {u / net.width:.6f} {1 - v / net.height:.6f}" for u, v in looks]
        lines.append("vn " + " ".join(str(sum(corner[axis] for corner in corners) // 4) for axis in range(3)))
        at, normal = 4 * len(faces) // 2, len(faces) // 2 + 1
        for one, other in ((3, 2), (2, 1)):  # two triangles, counter-clockwise from outside
            faces.append("f " + " ".join(f"{at + n + 1}/{at + n + 1}/{normal}" for n in (0, one, other)))
    return "\n".join((*lines, *faces)) + "\n"


def _size(component: FoldedBox) -> tuple[float, float, float]:
    """Across, high and deep, as it lies with its front up."""
    boxes = {side.name: side.box for side in component.net.sides}
    return boxes["front"][2], boxes["right"][2], boxes["front"][3]


def sides(component: FoldedBox) -> Iterator[tuple[int, Box, bool]]:
    """Each side's pips, its box on the net and whether it is upside down there."""
    for side in component.net.sides:
        yield side.pips, _within(side.box), side.turned


def _within(box: Box) -> Box:
    """A side's picture without the folds' lines around it."""
    return box[0] + FOLD, box[1] + FOLD, box[2] - 2 * FOLD, box[3] - 2 * FOLD
