"""What is printed and how: a component's pieces, and the options of a build. Lengths are mm, y downward."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from generator.draw.scene import Scene, Segment
from generator.sheets.arrange import Area

Duplex = Literal["long-edge", "short-edge", "gutterfold", "none"]
Marks = Literal["crop", "lines", "none"]


class Options(Struct, frozen=True):
    """How to print. `paper` is width and height as the sheet lies; `bleed` None means each component's own.

    `offset` and `skew` (degrees clockwise about the page's middle) move the backs, as read off the calibration page.
    """

    paper: tuple[float, float] = (210.0, 297.0)
    pack: bool = True
    margin: float = 5.0
    duplex: Duplex = "long-edge"
    bleed: float | None = None
    outer: bool = False
    marks: Marks = "crop"
    marks_side: Literal["front", "both"] = "front"
    offset: tuple[float, float] = (0.0, 0.0)
    skew: float = 0.0

    @property
    def area(self) -> Area:
        """What the printer can print on."""
        return Area(self.margin, self.margin, self.paper[0] - 2 * self.margin, self.paper[1] - 2 * self.margin)


class Item(Struct, frozen=True):
    """A piece to print; `back` as seen from behind; `flap` what a standee's flaps show, the fold at its top."""

    piece: str
    front: Scene
    back: Scene | None
    flap: Scene | None = None


class Printable(Struct, frozen=True):
    """A component's pieces. `trim` is the cut path in face coordinates; `count` how many items there are.

    With `folds` they are fold-over standees, their flaps `base` high; `sheet` pages are printed one a sheet; what is
    `alone` shares its sheets with no other component. `backs` tells whether any item has a back.
    """

    id: str
    title: str
    width: float
    height: float
    bleed: float
    trim: tuple[Segment, ...]
    lattice: str
    count: int
    backs: bool
    items: Iterable[Item]
    folds: bool = False
    base: float = 0.0
    sheet: bool = False
    alone: bool = False
    footer: tuple[str, str] = ("", "")
