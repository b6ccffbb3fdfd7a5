"""What a position is drawn of: a document's colours, and its pieces as they lie on the table. All mm, y downward."""

from __future__ import annotations

from generator.draw.geometry import rectangle
from generator.draw.scene import Colour, Group, Node, Use
from generator.faces.faces import faces_of
from generator.faces.lookup import Lookup
from specs.document import Document, Piece


class Tabletop:
    """A document's looks. Raises SpecError as faces do."""

    def __init__(self, document: Document) -> None:
        self.document, self.faces, self.look = document, faces_of(document), Lookup(document)

    def colour(self, name: str) -> Colour:
        found = self.look.colour(name)
        assert found is not None
        return found

    def piece(self, piece: Piece, x: float, y: float, scale: float, *, back: bool = False) -> Node:
        """A face cut to its trim box, its top left corner at (x, y)."""
        face = self.faces.back(piece) if back else self.faces.front(piece)
        assert face is not None
        bleed = self.document.spec.components[piece.component].bleed
        _, _, width, height = face.box
        clip = rectangle(0, 0, width - 2 * bleed, height - 2 * bleed, 1.5)
        return Group((Use(face),), (scale, 0, 0, scale, x, y), clip)
