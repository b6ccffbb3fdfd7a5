"""Fixed sheets: labels, die cuts, a shop's layouts. A YAML file says where each piece lies. mm, y downward."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Node
from generator.draw.scene import Path as Outline
from generator.sheets import marks
from generator.sheets.area import EPSILON, Area, Slot
from generator.sheets.bleed import bleed_of, bleeds_on_label
from generator.sheets.printable import Fixed, Job, Place, Printable, SheetOptions
from specs.base.errors import Fault, SpecError, bad
from specs.base.fault_codes import Code
from specs.base.unfit import KeyPath
from specs.model.shapes.sizes import NAMED_SIZES, PAPERS
from specs.model.values import Frozen, NotNegative
from specs.read.named_yaml import along, asked_for
from specs.read.typed import did_you_mean
from specs.read.yaml_nodes import Tree

FOLDER = Path(__file__).parent / "fixed_sheets"
MOST = 400  # places of a sheet
Pair = tuple[float, float]
Size = str | float | Pair


class Spot(Frozen, frozen=True, kw_only=True):
    """A place of its own: its upper left corner; size and corner where they are not the sheet's."""

    at: Pair
    size: Size | None = None
    corner: NotNegative | None = None


class Layout(Frozen, frozen=True, kw_only=True):
    """A sheet as its file has it: `columns` by `rows` places of one `size`, or `slots` one by one.

    `at` is the first place's upper left corner (without it the grid is in the middle), `pitch` from one place's left
    and upper edge to the next one's (without it they touch). `marks: outline` draws each place's outline, for a trial
    on plain paper or to cut along; `crop` draws ticks.
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
    """The files of the sheets that come with the project, by name."""
    return along(FOLDER)


def load(name: str) -> Fixed:
    """A bundled sheet or a file. Raises SpecError with every fault of the file, and where there is none."""
    layout, tree, faults = asked_for(Layout, "sheet", "--sheets", name, bundled())
    if layout is not None:
        fixed, wrong = _fixed(layout, tree)
        if not (faults or wrong):
            return fixed
        faults += wrong
    raise SpecError(faults)


def _fixed(layout: Layout, tree: Tree) -> tuple[Fixed, list[Fault]]:
    faults: list[Fault] = []

    def fault(code: Code, path: KeyPath, found: str, expected: str, hint: str = "") -> None:
        faults.append(tree.fault(code, path, found, expected, hint))

    def size(given: Size | None, path: KeyPath) -> tuple[float, float]:
        if isinstance(given, str):
            if given not in NAMED_SIZES:
                hint = did_you_mean(given, NAMED_SIZES)
                found = f"unknown size '{given}'"
                fault("unknown-name", path, found, "a size's name, one number or [width, height]", hint)
            return NAMED_SIZES.get(given, (1.0, 1.0))
        if given is None:
            fault("missing-key", path, "no size", "a size, here or for each of the slots")
            return 1.0, 1.0
        pair = given if isinstance(given, tuple) else (given, given)
        if min(pair) <= 0:
            fault("out-of-range", path, f"a size of {pair[0]:g} × {pair[1]:g} mm", "a width and a height above 0")
        return pair

    paper = PAPERS.get(layout.paper) if isinstance(layout.paper, str) else layout.paper
    if paper is None:
        hint = did_you_mean(str(layout.paper), PAPERS)
        found = f"unknown paper '{layout.paper}'"
        fault("unknown-name", ("paper",), found, f"{', '.join(PAPERS)} or [width, height]", hint)
        paper = (2000.0, 2000.0)
    if layout.slots:
        spots = [
            (
                spot.at,
                size(spot.size or layout.size, ("slots", n)),
                layout.corner if spot.corner is None else spot.corner,
            )
            for n, spot in enumerate(layout.slots)
        ]
    else:
        spots = list(_grid(layout, paper, size(layout.size, ("size",))))
    places = tuple(Place(*at, *wide, corner) for at, wide, corner in spots)
    if len(places) > MOST:
        fault("over-limit", ("columns",), f"{len(places):,} places", f"at most {MOST}")
        places = places[:MOST]
    for n, place in enumerate(places):
        path: KeyPath = ("slots", n) if layout.slots else ("at",) if layout.at else ("columns",)
        if min(place.x, place.y) < -EPSILON or place.right > paper[0] + EPSILON or place.bottom > paper[1] + EPSILON:
            found = f"a place from {place.x:g}, {place.y:g} to {place.right:g}, {place.bottom:g} mm"
            fault("out-of-range", path, found, f"places on the paper, {paper[0]:g} × {paper[1]:g} mm")
            break
        if any(_overlap(place, other) for other in places[:n]):
            found = f"a place at {place.x:g}, {place.y:g} mm that lies on another"
            fault("conflict", path, found, "places side by side")
            break
    return Fixed(layout.title, paper, places, layout.marks), faults


def _grid(
    layout: Layout, paper: tuple[float, float], size: tuple[float, float]
) -> Iterator[tuple[tuple[float, float], tuple[float, float], float]]:
    pitch = layout.pitch or size
    whole = [(n - 1) * step + side for n, step, side in zip((layout.columns, layout.rows), pitch, size, strict=True)]
    left, top = layout.at or ((paper[0] - whole[0]) / 2, (paper[1] - whole[1]) / 2)
    for row in range(layout.rows):
        for column in range(layout.columns):
            yield (left + column * pitch[0], top + row * pitch[1]), size, layout.corner


def _overlap(one: Place, two: Place) -> bool:
    return (
        one.x < two.right - EPSILON
        and two.x < one.right - EPSILON
        and one.y < two.bottom - EPSILON
        and two.y < one.bottom - EPSILON
    )


# ---- pieces in places ------------------------------------------------------------------------------


def fixed_job(printable: Printable, options: SheetOptions, fixed: Fixed) -> Job:
    """A component's pieces in the middle of the places they fit, turned where they fit only so.

    Raises SpecError where they fit none.
    """
    bleed = bleed_of(printable, options)
    slots = tuple(
        Slot(
            place.x + place.width / 2,
            place.y + place.height / 2,
            turn,
            bleeds_on_label(place, fixed, printable, turn, bleed),
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


def _outline(place: Place) -> Node:
    paint = marks.hairline()
    return Outline(geo.rectangle(place.x, place.y, place.width, place.height, place.corner), paint)
