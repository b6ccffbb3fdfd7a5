"""Distinct faces: whatever lists, draws or exports each face once finds them here; and each face in words.

It also finds pieces that differ by colour alone, if colour-blind eyes or a grey print show them alike.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Literal, TypeVar

from msgspec import Struct

from generator.draw.colour.vision import VISIONS, distance
from generator.draw.scene import Colour, Gradient, Node, Path, Scene, Shaded, Text
from generator.draw.walk import walk
from generator.faces.faces import Faces
from specs.base.errors import Fault
from specs.model.component import PagedText, Side
from specs.model.document import Document, Piece

Item = TypeVar("Item")


def distinct(items: Iterable[Item], key: Callable[[Item], Hashable], most: int | None = None) -> list[list[Item]]:
    """Group items with equal keys, in the order of the first of each; those without a key (None) are left out. Stops at
    the first that would be one kind more than `most`."""
    found: dict[Hashable, list[Item]] = {}
    for item in items:
        kind = key(item)
        if kind is not None and kind not in found and len(found) == most:
            break
        if kind is not None:
            found.setdefault(kind, []).append(item)
    return list(found.values())


def drawing(scene: Scene | None) -> Hashable:
    """Return the key of a face as it is drawn, as long as its `Faces` keep it; None without a face. A scene that is not
    reusable is drawn anew each time, and equals no other."""
    if scene is None:
        return None
    return id(scene) if scene.reusable else object()


def drawn_alike(faces: Faces, pieces: Iterable[Piece], side: Side, most: int | None = None) -> list[list[Piece]]:
    """Group pieces with the same drawing on a side; empty if they have no such side. Raises SpecError."""
    return distinct(pieces, lambda piece: drawing(faces.side(piece, side)), most)


class FaceText(Struct, frozen=True):
    """A face in words, by the first piece that has it, and the number of pieces with it; for a text, the `number`th
    page."""

    component: str
    piece: str
    side: Side | Literal["page"]
    words: str
    count: int
    number: int = 1


def face_texts(document: Document, faces: Faces, components: Sequence[str]) -> Iterator[FaceText]:
    """Yield the faces of each component, fronts before backs; faces with the same words as one. Raises SpecError."""
    for name in components:
        component = document.spec.components[name]
        if isinstance(component, PagedText):
            for piece in document.pieces[name]:
                count = len(faces.pages(piece))
                for number in range(1, count + 1):
                    yield FaceText(name, piece.id, "page", f"{component.title}, {number}/{count}", 1, number)
            continue
        for side, _ in component.faces():
            read = [(piece, scene.alt) for piece in document.pieces[name] if (scene := faces.side(piece, side))]
            for alike in distinct(read, lambda each: each[1]):
                piece, words = alike[0]
                yield FaceText(name, piece.id, side, words, len(alike))


# ---- faces that look alike -----------------------------------------------------------------------


APART = {"deutan": 15.0, "protan": 15.0, "tritan": 15.0, "grey": 8.0}  # CIE 1976; less can be mistaken across a table
MOST_FACES = 400  # faces of a component that are compared in full; of the others,
SPREAD = 100  # about this many, evenly spread: more would rarely show a new kind
MOST_OF_A_KIND = 40

_Painted = tuple[tuple[Colour, float], ...]  # each colour of a face with its opacity, in painting order


def lookalikes(document: Document, component: str, faces: Faces) -> Iterator[Fault]:
    """Yield a warning for each side of a component with such pieces. The faces have been drawn without a fault."""
    sides: tuple[Side, ...] = ("front", "back")
    for side in sides:
        pairs, failing = _pairs(document.pieces.get(component, ()), faces, side)
        if not pairs:
            continue
        one, other = pairs[0]
        more = f" (and {len(pairs) - 1} pairs more)" if len(pairs) > 2 else " (and 1 pair more)" if pairs[1:] else ""
        found = f"{side}s of {one} and {other}{more}, which differ by colours that {_named(failing)} can't tell apart"
        expected = "a letter, an icon or a pattern that differs, or a lighter and a darker colour"
        yield document.warning("faces-alike", ("components", component, side), found, expected)


def _pairs(pieces: Sequence[Piece], faces: Faces, side: Side) -> tuple[list[tuple[str, str]], list[str]]:
    """Return pairs of pieces that some visions can't tell apart on this side, and those visions."""
    alike = drawn_alike(faces, pieces, side, MOST_FACES)
    rest = pieces[sum(map(len, alike)) :] if alike else ()
    compared = (*(each[0] for each in alike), *rest[:: max(1, len(rest) // SPREAD)])
    scenes = {piece.id: scene for piece in compared if (scene := faces.side(piece, side)) is not None}
    pairs: list[tuple[str, str]] = []
    failing: set[str] = set()
    for kind in _kinds(scenes):
        for (one, name), (other, another) in combinations(list(kind.items())[:MOST_OF_A_KIND], 2):
            blind = {vision for vision in VISIONS if _farthest(one, other, vision) < APART[vision]}
            if blind:
                pairs.append((name, another))
                failing |= blind
    return pairs, [vision for vision in VISIONS if vision in failing]


class _Compared(Struct):
    """A face being compared: its colours so far, and the part of its drawing that was looked at last."""

    piece: str
    parts: Iterator[object]
    colours: list[tuple[Colour, float]]
    part: object = None

    def next(self) -> tuple[object]:
        self.part = next(self.parts, None)
        return (self.part,)


def _kinds(scenes: Mapping[str, Scene]) -> Iterator[dict[_Painted, str]]:
    """Yield the drawings that several pieces have, each as pieces by colours. They are compared part by part: most
    differ soon."""
    faces: list[_Compared] = []
    for piece, scene in scenes.items():
        colours: list[tuple[Colour, float]] = []
        faces.append(_Compared(piece, _shape(scene.nodes, colours), colours))
    groups, whole = [faces], list[list[_Compared]]()
    while groups:
        for same in distinct(groups.pop(), _Compared.next):
            if len(same) > 1:
                (whole if same[0].part is None else groups).append(same)
    order = list(scenes)
    for same in sorted(whole, key=lambda same: order.index(same[0].piece)):
        kind: dict[_Painted, str] = {}
        for face in same:
            kind.setdefault(tuple(face.colours), face.piece)
        yield kind


def _farthest(one: _Painted, other: _Painted, vision: str) -> float:
    """Return the largest distance of two faces of one drawing at any place."""
    return max(
        distance(a, b, vision) * opacity for (a, opacity), (b, _) in zip(one, other, strict=True) if a != b
    )  # fmt: skip


def _shape(nodes: Sequence[Node], colours: list[tuple[Colour, float]]) -> Iterator[object]:
    """Yield a drawing without its colours, which are collected."""
    for node, matrix, clips in walk(nodes):
        yield matrix, clips
        match node:
            case Path(segments, paint):
                colours += [(colour, paint.opacity) for colour in (paint.fill, paint.stroke) if colour is not None]
                yield segments, paint.fill is None, paint.stroke is None, paint.width, paint.dash, paint.opacity
            case Shaded(segments, paint, gradient):
                painted = paint.fill is None, paint.stroke is None, paint.width, paint.dash, paint.opacity
                yield segments, *painted, _uncoloured(gradient, paint.opacity, colours)
            case Text():
                colours += [(colour, node.opacity) for colour in (node.fill, node.outline) if colour is not None]
                yield node.text, node.x, node.y, node.size, node.font.name, node.fill is None, node.opacity
                if node.gradient is not None:
                    yield _uncoloured(node.gradient, node.opacity, colours)
            case _:
                yield node


def _uncoloured(gradient: Gradient, opacity: float, colours: list[tuple[Colour, float]]) -> object:
    """Return a gradient without its colours, which are collected."""
    colours += [(stop.colour, opacity * stop.opacity) for stop in gradient.stops]
    return gradient.ends, gradient.matrix, tuple((stop.at, stop.opacity) for stop in gradient.stops)


def _named(visions: Sequence[str]) -> str:
    eyes = [vision for vision in visions if vision != "grey"]
    words = [f"{' and '.join(eyes)} eyes"] if eyes else []
    return " or ".join([*words, *(["a grey print"] if "grey" in visions else [])])
