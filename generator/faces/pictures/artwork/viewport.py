"""What a whole SVG file shows: the box of its picture, by its size, its viewBox and how they are fitted."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from generator.draw.geometry.geometry import FARTHEST, Rectangle, scaling
from generator.draw.scene import IDENTITY, Matrix
from generator.faces.pictures.artwork.tree import Element
from generator.faces.pictures.artwork.values import length, numbers

NARROWEST = 1e-3  # of a view box, whose inverse is a scale
EM = 16.0  # where a drawing's size is given in ems
FINE = 10.0  # units that a drawing has at least: numbers are written with three places
_FITTED = re.compile(r"(?:defer\s+)?(none|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?\Z")
_PARTS = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}


class Viewport(Struct, frozen=True):
    """`box` is the picture, in units that `matrix` makes of the file's own; `view` is what 100 % stand for, in these.

    `fitted` is False where what is outside the viewBox shows, or its two sides are scaled apart.
    """

    box: Rectangle
    view: Rectangle
    matrix: Matrix = IDENTITY
    fitted: bool = True


def viewport(root: Element) -> Viewport:
    """What a root element shows. Raises ValueError."""
    attributes = root.attributes
    size = _size(attributes)
    view = numbers(attributes.get("viewBox", ""))
    if len(view) != 4 or not min(view[2:]) > 0:
        if view and size is not None:
            raise ValueError(f"viewBox '{attributes['viewBox'][:30]}', which is none")
        if root.name != "svg" or size is None or min(size) < NARROWEST:
            raise ValueError("no <svg> with a viewBox or a width and height")
        return _fine((0, 0, *size), (0, 0, *size), 1, 1)
    x, y, width, height = view
    if min(width, height) < NARROWEST:
        raise ValueError(f"a viewBox of {width:g} × {height:g}, narrower than {NARROWEST:g}")
    whole = x, y, width, height
    fitted = _FITTED.match(attributes.get("preserveAspectRatio", "xMidYMid").strip())
    if fitted is None:
        raise ValueError(f"preserveAspectRatio '{attributes['preserveAspectRatio'][:30]}'")
    if size is None or abs(size[0] * height - size[1] * width) < 1e-6 * size[0] * height:
        return _fine(whole, whole, 1, 1)
    across, down = size[0] / width, size[1] / height
    if fitted[1] == "none":
        return _fine(whole, whole, across, down)
    scale = (max if fitted[4] == "slice" else min)(across, down)
    wide, tall = size[0] / scale, size[1] / scale
    left, top = x - (wide - width) * _PARTS[fitted[2]], y - (tall - height) * _PARTS[fitted[3]]
    return _fine((left, top, wide, tall), whole, 1, 1)


def _fine(box: Rectangle, view: Rectangle, across: float, down: float) -> Viewport:
    """A viewport in units that are fine enough."""
    across, down = across / max(across, down), down / max(across, down)
    if not max(box[2] * across, box[3] * down, *map(abs, box)) <= FARTHEST:
        raise ValueError(f"a drawing beyond {FARTHEST:,.0f}")
    finer = 1.0
    while max(box[2] * across, box[3] * down) * finer < FINE:
        finer *= 10
    matrix = scaling(across * finer, down * finer)
    x, y, width, height = box
    scaled = x * matrix[0], y * matrix[3], width * matrix[0], height * matrix[3]
    return Viewport(scaled, view, matrix, box == view and across == down)


def _size(attributes: Mapping[str, str]) -> tuple[float, float] | None:
    """The width and height of a root element; None where it has none of its own. Raises ValueError."""
    given = [attributes.get(key, "auto").strip() for key in ("width", "height")]
    if any(text in ("auto", "100%") for text in given):
        return None
    width, height = (length(text, em=EM) for text in given)
    if min(width, height) <= 0:
        raise ValueError(f"a drawing of {width:g} × {height:g}")
    return width, height
