"""The part of an SVG file that shows, and the error of what shapes cannot show."""

from __future__ import annotations

from msgspec import Struct

from generator.draw.geometry.geometry import Rectangle
from generator.draw.scene import IDENTITY, Matrix


class Viewport(Struct, frozen=True):
    """`box` is the picture, in units that `matrix` makes of the file's own; `view` is what 100 % stand for, in these.

    `fitted` is False where what is outside the viewBox shows, or its two sides are scaled apart.
    """

    box: Rectangle
    view: Rectangle
    matrix: Matrix = IDENTITY
    fitted: bool = True


class Undrawable(ValueError):
    """What shapes, gradients and letters cannot show, though pixels could."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}, which cannot be drawn (convert it to paths)")
        self.what = what
        self.where = ""  # its line and column, once they are known
        self.view: Viewport | None = None  # the drawing's

    def __str__(self) -> str:
        return f"{self.where}{super().__str__()}"
