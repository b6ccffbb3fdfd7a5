"""A path and its style to painted shapes: fill, stroke, opacity, dashes, gradients."""

from __future__ import annotations

import re

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.geometry import Rectangle, bounds, scale_of, transform
from generator.draw.scene import IDENTITY, Gradient, Matrix, Paint, Segment
from generator.faces.artwork.clips import Cut
from generator.faces.artwork.drawing import ROLES, Shape
from generator.faces.artwork.gradients import Gradients, mean
from generator.faces.artwork.lengths import fraction, length
from generator.faces.artwork.outlines import sane
from generator.faces.artwork.styles import reference, solid
from specs.names import Colour


class State(Struct, frozen=True):
    """What an element hands down to those inside it."""

    style: dict[str, str] = {}
    matrix: Matrix = IDENTITY
    opacity: float = 1.0
    cuts: tuple[Cut, ...] = ()  # what clips it, outermost first

    @property
    def shaded(self) -> bool:
        """Whether its paint refers to a gradient, which may be defined further down in the file."""
        return "url(" in self.style.get("fill", "") or "url(" in self.style.get("stroke", "")

    @property
    def fill_role(self) -> str:
        """The role its class gives its fill: `line` too, for a line drawn as an area."""
        roles = [role for role in self.style.get("class", "").split() if role in ROLES]
        first = next((role for role in roles if role != "line"), "")
        return first or ("line" if roles and self.style.get("stroke", "none") == "none" else "")


class _Coat(Struct, frozen=True):
    """One colour or one gradient."""

    colour: Colour
    opacity: float
    gradient: Gradient | None = None


def shapes(
    segments: tuple[Segment, ...],
    state: State,
    gradients: Gradients,
    view: Rectangle,
    box: Rectangle | None = None,
) -> list[Shape]:
    """A path in an element's units as it is painted: one shape, or two where its fill and its stroke differ in kind.

    `view` is the drawing's box, `box` what a gradient takes for the path's own. Raises ValueError, Undrawable.
    """
    style, scale = state.style, scale_of(state.matrix)
    cap, join = style.get("stroke-linecap", "butt"), style.get("stroke-linejoin", "miter")
    dash = style.get("stroke-dasharray", "none")
    lengths = () if dash == "none" else tuple(length(part) * scale for part in re.split(r"[\s,]+", dash.strip()))
    width = length(style.get("stroke-width", "1"))
    paint = Paint(
        width=width * scale,
        dash=(lengths if len(lengths) % 2 == 0 else 2 * lengths) if sum(lengths) > 0 else (),
        cap=cap if cap in ("round", "square") else "butt",  # type: ignore[arg-type]
        join=join if join in ("round", "bevel") else "miter",  # type: ignore[arg-type]
        even_odd=style.get("fill-rule") == "evenodd",
    )
    box = box or (bounds(segments) if state.shaded else None) or (0, 0, 0, 0)
    flat = len(segments) < 3 and all(segment[0] != "C" for segment in segments)  # printers differ on what has no area
    fill = None if flat else _coat("fill", "black", state, gradients, view, box, 0)
    stroke = _coat("stroke", "none", state, gradients, view, box, width / 2) if paint.width > 0 else None
    moved = sane(transform(segments, state.matrix))
    line_role = "line" if "line" in style.get("class", "").split() else ""
    if (
        fill is not None
        and stroke is not None
        and fill.opacity == stroke.opacity
        and fill.gradient is None
        and stroke.gradient is None
        and not style.get("paint-order", "").startswith("stroke")
    ):
        both = replace(paint, fill=fill.colour, stroke=stroke.colour, opacity=fill.opacity)
        return [Shape(moved, both, state.fill_role, line_role)]
    found: list[Shape] = []
    if fill is not None:
        inside = replace(paint, fill=fill.colour, opacity=fill.opacity)
        found.append(Shape(moved, inside, state.fill_role, "", fill.gradient))
    if stroke is not None:
        line = replace(paint, stroke=stroke.colour, opacity=stroke.opacity)
        found.append(Shape(moved, line, "", line_role, stroke.gradient))
    return found[::-1] if style.get("paint-order", "").startswith("stroke") else found


def _coat(
    key: str, default: str, state: State, gradients: Gradients, view: Rectangle, box: Rectangle, over: float
) -> _Coat | None:
    """What a shape's fill or stroke is painted with; None for nothing. `over` is how far it reaches beyond the box."""
    style = state.style
    text = style.get(key, default)
    opacity = state.opacity * fraction(style.get(f"{key}-opacity", "1"))
    if (found := reference(text)) is not None:
        name, text = found
        whole = gradients.find(name)
        if whole is None and not text:
            raise ValueError(f"{key} of '#{name[:30]}', no gradient of this file")
        if whole is not None:
            painted = (box[0] - over, box[1] - over, box[2] + 2 * over, box[3] + 2 * over)
            paint = gradients.paint(whole, state.matrix, box, painted, view)
            if isinstance(paint, Gradient):
                return _Coat(mean(paint.stops), opacity, paint)
            if paint is not None:
                return _Coat(paint[0], opacity * paint[1])
        text = text or "none"
    colour = solid(text, style)
    return None if colour is None else _Coat(colour, opacity)
