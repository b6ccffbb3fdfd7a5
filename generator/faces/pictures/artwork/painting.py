"""A path and its style to painted shapes: fill, stroke, opacity, dashes, gradients.

Clip paths of an SVG file: what is outside them is not painted. One shape is cut to; more are left to pixels.

Shape elements of an SVG file as paths, in the element's own units.
"""

import re
from collections.abc import Iterator, Mapping
from math import hypot, sqrt

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.geometry.geometry import Rectangle, bounds, multiply, scale_of, scaling, transform
from generator.draw.scene import IDENTITY, Gradient, Matrix, Paint, Segment, Segments
from generator.faces.pictures.artwork.cascade import Sheet, styled
from generator.faces.pictures.artwork.drawing import ROLES, Shape
from generator.faces.pictures.artwork.gradients import Gradients
from generator.faces.pictures.artwork.tree import (
    Element,
    Tree,
    Undrawable,
    fraction,
    length,
    numbers,
    reference,
    solid,
    transform as matrix_of,
)
from generator.faces.pictures.fill import mean
from specs.model.colours import Colour

SHAPES = {"circle", "ellipse", "line", "path", "polygon", "polyline", "rect"}


def sane(segments: Segments) -> Segments:
    """Return the same path. Raises ValueError if a number is not finite, or outside the range of drawings."""
    if not geo.near(segments):
        raise ValueError(f"a shape beyond {geo.FARTHEST:,.0f}")
    return segments


def outline(name: str, attributes: Mapping[str, str], box: geo.Rectangle) -> Segments:
    """Return a shape element's path; empty if it has no size, as the standard says.

    Raises ValueError; Undrawable for anything but a shape.
    """
    wholes = {"x": box[2], "cx": box[2], "rx": box[2], "x1": box[2], "x2": box[2], "width": box[2]}
    diagonal = hypot(box[2], box[3]) / sqrt(2)

    def at(key: str, default: str = "0") -> float:
        return length(attributes.get(key, default), diagonal if key == "r" else wholes.get(key, box[3]))

    match name:
        case "path":
            return geo.parse_path(attributes.get("d", ""))
        case "rect":
            width, height = at("width"), at("height")
            radii = [at(key) for key in ("rx", "ry") if attributes.get(key, "auto") != "auto"] or [0.0]
            _positive(name, width, height, *radii)
            return _rectangle(at("x"), at("y"), width, height, radii[0], radii[-1]) if min(width, height) > 0 else ()
        case "circle":
            _positive(name, at("r"))
            return geo.ellipse(at("cx"), at("cy"), at("r"), at("r")) if at("r") > 0 else ()
        case "ellipse":
            radii = [at(key) for key in ("rx", "ry") if attributes.get(key, "auto") != "auto"] or [0.0]
            _positive(name, *radii)
            return geo.ellipse(at("cx"), at("cy"), radii[0], radii[-1]) if min(radii) > 0 else ()
        case "line":
            return geo.polyline(((at("x1"), at("y1")), (at("x2"), at("y2"))), closed=False)
        case "polyline" | "polygon":
            found = numbers(attributes.get("points", ""))
            if len(found) % 2:
                raise Undrawable(f"<{name}> of an odd count of numbers")
            points = list(zip(found[::2], found[1::2], strict=True))
            return geo.polyline(points, closed=name == "polygon") if points else ()
        case _:
            raise Undrawable(f"<{name[:30]}>")


def _positive(name: str, *sizes: float) -> None:
    if min(sizes) < 0:
        raise Undrawable(f"<{name}> of a size below 0")


def _rectangle(x: float, y: float, width: float, height: float, rx: float, ry: float) -> Segments:
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    if rx == ry or min(rx, ry) <= 0:
        return geo.rectangle(x, y, width, height, min(rx, ry))
    return geo.transform(geo.rectangle(0, 0, width / rx, height / ry, 1), (rx, 0, 0, ry, x, y))


# ---- clips ---------------------------------------------------------------------------------------


MOST_NESTED = 16  # nested clips
MOST_SEGMENTS = 200_000  # segments of all clip paths, each use counted
_HIDDEN = {"desc", "metadata", "title"}
_PLAIN = {"clip-path": "none", "display": "inline"}
_CONVEX = {"circle", "ellipse", "rect"}  # every fill rule gives them the same inside
_OUTLINES = {
    "id", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "d", "points", "transform",
    "fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity",
}  # fmt: skip

Cut = tuple[str, Matrix]  # the id of a clip path, and the matrix of the element that refers to it


