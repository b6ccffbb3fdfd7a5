"""Pieces as the setup sheets show them: small pictures, and the game's notation. mm."""

from __future__ import annotations

from generator.draw.scene import Group, Node, Paint, Path, Use
from generator.faces.faces import Faces
from generator.faces.outline import trim
from generator.sheets.handouts.page import INK
from specs.expand import expr
from specs.model.document import Document, Piece
from specs.model.shapes.sizes import size_mm


def notation(document: Document, piece: Piece) -> str:
    """How a position line writes a piece. Raises SpecError."""
    template = document.spec.components[piece.component].notation
    if template is None:
        return piece.id
    with document.placed(("components", piece.component, "notation")):
        return expr.render(template, {**piece.row, "id": piece.id, "n": piece.n})


class Thumbnails:
    """Small pictures of pieces."""

    def __init__(self, document: Document, faces: Faces) -> None:
        self.document, self.faces = document, faces

    def scale(self, piece: Piece, wide: float, tall: float) -> float:
        """How much a piece is scaled to fit a box."""
        w, h = size_mm(self.document.spec.components[piece.component])
        return min(wide / w, tall / h)

    def draw(self, piece: Piece, x: float, y: float, wide: float, tall: float) -> Node:
        """A piece's front, scaled into a box from its top left corner and clipped to its cut line."""
        scale = self.scale(piece, wide, tall)
        shape = trim(self.document, piece.component)
        matrix = (scale, 0.0, 0.0, scale, x, y)
        edge = Path(shape, Paint(stroke=INK, width=0.25 / scale))
        return Group((Group((Use(self.faces.front(piece)),), clip=shape), edge), matrix)

    def centred(self, piece: Piece, x: float, y: float, size: float, *, back: bool) -> Node:
        """A piece about a point, its shorter side `size` mm, clipped to its cut line; its back, where it has one."""
        w, h = size_mm(self.document.spec.components[piece.component])
        scale, shape = size / min(w, h), trim(self.document, piece.component)
        face = self.faces.back(piece) if back else None
        scene = self.faces.front(piece) if face is None else face
        return Group((Use(scene),), (scale, 0.0, 0.0, scale, x - scale * w / 2, y - scale * h / 2), shape)
