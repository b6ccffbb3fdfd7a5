"""Clip paths of an SVG file: what is outside them is not painted. One shape is cut to; more are left to pixels.

Shape elements of an SVG file as paths, in the element's own units.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot, sqrt

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Matrix, Segments
from generator.faces.pictures.artwork.cascade import Sheet, styled
from generator.faces.pictures.artwork.tree import Element, Tree, Undrawable
from generator.faces.pictures.artwork.values import length, numbers
from generator.faces.pictures.artwork.values import transform as matrix_of

SHAPES = {"circle", "ellipse", "line", "path", "polygon", "polyline", "rect"}


def sane(segments: Segments) -> Segments:
    """The same path. Raises ValueError where a number is not finite, or farther out than any drawing goes."""
    if not all(abs(number) <= geo.FARTHEST for segment in segments for number in segment[1:]):  # type: ignore[arg-type]
        raise ValueError(f"a shape beyond {geo.FARTHEST:,.0f}")
    return segments


def outline(name: str, attributes: Mapping[str, str], box: geo.Rectangle) -> Segments:
    """A shape element's path; empty where it has no size, as the standard has it.

    Raises ValueError; Undrawable for what is no shape.
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


MOST_NESTED = 16  # clips within clips
MOST_SEGMENTS = 200_000  # of all that is cut to, each use of a clip path counted
_HIDDEN = {"desc", "metadata", "title"}
_PLAIN = {"clip-path": "none", "display": "inline"}
_CONVEX = {"circle", "ellipse", "rect"}  # every rule knows their inside
_OUTLINES = {
    "id", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "d", "points", "transform",
    "fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity",
}  # fmt: skip

Cut = tuple[str, Matrix]  # the id of a clip path, and the matrix of what refers to it


class Clips:
    """The clip paths of one file by their ids, wherever in the file they stand."""

    def __init__(self, tree: Tree, sheet: Sheet, view: geo.Rectangle) -> None:
        self.tree, self.sheet, self.view = tree, sheet, view
        self.found: dict[str, tuple[Segments, Matrix]] = {}
        self.done: dict[Cut, Segments] = {}
        self.segments = 0

    def path(self, cut: Cut) -> Segments:
        """What remains of a cut thing lies inside this path. Raises ValueError, Undrawable."""
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
        """The one shape of a clip path. Raises Undrawable for another clip path, ValueError."""
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
        """A shape inside a clip path, or the one it refers to, and its matrix there."""
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
