"""What a game is made of, as typed, immutable values. All sizes are mm, all angles degrees clockwise.

A spec is one YAML file; `load.py` reads it into `Spec`. JSON Schema for editors comes out of these
types. A `Num` is a number or an expression in braces, such as "{n * 6 + 4}"; a `str` that is shown
may hold `{field}` anywhere. Names an expression can use: the row's fields; `id`, `n` (which of the
row's copies, from 1), `w` and `h` (the piece's trim size); inside `repeat` its variable and `i` (from
0); on a block `side` and `pips`; `option.NAME` for the spec's print options; `game.title`, `game.id`.
"""

# annotations that are values, not text: msgspec would compile each of them at every start

from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from specs.model.paint_schema import Gradient
from specs.model.rows_schema import Rows
from specs.model.setup_schema import SetupRules
from specs.model.table_schema import TableRules
from specs.model.text_schema import Pages
from specs.model.values import AS_WRITTEN, Box, Frozen, Name, NotNegative, Num, Point, Positive, Row, Scalar

Align = Literal["left", "center", "right", "justify"]
# `$` alone would let a line end pass
Language = Annotated[
    str,
    Meta(
        pattern=r"^[a-z]{2,3}(_[A-Za-z]{2,4})?$(?!\n)",
        extra_json_schema={"description": "a language such as de or de_AT"},
    ),
]
Feature = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9]{4}(=[0-9]{1,3})?$(?!\n)",
        extra_json_schema={"description": "an OpenType feature such as smcp, or liga=0 to have it off"},
    ),
]
Tracking = Annotated[float, Meta(ge=-0.5, le=5)]
Edition = Annotated[
    str,
    AS_WRITTEN,
    Meta(
        pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,15}$(?!\n)",
        extra_json_schema={"description": "an edition such as 2, 1.4 or second-print, of at most 16 letters"},
    ),
]
Version = Annotated[
    str,
    AS_WRITTEN,
    Meta(
        pattern=r"^[0-9]{1,4}(\.[0-9]{1,4}){1,2}$(?!\n)",
        extra_json_schema={"description": "a version of Tideline, such as 0.2"},
    ),
]


class Style(Frozen, frozen=True, kw_only=True):
    """Named defaults for text and paint: an element's own keys win over its `style`."""

    extends: str | None = None
    font: str | None = None
    size: Num | None = None
    align: Align | None = None
    valign: Literal["top", "middle", "bottom"] | None = None
    leading: Positive | None = None
    language: Language | None = None
    hyphens: bool | None = None
    font_features: tuple[Feature, ...] | None = None
    tracking: Tracking | None = None
    fill: str | Gradient | None = None
    stroke: str | None = None
    stroke_width: Num | None = None
    dash: tuple[Positive, ...] | None = None


# ---- elements of a face --------------------------------------------------------------------------


class Element(Frozen, tag_field="draw", frozen=True, kw_only=True):
    """What every element has. Colours are palette names, #hex or CSS names; `none` = not painted. `alt` is said in
    place of its words and pictures, to who does not see it; "" for nothing."""

    when: str | None = None
    style: str | None = None
    opacity: Num = 1
    rotate: Num = 0
    alt: str | None = None


class Marked(Element, frozen=True, kw_only=True):
    """What a camera reads: it is whole, or it is none."""


class Drawn(Element, frozen=True, kw_only=True):
    """What may be cut to a `clip`; it moves, turns and is scaled with its element."""

    clip: "Clip | None" = None


class Composed(Drawn, frozen=True, kw_only=True):
    """Elements of elements: it has no box of its own."""


class Painted(Drawn, frozen=True, kw_only=True):
    fill: str | Gradient | None = None
    stroke: str | None = None
    stroke_width: Num | None = None
    dash: tuple[Positive, ...] | None = None


class Rect(Painted, tag="rect", frozen=True, kw_only=True):
    """A rectangle; without `box` the whole face, bleed and all."""

    box: Box | None = None
    radius: Num = 0


