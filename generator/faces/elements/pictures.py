"""Pictures where an element has them: SVG artwork as its nodes or its pixels, photos; fitted into a box. mm."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path as FilePath

from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Group, Image, Matrix, Node, Use
from generator.faces.elements.alt_text import named
from generator.faces.elements.context import DrawContext
from generator.faces.elements.resources import BadValue
from generator.faces.elements.shapes import cut
from generator.faces.pictures.artwork.drawing import Recolour
from generator.faces.preflight import Flaw, in_file
from specs.base.unfit import KeyPath
from specs.expand.pieces import inside
from specs.model import elements as el
from specs.read.missing_files import absent

SHAPES = 10  # of a drawing that count as one part

Choose = (
    Callable[[float, float], float] | None
)  # the smaller scale (contain), the larger (cover), or None for stretched


def fitted(inner: geo.Rectangle, outer: geo.Rectangle, choose: Choose) -> Matrix:
    """Puts a box into the middle of another."""
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
    """An SVG file in a box, its roles recoloured; `key` is the element's that names it. Raises BadValue."""
    drawing = ctx.resources.drawing(file, key)
    matrix = fitted(drawing.box, box, choose)
    for flaw in drawing.flaws:
        ctx.flaws.append(replace(flaw, found=in_file(file.name, flaw.found)))
    if drawing.svg:
        if recolours:
            ctx.flaws.append(
                Flaw("fixed-colours", f"'{file.name}': pixels that are not recoloured", "shapes with a class")
            )
        x, y = geo.apply(matrix, *drawing.box[:2])
        width, height = drawing.box[2] * matrix[0], drawing.box[3] * matrix[3]
        png = ctx.resources.raster(file, drawing.svg, width * ctx.scale, height * ctx.scale, key)
        return Image(x, y, width, height, file, alpha, png)
    scene = ctx.resources.artwork(file, recolours, alpha, key)
    ctx.count(len(drawing.shapes) // SHAPES, key)
    return Use(scene, matrix)


def picture_file(ctx: DrawContext, name: str, key: str, expected: str) -> FilePath:
    """The picture of the spec's folder that an element's `key` names. Raises BadValue."""
    try:
        file = inside(ctx.resources.document.folder, name)
        there = file.is_file()
    except ValueError:
        found = f"'{name}' leads out of the spec's folder"
        raise BadValue("outside-folder", key, found, "a file beside the spec") from None
    except OSError:
        there = False  # a name no file can have
    if not there:
        found, hint = absent(file, name, "file")
        raise BadValue("missing-file", key, found, expected, hint)
    return file


def box_of(ctx: DrawContext, file: FilePath, key: str) -> geo.Rectangle:
    """The box of a picture in units of its own: pixels, or those of its SVG. Raises BadValue."""
    if file.suffix.lower() == ".svg":
        return ctx.resources.drawing(file, key).box
    return 0.0, 0.0, *ctx.resources.pixels(file)


def picture(ctx: DrawContext, file: FilePath, box: geo.Rectangle, choose: Choose, alpha: float, key: str) -> Node:
    """A picture in a box. Raises BadValue."""
    if file.suffix.lower() == ".svg":
        return artwork(ctx, file, box, choose, {}, alpha, key)
    read = ctx.resources.picture(file)
    sx, _, _, sy, x, y = fitted((0.0, 0.0, read.width, read.height), box, choose)
    return Image(x, y, read.width * sx, read.height * sy, file, alpha, read.data)


def image(ctx: DrawContext, element: el.Image, path: KeyPath) -> Sequence[Node]:
    """An image in its box, cut to it or to what its `clip` says of the part it fills. Raises BadValue, SpecError."""
    box, alpha = ctx.frame(element.box), ctx.alpha(element)
    file = picture_file(ctx, ctx.text(element.image, "image"), "image", "a PNG, JPEG or SVG file beside the spec")
    ctx.add_alt(element, named(file.stem), size=box[2], picture=True)
    choose = {"contain": min, "cover": max, "stretch": None}[element.fit]
    node = picture(ctx, file, box, choose, alpha, "image")
    if element.fit != "cover":
        size = box_of(ctx, file, "image")
        sx, _, _, sy, x, y = fitted(size, box, choose)
        box = (x + size[0] * sx, y + size[1] * sy, size[2] * sx, size[3] * sy)
    elif not isinstance(element.clip, str):  # words cut to the box, or closer
        node = Group((node,), clip=geo.rectangle(*box))
    return (node,) if element.clip is None else (Group((node,), clip=cut(ctx, element.clip, box, path), edge=True),)
