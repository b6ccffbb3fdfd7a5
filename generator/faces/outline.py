"""The outlines pieces are cut along, in face coordinates: (0, 0) is the trim box's top left corner, mm."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import atan2, degrees, hypot
from typing import assert_never

from generator.draw.fonts import fonts
from generator.draw.geometry.geometry import (
    bounds,
    ellipse,
    hexagon,
    multiply,
    parse_path,
    polyline,
    rectangle,
    rotation,
    translate,
)
from generator.draw.line_styles import FOLD, GLUE, INK
from generator.draw.scene import Group, Node, Paint, Path, Scene, Segment, Text, Use
from generator.faces.elements.alt_text import joined
from specs.base.languages import say
from specs.base.unfit import Unfit
from specs.model.document import Document
from specs.model.shapes.nets import Net, Side, Tab
from specs.model.shapes.outlines import Circle, Hexagon, Outline, PathData, Polygon, Rectangle

LEAST = 1.0  # the smallest em of that word, mm
LAP = 1.0  # how far a side's picture goes on over a tab

SLACK = 0.01  # mm that an outline may leave its size by


def trim(document: Document, name: str) -> tuple[Segment, ...]:
    """The path a component's faces are cut along.

    Raises SpecError for a custom outline that is no path data, encloses nothing, or leaves the component's size.
    """
    with document.placed(("components", name, "outline")):
        return path(document.spec.components[name].outline())


@lru_cache(maxsize=256)
def path(outline: Outline) -> tuple[Segment, ...]:
    """The path around an outline. Raises Unfit."""
    match outline:
        case Rectangle(width, height, corner):
            return rectangle(0, 0, width, height, corner)
        case Circle(width, height):
            return ellipse(width / 2, height / 2, width / 2, height / 2)
        case Hexagon(width, height, pointy):
            return polyline(hexagon(width / 2, height / 2, min(width, height), pointy=pointy), closed=True)
        case PathData(width, height, data):
            return _custom(data, width, height)
        case Polygon(points):
            return polyline(points, closed=True)
        case _:
            assert_never(outline)


def _custom(data: str, width: float, height: float) -> tuple[Segment, ...]:
    """The path of an `outline`. Raises Unfit."""
    try:
        path = parse_path(data)
    except ValueError as error:
        raise Unfit("wrong-outline", str(error), "SVG path data such as 'M0 0 L10 0 L5 8 Z'") from None
    box = bounds(path)
    if box is None or not (box[2] > SLACK and box[3] > SLACK):
        raise Unfit("wrong-outline", "an outline around nothing", "SVG path data such as 'M0 0 L10 0 L5 8 Z'")
    left, top, right, bottom = box[0], box[1], box[0] + box[2], box[1] + box[3]
    if left < -SLACK or top < -SLACK or right > width + SLACK or bottom > height + SLACK:
        found = f"an outline from {left:g}, {top:g} to {right:g}, {bottom:g} mm"
        raise Unfit("out-of-range", found, f"within the component's size, 0, 0 to {width:g}, {height:g} mm")
    return path


def folded_net(net: Net, sides: Sequence[tuple[Side, Scene]], bleed: float) -> Scene:
    """A block's or box's net: each side's picture in its place, reaching over free edges by the bleed; tabs grey, folds
    dashed."""
    nodes: list[Node] = []
    for side, scene in sides:
        x, y, width, height = side.box
        left, top, right, bottom = (bleed * free for free in side.free)
        matrix = translate(x, y)
        if side.turned:
            matrix = multiply(matrix, rotation(180, width / 2, height / 2))
            left, top, right, bottom = right, bottom, left, top
        clip = rectangle(-left, -top, width + left + right, height + top + bottom)
        nodes.append(Group((Use(scene),), matrix, clip))
    nodes += [node for tab in net.tabs for node in _tab(tab, bleed)]
    folds = tuple(segment for start, end in net.folds for segment in (("M", *start), ("L", *end)))
    nodes.append(Path(folds, FOLD))
    alt = joined(list(dict.fromkeys(scene.alt for _, scene in sides)))
    return Scene((-bleed, -bleed, net.width + 2 * bleed, net.height + 2 * bleed), tuple(nodes), alt=alt)


def _tab(tab: Tab, bleed: float) -> tuple[Node, ...]:
    """A tab, grey with its word; beside its fold the picture goes on, in case the fold is not quite there."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = tab
    long, end = hypot(dx - ax, dy - ay), hypot(cx - bx, cy - by)
    high = abs((dx - ax) * (by - ay) - (dy - ay) * (bx - ax)) / long
    lap = min(LAP, bleed, high / 3)
    part = lap / high
    inner = ((ax + part * (bx - ax), ay + part * (by - ay)), (dx + part * (cx - dx), dy + part * (cy - dy)))
    ground = Path(polyline((inner[0], (bx, by), (cx, cy), inner[1]), closed=True), Paint(fill=GLUE))
    font = fonts.label("AlegreyaSans-Regular")
    text = str(say("glue"))  # plain, for a face is told by its drawing
    size = min(2.6, 0.6 * (high - lap), 0.8 * end / fonts.width(font, text, 1.0))
    if size < LEAST:
        return (ground,)
    across = degrees(atan2(dy - ay, dx - ax))
    turn = across - 180 if across > 90 else across + 180 if across <= -90 else across
    x, y = (inner[0][0] + inner[1][0] + bx + cx) / 4, (inner[0][1] + inner[1][1] + by + cy) / 4
    word = Text(0, size * 0.32, text, font, size, INK, "middle")
    return ground, Group((word,), multiply(translate(x, y), rotation(turn)))
