"""The pile as a row of pebbles, 20 mm each, with the faces the printer draws."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from companion.contract.position import Position
from generator.draw.geometry.geometry import rectangle
from generator.draw.scene import Group, Paint, Path, Scene, Use
from generator.faces.faces import faces_of

if TYPE_CHECKING:
    from specs.model.document import Document


def picture(view: Position, document: Document) -> Scene:
    pile = view.state.pile
    width = 20.0 * max(1, pile)
    table = Path(rectangle(0, 0, width, 20), Paint(fill=(0.9, 0.9, 0.85)))
    face = faces_of(document).front(document.pieces["pebbles"][0])
    return Scene((0, 0, width, 20.0), (table, *(Group((Use(face),), (1, 0, 0, 1, 20.0 * n, 0)) for n in range(pile))))


def places(view: Position, document: Document) -> Mapping[str, tuple[float, float, float, float]]:
    return {str(n): (20.0 * (n - 1), 0.0, 20.0, 20.0) for n in range(1, view.state.pile + 1)}