class Circle(Painted, tag="circle", frozen=True, kw_only=True):
    at: Point
    r: Num


class Ellipse(Painted, tag="ellipse", frozen=True, kw_only=True):
    at: Point
    r: Point


class Polygon(Painted, tag="polygon", frozen=True, kw_only=True):
    points: tuple[Point, ...]


class Star(Painted, tag="star", frozen=True, kw_only=True):
    """`points` tips at radius `r`, the notches at radius `inner`."""

    at: Point
    r: Num
    inner: Num
    points: Num = 5


class Hex(Painted, tag="hex", frozen=True, kw_only=True):
    """A regular hexagon, `size` mm across its flats; flat side up unless `pointy`."""

    at: Point
    size: Num
    pointy: bool = False


class Line(Painted, tag="line", frozen=True, kw_only=True):
    """A straight or broken line through the points."""

    points: tuple[Point, ...]


class PathData(Painted, tag="path", frozen=True, kw_only=True):
    """SVG path data, its origin put at `at` and its units scaled to mm by `scale`."""

    d: str
    at: Point = (0, 0)
    scale: Num = 1


class Text(Drawn, tag="text", frozen=True, kw_only=True):
    """Text in a box. `size` is the em in mm; `fit` shrinks it until it fits the box; `wrap` breaks lines.

    With `markup`, `**bold**`, `*italic*`, `[[icon]]`, lines that begin with `# ` (heading) or `- `
    (bullet), and blank lines between paragraphs mean what they look like; a backslash at the end of a line breaks it
    there, before a sign it keeps that as it is. `hyphens` parts words where lines wrap; justified text has them unless
    it says no. `font_features` are OpenType's, such as `smcp` or `liga=0`; `tracking` is put between letters, in ems.
    """

    text: str
    box: Box
    font: str | None = None
    size: Num | None = None
    fit: bool = False
    wrap: bool = False
    markup: bool = False
    align: Align | None = None
    valign: Literal["top", "middle", "bottom"] | None = None
    leading: Positive | None = None
    hyphens: bool | None = None
    font_features: tuple[Feature, ...] | None = None
    tracking: Tracking | None = None
    fill: str | Gradient | None = None
    outline: str | None = None
    outline_width: Num = 0.4


class Icon(Drawn, tag="icon", frozen=True, kw_only=True):
    """A named icon centred on `at`, `size` mm high and wide; `fill` replaces its main colour,
    `accent` its second, `line` its outline."""

    icon: str
    at: Point
    size: Num
    fill: str | Gradient | None = None
    accent: str | Gradient | None = None
    line: str | Gradient | None = None


class Image(Drawn, tag="image", frozen=True, kw_only=True):
    """A PNG, JPEG or SVG file beside the spec."""

    INSTEAD: ClassVar[dict[str, str]] = {"radius": "clip: rounded 3"}

    image: str
    box: Box
    fit: Literal["contain", "cover", "stretch"] = "contain"


class Grid(Painted, tag="grid", frozen=True, kw_only=True):
    """Lines of a grid of `columns` by `rows` cells."""

    box: Box
    columns: Num
    rows: Num


class HexGrid(Painted, tag="hexgrid", frozen=True, kw_only=True):
    """Hexagons of `size` mm across the flats in `columns` by `rows`, the first centred on `at`, odd rows
    (pointy) or columns (flat) shifted by half. `label` is text for each cell; it may use `{column}` and
    `{row}`."""

    at: Point
    size: Num
    columns: Num
    rows: Num
    pointy: bool = False
    label: str | None = None


class QR(Marked, tag="qr", frozen=True, kw_only=True):
    """A QR code that fills the (square) box; error correction is at least level M."""

    text: str
    box: Box
    fill: str | None = None


class Fiducial(Marked, tag="fiducial", frozen=True, kw_only=True):
    """An ArUco mark, dictionary 5×5_250, centred on `at`, `size` mm with a white rim of one tenth of it."""

    marker: Num
    at: Point
    size: Num = 10


