"""What an SVG file comes to: shapes and letters in the file's own units, and their nodes in a scene."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.geometry import Rectangle
from generator.draw.scene import IDENTITY, Gradient, Group, Matrix, Node, Paint, Path, Segment, Shaded, Text
from generator.faces.proof import Flaw
from specs.colours import Colour

if TYPE_CHECKING:
    from generator.faces.artwork.viewport import Viewport

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


class Undrawable(ValueError):
    """What shapes, gradients and letters cannot show, though pixels could."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}, which cannot be drawn (convert it to paths)")
        self.what = what
        self.where = ""  # its line and column, once they are known
        self.view: Viewport | None = None  # the drawing's

    def __str__(self) -> str:
        return f"{self.where}{super().__str__()}"


def draw(drawing: Drawing, colours: Mapping[str, Colour | None], opacity: float = 1) -> tuple[Node, ...]:
    """The drawing's nodes, its roles recoloured where `colours` names them."""
    nodes: list[Node] = []
    for cuts, shapes in groupby(drawing.shapes, key=lambda shape: shape.cuts):
        inside = tuple(_node(shape, colours, opacity) for shape in shapes)
        for path in reversed(cuts):
            inside = (Group(inside, clip=path),)
        nodes += inside
    return tuple(nodes)


def _node(shape: Shape | Letters, colours: Mapping[str, Colour | None], opacity: float) -> Node:
    if isinstance(shape, Letters):
        fill = colours.get(shape.fill_role, shape.text.fill)
        text = replace(shape.text, fill=fill, opacity=shape.text.opacity * opacity)
        return text if shape.matrix == IDENTITY else Group((text,), shape.matrix)
    recoloured = shape.fill_role in colours or shape.stroke_role in colours
    paint = shape.paint
    if recoloured or opacity != 1:
        paint = replace(
            paint,
            fill=colours.get(shape.fill_role, paint.fill),
            stroke=colours.get(shape.stroke_role, paint.stroke),
            opacity=paint.opacity * opacity,
        )
    plain = shape.gradient is None or recoloured
    node = Path(shape.segments, paint) if plain else Shaded(shape.segments, paint, shape.gradient)  # type: ignore[arg-type]
    return node if shape.matrix == IDENTITY else Group((node,), shape.matrix)