class Clips:
    """The clip paths of one file by id, wherever they stand."""

    def __init__(self, tree: Tree, sheet: Sheet, view: geo.Rectangle) -> None:
        self.tree, self.sheet, self.view = tree, sheet, view
        self.found: dict[str, tuple[Segments, Matrix]] = {}
        self.done: dict[Cut, Segments] = {}
        self.segments = 0

    def path(self, cut: Cut) -> Segments:
        """Return the path outside which a clipped element is unpainted. Raises ValueError, Undrawable."""
        if cut not in self.done:
            name, matrix = cut
            if name not in self.found:
                clip = self.tree.ids.get(name)
                if clip is None or clip.name != "clipPath":
                    raise ValueError(f"clip-path of '#{name[:30]}', no clip path of this file")
                self.found[name] = self._outline(clip, self._shape(clip))
            found, inner = self.found[name]
            self.segments += len(found)
            if self.segments > MOST_SEGMENTS:
                raise Undrawable(f"clip paths of more than {MOST_SEGMENTS:,} parts")
            self.done[cut] = sane(geo.transform(found, geo.multiply(matrix, inner)))
            if not self.done[cut]:
                raise Undrawable("a clip path without room")
        return self.done[cut]

    def _shape(self, clip: Element) -> Element:
        """Return the one shape of a clip path. Raises Undrawable for another clip path, ValueError."""
        if clip.attributes.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
            raise Undrawable("a clip path with clipPathUnits")
        inside = [each for each in clip.within() if " " not in each.name and each.name not in _HIDDEN]
        for each in (clip, *inside):
            if each is not clip and each.name not in SHAPES and each.name != "use":
                raise Undrawable(f"a clip path with <{each.name[:30]}>")
            style = styled(each.name, each.attributes, self.sheet).style
            if wrong := next((key for key, plain in _PLAIN.items() if style.get(key, plain) != plain), ""):
                raise Undrawable(f"a clip path with {wrong}")
        if len(inside) != 1:
            raise Undrawable(f"a clip path with {len(inside)} shapes")
        for key, plain in (("visibility", "visible"), ("clip-rule", "nonzero")):
            convex = key == "clip-rule" and inside[0].name in _CONVEX
            if not convex and self.sheet.inherited(inside[0], key, plain) != plain:
                raise Undrawable(f"a clip path with {key}")
        return inside[0]

    def _outline(self, clip: Element, shape: Element) -> tuple[Segments, Matrix]:
        """Return a shape inside a clip path, or the one it refers to, and its matrix there. Raises ValueError,
        Undrawable."""
        own, box = shape.attributes, self.view
        matrix = geo.multiply(matrix_of(clip.attributes.get("transform", "")), matrix_of(own.get("transform", "")))
        other = self.tree.ids.get(shape.href.removeprefix("#")) if shape.name == "use" else None
        if other is None or other.name not in SHAPES:
            return outline(shape.name, own, box), matrix
        if self.sheet.rules or not other.attributes.keys() <= _OUTLINES:
            raise Undrawable("a clip path of a styled shape")
        x, y = length(own.get("x", "0"), box[2]), length(own.get("y", "0"), box[3])
        matrix = geo.multiply(matrix, geo.translate(x, y))
        matrix = geo.multiply(matrix, matrix_of(other.attributes.get("transform", "")))
        return outline(other.name, other.attributes, box), matrix


# ---- painting ------------------------------------------------------------------------------------


_EVEN = 1e-4  # largest relative difference of a stroke's widths that is drawn as even


class State(Struct, frozen=True):
    """What an element's children inherit."""

    style: dict[str, str] = {}
    matrix: Matrix = IDENTITY
    opacity: float = 1.0
    cuts: tuple[Cut, ...] = ()  # its clips, outermost first
    fading: tuple[int, ...] = ()  # the transparent elements around it, and itself

    @property
    def fill_role(self) -> str:
        """Return the role its class gives its fill: `line` too, for a line drawn as an area."""
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
    """Return the shapes that paint a path in an element's units: one, or two if its fill and its stroke differ in kind.

    `box` is what a gradient takes as the path's own. Raises ValueError, Undrawable.
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
    """Split a stroked element's matrix: for its path, and for what is drawn of it. Raises Undrawable.

    If the element's units are stretched, its stroke is wider one way than the other. Numbers are written with a few
    places, so the units are about those of the drawing.
    """
    if _even(matrix):
        return matrix, IDENTITY
    if not scale > 1e-6:
        raise Undrawable("a stroke squeezed to a line")
    return scaling(scale, scale), multiply(matrix, scaling(1 / scale, 1 / scale))


def _even(matrix: Matrix) -> bool:
    """Return whether a matrix keeps circles round."""
    a, b, c, d, _, _ = matrix
    long = max(abs(a), abs(b), abs(c), abs(d))
    return min(hypot(a - d, b + c), hypot(a + d, b - c)) <= _EVEN * long


def _pen(paint: Paint, style: dict[str, str], width: float, scale: float) -> Paint:
    """Return a paint with a style's stroke. Raises ValueError, Undrawable."""
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
    """Yield a path without its parts of no length, which have no stroke either. Raises Undrawable for square dots."""
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
    """Return whether the stroke is painted before the fill. Raises Undrawable."""
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
    """Return the paint of a shape's fill or stroke; None for none. `over` is how far it extends beyond the box. Raises
    ValueError, Undrawable."""
    style = state.style
    text = style.get(key, default)
    opacity = state.opacity * fraction(style.get(f"{key}-opacity", "1"))
    if (found := reference(text)) is not None:
        name, text = found
        whole = gradients.find(name)
        if text and text != "none":
            solid(text, style)  # an invalid fallback makes all of it invalid
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
