"""Large print: text 1.4 times as large where it has room. mm."""

from __future__ import annotations

from generator.draw.paragraphs.text import Block, Overflow, Spoken, lay_out
from generator.faces.elements.context import DrawContext
from generator.faces.preflight import Flaw

STEPS = 6  # in which the size is found that has room
POINT = 25.4 / 72


def grown(ctx: DrawContext, spoken: Spoken, em: float, box: tuple[float, float], *, fit: bool) -> Block:
    """Text laid out for its box as large as this edition wants it; where that has no room, which is a flaw, as large as
    has. Raises Overflow for what has none as it is."""
    wanted = ctx.em(em)

    def laid(size: float, *, fit: bool = False) -> Block:
        return lay_out(spoken.text, spoken.fonts, size, box, spoken.setting, fit=fit)

    if wanted <= em:
        return laid(em, fit=fit)
    try:
        return laid(wanted)
    except Overflow as error:
        found = error.found
    low, high, block = em, wanted, laid(em, fit=fit)
    for _ in range(STEPS):
        middle = (low + high) / 2
        try:
            low, block = middle, laid(middle)
        except Overflow:
            high = middle
    printed, points = (size * ctx.scale / POINT for size in (block.lines[0].size, wanted))
    room = f"{box[0]:.1f} × {box[1]:.1f} mm"
    found = f"{found} in large print, printed at {printed:.1f} pt"
    ctx.flaws.append(Flaw("large-print", found, f"at most {room}, for {points:.1f} pt"))
    return block
