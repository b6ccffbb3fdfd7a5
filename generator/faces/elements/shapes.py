"""The outlines of a spec's shapes: what is painted along them, and what other elements are cut to. mm.

Also the pictures of elements: SVG artwork as nodes or pixels, photos; fitted into a box. mm.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path as FilePath

from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Image, Matrix, Node, Path, Segments, Use
from generator.draw.textures import drawing
from generator.draw.textures.texture import MOST_ROWS, Texture
from generator.draw.walk import walk
from generator.faces.elements.alt_text import named
from generator.faces.elements.context import DrawContext, TooMuch
from generator.faces.elements.resources import BadValue
from generator.faces.pictures import frames, rasters
from generator.faces.pictures.artwork.drawing import Recolour
from generator.faces.preflight import Flaw, in_file
from specs.base.unfit import KeyPath
from specs.model import elements as el
from specs.model.values import Num
from specs.read.beside import absent, inside, paged


def outline(ctx: DrawContext, shape: el.Shape) -> Segments:
    """Return the closed path around a shape, before `rotate` turns it. Raises BadValue."""
    match shape:
        case el.Rect():
            box = ctx.box if shape.box is None else ctx.frame(shape.box)
            return geo.rectangle(*box, ctx.number(shape.radius, "radius", 0))
        case el.Circle():
            r = ctx.number(shape.radius, "radius", 0)
            return geo.ellipse(*ctx.point(shape.at, "at"), r, r)
        case el.Ellipse():
            rx, ry = (ctx.number(radius, "radius", 0) for radius in shape.radius)
            return geo.ellipse(*ctx.point(shape.at, "at"), rx, ry)
        case el.Polygon():
            return points(ctx, shape, closed=True)
        case el.Star():
            tips = ctx.whole(shape.points, "points", 2)
            ctx.count(tips, "points")
            outer, inner = (ctx.number(radius, "radius", 0) for radius in shape.radius)
            return geo.polyline(geo.star(*ctx.point(shape.at, "at"), outer, inner, tips), closed=True)
        case el.Hex():
            across = ctx.number(shape.across, "across", 0)
            return geo.polyline(geo.hexagon(*ctx.point(shape.at, "at"), across, pointy=shape.pointy), closed=True)
        case el.PathData():
            return _path_data(ctx, shape)


def textured(ctx: DrawContext, given: el.Texture, shape: Segments) -> Sequence[Node]:
    """Return the marks of a texture within an outline. Raises BadValue."""
    names = (given.colour,) if isinstance(given.colour, str) else given.colour
    colours = tuple(colour for name in names if (colour := ctx.colour(name, "texture")) is not None)
    if not colours:
        return ()
    texture = Texture(
        given.kind, colours, ctx.number(given.spacing, "texture", 0.1), ctx.number(given.stroke_width, "texture", 0.01),
        angle=ctx.number(given.rotate, "texture"), seed=ctx.whole(given.seed, "texture", 0),
        rows=min(ctx.whole(given.rows, "texture", 1), MOST_ROWS), fade=ctx.number(given.fade, "texture", 0),
        along=() if given.from_ is None else outline(ctx, given.from_),
    )  # fmt: skip
    nodes = drawing.textured(texture, shape)
    ctx.count(sum(len(leaf.node.segments) for leaf in walk(nodes) if isinstance(leaf.node, Path)) // SHAPES, "texture")
    return nodes


def points(ctx: DrawContext, element: el.Polygon | el.Line, *, closed: bool) -> Segments:
    if not element.points:
        raise BadValue("wrong-count", "points", "no points", "3 points or more" if closed else "2 points or more")
    return geo.polyline([ctx.point(point, "points") for point in element.points], closed=closed)


def _path_data(ctx: DrawContext, element: el.PathData) -> Segments:
    try:
        segments = geo.parse_path(ctx.text(element.path, "path"))
    except ValueError as error:
        raise BadValue("wrong-outline", "path", str(error), "SVG path data such as 'M0 0 L10 5 Z'") from None
    scale = ctx.number(element.scale, "scale", 0)
    return geo.transform(segments, (scale, 0, 0, scale, *ctx.point(element.at, "at")))


def middle(ctx: DrawContext, element: el.AnyElement) -> tuple[float, float]:
    """Return the point an element is turned about."""
    if isinstance(element, el.Polygon | el.Line):
        box = geo.bounds(points(ctx, element, closed=False)) or ctx.box
    elif (at := getattr(element, "at", None)) is not None:
        return ctx.point(at, "at")
    else:
        given = getattr(element, "box", None)
        box = ctx.box if given is None else ctx.frame(given)
    return box[0] + box[2] / 2, box[1] + box[3] / 2


def cut(ctx: DrawContext, clip: el.Clip, box: geo.Rectangle | None, path: KeyPath) -> Segments:
    """Return what an element is cut to, by its `clip`: words about its own box, or a shape. `path` leads to the
    element.

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
    if word == "radius":
        return geo.rectangle(x, y, width, height, ctx.number(radius.strip(), "clip", 0))
    across, down = (min(width, height),) * 2 if word == "circle" else (width, height)
    return geo.ellipse(x + width / 2, y + height / 2, across / 2, down / 2)


