"""Clip paths of an SVG file: what is outside them is not painted. One shape is cut to; more are left to pixels."""

from __future__ import annotations

from generator.draw.geometry.geometry import Rectangle, multiply, transform, translate
from generator.draw.scene import Matrix, Segment
from generator.faces.pictures.artwork.cascade import Sheet
from generator.faces.pictures.artwork.outlines import SHAPES, outline, sane
from generator.faces.pictures.artwork.properties import styled
from generator.faces.pictures.artwork.tree import Element, Tree, Undrawable
from generator.faces.pictures.artwork.values import length
from generator.faces.pictures.artwork.values import transform as matrix_of

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

    def __init__(self, tree: Tree, sheet: Sheet, view: Rectangle) -> None:
        self.tree, self.sheet, self.view = tree, sheet, view
        self.found: dict[str, tuple[tuple[Segment, ...], Matrix]] = {}
        self.done: dict[Cut, tuple[Segment, ...]] = {}
        self.segments = 0

    def path(self, cut: Cut) -> tuple[Segment, ...]:
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
            self.done[cut] = sane(transform(found, multiply(matrix, inner)))
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

    def _outline(self, clip: Element, shape: Element) -> tuple[tuple[Segment, ...], Matrix]:
        """A shape inside a clip path, or the one it refers to, and its matrix there."""
        own, box = shape.attributes, self.view
        matrix = multiply(matrix_of(clip.attributes.get("transform", "")), matrix_of(own.get("transform", "")))
        other = self.tree.ids.get(shape.href.removeprefix("#")) if shape.name == "use" else None
        if other is None or other.name not in SHAPES:
            return outline(shape.name, own, box), matrix
        if self.sheet.rules or not other.attributes.keys() <= _OUTLINES:
            raise Undrawable("a clip path of a styled shape")
        matrix = multiply(matrix, translate(length(own.get("x", "0"), box[2]), length(own.get("y", "0"), box[3])))
        matrix = multiply(matrix, matrix_of(other.attributes.get("transform", "")))
        return outline(other.name, other.attributes, box), matrix
