"""What is folded from one piece of paper, laid flat as it is printed, and where its sides are there. mm."""

from __future__ import annotations

from msgspec.structs import replace

from generator.draw.scene import Scene
from generator.faces.faces import Faces
from generator.formats import svg
from generator.plan.drawer import as_printable
from generator.sheets import marks
from generator.sheets.layout.standees import folded
from generator.sheets.printable import Foot, Item
from specs.model.component import Component, FoldedBox, Standee
from specs.model.document import Document, Piece

Box = tuple[float, float, float, float]


def flat(document: Document, faces: Faces, piece: Piece) -> dict[str, object]:
    """A piece with its folds and the line it is cut along; its sides, upside down where `turned`. Raises SpecError."""
    component = document.spec.components[piece.component]
    printable = as_printable(document, piece.component, 1, foot=Foot("", ""))
    scene = faces.front(piece)
    if isinstance(component, Standee):
        item = Item(piece.id, scene, faces.back(piece), faces.side(piece, "flap"))
        printable = folded(replace(printable, item=lambda _: item))
        scene = printable.item(0).front
    whole = Scene(scene.box, (*scene.nodes, *marks.contour(printable.trim)), alt=scene.alt)
    sides = [{"name": name, "box": box, "turned": turned} for name, box, turned in _sides(component)]
    return {"svg": svg.scene_svg(whole), "box": scene.box, "alt": scene.alt, "sides": sides}


def _sides(component: Component) -> list[tuple[str, Box, bool]]:
    if isinstance(component, FoldedBox):
        return [(side.name, side.box, side.turned) for side in component.net.sides]
    (width, height), base = component.size_mm, component.base
    return [
        ("front", (0, base + height, width, height), False),
        ("back", (0, base, width, height), True),
        ("front-flap", (0, base + 2 * height, width, base), False),
        ("back-flap", (0, 0, width, base), True),
    ]
