"""Pieces printed smaller than they are, because their sheet is. mm."""

from __future__ import annotations

from msgspec.structs import replace

from generator.draw import geometry as geo
from generator.draw.scene import Scene, Use
from generator.sheets.printable import Item, Printable


def shrunk(printable: Printable, scale: float) -> Printable:
    """A component's pieces at a part of their size, bleed and cut and all."""
    matrix = geo.scaling(scale, scale)
    kept: dict[int, tuple[Scene, Scene]] = {}

    def small(scene: Scene) -> Scene:
        if id(scene) not in kept:
            x, y, width, height = (scale * side for side in scene.box)
            box = x, y, width, height
            kept[id(scene)] = scene, Scene(box, (Use(scene, matrix),), single=scene.single, alt=scene.alt)
        return kept[id(scene)][1]

    def smaller(number: int) -> Item:
        item = printable.item(number)
        return Item(item.piece, small(item.front), None if item.back is None else small(item.back))

    return replace(
        printable,
        width=scale * printable.width,
        height=scale * printable.height,
        bleed=scale * printable.bleed,
        trim=geo.transform(printable.trim, matrix),
        scale=scale,
        item=smaller,
    )
