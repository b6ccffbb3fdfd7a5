"""What an SVG file comes to: shapes and letters in the file's own units, and their nodes in a scene.

What a whole SVG file shows: the box of its picture, by its size, its viewBox and how they are fitted.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import IDENTITY, Gradient, Group, Matrix, Node, Paint, Path, Segments, Shaded, Text
from generator.faces.pictures.artwork.tree import Element, Undrawable, length, numbers
from generator.faces.preflight import Flaw
from specs.model.colours import Colour

NARROWEST = 1e-3  # of a view box, whose inverse is a scale
EM = 16.0  # for a drawing with a size in ems
FINE = 10.0  # least size of a drawing in units: numbers are written with three places
_FITTED = re.compile(r"(?:defer\s+)?(none|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?\Z")
_PARTS = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


class Viewport(Struct, frozen=True):
    """`box` is the picture, in units that `matrix` makes from the file's own; `view` is what 100 % stand for, in these.

    `fitted` is False if content outside the viewBox shows, or if its two sides are scaled differently.
    """

    box: geo.Rectangle
    view: geo.Rectangle
    matrix: Matrix = IDENTITY
    fitted: bool = True


def viewport(root: Element) -> Viewport:
    """Return what a root element shows. Raises ValueError."""
    attributes = root.attributes
    size = _size(attributes)
    view = numbers(attributes.get("viewBox", ""))
    if len(view) != 4 or not min(view[2:]) > 0:
        if view and size is not None:
            raise ValueError(f"viewBox '{attributes['viewBox'][:30]}', which is none")
        if root.name != "svg" or size is None or min(size) < NARROWEST:
            raise ValueError("no <svg> with a viewBox or a width and height")
        return _fine((0, 0, *size), (0, 0, *size), 1, 1)
    x, y, width, height = view
    if min(width, height) < NARROWEST:
        raise ValueError(f"a viewBox of {width:g} × {height:g}, narrower than {NARROWEST:g}")
    whole = x, y, width, height
    fitted = _FITTED.match(attributes.get("preserveAspectRatio", "xMidYMid").strip())
    if fitted is None:
        raise ValueError(f"preserveAspectRatio '{attributes['preserveAspectRatio'][:30]}'")
    if size is None or abs(size[0] * height - size[1] * width) < 1e-6 * size[0] * height:
        return _fine(whole, whole, 1, 1)
    across, down = size[0] / width, size[1] / height
    if fitted[1] == "none":
        return _fine(whole, whole, across, down)
    scale = (max if fitted[4] == "slice" else min)(across, down)
    wide, tall = size[0] / scale, size[1] / scale
    left, top = x - (wide - width) * _PARTS[fitted[2]], y - (tall - height) * _PARTS[fitted[3]]
    return _fine((left, top, wide, tall), whole, 1, 1)


def _fine(box: geo.Rectangle, view: geo.Rectangle, across: float, down: float) -> Viewport:
    """Return a viewport in units that are fine enough. Raises ValueError."""
    across, down = across / max(across, down), down / max(across, down)
    if not max(box[2] * across, box[3] * down, *map(abs, box)) <= geo.FARTHEST:
        raise ValueError(f"a drawing beyond {geo.FARTHEST:,.0f}")
    finer = 1.0
    while max(box[2] * across, box[3] * down) * finer < FINE:
        finer *= 10
    matrix = geo.scaling(across * finer, down * finer)
    x, y, width, height = box
    scaled = x * matrix[0], y * matrix[3], width * matrix[0], height * matrix[3]
    return Viewport(scaled, view, matrix, box == view and across == down)


def _size(attributes: Mapping[str, str]) -> tuple[float, float] | None:
    """Return the width and height of a root element; None if it has none of its own. Raises ValueError."""
    given = [attributes.get(key, "auto").strip() for key in ("width", "height")]
    if any(text in ("auto", "100%") for text in given):
        return None
    width, height = (length(text, em=EM) for text in given)
    if min(width, height) <= 0:
        raise ValueError(f"a drawing of {width:g} × {height:g}")
    return width, height


# ---- the drawing ---------------------------------------------------------------------------------


MOST_COMPARED = 400  # shapes of one group that are compared
_SQUARE = 1.5  # how far a square end may extend, in half widths
# Roles that a class can give a path; an element's own colours replace the file's.
ROLES = ("main", "accent", "line")


class Shape(Struct, frozen=True):
    """One painted path of a drawing; `fill_role` and `stroke_role` name what may recolour it.

    A gradient replaces the one colour that the paint then has. What lies outside any of the `cuts` is unpainted.
    """

    segments: Segments
    paint: Paint
    fill_role: str = ""
    stroke_role: str = ""
    gradient: Gradient | None = None
    cuts: tuple[Segments, ...] = ()
    matrix: Matrix = IDENTITY  # for a stroke that is wider one way than the other


class Letters(Struct, frozen=True):
    """A run of text of one colour, under the matrix of its element."""

    text: Text
    matrix: Matrix
    fill_role: str = ""
    cuts: tuple[Segments, ...] = ()


class Drawing(Struct, frozen=True):
    """An SVG file: its viewBox (x, y, width, height), what is painted, in its own units, and its flaws.

    A drawing that only pixels can show has no shapes but `svg`, a text that is safe to render.
    """

    box: geo.Rectangle
    shapes: tuple[Shape | Letters, ...]
    flaws: tuple[Flaw, ...] = ()
    svg: str = ""


class Recolour(Struct, frozen=True):
    """The new colour of a role; the gradient's mean if there is one, over the drawing's box."""

    colour: Colour | None
    gradient: Gradient | None = None


def draw(drawing: Drawing, recolours: Mapping[str, Recolour], opacity: float = 1) -> tuple[Node, ...]:
    """Return the drawing's nodes, with the roles recoloured that `recolours` name."""
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


