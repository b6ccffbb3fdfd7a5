"""What a turn changed on a picture: the places to look at, and which of its parts came from elsewhere. All mm."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cache
from math import hypot, inf
from typing import NamedTuple

from msgspec.structs import replace

from companion.page.drawing import Drawn
from generator.draw.geometry import Rectangle, multiply, paint_box, transform, translate
from generator.draw.scene import Group, Image, Node, Path, Segment, Shaded, Text, Use

MOST = 80  # pieces that glide in one turn
NEAR, BESIDE = 0.05, 5.0  # mm: no way at all; what stands beside a place is still its own

Places = Mapping[str, Rectangle]


class Motion(NamedTuple):
    """The boxes of the places that changed, and for each part that moved its number in the later picture and how far
    from there it lay: (number, x, y)."""

    marks: tuple[Rectangle, ...]
    moves: tuple[tuple[int, float, float], ...]


def motion(before: Drawn, after: Drawn, places: Iterable[Places]) -> Motion:
    """From one picture to the next: a part is the same piece where it looks the same wherever it lies. `places` are
    those of either."""
    gone, come = _without(before, after), _without(after, before)
    boxes = [box for named in places for box in named.values()]
    changed = dict.fromkeys(mark for part in (*gone, *come) if (mark := _place(part.box, boxes)) is not None)
    return Motion(tuple(changed), tuple(_moves(gone, come))[:MOST])


class _Part(NamedTuple):
    number: int
    node: Node
    box: Rectangle


def _without(drawn: Drawn, other: Drawn) -> list[_Part]:
    """The parts of a picture that the other has not."""
    there, found = set(other.parts), list[_Part]()
    for number, (part, node) in enumerate(zip(drawn.parts, drawn.nodes, strict=True)):
        if part not in there and (box := _box(node)) is not None:
            found.append(_Part(number, node, box))
    return found


def _box(node: Node) -> Rectangle | None:
    boxes = [box for _, box in paint_box((node,))]
    if not boxes:
        return None
    left, top = min(x for x, _, _, _ in boxes), min(y for _, y, _, _ in boxes)
    right, bottom = max(x + wide for x, _, wide, _ in boxes), max(y + high for _, y, _, high in boxes)
    return left, top, right - left, bottom - top


def _place(box: Rectangle, places: Iterable[Rectangle]) -> Rectangle | None:
    """The smallest place in which the middle of a box lies, or else the nearest beside it."""
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    near = [
        (hypot(max(left - x, x - left - w, 0), max(top - y, y - top - h, 0)), w * h, (left, top, w, h))
        for left, top, w, h in places
        if left - BESIDE <= x <= left + w + BESIDE and top - BESIDE <= y <= top + h + BESIDE
    ]
    away, _, place = min(near, default=(inf, 0.0, None))
    return place if away <= BESIDE else None


def _moves(gone: list[_Part], come: list[_Part]) -> Iterator[tuple[int, float, float]]:
    """Each part that lay elsewhere before, of several alike from the nearest."""
    seen = cache(lambda part: _looks(part.node, *part.box[:2]))
    sizes: dict[tuple[float, float], list[_Part]] = {}  # what is as large may look the same: few are looked at
    for part in gone:
        sizes.setdefault(_size(part), []).append(part)
    for part in come:
        alike = [old for old in sizes.get(_size(part), ()) if seen(old) == seen(part)]
        if alike:
            was = min(alike, key=lambda old: abs(old.box[0] - part.box[0]) + abs(old.box[1] - part.box[1]))
            sizes[_size(part)].remove(was)
            x, y = was.box[0] - part.box[0], was.box[1] - part.box[1]
            if max(abs(x), abs(y)) > NEAR:
                yield part.number, round(x, 2), round(y, 2)


def _size(part: _Part) -> tuple[float, float]:
    return round(part.box[2], 1), round(part.box[3], 1)


def _looks(node: Node, x: float, y: float) -> Hashable:
    """What a node looks like wherever it lies, as seen from a point, to a thousandth of a mm."""
    match node:
        case Path(segments, paint):
            return _from(segments, x, y), paint
        case Shaded(segments, paint, gradient):
            return _from(segments, x, y), paint, gradient
        case Text() | Image():
            return replace(node, x=round(node.x - x, 3), y=round(node.y - y, 3))
        case Group(children, (1, 0, 0, 1, right, down), clip):
            x, y = x - right, y - down
            return tuple([_looks(child, x, y) for child in children]), _from(clip, x, y)
        case Group() | Use():
            return replace(node, matrix=tuple([round(n, 3) for n in multiply(translate(-x, -y), node.matrix)]))


def _from(segments: Iterable[Segment], x: float, y: float) -> tuple[Segment, ...]:
    moved = transform(segments, translate(-x, -y))
    return tuple([(verb, *[round(n, 3) for n in numbers]) for verb, *numbers in moved])  # type: ignore[arg-type]
