"""Styles, gradients and the elements of faces, as typed, immutable values. Sizes are mm, angles degrees clockwise."""

# annotations that are values, not text: msgspec would compile each of them at every start

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from specs.base.unfit import KeyPath
from specs.model.values import WHOLE, Box, Frozen, Num, Point, Positive, Row, Scalar, described

Align = Literal["left", "center", "right", "justify"]
Language = Annotated[str, described("[a-z]{2,3}(_[A-Za-z]{2,4})?", "a language such as de or de_AT")]
OF_FEATURES = described("[A-Za-z0-9]{4}(=[0-9]{1,3})?", "an OpenType feature such as smcp, or liga=0 to have it off")
Feature = Annotated[str, OF_FEATURES]
Tracking = Annotated[float, Meta(ge=-0.5, le=5)]
MAX_STOPS = 64
_Part = Annotated[float, Meta(ge=0, le=1, extra_json_schema={"description": "a number from 0 to 1"})]


class ColourStop(Frozen, frozen=True, kw_only=True):
    """A colour, its `offset` from 0 to 1 along the gradient, and its opacity there."""

    colour: str
    offset: _Part | None = None
    opacity: _Part = 1


class Gradient(Frozen, frozen=True, kw_only=True):
    """Colours across the box of a shape: `linear`, from left to right, or turned, downward at 90; or `radial`, from its
    middle to the farthest point of its outline."""

    colours: Annotated[tuple[str | ColourStop, ...], Meta(min_length=1)]
    kind: Literal["linear", "radial"] = "linear"
    rotate: Num | None = None

    @property
    def stops(self) -> tuple[ColourStop, ...]:
        """Return all stops with an offset: the first at 0, the last at 1, and those without one evenly between their
        neighbours."""
        found = [ColourStop(colour=each) if isinstance(each, str) else each for each in self.colours]
        stops = zip(found, _placed([stop.offset for stop in found]), strict=True)
        return tuple(ColourStop(colour=stop.colour, offset=place, opacity=stop.opacity) for stop, place in stops)


def _placed(given: Sequence[float | None]) -> list[float]:
    places = list(given)
    if not places:
        return []
    places[-1] = 1.0 if places[-1] is None else places[-1]
    places[0] = 0.0 if places[0] is None else places[0]
    found: list[float] = []
    for index, place in enumerate(places):
        if place is None:
            after = next(i for i in range(index, len(places)) if places[i] is not None)
            end, start = places[after] or 0.0, found[-1]
            place = start + (end - start) / (after - index + 1)  # those before it have theirs
        found.append(place)
    return found


class Style(Frozen, frozen=True, kw_only=True):
    """Named defaults for text and paint; an element's own keys win over its `style`."""

    style: str | None = None
    font: str | None = None
    size: Num | None = None
    align: Align | None = None
    valign: Literal["top", "middle", "bottom"] | None = None
    leading: Positive | None = None
    language: Language | None = None
    hyphens: bool | None = None
    font_features: tuple[Feature, ...] | None = None
    spacing: Tracking | None = None
    fill: str | Gradient | None = None
    stroke: str | None = None
    stroke_width: Num | None = None
    dash: tuple[Positive, ...] | None = None


# ---- elements of a face --------------------------------------------------------------------------


class Element(Frozen, tag_field="draw", frozen=True, kw_only=True):
    """What every element has. Colours are palette names, #hex or CSS names; `none` = not painted. `alt` replaces its
    words and pictures for readers who cannot see it; "" hides it from them."""

    when: str | None = None
    style: str | None = None
    opacity: Num = 1
    rotate: Num = 0
    alt: str | None = None


class Marked(Element, frozen=True, kw_only=True):
    """A mark that a camera reads: it may not be cut or covered."""


class Drawn(Element, frozen=True, kw_only=True):
    """What may be cut to a `clip`, which moves, turns and scales with its element, throw a `shadow`, and `blend` with
    what is under it. If it stands `below` another element, by `id`, its places count from that one's lower edge."""

    clip: "Clip | None" = None
    shadow: "Shadow | None" = None
    blend: Literal["multiply"] | None = None
    id: str | None = None
    below: str | None = None


class Composed(Drawn, frozen=True, kw_only=True):
    """Elements made of elements: it has no box of its own."""


class Painted(Drawn, frozen=True, kw_only=True):
    fill: str | Gradient | None = None
    stroke: str | None = None
    stroke_width: Num | None = None
    dash: tuple[Positive, ...] | None = None


class Shadow(Frozen, frozen=True, kw_only=True):
    """A shadow under an element, moved by `at`; without `at`, a glow around it. Its edge fades over `fade` mm, half
    of them outside."""

    at: Point = (0, 0)
    fade: Num = 2
    colour: str = "black"
    opacity: Num = 0.5