def _shaded(segments: Segments, paint: Paint, fill: Gradient | None, stroke: Gradient | None) -> Node:
    """Return a path whose area or line, or both, a gradient paints."""
    nodes: list[Node] = []
    for part, gradient in ((replace(paint, stroke=None), fill), (replace(paint, fill=None), stroke)):
        if part.fill is not None or part.stroke is not None:
            nodes.append(Path(segments, part) if gradient is None else Shaded(segments, part, gradient))
    return nodes[0] if len(nodes) == 1 else Group(tuple(nodes))


def _under(matrix: Matrix, gradient: Gradient | None) -> Gradient | None:
    """Return a gradient of the drawing in the units under a matrix; None without one, or without an inverse."""
    back = geo.inverse(matrix) if gradient is not None else None
    return None if back is None or gradient is None else replace(gradient, matrix=geo.multiply(back, gradient.matrix))


# ---- the opacity of groups ---------------------------------------------------------------------


def reach(paint: Paint) -> float:
    """Return how far a stroke may extend beyond its path."""
    if paint.stroke is None:
        return 0.0
    out = _SQUARE if paint.cap == "square" else 1.0
    return paint.width / 2 * (max(out, paint.miter) if paint.join == "miter" else out)


def box_of(shape: Shape | Letters) -> geo.Rectangle | None:
    """Return a box around all that a shape paints; None for an empty path."""
    if isinstance(shape, Letters):
        x, y, width, height = geo.text_box(shape.text)
        room = shape.text.size
        return geo.bounds(geo.transform(geo.rectangle(x, y - room, width, height + 2 * room), shape.matrix))
    found = geo.bounds(shape.segments)
    if found is None:
        return None
    over = reach(shape.paint)
    box = geo.rectangle(found[0] - over, found[1] - over, found[2] + 2 * over, found[3] + 2 * over)
    return geo.bounds(geo.transform(box, shape.matrix))


def refuse_overlap(groups: Iterable[Sequence[Shape | Letters]]) -> None:
    """Raise Undrawable if shapes of a transparent group may overlap: one would show through another.

    Each shape is given its group's opacity, which looks the same as long as no two of the group overlap.
    """
    for shapes in groups:
        if len(shapes) < 2:
            continue
        boxes = sorted(box for shape in shapes if (box := box_of(shape)) is not None)
        if len(boxes) > MOST_COMPARED:
            raise Undrawable(f"the opacity of a group of more than {MOST_COMPARED} shapes")
        for i, (x, y, width, height) in enumerate(boxes):
            for left, top, _, tall in boxes[i + 1 :]:
                if left >= x + width:
                    break
                if top < y + height and y < top + tall:
                    raise Undrawable("the opacity of a group whose shapes may overlap")
