"""Fold-over standees, laid flat: flap, back upside down, fold, front, flap; one piece of paper. mm."""

from __future__ import annotations

from msgspec.structs import replace

from generator.draw.fonts.fonts import bundled
from generator.draw.fonts.fonts import width as text_width
from generator.draw.geometry import geometry as geo
from generator.draw.line_styles import GLUE, INK
from generator.draw.scene import Font, Group, Node, Paint, Path, Scene, Text, Use
from generator.sheets import marks
from generator.sheets.printable import Item, Printable
from specs.base.languages import mark, word

WORDS = (mark("fold out"), mark("glue down"))


def folded(printable: Printable) -> Printable:
    """Standees laid flat: flap, back upside down, fold, front, flap. One piece of paper, so there is no back side."""
    total = 2 * (printable.height + printable.base)
    flat: dict[tuple[int, ...], tuple[Scene, Item]] = {}  # the item is kept, so that no id is used again

    def standing(number: int) -> Item:
        item = printable.item(number)
        key = (id(item.front), id(item.back or item.front), id(item.flap))
        if key not in flat:
            flat[key] = _strip(printable, item), item
        return Item(item.piece, flat[key][0], None)

    return replace(
        printable,
        height=total,
        trim=geo.rectangle(0, 0, printable.width, total),
        lattice="square",
        backs=False,
        item=standing,
        folds=False,
        creases=tuple(segment for y in _creases(printable) for segment in (("M", 0.0, y), ("L", printable.width, y))),
    )


def _creases(printable: Printable) -> tuple[float, float, float]:
    """How far down a standee is folded, mm."""
    base, height = printable.base, printable.height
    return base, base + height, 2 * (height + base) - base


def _strip(printable: Printable, item: Item) -> Scene:
    """A standee as the strip of paper that it is folded from."""
    width, height, base, bleed = printable.width, printable.height, printable.base, printable.bleed
    front, back, total = item.front, item.back or item.front, 2 * (height + base)
    clip = geo.rectangle(-bleed, 0, width + 2 * bleed, height)
    over = geo.multiply(geo.translate(0, base), geo.rotation(180, width / 2, height / 2))
    nodes = (
        *_flap(width, base, bleed, 0, item.flap, upside_down=False),
        *_flap(width, base, bleed, total - base, item.flap, upside_down=True),
        Group((Use(back),), over, clip),
        Group((Use(front),), geo.translate(0, base + height), clip),
        *(marks.fold_line(0, y, width, y) for y in _creases(printable)),
    )
    alt = front.alt if back.alt == front.alt else f"{front.alt}; {back.alt}"
    return Scene((-bleed, -bleed, width + 2 * bleed, total + 2 * bleed), nodes, alt=alt)


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
