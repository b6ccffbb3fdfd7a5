"""What is printed and how: a component's pieces, and the options of a build. Lengths are mm, y downward."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Font, Group, Matrix, Node, Scene, Segments, Use
from generator.sheets.area import Area, Box, Duplex, Marks, MarksSide, Slot

if TYPE_CHECKING:
    from generator.sheets.cutting_machines.machine import Machine


CLOSE = 1.5  # mm: least bleed of pieces that lie bleed to bleed, since their marks lie on it
Stock = Literal["card", "paper"]


class Foot(NamedTuple):
    """Each sheet's foot: the game, then the lines below it; and the spec's own fonts for all labels."""

    game: str
    credit: str
    others: tuple[Font, ...] = ()


class Place(Area, frozen=True):
    """The place of a piece on a fixed sheet, and its corner radius."""

    corner: float


class Fixed(Struct, frozen=True):
    """A sheet with given places: labels, a die cut, a shop's layout."""

    title: str
    paper: tuple[float, float]
    places: tuple[Place, ...]
    marks: Literal["none", "outline", "crop"]


class SheetOptions(Struct, frozen=True):
    """How to print. `paper` is width and height as the sheet lies; `bleed` None means each component's own.

    `offset` and `skew` (degrees clockwise about the page's middle) move the backs, as read from the calibration page;
    `scale` enlarges both sides, across and down, about the middle. `margins` are left, top, right and bottom. Sheets
    for a `cutter` have its marks. If pieces lie `close`, their bleeds touch, and marks are at their corners.
    """

    paper: tuple[float, float] = (210.0, 297.0)
    pack: bool = True
    margin: float = 5.0
    duplex: Duplex = "long-edge"
    bleed: float | None = None
    outer: bool = False
    marks: Marks = "crop"
    marks_side: MarksSide = "front"
    offset: tuple[float, float] = (0.0, 0.0)
    skew: float = 0.0
    scale: tuple[float, float] = (1.0, 1.0)
    margins: tuple[float, float, float, float] | None = None
    fixed: Fixed | None = None
    cutter: Machine | None = None
    close: bool = False

    @property
    def area(self) -> Area:
        """Return what the printer can print on."""
        left, top, right, bottom = self.margins or (self.margin,) * 4
        if self.cutter is not None:
            rim = self.cutter.rim
            left, top, right, bottom = (max(*pair) for pair in zip((left, top, right, bottom), rim, strict=True))
        if self.two_sided:
            # the back must be reachable too, and it is mirrored
            left, top = max(left, right), max(top, bottom)
            right, bottom = left, top
        return Area(left, top, self.paper[0] - left - right, self.paper[1] - top - bottom)

    @property
    def two_sided(self) -> bool:
        """Return whether backs are printed behind their fronts."""
        return self.duplex in ("long-edge", "short-edge")

    @property
    def turned(self) -> Literal["x", "y"]:
        """Return the coordinate that turning an unfolded sheet mirrors: x about its vertical middle; y about its
        horizontal one, which also turns the back by 180°."""
        width, height = self.paper
        return "x" if (self.duplex != "short-edge") == (height >= width) else "y"

    def shifted(self, nodes: Sequence[Node]) -> tuple[Node, ...]:
        """Return a back's nodes, moved by a printer's offset and skew."""
        if self.offset == (0.0, 0.0) and not self.skew:
            return tuple(nodes)
        width, height = self.paper
        moved = geo.multiply(geo.translate(*self.offset), geo.rotation(self.skew, width / 2, height / 2))
        return (Group(tuple(nodes), moved),)


class Item(Struct, frozen=True):
    """A piece to print; `back` as seen from behind; `flap` what a standee's flaps show, the fold at its top."""

    piece: str
    front: Scene
    back: Scene | None
    flap: Scene | None = None

    def mapped(self, change: Callable[[Scene], Scene]) -> Item:
        """Return the same with other drawings."""
        others = (None if scene is None else change(scene) for scene in (self.back, self.flap))
        return Item(self.piece, change(self.front), *others)


def enlarged(scene: Scene, scale: float) -> Scene:
    """Return a drawing at another size."""
    x, y, width, height = (scale * side for side in scene.box)
    uses = (Use(scene, geo.scaling(scale, scale)),)
    return Scene((x, y, width, height), uses, single=scene.single, alt=scene.alt)


def _undrawn(_: int) -> Item:
    raise TypeError("pieces that are measured only have no pictures")


