"""Pieces printed smaller than they are, because their sheet is, or larger, to be read. mm."""

from __future__ import annotations

from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Scene, Use
from generator.sheets.printable import Item, Printable


def resized(printable: Printable, scale: float) -> Printable:
    """A component's pieces at another size, bleed and cut and all."""
    matrix = geo.scaling(scale, scale)
    kept: dict[int, tuple[Scene, Scene]] = {}

    def sized(scene: Scene) -> Scene:
        if id(scene) not in kept:
            x, y, width, height = (scale * side for side in scene.box)
            box = x, y, width, height
            kept[id(scene)] = scene, Scene(box, (Use(scene, matrix),), single=scene.single, alt=scene.alt)
        return kept[id(scene)][1]

    def item(number: int) -> Item:
        found = printable.item(number)
        others = (None if scene is None else sized(scene) for scene in (found.back, found.flap))
        return Item(found.piece, sized(found.front), *others)

    return replace(
        printable,
        width=scale * printable.width,
        height=scale * printable.height,
        bleed=scale * printable.bleed,
        trim=geo.transform(printable.trim, matrix),
        creases=geo.transform(printable.creases, matrix),
        base=scale * printable.base,
        clear=scale * printable.clear,
        scale=scale,
        item=item,
    )
