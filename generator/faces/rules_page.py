"""The rules of a game for a web page: the first of its spec's texts, with all its pictures."""

from typing import Any

from generator.faces.faces import Faces
from generator.formats.drawings import Drawings
from specs.model.component import PagedText
from specs.model.document import Document, Piece


def rules_of(document: Document) -> list[Piece]:
    """Return a spec's texts: the first is its rules."""
    components = document.spec.components
    return [document.pieces[name][0] for name, each in components.items() if isinstance(each, PagedText)]


def rules_page(document: Document) -> dict[str, Any]:
    """Return the blocks of a game's rules, empty if it has none, and the faces they refer to, by name."""
    faces, drawings = Faces(document), Drawings()
    blocks = [
        block
        for piece in rules_of(document)[:1]
        for block in faces.web_page(piece, lambda scene: drawings.draw(scene).facts)
    ]
    return {"blocks": blocks, "faces": drawings.faces}
