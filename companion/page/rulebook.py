"""The printed rules as the page shows them, whoever asks: their words, and their pictures with the faces in them. They
are drawn apart from the game, which nobody waits for meanwhile."""

from functools import lru_cache

from companion.page.drawing import Drawings
from companion.page.shown import drawing
from generator.faces.faces import Faces
from specs.base.languages import Tongue
from specs.base.web.streams import Part, facts
from specs.load import worded
from specs.model.component import PagedText
from specs.model.document import Document, Piece


def rules_of(document: Document) -> list[Piece]:
    """A spec's texts: the first is its rules."""
    components = document.spec.components
    return [document.pieces[name][0] for name, each in components.items() if isinstance(each, PagedText)]


@lru_cache(maxsize=8)
def rulebook(document: Document, tongue: Tongue | None) -> Part:
    """The rules in the language spoken; empty where the spec has none."""
    document, drawings = worded(document), Drawings()
    faces = Faces(document)
    blocks = [
        block
        for piece in rules_of(document)[:1]
        for block in faces.web_page(piece, lambda scene: drawing(drawings.draw(scene)))
    ]
    return facts({"blocks": blocks, "faces": drawings.faces})
