"""Preflight: finds what prints or cuts badly, such as hairlines, tiny letters, coarse pictures, icons close to the cut.
mm.

Each is a warning at its element, once; the face is still printed.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from pathlib import Path as FilePath
from struct import unpack

from msgspec import Struct

from generator.draw.geometry import geometry as geo
from generator.draw.scene import IDENTITY, Image, Matrix, Node, Path, Scene, Segments, Shaded, Text, Use
from generator.draw.walk import texts, walk
from generator.faces import outline as outlines
from generator.faces.outline import CutLine, Point, corners
from specs.base.unfit import Code

THINNEST_LINE = 0.1  # mm; three dots of a printer with 720 to the inch
SMALLEST_LETTERS = 1.58  # mm of em: 4.5 points, where small letters are 0.7 mm high
LEAST_DPI = 150.0
NEAR = 0.05  # tolerance of the safe area, mm
OVER = 1.0  # mm beyond the cut from which a picture is meant to be cut off
_ROUNDING = 1e-4
_PLACE = re.compile(r"(\d+:\d+): ")

Pixels = Callable[[FilePath], tuple[float, float]]


class Flaw(Struct, frozen=True):
    """Something that would print badly; `code` tells flaws of one element apart."""

    code: Code
    found: str
    expected: str


def in_file(file: str, found: str) -> str:
    """Return a finding in a file of artwork, with its name; `found` may begin with a line and a column."""
    place = _PLACE.match(found)
    return f"'{file}:{place[1]}': {found[place.end() :]}" if place else f"'{file}': {found}"


class ClipWindow(Struct, frozen=True):
    """What is visible under some clips: their common box, and the path of the innermost."""

    box: geo.Rectangle
    path: Segments

    def of(self, box: geo.Rectangle) -> geo.Rectangle:
        return geo.common(self.box, box) or (*box[:2], 0.0, 0.0)

    def edge(self, box: geo.Rectangle) -> Iterator[Point]:
        """Yield points around the visible part of a box."""
        left, top, width, height = self.of(box)
        for x, y in outlines.points_along(self.path):
            yield min(max(x, left), left + width), min(max(y, top), top + height)


def narrowed(window: ClipWindow | None, clip: Segments) -> ClipWindow:
    """Return what is visible through a clip within another."""
    box = geo.bounds(clip) or (0.0, 0.0, 0.0, 0.0)
    return ClipWindow(box if window is None else window.of(box), clip)


class Preflight(Struct, frozen=True):
    """One side of a piece: its trim box, its bleed, its safe area, and a function for a picture's pixels.

    If the cut is not a rectangle, `cut_line` gives distances to it, which should be at least `margin`.
    """

    trim: geo.Rectangle
    bleed: float
    safe: geo.Rectangle
    pixels: Pixels
    cut_line: CutLine | None = None
    margin: float = 0.0

    def flaws(self, nodes: Sequence[Node], matrix: Matrix = IDENTITY, clip: ClipWindow | None = None) -> Iterator[Flaw]:
        """Yield the flaws of an element's nodes, in order."""
        for leaf in walk(nodes, matrix, into_uses=False):
            under = leaf.matrix
            match leaf.node:
                case Path(_, paint) | Shaded(_, paint):
                    if paint.stroke is not None and paint.width < 10 * THINNEST_LINE:
                        yield from _thin(paint.width * geo.scale_of(under))
                case Text() as node:
                    yield from _letters(node, geo.scale_of(under))
                    yield from self._words(node, under)
                case Image() as node:
                    yield from self._picture(node, under, reduce(narrowed, leaf.windows, clip))
                case Use(scene, inner):
                    yield from self._drawing(scene, geo.multiply(under, inner), reduce(narrowed, leaf.windows, clip))

    def _picture(self, node: Image, matrix: Matrix, clip: ClipWindow | None) -> Iterator[Flaw]:
        made = node.data.startswith(b"\x89PNG")
        across, down = unpack(">II", node.data[16:24]) if made else self.pixels(node.file)
        scale = geo.scale_of(matrix)
        dpi = 25.4 * min(across / node.width, down / node.height) / scale
        if dpi < LEAST_DPI - 0.5:
            wide, tall = node.width * scale, node.height * scale
            need = f"{wide / 25.4 * LEAST_DPI:.0f} × {tall / 25.4 * LEAST_DPI:.0f} pixels"
            found = f"'{node.file.name}' of {across:g} × {down:g} pixels on {wide:.4g} × {tall:.4g} mm, {dpi:.0f} dpi"
            yield Flaw("low-resolution", found, f"at least {LEAST_DPI:.0f} dpi, {need}")
        ((_, box),) = geo.paint_box([node], matrix)
        box = box if clip is None else clip.of(box)
        what = f"picture '{node.file.name}'"
        if self.cut_line is None:
            yield from self._edges(what, box)
        else:
            yield from self._near(what, corners(box, IDENTITY) if clip is None else clip.edge(box))

    def _drawing(self, scene: Scene, matrix: Matrix, clip: ClipWindow | None) -> Iterator[Flaw]:
        """Yield the flaws of an icon, or a picture made of lines."""
        heaviest, smallest = _finest(scene)
        if heaviest is not None:
            yield from _thin(heaviest * geo.scale_of(matrix))
        if smallest is not None:
            yield from _letters(smallest[0], smallest[1] * geo.scale_of(matrix))
        around = corners(scene.box, matrix)
        box = geo.union([(x, y, 0.0, 0.0) for x, y in around])
        if self.cut_line is not None:
            if clip is None and any(self._near("", around)):
                yield from self._near("an icon or drawing", outlines.painted(scene.nodes, matrix))
            return
        if not any(self._edges("", box)):
            return
        # its box has empty rims; only what is painted counts
        painted = [found for _, found in geo.paint_box(scene.nodes, matrix)]
        if painted:
            whole = geo.union(painted)
            yield from self._edges("an icon or drawing", whole if clip is None else clip.of(whole))

    def _words(self, node: Text, matrix: Matrix) -> Iterator[Flaw]:
        """Yield a flaw for text near a cut that is not a rectangle, or over it."""
        if self.cut_line is None:
            return
        depth, (x, y) = self.cut_line.nearest(corners(geo.text_box(node), matrix))
        if depth < self.margin - NEAR:
            text = node.text if len(node.text) < 30 else node.text[:27] + "..."
            yield Flaw("text-near-cut", f"text '{text}' {_distance(depth)} at {x:.1f}, {y:.1f} mm", self._kept("text"))

    def _near(self, what: str, points: Iterable[Point]) -> Iterator[Flaw]:
        """Yield a flaw for a picture near such a cut, unless it crosses the cut far enough to be meant so."""
        assert self.cut_line is not None, "only asked where there is one"
        depth, (x, y) = self.cut_line.nearest(points)
        if NEAR - min(OVER, self.bleed) < depth < self.margin - NEAR:
            found = f"{what} {_distance(depth)} at {x:.1f}, {y:.1f} mm"
            yield Flaw("picture-near-cut", found, f"{self._kept('a picture')}, or one over the cut")

    def _kept(self, what: str) -> str:
        return f"{what} inside the safe area, {self.margin:g} mm from the cut"

    def _edges(self, what: str, box: geo.Rectangle) -> Iterator[Flaw]:
        """Yield a flaw for a picture outside the safe area, unless it crosses the cut far enough to be meant so."""
        far = min(OVER, self.bleed) - NEAR
        for axis in (0, 1):
            low, high = box[axis], box[axis] + box[axis + 2]
            safe_low, safe_high = self.safe[axis], self.safe[axis] + self.safe[axis + 2]
            cut_low, cut_high = self.trim[axis], self.trim[axis] + self.trim[axis + 2]
            if cut_low - far < low < safe_low - NEAR or safe_high + NEAR < high < cut_high + far:
                x, y, width, height = self.safe
                found = f"{what} from {box[0]:.1f}, {box[1]:.1f} to {box[0] + box[2]:.1f}, {box[1] + box[3]:.1f} mm"
                safe = f"{x:g}, {y:g} to {x + width:g}, {y + height:g} mm"
                yield Flaw("picture-near-cut", found, f"a picture inside the safe area, {safe}, or one over the cut")
                return


