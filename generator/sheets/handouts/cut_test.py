"""A print-then-cut test: circles for the knife, over rings and scales that show how far it misses. mm, y downward.

Circles, for a square that is turned or too large looks much like one that is off.
"""

from __future__ import annotations

from generator.draw.geometry import geometry as geo
from generator.draw.scene import CutLines, Group, Node, Page, Paint, Path, Text
from generator.sheets import marks, registration
from generator.sheets.cutting_machines.machine import Machine
from generator.sheets.handouts.calibration import BLACK, FONTS, HAIR, middle, written
from generator.sheets.printable import SheetOptions
from specs.base.languages import mark, say, word

RADIUS, REACH = 10.0, 3.0  # of the circles that are cut; how far the scales go to either side of them
SMALLEST = (190.0, 250.0)  # mm, upright; on less the circles run into the text
GREY = (0.55, 0.55, 0.55)
TEXT = mark("""\
**1** Print at actual size (100 %), and cut it as any sheet: the lines are in the file beside this one, five circles \
on the thick rings.

**2** Take out the disc in the middle. Right, left, above and below its edge crosses a scale: long ticks are mm, \
outward of the thick ring is plus, inward minus.

**3** The knife misses by *X* = (right − left) / 2 to the right and by *Y* = (below − above) / 2 down. Build with \
**--cut-offset** *X,Y*, or write such a line as **offset: [0.3, -0.2]** into a machine’s file of your own.

**4** The other discs should say the same. Where they do not, the marks were not read well: more light, flatter paper, \
and in the machine’s program the values of the marks as they stand below. Then cut this sheet again, with the offset.\
""")


def circles(paper: tuple[float, float], machine: Machine) -> tuple[tuple[float, float], ...]:
    """The middles of the circles: that of the sheet, then those of its sides, where no mark is."""
    width, height = paper
    left, top, right, bottom = (max(side, 5.0) + RADIUS + REACH + 6 for side in machine.rim)
    foot = bottom + marks.BAND
    middle = width / 2, height / 2
    return middle, (width / 2, top), (left, height / 2), (width - right, height / 2), (width / 2, height - foot)


def page(options: SheetOptions, machine: Machine) -> Page:
    """The sheet, and what is cut of it."""
    middles = circles(options.paper, machine)
    paths = tuple(geo.ellipse(x, y, RADIUS, RADIUS) for x, y in middles)
    cut = CutLines("test", paths, (), tuple(registration.shapes(machine, options.paper)))
    width, height = options.paper
    strip = marks.strips(options.area, registration.kept(options))[0][1]
    wide = min(150.0, width - 2 * (max(machine.rim) + 12))
    left, below = (width - wide) / 2, height / 2 + RADIUS + REACH + 8
    title = Text(
        width / 2, (middles[0][1] + middles[1][1]) / 2, say("Print, then cut"), FONTS.bold, 7.0, BLACK, "middle"
    )
    name = middle(width / 2, title.y + 7, machine.title, 4.0)
    nodes: list[Node] = [
        *registration.drawn(machine, options.paper),
        *(node for x, y in middles for node in _target(x, y)),
        title,
        name,
        *written(left, below, wide, word(TEXT), 3.6 if wide >= 130 else 3.0),
        *marks.footer(strip, (say("Test of a cutting machine"), machine.footer_line)),
    ]
    box = (0.0, 0.0, *options.paper)
    bookmark = say("Print, then cut")
    return Page(*options.paper, tuple(nodes), box, box, ("cut-test",), "front", (bookmark,), words=True, cut=cut)


def _target(x: float, y: float) -> list[Node]:
    """Rings half a mm apart about the circle that is cut, which is thick, and four scales across them."""
    steps = [half / 2 for half in range(int(-2 * REACH), int(2 * REACH) + 1)]
    nodes: list[Node] = [
        Path(
            geo.ellipse(x, y, RADIUS + mm, RADIUS + mm),
            Paint(stroke=BLACK if mm == 0 else GREY, width=0.3 if mm == 0 else HAIR),
        )
        for mm in steps
    ]
    scale: list[Node] = []
    for mm in steps:
        away, long = RADIUS + mm, 1.2 if mm == int(mm) else 0.7
        scale.append(Path((("M", away, -long), ("L", away, long)), Paint(stroke=BLACK, width=HAIR)))
    scale.append(Path((("M", RADIUS - REACH, 0.0), ("L", RADIUS + REACH, 0.0)), Paint(stroke=BLACK, width=HAIR)))
    for turn in (0, 90, 180, 270):
        nodes.append(Group(tuple(scale), geo.multiply(geo.translate(x, y), geo.rotation(turn))))
    for away, sign in ((RADIUS - REACH - 1.4, "−"), (RADIUS + REACH + 1.4, "+")):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            nodes.append(middle(x + dx * away, y + dy * away + 0.8, sign, 2.6))
    return nodes
