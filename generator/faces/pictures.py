"""SVG artwork where an element has it: its nodes or its pixels, fitted into a box. mm."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path as FilePath

from msgspec.structs import replace

from generator.draw import geometry as geo
from generator.draw.scene import Colour, Image, Matrix, Node, Use
from generator.faces.pen import Pen
from generator.faces.proof import Flaw, said

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
    pen: Pen,
    file: FilePath,
    box: geo.Rectangle,
    choose: Choose,
    colours: Mapping[str, Colour | None],
    alpha: float,
    key: str,
) -> Node:
    """An SVG file in a box, its roles recoloured; `key` is the element's that names it. Raises Wrong."""
    drawing = pen.lookup.drawing(file, key)
    matrix = fitted(drawing.box, box, choose)
    for flaw in drawing.flaws:
        pen.flaws.append(replace(flaw, found=said(file.name, flaw.found)))
    if drawing.svg:
        if colours:
            pen.flaws.append(Flaw("colours", f"'{file.name}': pixels that are not recoloured", "shapes with a class"))
        x, y = geo.apply(matrix, *drawing.box[:2])
        width, height = drawing.box[2] * matrix[0], drawing.box[3] * matrix[3]
        png = pen.lookup.raster(file, drawing.svg, width * pen.scale, height * pen.scale, key)
        return Image(x, y, width, height, file, alpha, png)
    scene = pen.lookup.artwork(file, colours, alpha, key)
    pen.count(len(drawing.shapes) // SHAPES, key)
    return Use(scene, matrix)
