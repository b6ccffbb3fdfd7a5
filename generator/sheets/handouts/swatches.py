"""A page of swatches that shows how a printer's colours come out, to be read by eye. mm.

In each row the numbered patches on the left lie on full ink, those on the right on paper, and the ones in between on
stripes of both.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.draw.colour.tone import DARK, LIGHT, MATCH, ink
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Node, Page, Paint, Path, Text
from generator.sheets.handouts.calibration import WHITE
from generator.sheets.handouts.handout import BLACK, Type
from specs.base.languages import mark, say, word

SMALLEST = (200.0, 220.0)
LEFT, TOP, ROW, PATCH, HIGH = 14.0, 92.0, 42.0, 6.2, 28.0
STRIPE = 0.5  # wide enough to be printed, narrow enough to melt together at arm's length
TEXT = mark("""\
Print this page as you print a game: on the same card, at the same quality. Let it dry, and hold it at arm’s length \
in daylight.

**Dark.** The first patch that you can tell from the bar it lies on: its number.

**Half.** Half close your eyes. The patch that is as light as the stripes around it: its number.

**Light.** The first patch that you can tell from the paper: its number. If you can tell none, one more than there are.

Three numbers a row, four rows from the top: twelve in all. Store them with your printer:

**generator calibrate --set-colours kitchen** *1,5,1,1,5,1,1,5,1,1,5,1*

**generator check GAME --printer kitchen** then says what merges, and **--true-colours** corrects what is printed.\
""")


def page(width: float, height: float) -> Page:
    """The page, on paper of this size."""
    type_, box = Type(), (0.0, 0.0, width, height)
    nodes = tuple(_nodes(type_, width))
    return Page(width, height, nodes, box, box, ("swatches",), "front", (say("Colours"),), words=True)


def _nodes(type_: Type, width: float) -> Iterator[Node]:
    yield Text(LEFT, 16, say("Colours"), type_.bold, 5.2, BLACK)
    yield from type_.paragraphs(LEFT, 22, width - 2 * LEFT, word(TEXT), 3.6)
    names = (say("grey"), say("cyan"), say("magenta"), say("yellow"))
    for row, name in enumerate(names):
        y = TOP + row * ROW
        yield Text(LEFT, y - 1.4, f"{row + 1}  {name}", type_.bold, 3.4, BLACK)
        x = LEFT
        for steps, ground, title in ((DARK, 0.0, say("dark")), (MATCH, None, say("half")), (LIGHT, 1.0, say("light"))):
            wide = len(steps) * (PATCH + 0.6) + 1.8
            yield Text(x + wide, y - 1.4, title, type_.plain, 2.8, BLACK, "end")
            yield from _block(type_, row, steps, ground, x, y, wide)
            x += wide + 4


def _block(
    type_: Type, row: int, steps: tuple[int, ...], ground: float | None, x: float, y: float, wide: float
) -> Iterator[Node]:
    """Patches in a row on their ground, their numbers below."""
    if ground is None:
        for n in range(int(HIGH / STRIPE)):
            paint = Paint(fill=ink(row, 0.0) if n % 2 else WHITE)
            yield Path(geo.rectangle(x, y + n * STRIPE, wide, STRIPE), paint)
    else:
        yield Path(geo.rectangle(x, y, wide, HIGH), Paint(fill=ink(row, ground), stroke=BLACK, width=0.1))
    for n, value in enumerate(steps):
        left = x + 1.2 + n * (PATCH + 0.6)
        yield Path(geo.rectangle(left, y + 4, PATCH, HIGH - 8), Paint(fill=ink(row, value / 255)))
        yield type_.middle(left + PATCH / 2, y + HIGH + 3.2, str(n + 1), 2.8)
