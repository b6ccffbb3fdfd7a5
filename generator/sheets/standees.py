"""Fold-over standees, laid flat: flap, back upside down, fold, front, flap; one piece of paper. mm."""

from __future__ import annotations

from generator.draw import geometry as geo
from generator.draw.scene import Group, Paint, Path, Scene, Use
from generator.sheets import marks
from generator.sheets.plan import Item, Printable


def folded(printable: Printable) -> Printable:
    """Standees laid flat: flap, back upside down, fold, front, flap. One piece of paper, so there is no back side."""
    width, height, base, bleed = printable.width, printable.height, printable.base, printable.bleed
    total = 2 * (height + base)
    flat: dict[tuple[int, int], tuple[Scene, tuple[Scene, Scene]]] = {}

    def scene(item: Item) -> Scene:
        front, back = item.front, item.back or item.front
        key = (id(front), id(back))
        if key not in flat:
            clip = geo.rectangle(-bleed, 0, width + 2 * bleed, height)
            upper = Group(
                (Use(back),), geo.multiply(geo.translate(0, base), geo.rotation(180, width / 2, height / 2)), clip
            )
            lower = Group((Use(front),), geo.translate(0, base + height), clip)
            flaps = tuple(
                Path(geo.rectangle(-bleed, y, width + 2 * bleed, base + bleed), Paint(fill=(0.93, 0.93, 0.93)))
                for y in (-bleed, total - base)
            )
            folds = tuple(marks.fold_line(0, y, width, y) for y in (base, base + height, total - base))
            box = (-bleed, -bleed, width + 2 * bleed, total + 2 * bleed)
            flat[key] = (Scene(box, (*flaps, upper, lower, *folds)), (front, back))
        return flat[key][0]

    return Printable(
        printable.id,
        printable.title,
        width,
        total,
        bleed,
        geo.rectangle(0, 0, width, total),
        "square",
        printable.count,
        False,
        (Item(item.piece, scene(item), None) for item in printable.items),
        footer=printable.footer,
    )
