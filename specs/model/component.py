"""Components of a game: kinds of pieces that are flat, stand, are folded to a box, or are pages of a text. mm.

A spec is read into `Component`, which has every key; `variant` makes it one of `Flat`, `Standee`, `FoldedBox` and
`PagedText` once, when a spec is loaded.
"""

# annotations that are values, not text: msgspec would compile each of them at every start

from collections.abc import Callable, Mapping
from math import sqrt
from typing import Annotated, ClassVar, Literal, Self

import msgspec
from msgspec import Meta
from msgspec.structs import asdict, replace

from specs.base.unfit import KeyPath
from specs.model.elements import Face
from specs.model.shapes import nets, outlines
from specs.model.shapes.nets import tuckbox
from specs.model.shapes.sizes import NAMED_SIZES
from specs.model.values import Frozen, Name, NotNegative, Num, Positive, Row, Scalar

Side = Literal["front", "back", "flap"]
Fold = tuple[tuple[float, float], tuple[float, float]]
SIDES: Mapping[Side, KeyPath] = {"front": ("front",), "back": ("back",), "flap": ("standee", "flap")}  # and their keys
KAPPA = 0.5522847498307936  # position of a quarter ellipse's control points along its tangents
THICKNESS = 0.3  # mm, of a card
AUTO = "auto"  # the size of a tuck box that is made to fit

ShapeName = Literal["rectangle", "square", "circle", "hex-flat", "hex-pointy", "standee", "block", "tuckbox", "path"]
Impose = Literal["none", "2-up", "4-up", "booklet", "leaflet"]


Factor = tuple[Scalar, ...] | str  # a list, numbers such as 1..4, or a name under `data:`
FILES = (".csv", ".tsv", ".txt", ".xlsx", ".xls", ".ods")  # of rows


def is_file(source: str) -> bool:
    """Return whether a source of rows is a file such as cards.ods#Tab, a folder of pictures or an address, rather than
    a name."""
    return source.partition("#")[0].lower().endswith((*FILES, "/")) or "://" in source


class Rows(Frozen, frozen=True, kw_only=True):
    """Where a component's rows come `from`: a list, a file beside the spec such as cards.csv or cards.ods#Tab, a folder
    of pictures `art/`, a Google Sheet, or a name under `data:` or `layouts:`. Or a mapping: a
    row for every combination of its values, each a list, numbers such as 1..4, or a name under `data:`, whose rows add
    all their fields.

    A layout gives a row for each of its islands, with the names of its fields there: `f0` in the middle, `f1` to `f6`
    clockwise from the one on the right. Another layout can be named when printing.

    `with: {suit: suits.csv}` adds to each row the fields of the row of another source with the same `suit`; the row's
    own fields win. `where` keeps the rows for which it holds; `fields` adds fields computed from the others, in order;
    `sort` is an expression, or several, by which rows are put in order: numbers first, texts whatever their case;
    `count` is the number of copies of each row (a row's own `count` field wins).
    """

    from_: tuple[Row, ...] | dict[str, Factor] | str | None = msgspec.field(name="from", default=None)
    with_: dict[str, str] = msgspec.field(name="with", default_factory=dict)
    fields: dict[str, Num | bool] = msgspec.field(default_factory=dict)
    where: str | None = None
    sort: str | tuple[str, ...] = ()
    count: Num = 1

    @property
    def file(self) -> str:
        """Return the file of the rows, with its tab, or a folder of pictures or an address; "" for rows from
        elsewhere."""
        return self.from_ if isinstance(self.from_, str) and is_file(self.from_) else ""

    @property
    def name(self) -> str:
        """Return the rows' name under `data:` or `layouts:`; "" for rows from elsewhere."""
        return self.from_ if isinstance(self.from_, str) and not is_file(self.from_) else ""


Panels = Annotated[int, Meta(ge=1, le=12)]


class Print(Frozen, frozen=True, kw_only=True):
    """How a component is printed. In large print, text grows. Pieces on paper share no sheet with pieces on card. A
    board folds into a `grid` of panels."""

    bleed: Annotated[float, Meta(ge=0, le=50)] = 3
    safe: Annotated[float, Meta(ge=0, le=50)] = 3
    sheet: bool | str = False
    large: bool = False
    shrink: bool = False
    grid: tuple[Panels, Panels] = (1, 1)
    lay: Literal["auto", "landscape", "portrait", "any_turn"] = "auto"
    stock: Literal["card", "paper"] | None = None

    @property
    def page(self) -> bool:
        """Return whether it is a page, printed alone and not cut."""
        return self.sheet is True

    @property
    def group(self) -> str:
        """Return the template whose text begins a new sheet when it changes."""
        return self.sheet if isinstance(self.sheet, str) else ""


