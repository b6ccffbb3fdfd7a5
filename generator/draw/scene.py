"""A face or page as an immutable display list: what to draw, in mm, independent of any file format.

x grows to the right and y downward, both in mm from the scene's own origin (a face's origin is the top left corner of
its trim box, so bleed has negative coordinates). Angles are degrees, clockwise. A backend must draw every node: it
raises on what it cannot, never skips it. (Structs rather than dataclasses: a deck of 100,000 cards makes a million of
them.)
"""

from __future__ import annotations

from pathlib import Path as FilePath
from typing import Literal

from msgspec import Struct

# A path segment: ("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",). Absolute, mm.
Segment = tuple[str | float, ...]
Segments = tuple[Segment, ...]  # a path
Colour = tuple[float, float, float]  # sRGB, each 0 to 1
BLACK: Colour = (0.0, 0.0, 0.0)
WHITE: Colour = (1.0, 1.0, 1.0)
Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
# (a, b, c, d, e, f): x' = a x + c y + e, y' = b x + d y + f, as in SVG.
Matrix = tuple[float, float, float, float, float, float]
IDENTITY: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class Paint(Struct, frozen=True, gc=False):
    """How a path is filled and stroked; None = not at all. `width`, `dash` and `phase` (where its dashes begin) in mm.

    A corner is cut off if its mitre is longer than `miter` times the line's width. Ink modes never change an `exact`
    paint: a camera reads it. A `soft` one is part of a shadow, which has no outline.
    """

    fill: Colour | None = None
    stroke: Colour | None = None
    width: float = 0.25
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    even_odd: bool = False
    opacity: float = 1.0
    phase: float = 0.0
    miter: float = 4.0
    exact: bool = False
    soft: bool = False


class Path(Struct, frozen=True, gc=False, cache_hash=True):
    segments: Segments
    paint: Paint


class Stop(Struct, frozen=True, gc=False):
    """A colour of a gradient, `at` 0 (its start) to 1 (its end)."""

    at: float
    colour: Colour
    opacity: float = 1.0


class Gradient(Struct, frozen=True, gc=False):
    """A linear gradient, its `ends` (x1, y1, x2, y2), or a radial one, its circles (fx, fy, fr, cx, cy, r).

    `matrix` maps these to the path's coordinates. `stops` go from 0 to 1; the first and last colour continue beyond.
    """

    ends: tuple[float, ...]
    stops: tuple[Stop, ...]
    matrix: Matrix = IDENTITY


class Shaded(Struct, frozen=True, gc=False, cache_hash=True):
    """A path whose fill is a gradient or, if its paint has no fill, whose stroke is.

    The colour in its paint is the gradient's mean, for backends that have only one colour.
    """

    segments: Segments
    paint: Paint
    gradient: Gradient


class Font(Struct, frozen=True, gc=False, omit_defaults=True, cache_hash=True):
    """A font: the name it is embedded under, and its file. Letters it lacks are taken from the `others`.

    `features` are OpenType features such as `smcp` or `liga=0`, `tracking` is the space between letters in ems,
    `language` a tag such as `pl`, "" for none; a variable font is drawn at its `weight`.
    """

    name: str
    file: FilePath
    others: tuple[Font, ...] = ()
    features: tuple[str, ...] = ()
    tracking: float = 0.0
    language: str = ""
    weight: int = 400


class Text(Struct, frozen=True, gc=False, cache_hash=True):
    """One line of text: (x, y) is the anchor on the baseline; `size` is the em in mm; no `fill` = hollow letters.

    `rtl` says whether it is read from right to left; None: by its letters. With a `gradient`, `fill` is its mean, for
    backends that have only one colour.
    """

    x: float
    y: float
    text: str
    font: Font
    size: float
    fill: Colour | None
    anchor: Anchor = "start"
    outline: Colour | None = None
    outline_width: float = 0.0
    opacity: float = 1.0
    rtl: bool | None = None
    gradient: Gradient | None = None


class Image(Struct, frozen=True, gc=False, cache_hash=True):
    """A PNG or JPEG stretched to the box (mm); `data` is drawn if the file itself is not a plain picture."""

    x: float
    y: float
    width: float
    height: float
    file: FilePath
    opacity: float = 1.0
    data: bytes = b""


