"""Clip paths of an SVG file: what is outside them is not painted. One shape is cut to; more are left to pixels."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from generator.draw.geometry import Rectangle, multiply, transform, translate
from generator.draw.scene import Matrix, Segment
from generator.faces.artwork.drawing import Undrawable
from generator.faces.artwork.gradients import HREFS
from generator.faces.artwork.lengths import length
from generator.faces.artwork.lengths import transform as matrix_of
from generator.faces.artwork.outlines import SHAPES, outline, sane

MOST_NESTED = 16  # clips within clips
MOST_SEGMENTS = 200_000  # of all that is cut to, each use of a clip path counted
_HIDDEN = {"desc", "metadata", "title"}
_PLAIN = {"clip-path": "none", "clip-rule": "nonzero", "display": "inline", "visibility": "visible"}

Cut = tuple[str, Matrix]  # the id of a clip path, and the matrix of what refers to it


class _Clip(Struct):
    matrix: Matrix
    shapes: list[tuple[str, Mapping[str, str]]]  # each element's name and attributes
    wrong: str = ""
    found: tuple[tuple[Segment, ...], Matrix] | None = None  # its one shape, once it is asked for


class Clips:
    """The clip paths of one file by their ids, wherever in the file they stand."""

    def __init__(self) -> None:
        self.defined: dict[str, _Clip] = {}
        self.named: dict[str, tuple[str, Mapping[str, str]]] = {}  # shapes that a clip path may refer to
        self.open: _Clip | None = None
        self.done: dict[Cut, tuple[Segment, ...]] = {}
        self.segments = 0

    def start(self, name: str, own: Mapping[str, str]) -> None:
        """A clip path begins, or something inside one. Raises ValueError."""
        wrong = next((key for key, plain in _PLAIN.items() if own.get(key, plain) != plain), "")
        if self.open is None:
            if own.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
                wrong = "clipPathUnits"
            self.open = _Clip(matrix_of(own.get("transform", "")), [], wrong)
            self.defined.setdefault(own.get("id", ""), self.open)
        elif name not in _HIDDEN:
            if name not in SHAPES and name != "use":
                wrong = f"<{name[:30]}>"
            self.open.wrong = self.open.wrong or wrong
            self.open.shapes.append((name, own))

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
            name, own = self.named[href.removeprefix("#")]
            matrix = multiply(matrix, matrix_of(own.get("transform", "")))
        return outline(name, own, box), matrix