def panel_folds(grid: tuple[int, int], width: float, height: float) -> tuple[Fold, ...]:
    """Return where the panels of a board meet."""
    columns, rows = grid
    upright = [((x, 0.0), (x, height)) for x in (width * n / columns for n in range(1, columns))]
    level = [((0.0, y), (width, y)) for y in (height * n / rows for n in range(1, rows))]
    return (*upright, *level)


class Stand(Frozen, frozen=True, kw_only=True):
    """A standee's feet: a flap on both ends. Also how round its head is cut."""

    CALLED: ClassVar[str] = "a standee"

    depth: Annotated[float, Meta(ge=0, le=200)] = 12
    flap: Face | None = None
    kind: Literal["flaps", "slot"] = "flaps"
    radius: NotNegative = 0


class Box(Frozen, frozen=True, kw_only=True):
    """A block or a tuck box."""

    depth: Positive | None = None
    holds: tuple[Name, ...] | dict[Name, Positive] = ()

    @property
    def thicknesses(self) -> Mapping[str, float]:
        """Return the components it holds, each with the thickness of a piece in mm."""
        return self.holds if isinstance(self.holds, dict) else dict.fromkeys(self.holds, THICKNESS)


class Pages(Frozen, frozen=True, kw_only=True):
    """A Markdown file that fills as many pages of the component's size as it needs."""

    from_: str = msgspec.field(name="from")
    language: str | None = None
    fields: str | None = None
    max: Annotated[int, Meta(ge=1, le=200)] = 200
    columns: Annotated[int, Meta(ge=1, le=6)] = 1
    margin: float | tuple[float, float, float, float] = 12
    style: str | None = None
    headings: tuple[str, ...] = ()
    caption: str | None = None
    aside: str | None = None
    spacing: Annotated[float, Meta(ge=0, le=10)] = 0.5
    lay: Impose = "none"

    @property
    def margins(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        return self.margin if isinstance(self.margin, tuple) else (self.margin,) * 4

    @property
    def gap(self) -> float:
        """Return the gap between columns: half a margin at the sides. mm."""
        left, _, right, _ = self.margins
        return (left + right) / 4


class Component(Frozen, frozen=True, kw_only=True):
    """One kind of piece.

    A standee is printed as front, back (or the front again) upside down above the fold, and a base flap on both ends. A
    block is a box to fold and glue: its front is drawn on all six sides, which `side` and `pips` tell apart. A tuck box
    is a carton to fold and glue, drawn on all sides like a block; with size `auto` it is made to fit its contents. A
    component of `pages` is one text; its front is drawn under each of its pages.
    """

    title: str
    size: str | float | tuple[float, float]
    front: Face
    back: Face | None = None
    shape: ShapeName = "rectangle"
    radius: NotNegative = 0
    path: str | None = None
    standee: Stand = Stand()
    box: Box = Box()
    print: Print = Print()
    when: str | None = None
    written_rows: Rows | tuple[Row, ...] | str = msgspec.field(name="rows", default=Rows())
    id: str | None = None
    notation: str | None = None
    alt: str | None = None
    note: str = ""
    pages: Pages | None = None

    @property
    def rows(self) -> Rows:
        """Return where its rows come from, also if `rows` only names a source."""
        return self.written_rows if isinstance(self.written_rows, Rows) else Rows(from_=self.written_rows)

    @property
    def flap(self) -> Face | None:
        """Return what is drawn on a standee's feet."""
        return self.standee.flap

    @property
    def size_mm(self) -> tuple[float, float]:
        """Return width and height of the trim box; for a box, of the whole net. Raises KeyError for an unknown size
        name."""
        return self.written_size

    @property
    def written_size(self) -> tuple[float, float]:
        """Return width and height as `size` gives them; for a box, those of its front. Raises KeyError."""
        if isinstance(self.size, str):
            return NAMED_SIZES[self.size]
        return self.size if isinstance(self.size, tuple) else (self.size, self.size)

    @property
    def lattice(self) -> str:
        """Return how pieces are packed: circle, hex-flat, hex-pointy, outline (each by itself), or square."""
        return "square"

    @property
    def face_fields(self) -> tuple[str, ...]:
        """Return the names that expressions on its faces can use beside a row's fields."""
        return ()

    @property
    def glued(self) -> int:
        """Return in how many places each piece is glued."""
        return 0

    def outline(self) -> outlines.Outline:
        """Return the outline along which a face is cut; (0, 0) is the upper left corner of the trim box."""
        return outlines.Rectangle(*self.size_mm, self.radius)

    def faces(self) -> tuple[tuple[Side, Face], ...]:
        """Return the drawn sides with their elements."""
        return tuple((side, face) for side in SIDES if (face := getattr(self, side)) is not None)

    def folds(self) -> tuple[Fold, ...]:
        """Return the fold lines of each piece, laid flat."""
        return ()

    def redrawn(self, change: Callable[[Side, Face], Face]) -> Self:
        """Return a copy with each face replaced by what `change` returns."""
        changed = {side: change(side, face) for side, face in self.faces()}
        standee = replace(self.standee, flap=changed.pop("flap", None))
        return replace(self, standee=standee, **changed)


class Flat(Component, frozen=True, kw_only=True):
    """A piece cut from one layer: a card, a tile, a token."""

    @property
    def written_size(self) -> tuple[float, float]:
        if not isinstance(self.size, float | int):
            return super().written_size
        across_points = self.size * 2 / sqrt(3)
        match self.shape:
            case "hex-flat":
                return across_points, self.size
            case "hex-pointy":
                return self.size, across_points
            case _:
                return self.size, self.size

    @property
    def lattice(self) -> str:
        return {"rectangle": "square", "path": "outline"}.get(self.shape, self.shape)

    def outline(self) -> outlines.Outline:
        match self.shape:
            case "circle":
                return outlines.Circle(*self.size_mm)
            case "hex-flat" | "hex-pointy":
                return outlines.Hexagon(*self.size_mm, self.shape == "hex-pointy")
            case "path":
                return outlines.PathData(*self.size_mm, self.path or "")
            case _:
                return super().outline()


class Standee(Component, frozen=True, kw_only=True):
    """A standing figure. From above: a flap, the back upside down, the front, a flap.

    The flaps are folded outward; or glued together, cut off, and stuck across into a slot.
    """

    @property
    def slotted(self) -> bool:
        return self.standee.kind == "slot"

    def outline(self) -> outlines.Outline:
        width, height = self.size_mm
        if not self.standee.radius:
            return super().outline()
        across, down = min(self.standee.radius, width / 2), min(self.standee.radius, height)
        x, y = across * (1 - KAPPA), down * (1 - KAPPA)
        round_head = f"C0 {y} {x} 0 {across} 0H{width - across}C{width - x} 0 {width} {y} {width} {down}"
        return outlines.PathData(width, height, f"M0 {height}V{down}{round_head}V{height}Z")

    def folds(self) -> tuple[Fold, ...]:
        (width, height), base = self.size_mm, self.standee.depth
        head = base + height
        return tuple(((0.0, y), (width, y)) for y in ((head,) if self.slotted else (base, head, head + height)))


class FoldedBox(Component, frozen=True, kw_only=True):
    """A block or a tuck box, folded from one piece of paper: its front is drawn on all six sides."""

    @property
    def size_mm(self) -> tuple[float, float]:
        return self.net.width, self.net.height

    @property
    def net(self) -> nets.Net:
        """Return the box laid flat. Without a `depth`, a block is as deep as wide, a tuck box a quarter of that."""
        width, height = self.written_size
        if self.is_tuckbox:
            return tuckbox(width, height, self.box.depth or width / 4)
        return nets.net(width, height, self.box.depth or width)

    @property
    def is_tuckbox(self) -> bool:
        return self.shape == "tuckbox"

    @property
    def made_to_fit(self) -> bool:
        """Return whether its size is that of its contents."""
        return self.is_tuckbox and self.size == AUTO

    @property
    def lattice(self) -> str:
        return "outline"

    @property
    def face_fields(self) -> tuple[str, ...]:
        return "side", "pips"

    @property
    def glued(self) -> int:
        return len(self.net.tabs)

    def outline(self) -> outlines.Outline:
        return outlines.Polygon(self.net.outline)

    def faces(self) -> tuple[tuple[Side, Face], ...]:
        return (("front", self.front),)

    def folds(self) -> tuple[Fold, ...]:
        return self.net.folds


class PagedText(Component, frozen=True, kw_only=True):
    """A text of as many pages as it needs, printed for reading; its front is drawn under each page."""

    pages: Pages

    @property
    def face_fields(self) -> tuple[str, ...]:
        return "page", "pages"


def variant(component: Component) -> Component:
    """Return a component as the variant that its keys make it."""
    keys = asdict(component)
    if component.pages is not None:
        return PagedText(**keys | {"print": replace(component.print, sheet=True)})
    match component.shape:
        case "standee":
            return Standee(**keys)
        case "block" | "tuckbox":
            return FoldedBox(**keys)
        case _:
            return Flat(**keys)
