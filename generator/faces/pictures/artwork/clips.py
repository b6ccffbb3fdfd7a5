"""Clip paths of an SVG file: what is outside them is not painted. One shape is cut to; more are left to pixels."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from generator.draw.geometry.geometry import Rectangle, multiply, transform, translate
from generator.draw.scene import Matrix, Segment
from generator.faces.pictures.artwork.cascade import Sheet
from generator.faces.pictures.artwork.gradients import HREFS
from generator.faces.pictures.artwork.lengths import length
from generator.faces.pictures.artwork.lengths import transform as matrix_of
from generator.faces.pictures.artwork.outlines import SHAPES, outline, sane
from generator.faces.pictures.artwork.properties import styled
from generator.faces.pictures.artwork.viewport import Undrawable

MOST_NESTED = 16  # clips within clips
MOST_SEGMENTS = 200_000  # of all that is cut to, each use of a clip path counted
_HIDDEN = {"desc", "metadata", "title"}
_PLAIN = {"clip-path": "none", "display": "inline", "visibility": "visible"}
_CONVEX = {"circle", "ellipse", "rect"}  # every rule knows their inside
_OUTLINES = {
    "id", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "d", "points", "transform",
    "fill", "stroke", "stroke-width", "fill-opacity", "stroke-opacity",
}  # fmt: skip

Cut = tuple[str, Matrix]  # the id of a clip path, and the matrix of what refers to it


class _Clip(Struct):
    matrix: Matrix
    shapes: list[tuple[str, Mapping[str, str]]]  # each element's name and attributes
    rule: str = "nonzero"
    wrong: str = ""
    found: tuple[tuple[Segment, ...], Matrix] | None = None  # its one shape, once it is asked for


class Clips:
    """The clip paths of one file by their ids, wherever in the file they stand."""

    def __init__(self) -> None:
        self.defined: dict[str, _Clip] = {}
        self.named: dict[str, tuple[str, Mapping[str, str], bool]] = {}  # shapes that a clip path may refer to
        self.open: _Clip | None = None
        self.done: dict[Cut, tuple[Segment, ...]] = {}
        self.segments = 0

    def start(self, name: str, attributes: Mapping[str, str], sheet: Sheet, around: Mapping[str, str]) -> None:
        """A clip path begins, or something inside one; `around` is what it inherits. Raises ValueError."""
        if name in _HIDDEN:
            return
        wrong, style = "", dict[str, str]()
        try:
            style = styled(name, attributes, sheet).style
        except Undrawable as error:
            wrong = error.what
        wrong = wrong or next((key for key, plain in _PLAIN.items() if style.get(key, plain) != plain), "")
        if self.open is None:
            if attributes.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
                wrong = "clipPathUnits"
            rule = style.get("clip-rule", around.get("clip-rule", "nonzero"))
            if around.get("visibility", "visible") != "visible":
                wrong = wrong or "visibility"
            self.open = _Clip(matrix_of(attributes.get("transform", "")), [], rule, wrong)
            self.defined.setdefault(attributes.get("id", ""), self.open)
        else:
            if name not in SHAPES and name != "use":
                wrong = f"<{name[:30]}>"
            if style.get("clip-rule", self.open.rule) != "nonzero" and name not in _CONVEX:
                wrong = wrong or "clip-rule"
            self.open.wrong = self.open.wrong or wrong
            self.open.shapes.append((name, attributes))

    def name(self, name: str, attributes: Mapping[str, str], sheet: Sheet) -> None:
        """A shape that a clip path may refer to. Raises ValueError."""
        plain = not sheet.rules and attributes.keys() <= _OUTLINES
        self.named.setdefault(attributes["id"], (name, attributes, plain))

    def end(self) -> None:
        """The clip path that was begun has ended."""
        self.open = None

    def path(self, cut: Cut, box: Rectangle) -> tuple[Segment, ...]:
        """What remains of a cut thing lies inside this path. Raises ValueError, Undrawable."""
        if cut not in self.done:
            name, matrix = cut
            clip = self.defined.get(name)
            if clip is None:
                raise ValueError(f"clip-path of '#{name[:30]}', no clip path of this file")
            if clip.wrong or len(clip.shapes) != 1:
                raise Undrawable(f"a clip path with {clip.wrong or f'{len(clip.shapes)} shapes'}")
            clip.found = clip.found or self._outline(*clip.shapes[0], box)
            found, inner = clip.found
            self.segments += len(found)
            if self.segments > MOST_SEGMENTS:
                raise Undrawable(f"clip paths of more than {MOST_SEGMENTS:,} parts")
            self.done[cut] = sane(transform(found, multiply(matrix, multiply(clip.matrix, inner))))
            if not self.done[cut]:
                raise Undrawable("a clip path without room")
        return self.done[cut]

    def _outline(self, name: str, own: Mapping[str, str], box: Rectangle) -> tuple[tuple[Segment, ...], Matrix]:
        """A shape inside a clip path, or the one it refers to, and its matrix there."""
        matrix = matrix_of(own.get("transform", ""))
        href = next((own[key].strip() for key in HREFS if key in own), "")
        if name == "use" and href.removeprefix("#") in self.named:
            matrix = multiply(matrix, translate(length(own.get("x", "0"), box[2]), length(own.get("y", "0"), box[3])))
            name, own, plain = self.named[href.removeprefix("#")]
            if not plain:
                raise Undrawable("a clip path of a styled shape")
            matrix = multiply(matrix, matrix_of(own.get("transform", "")))
        return outline(name, own, box), matrix