# A role in the structure tree of a PDF (Sect, H1, P, L, Table, Figure), and the index of this one among its siblings;
# 0 = a new one each time
Step = tuple[str, int | str]
Way = tuple[Step, ...]


class Tag(Struct, frozen=True, gc=False):
    """The place of nodes in the structure tree: the way there from its root. Nodes with the same way are one element.

    Nodes without a way are not read out, as marks are not. `alt` is read in their place.
    """

    way: Way = ()
    alt: str = ""


UNREAD = Tag()


class Group(Struct, frozen=True, gc=False, cache_hash=True):
    """Children drawn under a transform, optionally clipped to a closed path in the group's own coordinates.

    A clip with an `edge` is part of the drawing: in outline ink a line follows it where it cuts a fill. A `tag` gives
    the children their place in the structure tree. With a `blend` they are one picture, multiplied with what is below
    it, up to the nearest clip around it.
    """

    children: tuple[Node, ...]
    matrix: Matrix = IDENTITY
    clip: Segments = ()
    edge: bool = False
    tag: Tag | None = None
    blend: Literal["", "multiply"] = ""


class Use(Struct, frozen=True, gc=False, cache_hash=True):
    """A scene drawn again: backends write each distinct scene once and refer to it."""

    scene: Scene
    matrix: Matrix = IDENTITY


Node = Path | Text | Image | Group | Use | Shaded


class Scene(Struct, frozen=True, gc=False):
    """A drawing with its box, mm: (x, y, width, height). The same object is the same drawing.

    `reusable` is False if a scene is used once, so that a backend need not keep it; `single` is True if no other scene
    should look like it, so that a backend may draw it in place. `alt` is its text for a screen reader.
    """

    box: tuple[float, float, float, float]
    nodes: tuple[Node, ...]
    reusable: bool = True
    single: bool = False
    alt: str = ""


class Artwork(Scene, frozen=True, gc=False):
    """A drawing in its file's own units, not mm: how large these are on paper is said where it is used."""


class Placement(Struct, frozen=True, gc=False):
    """A piece's face on a page: `trim` is its trim box (x, y, width, height) in page coordinates, mm."""

    piece: str
    scene: Scene
    matrix: Matrix
    trim: tuple[float, float, float, float]


class CutLines(Struct, frozen=True, gc=False):
    """The lines a machine cuts on a page, each once, and the `folds` it scores, mm; `marks` are areas it looks for. Two
    pages with different cuts have different names."""

    name: str
    lines: tuple[Segments, ...]
    folds: tuple[Segments, ...]
    marks: tuple[Segments, ...]


PageSide = Literal["front", "back", "both"]


class Page(Struct, frozen=True, gc=False):
    """One side of a sheet, mm. `trim` and `bleed` enclose all its pieces' trim and bleed boxes.

    `components` are those whose pieces lie on it; `bookmarks` the outline entries that lead here; `side` is front, back
    or both (gutterfold). A page with a `spare_back` is not cut up and has an empty back, which another page may use. On
    a page with `words` all text is read out, on others only tagged text. `cut` is what a machine cuts, in mm of the
    sheet, whatever the printer's scale.
    """

    width: float
    height: float
    nodes: tuple[Node, ...]
    trim: tuple[float, float, float, float]
    bleed: tuple[float, float, float, float]
    components: tuple[str, ...]
    side: PageSide = "front"
    bookmarks: tuple[str, ...] = ()
    placements: tuple[Placement, ...] = ()
    spare_back: bool = False
    words: bool = False
    cut: CutLines | None = None

    @classmethod
    def whole(
        cls, size: tuple[float, float], nodes: tuple[Node, ...], components: tuple[str, ...], side: PageSide = "front",
        bookmarks: tuple[str, ...] = (), *, spare_back: bool = False, words: bool = False, cut: CutLines | None = None,
    ) -> Page:  # fmt: skip
        """Return a page whose content may reach its edge."""
        box = (0.0, 0.0, *size)
        return cls(*size, nodes, box, box, components, side, bookmarks, (), spare_back, words, cut)
