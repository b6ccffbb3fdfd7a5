"""Every face of some components in words, as they are told in a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from msgspec import Struct

from generator.draw.scene import Scene
from generator.faces.faces import Faces
from specs.model.component import PagedText
from specs.model.document import Document, Piece

Side = Literal["front", "back", "flap", "page"]


class Told(Struct, frozen=True):
    """A face in words, by the first piece that has it, and on how many pieces it is; of a text, the `number`th page."""

    component: str
    piece: str
    side: Side
    words: str
    count: int
    number: int = 1


def listed(document: Document, faces: Faces, components: Sequence[str]) -> Iterator[Told]:
    """The faces of each component, all fronts before the backs; those that say the same as one. Raises SpecError."""
    for name in components:
        component = document.spec.components[name]
        if isinstance(component, PagedText):
            for piece in document.pieces[name]:
                count = len(faces.pages(piece))
                for number in range(1, count + 1):
                    yield Told(name, piece.id, "page", f"{component.title}, {number}/{count}", 1, number)
            continue
        for side, _ in component.faces():
            first: dict[str, tuple[str, int]] = {}
            for piece in document.pieces[name]:
                scene = _drawn(faces, piece, side)
                if scene is not None:
                    known, count = first.get(scene.alt, (piece.id, 0))
                    first[scene.alt] = known, count + 1
            for words, (known, count) in first.items():
                yield Told(name, known, side, words, count)


def _drawn(faces: Faces, piece: Piece, side: Side) -> Scene | None:
    match side:
        case "back":
            return faces.back(piece)
        case "flap":
            return faces.flap(piece)
        case _:
            return faces.front(piece)
