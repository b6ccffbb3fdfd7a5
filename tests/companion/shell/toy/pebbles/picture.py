"""The pile as a row of pebbles, 20 mm each, with the faces the printer draws."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.contract.position import Position
from companion.games.tabletop import Drawn
from generator.draw.geometry.geometry import rectangle
from generator.draw.scene import Group, Paint, Path, Scene, Use
from generator.faces.faces import faces_of

if TYPE_CHECKING:
    from specs.model.document import Document


class Drawing(NamedTuple):
    view: Position
    document: Document
    width: int = 0

    def drawn(self) -> Drawn:
        pile, face = self.view.state.pile, faces_of(self.document).front(self.document.pieces["pebbles"][0])
        table = Path(rectangle(0, 0, 20.0 * max(1, pile), 20), Paint(fill=(0.9, 0.9, 0.85)))
        row = [Group((Use(face),), (1, 0, 0, 1, 20.0 * n, 0)) for n in range(pile)]
        places = {str(n): (20.0 * (n - 1), 0.0, 20.0, 20.0) for n in range(1, pile + 1)}
        return Drawn(Scene((0, 0, 20.0 * max(1, pile), 20.0), (table, *row)), places)