class Texture(Frozen, frozen=True, kw_only=True):
    """Marks within a shape, over its fill: tesserae (`mosaic`), strokes (`hatch`, `cross`), lines that follow its
    outline (`contour`), strokes down a slope (`hachure`), dots (`stipple`), waves (`ripple`). `spacing` is the distance
    of rows, `stroke_width` the width of a mark or of the joints between tesserae; `seed` varies the drawing. Rows go
    inward from the outline, at most `rows` of them, or outward from a shape, `from`; `contour` and `hachure` thin out
    over `fade`. A mosaic mixes several colours."""

    kind: Literal["mosaic", "hatch", "cross", "contour", "hachure", "stipple", "ripple"]
    colour: str | tuple[str, ...] = "black"
    spacing: Num = 1
    stroke_width: Num = 0.18
    rotate: Num = 0
    seed: Num = 0
    rows: Num = 200
    fade: Num = 0
    from_: "Shape | None" = msgspec.field(name="from", default=None)


class Area(Painted, frozen=True, kw_only=True):
    """An element that encloses an area."""

    texture: Texture | None = None


class Rect(Area, tag="rect", frozen=True, kw_only=True):
    """A rectangle; without `box` the whole face including its bleed."""

    box: Box | None = None
    radius: Num = 0


class Circle(Area, tag="circle", frozen=True, kw_only=True):
    """A circle."""

    at: Point
    radius: Num


class Ellipse(Area, tag="ellipse", frozen=True, kw_only=True):
    """An ellipse; `radius` is [across, down]."""

    at: Point
    radius: Point


class Polygon(Area, tag="polygon", frozen=True, kw_only=True):
    """A closed shape."""

    points: tuple[Point, ...]


class Star(Area, tag="star", frozen=True, kw_only=True):
    """A star of so many `points`; `radius` is [of its tips, of its notches]."""

    at: Point
    radius: Point
    points: Num = 5


class Hex(Area, tag="hex", frozen=True, kw_only=True):
    """A regular hexagon, `across` its flats; flat side up unless `pointy`."""

    at: Point
    across: Num
    pointy: bool = False


class Line(Painted, tag="line", frozen=True, kw_only=True):
    """A straight or broken line through the points."""

    points: tuple[Point, ...]


class PathData(Area, tag="path", frozen=True, kw_only=True):
    """SVG path data with its origin at `at`, scaled to mm by `scale`."""

    path: str
    at: Point = (0, 0)
    scale: Num = 1


class Text(Drawn, tag="text", frozen=True, kw_only=True):
    """Text in a box. `size` is the em in mm; `shrink` makes it smaller until it fits the box; `wrap` breaks lines.

    With `markup`, `**bold**`, `*italic*`, `[[icon]]`, lines that begin with `# ` (heading) or `- ` (bullet), and blank
    lines between paragraphs are formatted; a backslash at a line's end breaks it, and before a sign shows that sign.
    `hyphens` allows hyphenation where lines wrap; justified text has it unless it is false. `font_features` are
    OpenType's, such as `smcp` or `liga=0`; `spacing` is added between letters, in ems. Its lines keep beside the
    elements that it flows `around`, by `id`.
    """

    text: str
    box: Box
    font: str | None = None
    size: Num | None = None
    shrink: bool = False
    wrap: bool = False
    markup: bool = False
    around: str | tuple[str, ...] = ()
    align: Align | None = None
    valign: Literal["top", "middle", "bottom"] | None = None
    leading: Positive | None = None
    hyphens: bool | None = None
    font_features: tuple[Feature, ...] | None = None
    spacing: Tracking | None = None
    fill: str | Gradient | None = None
    stroke: str | None = None
    stroke_width: Num | None = None


class Icon(Drawn, tag="icon", frozen=True, kw_only=True):
    """A named icon centred on `at`, `size` mm high and wide; `fill` replaces its main colour, `accent` its second,
    `stroke` its outline."""

    icon: str
    at: Point
    size: Num
    fill: str | Gradient | None = None
    accent: str | Gradient | None = None
    stroke: str | Gradient | None = None


class Image(Drawn, tag="image", frozen=True, kw_only=True):
    """A PNG, JPEG, WebP, SVG or PDF file beside the spec; of several, the first that exists. With a `margin` it is a
    frame: its corners keep their size, its edges and its middle are stretched."""

    image: Annotated[tuple[str, ...], Meta(min_length=1)] | str
    box: Box
    fit: Literal["contain", "cover", "stretch"] = "contain"
    margin: Num | tuple[Num, Num, Num, Num] | None = None
    scale: Num | None = None

    @property
    def files(self) -> tuple[str, ...]:
        """Return the names of its files: the first that exists is drawn."""
        return (self.image,) if isinstance(self.image, str) else self.image


class QR(Marked, tag="qr", frozen=True, kw_only=True):
    """A QR code that fills the (square) box; error correction is at least level M."""

    text: str
    box: Box
    fill: str | None = None


