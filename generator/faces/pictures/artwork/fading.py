"""Opacity of whole elements and groups: what lies over something else of the same group does not show it through.

Each shape is given its group's opacity, which is the same wherever no two of the group overlap. Where two may, the
group is for pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from generator.draw.geometry.geometry import Rectangle, bounds, text_box, transform
from generator.draw.scene import Paint
from generator.faces.pictures.artwork.drawing import Letters, Shape
from generator.faces.pictures.artwork.viewport import Undrawable

MOST = 400  # shapes of one group that are compared
_SQUARE = 1.5  # half widths that a square end may reach


def reach(paint: Paint) -> float:
    """How far a stroke may reach beyond its path."""
    if paint.stroke is None:
        return 0.0
    out = _SQUARE if paint.cap == "square" else 1.0
    return paint.width / 2 * (max(out, paint.miter) if paint.join == "miter" else out)


def box_of(shape: Shape | Letters) -> Rectangle | None:
    """A box around all that a shape paints."""
    if isinstance(shape, Letters):
        x, y, width, height = text_box(shape.text)
        room = shape.text.size
        corners = (("M", x, y - room), ("L", x + width, y - room), ("L", x + width, y + height + room),
                   ("L", x, y + height + room))  # fmt: skip
        return bounds(transform(corners, shape.matrix))
    found = bounds(shape.segments)
    if found is None:
        return None
    over = reach(shape.paint)
    x, y, width, height = found[0] - over, found[1] - over, found[2] + 2 * over, found[3] + 2 * over
    corners = (("M", x, y), ("L", x + width, y), ("L", x + width, y + height), ("L", x, y + height))
    return bounds(transform(corners, shape.matrix))


def apart(groups: Iterable[Sequence[Shape | Letters]]) -> None:
    """Nothing, where the shapes of each group that fades lie apart. Raises Undrawable."""
    for shapes in groups:
        if len(shapes) < 2:
            continue
        boxes = sorted(box for shape in shapes if (box := box_of(shape)) is not None)
        if len(boxes) > MOST:
            raise Undrawable(f"the opacity of a group of more than {MOST} shapes")
        for i, (x, y, width, height) in enumerate(boxes):
            for left, top, _, tall in boxes[i + 1 :]:
                if left >= x + width:
                    break
                if top < y + height and y < top + tall:
                    raise Undrawable("the opacity of a group whose shapes may overlap")
