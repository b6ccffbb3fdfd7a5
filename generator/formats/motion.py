"""Finds what changed between two drawings: the places to look at, and which parts came from elsewhere. All mm."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cache
from math import hypot, inf
from typing import NamedTuple

from msgspec.structs import replace

from generator.draw.geometry.geometry import Rectangle, multiply, paint_box, transform, translate
from generator.draw.scene import Group, Image, Node, Path, Segment, Shaded, Text, Use
from generator.formats.drawings import Drawn

MOST = 80  # pieces that are animated at once
LARGER = 4.0  # times as large as its place
NEAR, BESIDE = 0.05, 5.0  # mm: a smaller move does not count; a piece this near its place still belongs to it

Places = Mapping[str, Rectangle]


class Motion(NamedTuple):
    """The boxes of the places that changed, and for each part that moved its number in the later picture and the way
    back to where it was: (number, x, y)."""

    marks: tuple[Rectangle, ...]
    moves: tuple[tuple[int, float, float], ...]


def motion(before: Drawn, after: Drawn, were: Places, places: Places) -> Motion:
    """Compare a picture, in which places `were`, with the next one: parts are the same piece if they look the same
    wherever they lie."""
    gone, come = _without(before, after), _without(after, before)
    if any(places.get(name, box) != box for name, box in were.items()):
        changed = dict.fromkeys(_anew(_lying(gone, were), _lying(come, places), were, places))
    else:
        both = {**were, **places}
        lie = [_place(part.box, both) for part in (*gone, *come)]
        changed = dict.fromkeys(both[name] for name in lie if name is not None)
    return Motion(tuple(changed), tuple(_moves(gone, come))[:MOST])


class _Part(NamedTuple):
    number: int
    node: Node
    box: Rectangle


def _without(drawn: Drawn, other: Drawn) -> list[_Part]:
    """Return the parts of a picture that the other does not have."""
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


Lying = Mapping[str, set[tuple[bool, Hashable]]]  # by place, the looks of each part, and whether it is a piece


def _anew(gone: Lying, come: Lying, were: Places, places: Places) -> Iterator[Rectangle]:
    """Yield the places that hold something else than before, in a picture with a new layout; of new places, those with
    a piece."""
    for name, box in places.items():
        now = come.get(name, set())
        if now != gone.get(name, set()) and (name in were or any(piece for piece, _ in now)):
            yield box


def _lying(parts: Iterable[_Part], places: Places) -> Lying:
    """Return what lies in each place, relative to its corner, without the ground under it, which is much larger."""
    found: dict[str, set[tuple[bool, Hashable]]] = {}
    for part in parts:
        if (name := _place(part.box, places)) is not None:
            x, y, wide, high = places[name]
            if part.box[2] * part.box[3] <= LARGER * wide * high:
                found.setdefault(name, set()).add((isinstance(part.node, Group | Use), _looks(part.node, x, y)))
    return found


def _place(box: Rectangle, places: Places) -> str | None:
    """Return the smallest place that contains the middle of a box, or else the nearest; None if none is `BESIDE` it."""
    x, y = box[0] + box[2] / 2, box[1] + box[3] / 2
    near = [
        (hypot(max(left - x, x - left - w, 0), max(top - y, y - top - h, 0)), w * h, (left, top, w, h), name)
        for name, (left, top, w, h) in places.items()
        if left - BESIDE <= x <= left + w + BESIDE and top - BESIDE <= y <= top + h + BESIDE
    ]
    away, _, _, place = min(near, default=(inf, 0.0, None, None))
    return place if away <= BESIDE else None


def _moves(gone: list[_Part], come: list[_Part]) -> Iterator[tuple[int, float, float]]:
    """Yield each part that was elsewhere before and the way back there, of several equal ones to the nearest."""
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
    """Return what a node looks like relative to a point, to a thousandth of a mm."""
    match node:
        case Path(segments, paint):
            return _from(segments, x, y), paint
        case Shaded(segments, paint, gradient):
            return _from(segments, x, y), paint, gradient
        case Text() | Image():
            return replace(node, x=round(node.x - x, 3), y=round(node.y - y, 3))
        case Group(children, (1, 0, 0, 1, right, down), clip):
            x, y = x - right, y - down
            return tuple([_looks(child, x, y) for child in children]), _from(clip, x, y), node.blend
        case Group() | Use():
            return replace(node, matrix=tuple([round(n, 3) for n in multiply(translate(-x, -y), node.matrix)]))


def _from(segments: Iterable[Segment], x: float, y: float) -> tuple[Segment, ...]:
    moved = transform(segments, translate(-x, -y))
    return tuple([(verb, *[round(n, 3) for n in numbers]) for verb, *numbers in moved])  # type: ignore[arg-type]
