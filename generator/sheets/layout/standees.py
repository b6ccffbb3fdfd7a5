"""Fold-over standees, laid flat: flap, back upside down, fold, front, flap; one piece of paper. mm."""

from __future__ import annotations

from generator.draw.fonts.fonts import bundled
from generator.draw.fonts.fonts import width as text_width
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Font, Group, Node, Paint, Path, Scene, Text, Use
from generator.draw.signs import GLUE, INK
from generator.sheets import marks
from generator.sheets.printable import Item, Printable
from specs.base.languages import mark, word

WORDS = (mark("fold out"), mark("glue down"))


def folded(printable: Printable) -> Printable:
    """Standees laid flat: flap, back upside down, fold, front, flap. One piece of paper, so there is no back side."""
    width, height, base, bleed = printable.width, printable.height, printable.base, printable.bleed
    total = 2 * (height + base)
    creased = base, base + height, total - base
    flat: dict[tuple[int, ...], tuple[Scene, Item]] = {}  # the item is kept, so that no id is used again

    def scene(item: Item) -> Scene:
        front, back = item.front, item.back or item.front
        key = (id(front), id(back), id(item.flap))
        if key not in flat:
            clip = geo.rectangle(-bleed, 0, width + 2 * bleed, height)
            upper = Group(
                (Use(back),), geo.multiply(geo.translate(0, base), geo.rotation(180, width / 2, height / 2)), clip
            )
            lower = Group((Use(front),), geo.translate(0, base + height), clip)
            flaps = (
                _flap(width, base, bleed, 0, item.flap, upside_down=False),
                _flap(width, base, bleed, total - base, item.flap, upside_down=True),
            )
            folds = tuple(marks.fold_line(0, y, width, y) for y in creased)
            box = (-bleed, -bleed, width + 2 * bleed, total + 2 * bleed)
            alt = front.alt if back.alt == front.alt else f"{front.alt}; {back.alt}"
            flat[key] = (Scene(box, (*flaps[0], *flaps[1], upper, lower, *folds), alt=alt), item)
        return flat[key][0]

    def standing(number: int) -> Item:
        item = printable.item(number)
        return Item(item.piece, scene(item), None)

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
        standing,
        stock=printable.stock,
        footer=printable.footer,
        creases=tuple(segment for y in creased for segment in (("M", 0.0, y), ("L", width, y))),
    )


def _flap(
    width: float, base: float, bleed: float, y: float, drawn: Scene | None, *, upside_down: bool
) -> tuple[Node, ...]:
    """A flap from `y` down: as the spec draws it, or grey with what to do with it."""
    if drawn is not None:
        # the spec's flap has its fold at the top, as the lower flap has it on the sheet
        matrix = geo.translate(0, y)
        if not upside_down:
            matrix = geo.multiply(matrix, geo.rotation(180, width / 2, base / 2))
        return (Group((Use(drawn),), matrix, geo.rectangle(-bleed, 0, width + 2 * bleed, base + bleed)),)
    outer = y if upside_down else y - bleed
    ground = Path(geo.rectangle(-bleed, outer, width + 2 * bleed, base + bleed), Paint(fill=GLUE))
    font = Font("AlegreyaSans-Regular", bundled()["AlegreyaSans-Regular"])
    widest = max(text_width(font, word(line), 1.0) for line in WORDS)
    size = min(2.6, (width - 2) / widest, base / 3)
    if size < 0.5:
        return (ground,)  # no room for words
    lines = tuple(
        Text(width / 2, y + base / 2 + (row - 0.15) * size * 1.15, word(line), font, size, INK, "middle")
        for row, line in enumerate(WORDS)
    )
    if not upside_down:
        return (ground, *lines)
    return ground, Group(lines, geo.rotation(180, width / 2, y + base / 2))