class Group(Composed, tag="group", frozen=True, kw_only=True):
    """Elements moved by `at`, turned by `rotate` about it, and scaled."""

    items: "tuple[AnyElement, ...]"
    at: Point = (0, 0)
    scale: Num = 1


class Use(Composed, tag="use", frozen=True, kw_only=True):
    """A template's elements, moved by `at`; `with` adds fields its expressions can use."""

    template: str
    at: Point = (0, 0)
    scale: Num = 1
    with_: dict[str, Scalar] = msgspec.field(name="with", default_factory=dict)


class Repeat(Composed, tag="repeat", frozen=True, kw_only=True):
    """Elements once for each of `over`: a list, a count, or a table's name. The `i`-th is moved by
    `i * step`, and, with `columns`, wrapped into rows that are `row_step` apart; or turned by
    `i * turn` degrees about `about`. `each` names the variable; a row's fields are there by their own names."""

    items: "tuple[AnyElement, ...]"
    over: tuple[Scalar, ...] | int | str
    each: str = "item"
    step: Point = (0, 0)
    columns: int | None = None
    row_step: Point = (0, 0)
    turn: Num = 0
    about: Point = (0, 0)


class Cells(Composed, tag="cells", frozen=True, kw_only=True):
    """Elements once for each cell of a board under `setup:`, moved to its middle; hexagons `size` mm across their
    flats, the board's top left corner at `at`. Of those cells for which `where` holds; it and the elements can use
    `cell` (its name), `row`, `column`, `symbol`, and `ground` (what the symbol stands for)."""

    items: "tuple[AnyElement, ...]"
    board: str
    size: Num
    at: Point = (0, 0)
    where: str | None = None


AnyElement = (
    Rect
    | Circle
    | Ellipse
    | Polygon
    | Star
    | Hex
    | Line
    | PathData
    | Text
    | Icon
    | Image
    | Grid
    | HexGrid
    | QR
    | Fiducial
    | Group
    | Use
    | Repeat
    | Cells
)
Face = tuple[AnyElement, ...]
Shape = Rect | Circle | Ellipse | Polygon | Star | Hex | PathData
CLIP_SHAPE = "a shape such as {draw: circle, at: [20, 20], r: 15}"
# words about an element's own box, or a shape in its coordinates
Clip = Annotated[
    Annotated[str, Meta(pattern=r"^(circle|ellipse|rounded +\S.*)$(?!\n)")] | Shape,
    Meta(extra_json_schema={"description": f"circle, ellipse, rounded 3, or {CLIP_SHAPE}"}),
]


# ---- components ----------------------------------------------------------------------------------


ShapeName = Literal["rectangle", "square", "circle", "hex-flat", "hex-pointy", "standee", "block", "tuckbox", "outline"]


