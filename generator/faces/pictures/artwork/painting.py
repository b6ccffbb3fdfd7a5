"""A path and its style to painted shapes: fill, stroke, opacity, dashes, gradients."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import hypot, sqrt

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.geometry.geometry import Rectangle, bounds, multiply, scale_of, scaling, transform
from generator.draw.scene import IDENTITY, Gradient, Matrix, Paint, Segment, Segments
from generator.faces.pictures.artwork.clips import Cut, sane
from generator.faces.pictures.artwork.drawing import ROLES, Shape
from generator.faces.pictures.artwork.gradients import Gradients
from generator.faces.pictures.artwork.tree import Undrawable
from generator.faces.pictures.artwork.values import fraction, length, reference, solid
from generator.faces.pictures.fill import mean
from specs.model.colours import Colour

_EVEN = 1e-4  # how much wider than long, as a part, a stroke may become and still be drawn as even


class State(Struct, frozen=True):
    """What an element hands down to those inside it."""

    style: dict[str, str] = {}
    matrix: Matrix = IDENTITY
    opacity: float = 1.0
    cuts: tuple[Cut, ...] = ()  # what clips it, outermost first
    fading: tuple[int, ...] = ()  # the elements around it, and itself, that are not opaque

    @property
    def fill_role(self) -> str:
        """The role its class gives its fill: `line` too, for a line drawn as an area."""
        roles = [role for role in self.style.get("class", "").split() if role in ROLES]
        first = next((role for role in roles if role != "line"), "")
        return first or ("line" if roles and self.style.get("stroke", "none") == "none" else "")


class _Solid(Struct, frozen=True):
    """One colour or one gradient."""

    colour: Colour
    opacity: float
    gradient: Gradient | None = None

    @property
    def plain(self) -> bool:
        return self.opacity == 1 and self.gradient is None


def shapes(segments: Segments, state: State, gradients: Gradients, box: Rectangle | None = None) -> list[Shape]:
    """A path in an element's units as it is painted: one shape, or two where its fill and its stroke differ in kind.

    `box` is what a gradient takes for the path's own. Raises ValueError, Undrawable.
    """
    style = state.style
    stroked = style.get("stroke", "none") != "none"
    shaded = "url(" in style.get("fill", "") or "url(" in style.get("stroke", "")
    width = length(style.get("stroke-width", "1"), hypot(*gradients.view[2:]) / sqrt(2)) if stroked else 0.0
    box = box or (bounds(segments) if shaded else None) or (0, 0, 0, 0)
    flat = len(segments) < 3 and all(segment[0] != "C" for segment in segments)  # printers differ on what has no area
    scale = scale_of(state.matrix)
    whole, stretched = _units(state.matrix, scale) if width > 0 else (state.matrix, IDENTITY)
    fill = None if flat else _paint_of("fill", "black", state, whole, gradients, box, 0)
    stroke = _paint_of("stroke", "none", state, whole, gradients, box, width / 2) if width > 0 else None
    moved = sane(transform(segments, whole))
    line_role = "line" if "line" in style.get("class", "").split() else ""
    paint = Paint(even_odd=style.get("fill-rule") == "evenodd")
    pen = _pen(paint, style, width, scale) if stroke is not None else paint
    lined = moved if stroke is None else tuple(_without_dots(moved, pen))
    stroke = stroke if lined else None
    under = _under(style)
    if fill is not None and stroke is not None and fill.plain and stroke.plain and lined == moved and not under:
        both = replace(pen, fill=fill.colour, stroke=stroke.colour)
        return [Shape(moved, both, state.fill_role, line_role, matrix=stretched)]
    found: list[Shape] = []
    if fill is not None:
        inside = replace(paint, fill=fill.colour, opacity=fill.opacity)
        found.append(Shape(moved, inside, state.fill_role, "", fill.gradient, matrix=stretched))
    if stroke is not None:
        line = replace(pen, stroke=stroke.colour, opacity=stroke.opacity)
        found.append(Shape(lined, line, "", line_role, stroke.gradient, matrix=stretched))
    return found[::-1] if under else found


def _units(matrix: Matrix, scale: float) -> tuple[Matrix, Matrix]:
    """A stroked element's matrix, in two: for its path, and for what is drawn of it. Raises Undrawable.

    A stroke keeps to the element's own units where these are stretched: it is then wider one way than the other.
    Numbers are written with a few places, so the units are about those of the drawing.
    """
    if _even(matrix):
        return matrix, IDENTITY
    if not scale > 1e-6:
        raise Undrawable("a stroke squeezed to a line")
    return scaling(scale, scale), multiply(matrix, scaling(1 / scale, 1 / scale))


def _even(matrix: Matrix) -> bool:
    """Whether a matrix makes circles of circles."""
    a, b, c, d, _, _ = matrix
    long = max(abs(a), abs(b), abs(c), abs(d))
    return min(hypot(a - d, b + c), hypot(a + d, b - c)) <= _EVEN * long


def _pen(paint: Paint, style: dict[str, str], width: float, scale: float) -> Paint:
    """A paint with what a style says of its stroke. Raises ValueError, Undrawable."""
    dash = style.get("stroke-dasharray", "none")
    lengths = () if dash == "none" else tuple(length(part) * scale for part in re.split(r"[\s,]+", dash.strip()))
    if lengths and not min(lengths) > 0:  # printers differ on dashes without length
        if sum(lengths) > 0:
            raise Undrawable("dashes of no length")
        lengths = ()
    miter = float(style.get("stroke-miterlimit", "4"))
    if miter < 1:
        raise Undrawable("a stroke-miterlimit below 1")
    return replace(
        paint,
        width=width * scale,
        dash=lengths if len(lengths) % 2 == 0 else 2 * lengths,
        phase=length(style.get("stroke-dashoffset", "0")) * scale if lengths else 0.0,
        cap=style.get("stroke-linecap", "butt"),
        join=style.get("stroke-linejoin", "miter"),
        miter=miter,
    )


def _without_dots(segments: Segments, pen: Paint) -> Iterator[Segment]:
    """A path without the parts that have no length, which have no stroke either. Raises Undrawable for square dots."""
    part: list[Segment] = []
    for segment in (*segments, ("M",)):
        if segment[0] == "M" and part:
            first = part[0][1:]
            if any(each[i : i + 2] != first for each in part for i in range(1, len(each), 2)):
                yield from part
            elif len(part) > 1 and pen.cap == "round":
                yield from (part[0], ("L", *first))
            elif len(part) > 1 and pen.cap == "square":
                raise Undrawable("a square dot, a line without length")
            part = []
        part.append(segment)


def _under(style: dict[str, str]) -> bool:
    """Whether the stroke is painted before the fill."""
    order = style.get("paint-order", "normal").split()
    if order == ["normal"]:
        return False
    if "normal" in order or len(set(order)) < len(order):
        raise Undrawable(f"paint-order '{' '.join(order)[:30]}'")
    whole = [*order, *(each for each in ("fill", "stroke") if each not in order)]
    return whole.index("stroke") < whole.index("fill")


def _paint_of(
    key: str,
    default: str,
    state: State,
    matrix: Matrix,
    gradients: Gradients,
    box: Rectangle,
    over: float,
) -> _Solid | None:
    """What a shape's fill or stroke is painted with; None for nothing. `over` is how far it reaches beyond the box."""
    style = state.style
    text = style.get(key, default)
    opacity = state.opacity * fraction(style.get(f"{key}-opacity", "1"))
    if (found := reference(text)) is not None:
        name, text = found
        whole = gradients.find(name)
        if text and text != "none":
            solid(text, style)  # a fallback that is none makes all of it invalid
        if whole is None and not text:
            raise ValueError(f"{key} of '#{name[:30]}', no gradient of this file")
        if whole is not None:
            painted = (box[0] - over, box[1] - over, box[2] + 2 * over, box[3] + 2 * over)
            paint = gradients.paint(whole, matrix, box, painted)
            if isinstance(paint, Gradient):
                return _Solid(mean(paint.stops), opacity, paint)
            if paint is not None:
                return _Solid(paint[0], opacity * paint[1])
        text = text or "none"
    colour = solid(text, style)
    return None if colour is None else _Solid(colour[0], opacity * colour[1])