# ---- pictures ------------------------------------------------------------------------------------


SHAPES = 10  # shapes of a drawing, or segments of a texture, that count as one part

# the smaller scale (contain), the larger (cover), or None for stretched
Choose = Callable[[float, float], float] | None


def fitted(inner: geo.Rectangle, outer: geo.Rectangle, choose: Choose) -> Matrix:
    """Return the matrix that fits a box into the middle of another."""
    ix, iy, iw, ih = inner
    x, y, w, h = outer
    sx, sy = w / iw, h / ih
    if choose is not None:
        sx = sy = choose(sx, sy)
    return sx, 0, 0, sy, x + (w - iw * sx) / 2 - ix * sx, y + (h - ih * sy) / 2 - iy * sy


def artwork(
    ctx: DrawContext,
    file: FilePath,
    box: geo.Rectangle,
    choose: Choose,
    recolours: Mapping[str, Recolour],
    alpha: float,
    key: str,
) -> Node:
    """Draw an SVG file in a box, its roles recoloured; `key` is the element's that names it. Raises BadValue."""
    drawing = ctx.resources.drawing(file, key)
    matrix = fitted(drawing.box, box, choose)
    for flaw in drawing.flaws:
        ctx.flaws.append(replace(flaw, found=in_file(file.name, flaw.found)))
    if drawing.svg:
        if recolours:
            found = f"'{file.name}': pixels that are not recoloured"
            ctx.flaws.append(Flaw("fixed-colours", found, "shapes with a class"))
        x, y = geo.apply(matrix, *drawing.box[:2])
        width, height = drawing.box[2] * matrix[0], drawing.box[3] * matrix[3]
        png = ctx.resources.raster(file, drawing.svg, width * ctx.scale, height * ctx.scale, key)
        return Image(x, y, width, height, file, alpha, png)
    scene = ctx.resources.artwork(file, recolours, alpha, key)
    ctx.count(len(drawing.shapes) // SHAPES, key)
    return Use(scene, matrix)


def picture_file(ctx: DrawContext, name: str, key: str, expected: str) -> FilePath:
    """Return the picture of the spec's folder that an element's `key` names. Raises BadValue."""
    name, page = paged(name)
    try:
        file = inside(ctx.resources.document.folder, name)
        there = file.is_file()
    except ValueError:
        found = f"'{name}' leads out of the spec's folder"
        raise BadValue("outside-folder", key, found, "a file beside the spec") from None
    except OSError:
        there = False  # an impossible file name
    if not there:
        found, hint = absent(file, name, "file")
        raise BadValue("missing-file", key, found, expected, hint)
    return file.with_name(f"{file.name}#{page}") if page else file


def box_of(ctx: DrawContext, file: FilePath, key: str) -> geo.Rectangle:
    """Return the box of a picture in units of its own: pixels, or those of its SVG. Raises BadValue."""
    if file.suffix.lower() == ".svg":
        return ctx.resources.drawing(file, key).box
    return 0.0, 0.0, *ctx.resources.pixels(file)


def picture(ctx: DrawContext, file: FilePath, box: geo.Rectangle, choose: Choose, alpha: float, key: str) -> Node:
    """Draw a picture in a box. Raises BadValue."""
    if file.suffix.lower() == ".svg":
        return artwork(ctx, file, box, choose, {}, alpha, key)
    read = ctx.resources.picture(file)
    sx, _, _, sy, x, y = fitted((0.0, 0.0, read.width, read.height), box, choose)
    return Image(x, y, read.width * sx, read.height * sy, rasters.whole(file), alpha, read.data)


def _file_of(ctx: DrawContext, element: el.Image) -> FilePath:
    """Return an image's file: of several, the first that exists. Raises BadValue."""
    expected = "a PNG, JPEG, WebP, SVG or PDF file beside the spec"
    *names, last = element.files
    for name in names:
        try:
            return picture_file(ctx, ctx.text(name, "image"), "image", expected)
        except BadValue as error:
            if error.code != "missing-file":
                raise
    return picture_file(ctx, ctx.text(last, "image"), "image", expected)


def image(ctx: DrawContext, element: el.Image, path: KeyPath) -> Sequence[Node]:
    """Draw an image in its box, cut to the box or to its `clip` about the part it fills. Raises BadValue, SpecError."""
    box, alpha = ctx.frame(element.box), ctx.alpha(element)
    file = _file_of(ctx, element)
    ctx.add_alt(element, named(file.stem), size=box[2], picture=True)
    choose = {"contain": min, "cover": max, "stretch": None}[element.fit]
    if element.margin is not None:
        node = _frame(ctx, element, element.margin, file, box)
    else:
        node = picture(ctx, file, box, choose, alpha, "image")
        if element.fit != "cover":
            size = box_of(ctx, file, "image")
            sx, _, _, sy, x, y = fitted(size, box, choose)
            box = (x + size[0] * sx, y + size[1] * sy, size[2] * sx, size[3] * sy)
        elif not isinstance(element.clip, str):  # words cut to the box, or closer
            node = Group((node,), clip=geo.rectangle(*box))
    return (node,) if element.clip is None else (Group((node,), clip=cut(ctx, element.clip, box, path), edge=True),)


Margin = Num | tuple[Num, Num, Num, Num]
PIXEL = 25.4 / 300  # mm


def _frame(ctx: DrawContext, element: el.Image, margin: Margin, file: FilePath, box: geo.Rectangle) -> Node:
    """Draw a picture as a frame: its corners at the picture's scale, the rest stretched. Raises BadValue."""
    given = margin if isinstance(margin, tuple) else (margin,) * 4
    left, top, right, bottom = (ctx.number(each, "margin", 0) for each in given)
    vector, own, alpha = file.suffix.lower() == ".svg", box_of(ctx, file, "image"), ctx.alpha(element)
    scale = ctx.number(element.scale, "scale", 0.001) if element.scale is not None else 1.0 if vector else PIXEL
    room = box[2] / scale, box[3] / scale
    for sides, most in ((left + right, min(own[2], room[0])), (top + bottom, min(own[3], room[1]))):
        if sides > most:
            expected = f"at most {most:.4g}, what the picture and the box have"
            raise BadValue("out-of-range", "margin", f"edges of {sides:g} together", expected)
    plain = artwork(ctx, file, (0, 0, own[2] * scale, own[3] * scale), None, {}, alpha, "image") if vector else None
    if isinstance(plain, Use):
        return frames.drawing(plain.scene, (left, top, right, bottom), box, scale)
    data = plain.data if isinstance(plain, Image) else ctx.resources.picture(file).data
    finer = frames.width(data) / own[2] if vector else 1.0
    size = round(room[0] * finer), round(room[1] * finer)
    if size[0] * size[1] > rasters.MOST_PIXELS["PNG"]:
        expected = f"at most {rasters.MOST_PIXELS['PNG']:,}: a larger scale"
        raise BadValue("over-limit", "scale", f"a frame of {size[0]:,} × {size[1]:,} pixels", expected)
    edges = finer * left, finer * top, finer * right, finer * bottom
    png = ctx.resources.frame(rasters.whole(file), data, edges, size)
    return Image(*box, file, alpha, png)