def _distance(depth: float) -> str:
    return f"{depth:.1f} mm from the cut" if depth >= 0 else f"{-depth:.1f} mm beyond the cut"


def _thin(width: float) -> Iterator[Flaw]:
    if width < THINNEST_LINE - _ROUNDING:
        yield Flaw("thin-line", f"a line {width:.2g} mm wide", f"lines of at least {THINNEST_LINE:g} mm (0.3 pt)")


def _letters(node: Text, scale: float) -> Iterator[Flaw]:
    size = node.size * scale
    if size < SMALLEST_LETTERS:
        text = node.text if len(node.text) < 30 else node.text[:27] + "..."
        found = f"text '{text}' of {size / 25.4 * 72:.1f} pt"
        yield Flaw("small-letters", found, "letters of at least 4.5 pt (1.6 mm)")
    if node.outline is not None and node.outline_width > 0:
        yield from _thin(node.outline_width * scale)


def _finest(scene: Scene) -> tuple[float | None, tuple[Text, float] | None]:
    """Return the heaviest line of a drawing in its own units; None if anything is filled: it may lose its finest
    strokes, but a drawing of hairlines alone would hardly show. Also return its smallest text, with its scale."""
    widths = [
        node.paint.width * geo.scale_of(matrix) if isinstance(node, Path | Shaded) and node.paint.fill is None else None
        for node, matrix, _ in walk(scene.nodes)
    ]
    heaviest = None if None in widths else max((width for width in widths if width is not None), default=None)
    scaled = [(text, geo.scale_of(matrix)) for text, matrix in texts(scene.nodes)]
    smallest = min(scaled, key=lambda found: found[0].size * found[1], default=None)
    return heaviest, smallest
