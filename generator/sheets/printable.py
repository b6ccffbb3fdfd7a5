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


CLOSE = 1.5  # of bleed that pieces have at least whose bleeds touch, mm: their marks lie on it
Stock = Literal["card", "paper"]


class Foot(NamedTuple):
    """What each sheet's foot says: the game, then what stands below; and the spec's own fonts for all labels."""

    game: str
    credit: str
    others: tuple[Font, ...] = ()


class Place(Area, frozen=True):
    """Where a piece lies on a fixed sheet, and how far its corners are rounded."""

    corner: float


class Fixed(Struct, frozen=True):
    """A sheet whose places are given: labels, a die cut, a shop's layout."""

    title: str
    paper: tuple[float, float]
    places: tuple[Place, ...]
    marks: Literal["none", "outline", "crop"]


class SheetOptions(Struct, frozen=True):
    """How to print. `paper` is width and height as the sheet lies; `bleed` None means each component's own.

    `offset` and `skew` (degrees clockwise about the page's middle) move the backs, as read off the calibration page;
    `scale` makes both sides larger, across and down, about the middle. `margins` are left, top, right and bottom.
    Sheets for a `cutter` have its marks. Where pieces lie `close`, their bleeds touch, and marks are at their corners.
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
        """What the printer can print on."""
        left, top, right, bottom = self.margins or (self.margin,) * 4
        if self.cutter is not None:
            rim = self.cutter.rim
            left, top, right, bottom = (max(*pair) for pair in zip((left, top, right, bottom), rim, strict=True))
        if self.two_sided:
            # what lies behind a front must be reached too, and is mirrored
            left, top = max(left, right), max(top, bottom)
            right, bottom = left, top
        return Area(left, top, self.paper[0] - left - right, self.paper[1] - top - bottom)

    @property
    def two_sided(self) -> bool:
        """Whether backs are printed behind their fronts."""
        return self.duplex in ("long-edge", "short-edge")

    @property
    def turned(self) -> Literal["x", "y"]:
        """Which coordinate turning an unfolded sheet mirrors: x about its vertical middle; y about its horizontal one,
        which also turns the back by 180°."""
        width, height = self.paper
        return "x" if (self.duplex != "short-edge") == (height >= width) else "y"

    def shifted(self, nodes: Sequence[Node]) -> tuple[Node, ...]:
        """A back's nodes, moved as a printer's offset and skew ask for."""
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
        """The same with other drawings."""
        others = (None if scene is None else change(scene) for scene in (self.back, self.flap))
        return Item(self.piece, change(self.front), *others)


def enlarged(scene: Scene, scale: float) -> Scene:
    """A drawing at another size."""
    x, y, width, height = (scale * side for side in scene.box)
    uses = (Use(scene, geo.scaling(scale, scale)),)
    return Scene((x, y, width, height), uses, single=scene.single, alt=scene.alt)


def _undrawn(_: int) -> Item:
    raise TypeError("pieces that are measured only have no pictures")


class Printable(Struct, frozen=True):
    """A component's pieces. `trim` is the cut path in face coordinates; `count` how many items there are, `item` draws
    the one of a number, from 0: all of a large deck at once would take much memory.

    With `folds` they are fold-over standees, their flaps `base` high; `sheet` pages are printed one a sheet; what
    is `alone` shares its sheets with no other component; a `pad` is one page that fills its sheet with copies.
    `orientation` is how their sheets lie, `fit` lets what is larger than a sheet be printed smaller; `scale` is how
    it then came out. A board folds into a `grid` of panels. Hexagons with `turns` lie in all six turns. `slotted`
    is whether standees stand in a foot that is cut off; `within` is cut once they are folded. `backs` is whether
    any item has a back. Of a page, so many mm inside its edge are `clear`: nothing is printed there, so they may
    lie where the printer cannot print. `creases` are what is folded, in face coordinates.
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
        """Whether its pages that are not folded are followed by pages of backs."""
        return options.two_sided or (options.duplex == "gutterfold" and self.backs)

    def bleed_on(self, options: SheetOptions) -> float:
        """How far pictures reach beyond the cut: at most as far as the spec's own bleed, for beyond it is nothing."""
        return self.bleed if options.bleed is None else min(options.bleed, self.bleed)

    def bled(self, bleed: float) -> Segments:
        """The cut path grown by a bleed: scaled about the middle, exact for circles and hexagons, or moved out."""
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
        """The matrix that puts a face into a slot, turned."""
        middle = geo.multiply(geo.translate(slot.x, slot.y), geo.rotation(turn))
        return geo.multiply(middle, geo.translate(-self.width / 2, -self.height / 2))


def resized(printable: Printable, scale: float) -> Printable:
    """A component's pieces at another size, bleed and cut and all."""
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
    that order. Without slots, a piece is tiled over several sheets. `sheets` is how many sheets there are.
    `fold` is the coordinate that a gutterfold mirrors, `ground` what the fronts have besides.
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
        """The component that a slot is for."""
        return self.components[slot.component]

    def trim(self, slot: Slot) -> Box:
        """The trim box of the piece in a slot."""
        component = self.component(slot)
        return slot.box(component.width, component.height)

    @property
    def mirrored(self) -> Literal["x", "y"]:
        """Which coordinate turning the sheet mirrors."""
        return self.fold or self.options.turned

    def behind(self, area: Area) -> Area:
        """The area of the sheet's other side behind an area."""
        width, height = self.options.paper
        if self.mirrored == "x":
            return Area(width - area.x - area.width, area.y, area.width, area.height)
        return Area(area.x, height - area.y - area.height, area.width, area.height)

    def slot_behind(self, slot: Slot) -> tuple[Slot, int]:
        """The slot behind a slot, and how far the back is turned in it."""
        width, height = self.options.paper
        left, top, right, bottom = slot.bleeds
        if self.mirrored == "x":
            return Slot(width - slot.x, slot.y, slot.turn, (right, top, left, bottom), slot.component), -slot.turn % 360
        there = Slot(slot.x, height - slot.y, slot.turn, (left, bottom, right, top), slot.component)
        return there, (180 - slot.turn) % 360
