"""A sheet with everything decided, as planned, packed, laid and mirrored. Lengths are mm, y downward."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from generator.draw.scene import Node
from generator.sheets.layout.arrange import Area, Slot
from generator.sheets.printable import Printable, SheetOptions


class Job(Struct, frozen=True):
    """Sheets with everything decided: the slots of one, where marks may be, where the footer is.

    `others` are components that share the sheet with `printable`; a slot's `part` tells which of them it is for, in
    that order. Without slots, a piece needs several sheets. `sheets` is how many there are of this kind.
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
    def parts(self) -> tuple[Printable, ...]:
        return (self.printable, *self.others)


def bleed_of(printable: Printable, options: SheetOptions) -> float:
    """How far pictures reach beyond the cut, mm."""
    # there is no picture beyond the spec's own bleed
    return printable.bleed if options.bleed is None else min(options.bleed, printable.bleed)
