"""Cutting machines: a YAML file says which marks a machine looks for, what they need around them, which files it takes.
mm."""

import re
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, json, to_builtins
from msgspec.structs import replace

from specs.base.errors import SpecError
from specs.base.languages import say
from specs.model.values import LONGEST_NAME, Frozen, Written
from specs.read.named_yaml import along, asked_for

FOLDER = Path(__file__).parent
_UNSAFE = re.compile(r"[^A-Za-z0-9.-]+")  # characters that a font or DXF may lack
MOST = 60.0  # of any length here: more leaves no room for pieces
MarkShape = Literal["inward", "outward", "square", "cross"]
Length = Annotated[float, Meta(gt=0, le=MOST)]
Rim = Annotated[float, Meta(ge=0, le=MOST)]
Miss = Annotated[float, Meta(ge=-5, le=5)]


class Marks(Frozen, frozen=True, kw_only=True, rename="kebab"):
    """The shape of the mark in each corner."""

    top_left: MarkShape | None = None
    top_right: MarkShape | None = None
    bottom_left: MarkShape | None = None
    bottom_right: MarkShape | None = None

    @property
    def placed(self) -> tuple[tuple[MarkShape, int, int], ...]:
        """Return each mark, and its inward direction, across and down."""
        every = (self.top_left, 1, 1), (self.top_right, -1, 1), (self.bottom_left, 1, -1), (self.bottom_right, -1, -1)
        return tuple((shape, dx, dy) for shape, dx, dy in every if shape is not None)


class Machine(Frozen, frozen=True, kw_only=True):
    """A machine as its file describes it.

    `marks` are black, one in each of these corners, `inset` from the paper's edges: two arms that go `inward` or
    `outward` from there, a filled `square` from there inward, or a `cross`. Each keeps a square of `free` inward from
    there clear. Pieces keep the `margins` (left, top, right, bottom) too. The knife reaches `across` the paper.
    `offset` is its error, right and down. `unverified` names the keys that could not be checked.
    """

    title: str
    marks: Marks = Marks()
    inset: Rim = 10.0
    arm: Length = 20.0
    line: Annotated[float, Meta(gt=0, le=5)] = 0.3
    square: Length = 5.0
    free: Rim = 22.0
    margins: tuple[Rim, Rim, Rim, Rim] = (0.0, 0.0, 0.0, 0.0)
    across: Annotated[float, Meta(ge=50)] | None = None
    formats: tuple[Literal["dxf", "svg"], ...] = ("dxf", "svg")
    offset: tuple[Miss, Miss] = (0.0, 0.0)
    source: str = ""
    checked: Written = ""
    unverified: tuple[str, ...] = ()
    name: str = ""

    @property
    def rim(self) -> tuple[float, float, float, float]:
        """Return the distance of pieces from the paper's left, top, right and bottom edge: no knife goes beyond the
        marks."""
        left, top, right, bottom = (max(side, self.inset if self.marks.placed else 0.0) for side in self.margins)
        return left, top, right, bottom

    @property
    def version(self) -> str:
        """Return a few letters that change with a sheet's marks: a cut by other marks would miss."""
        values = to_builtins([self.marks, self.inset, self.arm, self.line, self.square])
        return sha256(json.encode(values, order="sorted")).hexdigest()[:4]

    @property
    def footer_line(self) -> str:
        """Return the line of a sheet's footer about its marks."""
        if not self.marks.placed:
            return self.name
        lengths = {name: f"{getattr(self, name):g}" for name in ("inset", "arm", "line", "square")}
        return say(
            "{machine} {version}: marks {inset} mm in, arms {arm}, lines {line}, squares {square}",
            machine=self.name, version=self.version, **lengths,
        )  # fmt: skip


def bundled() -> dict[str, Path]:
    """Return the files of the bundled machines, by name."""
    return along(FOLDER)


def load(name: str) -> Machine:
    """Load a bundled machine or a file. Raises SpecError with every fault of the file, and if there is none."""
    machine, tree, faults = asked_for(Machine, "machine", "--cutter", name, bundled())
    if machine is not None:
        if machine.arm > machine.inset and {"outward", "cross"} & {shape for shape, _, _ in machine.marks.placed}:
            expected = f"at most {machine.inset:g}, as far as the marks are from the paper's edge"
            faults.append(tree.fault("out-of-range", ("arm",), f"arm: {machine.arm:g}", expected))
        if not machine.formats:
            faults.append(tree.fault("empty", ("formats",), "no formats", "dxf, svg or both"))
    if machine is None or faults:
        raise SpecError(faults)
    return replace(machine, name=_UNSAFE.sub("_", Path(tree.file).stem)[:LONGEST_NAME])