class Fiducial(Marked, tag="fiducial", frozen=True, kw_only=True):
    """An ArUco mark, dictionary 5×5_250, centred on `at`, `size` mm with a white rim of a tenth of it."""

    id: Num
    at: Point
    size: Num = 10


class Group(Composed, tag="group", frozen=True, kw_only=True):
    """Elements moved by `at`, turned by `rotate` about it, and scaled."""

    items: "tuple[AnyElement, ...]"
    at: Point = (0, 0)
    scale: Num = 1


class Use(Composed, tag="use", frozen=True, kw_only=True):
    """A template's elements, moved by `at`; `with` adds fields that its expressions can use."""

    template: str
    at: Point = (0, 0)
    scale: Num = 1
    with_: dict[str, Scalar] = msgspec.field(name="with", default_factory=dict)


class Lattice(Frozen, frozen=True, kw_only=True):
    """Exactly one of: the cells of a `board` under `setup:`; `hexes` in so many [columns, rows], odd rows (pointy) or
    columns (flat) shifted by half; a `grid` of [columns, rows]."""

    board: str | None = None
    hexes: tuple[Num, Num] | None = None
    grid: tuple[Num, Num] | None = None


class Repeat(Composed, tag="repeat", frozen=True, kw_only=True):
    """Elements once for each of `over`: a list, numbers such as 1..4, a name under `data:`, or the places of a board,
    of hexes or of a grid. They are moved to `at`; the `i`-th, from 0, by `i * step`, with `columns` wrapped into rows
    as in a grid; and turned by `i * rotate_step` degrees about `about`. `as` names the variable; a row's fields are
    available by their own names. Hexagons are `across` mm wide between their flats: the first of `hexes` has its centre
    at `at`, a board its upper left corner. Elements placed so can use `column` and `row`, from 1; on a board also
    `cell` (its name), `symbol` and `ground` (what the symbol stands for), and `row` is the row's name. `where` keeps
    those for which it holds."""

    items: "tuple[AnyElement, ...]"
    over: tuple[Scalar, ...] | str | Lattice
    as_: str = msgspec.field(name="as", default="item")
    where: str | None = None
    at: Point = (0, 0)
    step: Point = (0, 0)
    columns: int | None = None
    across: Num = 10
    pointy: bool = False
    rotate_step: Num = 0
    about: Point = (0, 0)


AnyElement = (
    Rect | Circle | Ellipse | Polygon | Star | Hex | Line | PathData | Text | Icon | Image | QR | Fiducial | Group | Use
    | Repeat
)  # fmt: skip
Face = tuple[AnyElement, ...]
Shape = Rect | Circle | Ellipse | Polygon | Star | Hex | PathData
CLIP_SHAPE = "a shape such as {draw: circle, at: [20, 20], radius: 15}"
# a word about an element's own box, or a shape in its coordinates
Clip = Annotated[
    Annotated[str, Meta(pattern=WHOLE % r"(circle|ellipse|radius +\S.*)")] | Shape,
    Meta(extra_json_schema={"description": f"circle, ellipse, radius 3, or {CLIP_SHAPE}"}),
]


# ---- walking over the elements of faces ------------------------------------------------------------

CELL_FIELDS = ("cell", "row", "column", "symbol", "ground")  # of a board's cell
Tables = Mapping[str, tuple[Row, ...]]
NO_TABLES: Tables = {}
Walked = tuple[KeyPath, "AnyElement", frozenset[str]]


def walk(
    face: Face, path: KeyPath = (), tables: Tables = NO_TABLES, bound: frozenset[str] = frozenset()
) -> Iterator[Walked]:
    """Yield every element of a face, children after their parents, with its path and the fields that the elements
    around it bind; a `repeat` over one of the `tables` binds its columns."""
    for index, element in enumerate(face):
        here = (*path, index)
        yield here, element, bound
        if isinstance(element, Group | Repeat):
            yield from walk(element.items, (*here, "items"), tables, bound | binds(element, tables))


def binds(element: Group | Repeat, tables: Tables) -> frozenset[str]:
    """Return the fields that an element binds for its children."""
    match element:
        case Group():
            return frozenset()
        case Repeat(over=Lattice() as lattice):
            return frozenset((*CELL_FIELDS, "i") if lattice.board is not None else ("row", "column", "i"))
        case Repeat():
            rows = tables.get(element.over, ()) if isinstance(element.over, str) else ()
            return frozenset((element.as_, "i")).union(*rows)


def mapped(face: Face, change: Callable[[AnyElement, KeyPath], AnyElement], path: KeyPath = ()) -> Face:
    """Return a face with each element replaced by what `change` returns, after its children."""
    found: list[AnyElement] = []
    for index, element in enumerate(face):
        here = (*path, index)
        if isinstance(element, Group | Repeat):
            element = replace(element, items=mapped(element.items, change, (*here, "items")))
        found.append(change(element, here))
    return tuple(found)
