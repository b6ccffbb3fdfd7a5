"""Distinct faces: whatever lists, draws or exports each face once finds them here; and each face in words."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Literal, TypeVar

from msgspec import Struct

from generator.draw.scene import Scene
from generator.faces.faces import Faces
from specs.model.component import PagedText, Side
from specs.model.document import Document, Piece

Item = TypeVar("Item")


def distinct(items: Iterable[Item], key: Callable[[Item], Hashable], most: int | None = None) -> list[list[Item]]:
    """Items with equal keys together, in the order of the first of each; those without a key (None) are left out. The
    first that would be one kind more than `most` ends the search."""
    found: dict[Hashable, list[Item]] = {}
    for item in items:
        kind = key(item)
        if kind is not None and kind not in found and len(found) == most:
            break
        if kind is not None:
            found.setdefault(kind, []).append(item)
    return list(found.values())


def drawing(scene: Scene | None) -> Hashable:
    """The key of a face as it is drawn, as long as its `Faces` keep it; None without a face. A scene that is not
    reusable is drawn anew each time, and is equal to no other."""
    if scene is None:
        return None
    return id(scene) if scene.reusable else object()


def drawn_alike(faces: Faces, pieces: Iterable[Piece], side: Side, most: int | None = None) -> list[list[Piece]]:
    """Pieces with the same drawing on a side together; none where they have no such side. Raises SpecError."""
    return distinct(pieces, lambda piece: drawing(faces.side(piece, side)), most)


class FaceText(Struct, frozen=True):
    """A face in words, by the first piece that has it, and on how many pieces it is; of a text, the `number`th page."""

    component: str
    piece: str
    side: Side | Literal["page"]
    words: str
    count: int
    number: int = 1


def face_texts(document: Document, faces: Faces, components: Sequence[str]) -> Iterator[FaceText]:
    """The faces of each component, fronts before backs; faces with the same words as one. Raises SpecError."""
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