class Component(Frozen, frozen=True, kw_only=True):
    """One kind of piece. `size` is a name (poker, bridge, ...), [width, height], or one number: the side
    of a square, the diameter of a circle, a hex across its flats. `outline` is SVG path data in mm inside that size.

    A standee is printed as front, back (or the front again) upside down above the fold, and a base flap of
    `base` mm on both ends, drawn with the elements of `flap` (grey, without). A block is a box to fold and glue,
    `depth` mm from front to back (as much as wide, without it): its `front` is drawn on all six sides, which `side`
    and `pips` tell apart. A tuck box is a carton to fold and glue, drawn on all sides like a block; with the size
    `fit` it is made for the components it `holds`, whose pieces are `thickness` mm of paper or board each.
    `when` says with which print options a component is printed that is not asked for by name.
    `notation` is how a position line writes a piece. `alt` is what its front says to who does not see it, in place of
    the words and pictures on it.
    In large print a piece to be read, `large: true`, is printed 1.4 times as large, whatever is on it; of others only
    the text grows. `sheet: true` marks a page-like piece (rules, aid, score sheet): printed alone, without crop marks.
    `orientation` is how the paper lies for it; `fit: true` prints what is larger than the paper smaller, rather than on
    several sheets to glue. `turns: true` lays hexagons on their sheet turned each another way, as they may lie on the
    table: they look less alike, and no front tells more of its back than another.
    Where the text of `group`, made from a piece's fields, changes, a new sheet begins. `stock` is what it is printed
    on: pages on paper, anything else on card, unless told; what is on paper shares no sheet with what is on card.
    A component of `pages` is one text of as many pages of that size as it takes; its `front` lies under each of them.
    """

    title: str
    size: str | float | tuple[float, float]
    front: Face
    back: Face | None = None
    flap: Face | None = None
    shape: ShapeName = "rectangle"
    corner: NotNegative = 0
    outline: str | None = None
    base: Annotated[float, Meta(ge=0, le=200)] = 12
    depth: Positive | None = None
    holds: tuple[Name, ...] = ()
    thickness: Positive = 0.3
    when: str | None = None
    bleed: Annotated[float, Meta(ge=0, le=50)] = 3
    safe: Annotated[float, Meta(ge=0, le=50)] = 3
    rows: Rows = Rows(list=({},))
    id: str | None = None
    notation: str | None = None
    alt: str | None = None
    sheet: bool = False
    large: bool = False
    orientation: Literal["auto", "landscape", "portrait"] = "auto"
    fit: bool = False
    turns: bool = False
    text: str = ""
    group: str | None = None
    stock: Literal["card", "paper"] | None = None
    pages: Pages | None = None


# ---- rules, the whole ----------------------------------------------------------------------------


class RuleOption(Frozen, frozen=True, kw_only=True):
    """A reading of the rules that can be chosen: its default, what it means, and the choices (none: any
    value of the default's kind)."""

    default: Scalar
    text: str
    choices: tuple[Scalar, ...] = ()


class Players(Frozen, frozen=True, kw_only=True):
    min: Annotated[int, Meta(ge=1)]
    max: Annotated[int, Meta(ge=1)]
    colours: tuple[str, ...] = ()


class Credits(Frozen, frozen=True, kw_only=True):
    designer: str
    artist: str = ""
    publisher: str = ""
    year: int | None = None
    note: str = ""


class Spec(Frozen, frozen=True, kw_only=True):
    """A game: what it is made of, how it starts, which readings of its rules there are.

    `needs` is what players bring along beside what is printed, such as `two dice`: the first sheet says so. `language`
    (en, de_AT) is that of its words; `hyphenation` has words with a hyphen wherever they may be parted,
    `Zu-cker-bä-cker`, or without one for nowhere. `terms` are what its values are called in its words: `{suit:word}`
    says the term of a suit, `{n:word}` that of a number. `words` is the
    folder with its words in other languages. `edition` rises whenever a piece says something else than before.
    `tideline` is the version of the programs that it was written for: an older one says so, rather than what it does
    not know.
    """

    game: Name
    title: str
    credits: Credits
    components: dict[Name, Component]
    text: str = ""
    players: Players = Players(min=1, max=99)
    needs: tuple[str, ...] = ()
    edition: Edition | None = None
    tideline: Version | None = None
    language: Language | None = None
    hyphenation: tuple[str, ...] = ()
    words: str = "words"
    fonts: dict[str, str | tuple[str, ...]] = msgspec.field(default_factory=dict)
    icons: str | None = None
    palette: dict[str, str] = msgspec.field(default_factory=dict)
    styles: dict[str, Style] = msgspec.field(default_factory=dict)
    terms: dict[str, str] = msgspec.field(default_factory=dict)
    tables: dict[str, tuple[Row, ...]] = msgspec.field(default_factory=dict)
    templates: dict[str, Face] = msgspec.field(default_factory=dict)
    options: dict[str, str] = msgspec.field(default_factory=dict)
    rules: dict[str, RuleOption] = msgspec.field(default_factory=dict)
    setup: SetupRules = SetupRules()
    table: TableRules = TableRules()
