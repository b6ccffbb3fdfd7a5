"""Fixed sheets: labels, die cuts, a shop's layouts. A YAML file says where each piece lies. mm, y downward."""

from collections.abc import Iterator, Mapping
from itertools import product
from math import ceil
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Node, Path as Outline
from generator.sheets import marks
from generator.sheets.area import EPSILON, Area, Box, Slot, meet
from generator.sheets.printable import Fixed, Job, Place, Printable, SheetOptions
from specs.base.errors import Code, Fault, KeyPath, SpecError, bad
from specs.model.shapes.sizes import NAMED_SIZES, PAPERS
from specs.model.values import Frozen, NotNegative
from specs.read.named_yaml import along, asked_for
from specs.read.typed import did_you_mean
from specs.read.yaml_nodes import Tree

FOLDER = Path(__file__).parent / "fixed_sheets"
MOST = 400  # places of a sheet
Pair = tuple[float, float]
Size = str | float | Pair
SIZES = "a size's name, one number or [width, height]"


class Spot(Frozen, frozen=True, kw_only=True):
    """A place of its own: its upper left corner; size and corner radius if they differ from the sheet's."""

    at: Pair
    size: Size | None = None
    corner: NotNegative | None = None


class Layout(Frozen, frozen=True, kw_only=True):
    """A sheet as its file describes it: `columns` by `rows` places of one `size`, or `slots` one by one.

    `at` is the first place's upper left corner (default: the grid is centred), `pitch` the distance from one place's
    left and upper edge to the next one's (default: they touch). `marks: outline` draws each place's outline, for a
    trial on plain paper or to cut along; `crop` draws ticks.
    """

    title: str
    paper: str | Pair
    size: Size | None = None
    columns: Annotated[int, Meta(ge=1, le=100)] = 1
    rows: Annotated[int, Meta(ge=1, le=100)] = 1
    at: Pair | None = None
    pitch: Pair | None = None
    corner: NotNegative = 0
    slots: tuple[Spot, ...] = ()
    marks: Literal["none", "outline", "crop"] = "none"


def bundled() -> dict[str, Path]:
    """Return the files of the bundled sheets, by name."""
    return along(FOLDER)


def load(name: str) -> Fixed:
    """Load a bundled sheet or a file. Raises SpecError with every fault of the file, and if there is none."""
    layout, tree, faults = asked_for(Layout, "sheet", "--sheets", name, bundled())
    if layout is not None:
        reader = _Reader(layout, tree, faults)
        fixed = Fixed(layout.title, reader.paper, tuple(reader.places()), layout.marks)
        reader.check(fixed)
        if not faults:
            return fixed
    raise SpecError(faults)


class _Reader:
    """Reads the places of a sheet's file; what is wrong with them is added to `faults`."""

    def __init__(self, layout: Layout, tree: Tree, faults: list[Fault]) -> None:
        self.layout, self.tree, self.faults = layout, tree, faults
        self.paper = self.named(layout.paper, PAPERS, "paper", ("paper",)) or (2000.0, 2000.0)

    def fault(self, code: Code, path: KeyPath, found: str, expected: str, hint: str = "") -> None:
        self.faults.append(self.tree.fault(code, path, found, expected, hint))

    def named(self, given: str | Pair, known: Mapping[str, Pair], what: str, path: KeyPath) -> Pair | None:
        if not isinstance(given, str):
            return given
        if given not in known:
            expected = f"{', '.join(PAPERS)} or [width, height]" if what == "paper" else SIZES
            self.fault("unknown-name", path, f"unknown {what} '{given}'", expected, did_you_mean(given, known))
        return known.get(given)

    def size(self, given: Size | None, path: KeyPath) -> Pair:
        if given is None:
            self.fault("missing-key", path, "no size", "a size, here or for each of the slots")
            return 1.0, 1.0
        pair = self.named((given, given) if isinstance(given, float) else given, NAMED_SIZES, "size", path)
        if pair is not None and min(pair) <= 0:
            found = f"a size of {pair[0]:g} × {pair[1]:g} mm"
            self.fault("out-of-range", path, found, "a width and a height above 0")
        return pair or (1.0, 1.0)

    def places(self) -> Iterator[Place]:
        """Yield each slot's place; without slots, a grid in the middle of the paper or from `at`."""
        layout = self.layout
        for n, spot in enumerate(layout.slots):
            corner = layout.corner if spot.corner is None else spot.corner
            yield Place(*spot.at, *self.size(spot.size or layout.size, ("slots", n)), corner)
        if layout.slots:
            return
        size = self.size(layout.size, ("size",))
        pitch, counts = layout.pitch or size, (layout.columns, layout.rows)
        whole = [(n - 1) * step + side for n, step, side in zip(counts, pitch, size, strict=True)]
        left, top = layout.at or ((self.paper[0] - whole[0]) / 2, (self.paper[1] - whole[1]) / 2)
        for row, column in product(range(layout.rows), range(layout.columns)):
            yield Place(left + column * pitch[0], top + row * pitch[1], *size, layout.corner)

    def check(self, fixed: Fixed) -> None:
        """Check that there are not too many places, and that each is on the paper and overlaps no other."""
        layout, (width, height), places = self.layout, fixed.paper, fixed.places
        if len(places) > MOST:
            self.fault("over-limit", ("columns",), f"{len(places):,} places", f"at most {MOST}")
        for n, place in enumerate(places[:MOST]):
            path: KeyPath = ("slots", n) if layout.slots else ("at",) if layout.at else ("columns",)
            if min(place.x, place.y) < -EPSILON or place.right > width + EPSILON or place.bottom > height + EPSILON:
                found = f"a place from {place.x:g}, {place.y:g} to {place.right:g}, {place.bottom:g} mm"
                self.fault("out-of-range", path, found, f"places on the paper, {width:g} × {height:g} mm")
                return
            if any(meet(place.box, other.box) for other in places[:n]):
                found = f"a place at {place.x:g}, {place.y:g} mm that lies on another"
                self.fault("conflict", path, found, "places side by side")
                return


