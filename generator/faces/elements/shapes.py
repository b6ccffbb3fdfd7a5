"""The outlines of a spec's shapes: what is painted along them, and what other elements are cut to. mm."""

from __future__ import annotations

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Segment
from generator.faces.elements.context import Pen, TooMuch
from generator.faces.elements.lookup import Wrong
from specs.base.unfit import KeyPath
from specs.model import elements as el

Segments = tuple[Segment, ...]


def outline(pen: Pen, shape: el.Shape) -> Segments:
    """The closed path around a shape, as it lies before `rotate` turns it. Raises Wrong."""
    match shape:
        case el.Rect():
            box = pen.box if shape.box is None else pen.frame(shape.box)
            return geo.rectangle(*box, pen.number(shape.radius, "radius", 0))
        case el.Circle():
            r = pen.number(shape.r, "r", 0)
            return geo.ellipse(*pen.point(shape.at, "at"), r, r)
        case el.Ellipse():
            rx, ry = (pen.number(radius, "r", 0) for radius in shape.r)
            return geo.ellipse(*pen.point(shape.at, "at"), rx, ry)
        case el.Polygon():
            return points(pen, shape, closed=True)
        case el.Star():
            tips = pen.whole(shape.points, "points", 2)
            pen.count(tips, "points")
            outer, inner = pen.number(shape.r, "r", 0), pen.number(shape.inner, "inner", 0)
            return geo.polyline(geo.star(*pen.point(shape.at, "at"), outer, inner, tips), closed=True)
        case el.Hex():
            size = pen.number(shape.size, "size", 0)
            return geo.polyline(geo.hexagon(*pen.point(shape.at, "at"), size, pointy=shape.pointy), closed=True)
        case el.PathData():
            return _path_data(pen, shape)


def points(pen: Pen, element: el.Polygon | el.Line, *, closed: bool) -> Segments:
    if not element.points:
        raise Wrong("wrong-count", "points", "no points", "3 points or more" if closed else "2 points or more")
    return geo.polyline([pen.point(point, "points") for point in element.points], closed=closed)


def _path_data(pen: Pen, element: el.PathData) -> Segments:
    try:
        segments = geo.parse_path(pen.text(element.d, "d"))
    except ValueError as error:
        raise Wrong("wrong-outline", "d", str(error), "SVG path data such as 'M0 0 L10 5 Z'") from None
    scale = pen.number(element.scale, "scale", 0)
    return geo.transform(segments, (scale, 0, 0, scale, *pen.point(element.at, "at")))


def middle(pen: Pen, element: el.AnyElement) -> tuple[float, float]:
    """What an element is turned about."""
    if isinstance(element, el.Polygon | el.Line):
        box = geo.bounds(points(pen, element, closed=False)) or pen.box
    elif (at := getattr(element, "at", None)) is not None:
        return pen.point(at, "at")
    else:
        given = getattr(element, "box", None)
        box = pen.box if given is None else pen.frame(given)
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def cut(pen: Pen, clip: el.Clip, box: geo.Rectangle | None, path: KeyPath) -> Segments:
    """What an element is cut to, as its `clip` says: words about its own box, or a shape. `path` leads to the element.

    Raises Wrong, and SpecError at a shape's own key.
    """
    if isinstance(clip, str):
        if box is None:
            raise Wrong("not-applicable", "clip", f"clip: '{clip}' of what has no box of its own", el.CLIP_SHAPE)
        return _words(pen, clip, box)
    try:
        found = outline(pen, clip)
        if clip.rotate != 0:
            found = geo.transform(found, geo.rotation(pen.number(clip.rotate, "rotate"), *middle(pen, clip)))
    except TooMuch:
        raise
    except Wrong as error:
        raise pen.fault(error.code, (*path, "clip", error.key), error.found, error.expected, error.hint) from None
    if not found:
        raise Wrong("wrong-outline", "clip", "a clip around nothing", el.CLIP_SHAPE)
    return found


def _words(pen: Pen, clip: str, box: geo.Rectangle) -> Segments:
    x, y, width, height = box
    word, _, radius = clip.partition(" ")
    if word == "rounded":
        return geo.rectangle(x, y, width, height, pen.number(radius.strip(), "clip", 0))
    across, down = (min(width, height),) * 2 if word == "circle" else (width, height)
    return geo.ellipse(x + width / 2, y + height / 2, across / 2, down / 2)
