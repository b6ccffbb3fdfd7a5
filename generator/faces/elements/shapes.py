"""The outlines of a spec's shapes: what is painted along them, and what other elements are cut to. mm."""

from __future__ import annotations

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Segment
from generator.faces.elements.context import DrawContext, TooMuch
from generator.faces.elements.resources import BadValue
from specs.base.unfit import KeyPath
from specs.model import elements as el

Segments = tuple[Segment, ...]


def outline(ctx: DrawContext, shape: el.Shape) -> Segments:
    """The closed path around a shape, as it lies before `rotate` turns it. Raises BadValue."""
    match shape:
        case el.Rect():
            box = ctx.box if shape.box is None else ctx.frame(shape.box)
            return geo.rectangle(*box, ctx.number(shape.radius, "radius", 0))
        case el.Circle():
            r = ctx.number(shape.r, "r", 0)
            return geo.ellipse(*ctx.point(shape.at, "at"), r, r)
        case el.Ellipse():
            rx, ry = (ctx.number(radius, "r", 0) for radius in shape.r)
            return geo.ellipse(*ctx.point(shape.at, "at"), rx, ry)
        case el.Polygon():
            return points(ctx, shape, closed=True)
        case el.Star():
            tips = ctx.whole(shape.points, "points", 2)
            ctx.count(tips, "points")
            outer, inner = ctx.number(shape.r, "r", 0), ctx.number(shape.inner, "inner", 0)
            return geo.polyline(geo.star(*ctx.point(shape.at, "at"), outer, inner, tips), closed=True)
        case el.Hex():
            size = ctx.number(shape.size, "size", 0)
            return geo.polyline(geo.hexagon(*ctx.point(shape.at, "at"), size, pointy=shape.pointy), closed=True)
        case el.PathData():
            return _path_data(ctx, shape)


def points(ctx: DrawContext, element: el.Polygon | el.Line, *, closed: bool) -> Segments:
    if not element.points:
        raise BadValue("wrong-count", "points", "no points", "3 points or more" if closed else "2 points or more")
    return geo.polyline([ctx.point(point, "points") for point in element.points], closed=closed)


def _path_data(ctx: DrawContext, element: el.PathData) -> Segments:
    try:
        segments = geo.parse_path(ctx.text(element.d, "d"))
    except ValueError as error:
        raise BadValue("wrong-outline", "d", str(error), "SVG path data such as 'M0 0 L10 5 Z'") from None
    scale = ctx.number(element.scale, "scale", 0)
    return geo.transform(segments, (scale, 0, 0, scale, *ctx.point(element.at, "at")))


def middle(ctx: DrawContext, element: el.AnyElement) -> tuple[float, float]:
    """What an element is turned about."""
    if isinstance(element, el.Polygon | el.Line):
        box = geo.bounds(points(ctx, element, closed=False)) or ctx.box
    elif (at := getattr(element, "at", None)) is not None:
        return ctx.point(at, "at")
    else:
        given = getattr(element, "box", None)
        box = ctx.box if given is None else ctx.frame(given)
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def cut(ctx: DrawContext, clip: el.Clip, box: geo.Rectangle | None, path: KeyPath) -> Segments:
    """What an element is cut to, as its `clip` says: words about its own box, or a shape. `path` leads to the element.

    Raises BadValue, and SpecError at a shape's own key.
    """
    if isinstance(clip, str):
        if box is None:
            raise BadValue("not-applicable", "clip", f"clip: '{clip}' of what has no box of its own", el.CLIP_SHAPE)
        return _words(ctx, clip, box)
    try:
        found = outline(ctx, clip)
        if clip.rotate != 0:
            found = geo.transform(found, geo.rotation(ctx.number(clip.rotate, "rotate"), *middle(ctx, clip)))
    except TooMuch:
        raise
    except BadValue as error:
        raise ctx.unfit((*path, "clip", error.key), error) from None
    if not found:
        raise BadValue("wrong-outline", "clip", "a clip around nothing", el.CLIP_SHAPE)
    return found


def _words(ctx: DrawContext, clip: str, box: geo.Rectangle) -> Segments:
    x, y, width, height = box
    word, _, radius = clip.partition(" ")
    if word == "rounded":
        return geo.rectangle(x, y, width, height, ctx.number(radius.strip(), "clip", 0))
    across, down = (min(width, height),) * 2 if word == "circle" else (width, height)
    return geo.ellipse(x + width / 2, y + height / 2, across / 2, down / 2)