# ---- pieces in places ------------------------------------------------------------------------------


def fixed_job(printable: Printable, options: SheetOptions, fixed: Fixed) -> Job:
    """Return a component's pieces in the middle of the places they fit, turned if they fit only so.

    Raises SpecError if they fit none.
    """
    bleed = printable.bleed_on(options)
    slots = tuple(
        Slot(
            place.x + place.width / 2,
            place.y + place.height / 2,
            turn,
            _bleeds(place, fixed, printable, turn, bleed),
        )
        for place in fixed.places
        if (turn := _turn(printable, place)) is not None
    )
    if not slots:
        most = max(fixed.places, key=lambda place: place.width * place.height)
        found = f"{printable.title} of {printable.width:g} × {printable.height:g} mm"
        expected = f"pieces of at most {most.width:g} × {most.height:g} mm, as the sheet has them"
        raise bad("wrong-value", "--sheets", found, expected, "--only chooses components")
    own = replace(options, fixed=None, marks="crop" if fixed.marks == "crop" else "none", outer=False)
    ground = tuple(_outline(place) for place in fixed.places) if fixed.marks == "outline" else ()
    whole = Area(0, 0, *options.paper)
    return Job(printable, own, whole, None, slots, sheets=ceil(printable.count / len(slots)), ground=ground)


def _turn(printable: Printable, place: Place) -> int | None:
    sides = {0: (printable.width, printable.height), 90: (printable.height, printable.width)}
    fit = [turn for turn, (w, h) in sides.items() if w <= place.width + 0.05 and h <= place.height + 0.05]
    return fit[0] if fit else None


def _bleeds(place: Place, fixed: Fixed, printable: Printable, turn: int, bleed: float) -> Box:
    """Return how far a picture may extend beyond the trim: into the place, and half of the way to the next one."""
    width, height = (printable.width, printable.height) if turn == 0 else (printable.height, printable.width)
    beside = (max(0.0, place.width - width) / 2, max(0.0, place.height - height) / 2)
    rows = [one for one in fixed.places if one is not place and one.y < place.bottom and place.y < one.bottom]
    columns = [one for one in fixed.places if one is not place and one.x < place.right and place.x < one.right]
    gaps = (
        min([(place.x - one.right) / 2 for one in rows if one.right <= place.x + EPSILON], default=place.x),
        min([(place.y - one.bottom) / 2 for one in columns if one.bottom <= place.y + EPSILON], default=place.y),
        min([(one.x - place.right) / 2 for one in rows if one.x >= place.right - EPSILON], default=bleed),
        min([(one.y - place.bottom) / 2 for one in columns if one.y >= place.bottom - EPSILON], default=bleed),
    )
    left, top, right, bottom = (max(0.0, min(bleed, gap + beside[index % 2])) for index, gap in enumerate(gaps))
    return left, top, right, bottom


def _outline(place: Place) -> Node:
    return Outline(geo.rectangle(place.x, place.y, place.width, place.height, place.corner), marks.hairline())
