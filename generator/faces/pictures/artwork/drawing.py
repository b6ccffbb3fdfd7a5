"""What an SVG file comes to: shapes and letters in the file's own units, and their nodes in a scene."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.geometry.geometry import Rectangle, inverse, multiply
from generator.draw.scene import IDENTITY, Gradient, Group, Matrix, Node, Paint, Path, Segment, Shaded, Text
from generator.faces.preflight import Flaw
from specs.model.colours import Colour

# Roles a class can give a path; an element's own colours replace the file's.
ROLES = ("main", "accent", "line")


class Shape(Struct, frozen=True):
    """One painted path of a drawing; `fill_role` and `stroke_role` name what may recolour it.

    A gradient takes the place of the one colour that the paint then has. What lies outside of any `cuts` is unpainted.
    """

    segments: tuple[Segment, ...]
    paint: Paint
    fill_role: str = ""
    stroke_role: str = ""
    gradient: Gradient | None = None
    cuts: tuple[tuple[Segment, ...], ...] = ()
    matrix: Matrix = IDENTITY  # of a stroke that is wider one way than the other


class Letters(Struct, frozen=True):
    """A run of text of one colour, under the matrix of the element it stands in."""

    text: Text
    matrix: Matrix
    fill_role: str = ""
    cuts: tuple[tuple[Segment, ...], ...] = ()


class Drawing(Struct, frozen=True):
    """An SVG file: its viewBox (x, y, width, height), what is painted, in its own units, and what is not as it says.

    What only pixels can show has no shapes but `svg`, a text that a renderer can be trusted with.
    """

    box: Rectangle
    shapes: tuple[Shape | Letters, ...]
    flaws: tuple[Flaw, ...] = ()
    svg: str = ""


class Recolour(Struct, frozen=True):
    """What a role is recoloured with; the colour is the gradient's mean where there is one, over the drawing's box."""

    colour: Colour | None
    gradient: Gradient | None = None


def draw(drawing: Drawing, recolours: Mapping[str, Recolour], opacity: float = 1) -> tuple[Node, ...]:
    """The drawing's nodes, its roles recoloured where `recolours` name them."""
    nodes: list[Node] = []
    for cuts, shapes in groupby(drawing.shapes, key=lambda shape: shape.cuts):
        inside = tuple(_node(shape, recolours, opacity) for shape in shapes)
        for path in reversed(cuts):
            inside = (Group(inside, clip=path),)
        nodes += inside
    return tuple(nodes)


def _node(shape: Shape | Letters, recolours: Mapping[str, Recolour], opacity: float) -> Node:
    if isinstance(shape, Letters):
        fill = recolours.get(shape.fill_role, Recolour(shape.text.fill))
        shade = _under(shape.matrix, fill.gradient)
        text = replace(shape.text, fill=fill.colour, opacity=shape.text.opacity * opacity, gradient=shade)
        return text if shape.matrix == IDENTITY else Group((text,), shape.matrix)
    paint, gradient = shape.paint, shape.gradient
    fill, stroke = (
        recolours.get(shape.fill_role, Recolour(paint.fill)),
        recolours.get(shape.stroke_role, Recolour(paint.stroke)),
    )
    if shape.fill_role in recolours or shape.stroke_role in recolours:
        paint, gradient = replace(paint, fill=fill.colour, stroke=stroke.colour), None
    if opacity != 1:
        paint = replace(paint, opacity=paint.opacity * opacity)
    shades = _under(shape.matrix, fill.gradient), _under(shape.matrix, stroke.gradient)
    node = _shaded(shape.segments, paint, *shades) if any(shades) else None
    if node is None:
        node = Path(shape.segments, paint) if gradient is None else Shaded(shape.segments, paint, gradient)
    return node if shape.matrix == IDENTITY else Group((node,), shape.matrix)


def _shaded(segments: tuple[Segment, ...], paint: Paint, fill: Gradient | None, stroke: Gradient | None) -> Node:
    """A path whose area or line, or both, a gradient paints."""
    nodes: list[Node] = []
    for part, gradient in ((replace(paint, stroke=None), fill), (replace(paint, fill=None), stroke)):
        if part.fill is not None or part.stroke is not None:
            nodes.append(Path(segments, part) if gradient is None else Shaded(segments, part, gradient))
    return nodes[0] if len(nodes) == 1 else Group(tuple(nodes))


def _under(matrix: Matrix, gradient: Gradient | None) -> Gradient | None:
    """A gradient of the drawing as it is seen from under a matrix."""
    back = inverse(matrix) if gradient is not None else None
    return None if back is None or gradient is None else replace(gradient, matrix=multiply(back, gradient.matrix))