class Printable(Struct, frozen=True):
    """A component's pieces. `trim` is the cut path in face coordinates; `count` is the number of items, `item` draws
    the one with a number, from 0: all of a large deck at once would take much memory.

    With `folds` they are fold-over standees, their flaps `base` high; `sheet` pages are printed one on each sheet;
    `alone` ones share their sheets with no other component; a `pad` is one page that fills its sheet with copies.
    `orientation` is that of their sheets, `fit` lets pieces larger than a sheet be printed smaller; `scale` is the
    resulting scale. A board folds into a `grid` of panels. Hexagons with `turns` lie in all six turns. `slotted` says
    whether standees stand in a foot that is cut off; `within` is cut once they are folded. `backs` says whether any
    item has a back. Nothing is printed on the `clear` mm inside a page's edge, so they may lie outside the printable
    area. `creases` are fold lines, in face coordinates.
    """

    id: str
    title: str
    width: float
    height: float
    bleed: float
    trim: Segments
    lattice: str
    count: int
    backs: bool
    item: Callable[[int], Item] = _undrawn
    folds: bool = False
    base: float = 0.0
    slotted: bool = False
    sheet: bool = False
    alone: bool = False
    pad: bool = False
    orientation: Literal["auto", "landscape", "portrait"] = "auto"
    fit: bool = False
    grid: tuple[int, int] = (1, 1)
    turns: bool = False
    clear: float = 0.0
    scale: float = 1.0
    stock: Stock = "card"
    footer: Foot = Foot("", "")
    creases: Segments = ()
    within: Segments = ()

    def has_back_page(self, options: SheetOptions) -> bool:
        """Return whether its pages that are not folded are followed by pages of backs."""
        return options.two_sided or (options.duplex == "gutterfold" and self.backs)

    def bleed_on(self, options: SheetOptions) -> float:
        """Return how far pictures extend beyond the cut: at most as far as the spec's own bleed, since there is no
        picture beyond it."""
        return self.bleed if options.bleed is None else min(options.bleed, self.bleed)

    def bled(self, bleed: float) -> Segments:
        """Return the cut path grown by a bleed: scaled about the middle, exact for circles and hexagons, or
        moved out."""
        if bleed == 0:
            return self.trim
        if self.lattice == "outline":
            from generator.draw.geometry.areas import offset  # pyclipper takes 7 ms to import, and few games need it

            return offset(self.trim, bleed)
        across = min(self.width, self.height)
        scale = (across + 2 * bleed) / across
        x, y = self.width / 2, self.height / 2
        return geo.transform(self.trim, (scale, 0, 0, scale, x - scale * x, y - scale * y))

    def placed(self, slot: Slot, turn: int) -> Matrix:
        """Return the matrix that puts a face into a slot, turned."""
        middle = geo.multiply(geo.translate(slot.x, slot.y), geo.rotation(turn))
        return geo.multiply(middle, geo.translate(-self.width / 2, -self.height / 2))


def resized(printable: Printable, scale: float) -> Printable:
    """Return a component's pieces at another size, with bleed and cut."""
    matrix = geo.scaling(scale, scale)
    kept: dict[int, tuple[Scene, Scene]] = {}

    def sized(scene: Scene) -> Scene:
        if id(scene) not in kept:
            kept[id(scene)] = scene, enlarged(scene, scale)
        return kept[id(scene)][1]

    def item(number: int) -> Item:
        return printable.item(number).mapped(sized)

    return replace(
        printable,
        width=scale * printable.width,
        height=scale * printable.height,
        bleed=scale * printable.bleed,
        trim=geo.transform(printable.trim, matrix),
        creases=geo.transform(printable.creases, matrix),
        base=scale * printable.base,
        clear=scale * printable.clear,
        scale=scale,
        item=item,
    )


class Job(Struct, frozen=True):
    """Sheets with everything decided: the slots of one, where marks may be, where the footer is.

    `others` are components that share the sheet with `printable`; a slot's `component` says which of them it is for, in
    that order. Without slots, a piece is tiled over several sheets. `sheets` is the number of sheets. `fold` is the
    coordinate that a gutterfold mirrors, `ground` what the fronts have besides.
    """

    printable: Printable
    options: SheetOptions
    free: Area
    strip: Area | None
    slots: tuple[Slot, ...]
    fold: Literal["", "x", "y"] = ""
    others: tuple[Printable, ...] = ()
    sheets: int = 0
    ground: tuple[Node, ...] = ()

    @property
    def components(self) -> tuple[Printable, ...]:
        return (self.printable, *self.others)

    def component(self, slot: Slot) -> Printable:
        """Return the component that a slot is for."""
        return self.components[slot.component]

    def trim(self, slot: Slot) -> Box:
        """Return the trim box of the piece in a slot."""
        component = self.component(slot)
        return slot.box(component.width, component.height)

    @property
    def mirrored(self) -> Literal["x", "y"]:
        """Return the coordinate that turning the sheet mirrors."""
        return self.fold or self.options.turned

    def behind(self, area: Area) -> Area:
        """Return the area of the sheet's other side behind an area."""
        width, height = self.options.paper
        if self.mirrored == "x":
            return Area(width - area.x - area.width, area.y, area.width, area.height)
        return Area(area.x, height - area.y - area.height, area.width, area.height)

    def slot_behind(self, slot: Slot) -> tuple[Slot, int]:
        """Return the slot behind a slot, and how far the back is turned in it."""
        width, height = self.options.paper
        left, top, right, bottom = slot.bleeds
        if self.mirrored == "x":
            return Slot(width - slot.x, slot.y, slot.turn, (right, top, left, bottom), slot.component), -slot.turn % 360
        there = Slot(slot.x, height - slot.y, slot.turn, (left, bottom, right, top), slot.component)
        return there, (180 - slot.turn) % 360
