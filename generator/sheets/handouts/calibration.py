"""Calibration pages: does the printer keep sizes, which way does it flip, and by how much do its backs miss?

Two pages, in mm with y downward: a front and its back, the back as one looks at it. Held against the
light, the front's two crosses shine through the back's two scales, and their places there are the correction that
generator calibrate --set stores: mm to the right and down, as one looks at the back. Along with them a frame
on the front encloses one of two words on the back: the edge the printer flipped on. Rulers check the scale,
and nested frames show how close to the paper's edge the printer prints.

A page of swatches shows how a printer's colours come out, to be read by eye. In each row the numbered patches on the
left lie on full ink, those on the right on paper, and the ones in between on stripes of both.

A print-then-cut test: circles for the knife, over rings and scales that show how far it misses. They are circles, since
a square that is turned or too large looks much like one that is off.
"""

from collections.abc import Iterator
from math import atan2, degrees

from msgspec import Struct

from generator.draw.colour.vision import DARK, LIGHT, MATCH, ink
from generator.draw.fonts.fonts import label
from generator.draw.geometry import geometry as geo
from generator.draw.paragraphs.markup import Fonts
from generator.draw.scene import BLACK, WHITE, Colour, CutLines, Group, Node, Page, Paint, Path, Point, Text
from generator.sheets import marks
from generator.sheets.cutting_machines.machine import Machine
from generator.sheets.lettering import paragraphs
from generator.sheets.printable import SheetOptions
from specs.base.languages import mark, say, word

FONTS = Fonts(label("AlegreyaSans-Regular"), label("AlegreyaSans-Bold"), label("AlegreyaSans-Italic"))
GREY = (0.45, 0.45, 0.45)
HAIR = 0.12
REACH = 8  # mm on either side of a registration scale
EDGES = (3, 5, 7, 10)  # mm from the paper's edge
WINDOW = (44.0, 12.0)  # mm, the frame in which the word is read
SMALLEST = (140.0, 180.0)  # mm; on smaller paper the scales overlap

FRONT_TEXT = mark("""\
**1 Scale.** Lay a ruler on the scales at the top and on the left. If 100 mm are not 100 mm, choose “actual size” \
or “100 %” in the print dialog and print again. If they are still wrong, measure what 100 mm came out as, \
and build with **--scale** *ACROSS,DOWN*.

**2 Margins.** At each edge, find the outermost dashed line that was printed: your printer reaches that far. \
Build with **--margins** *LEFT,TOP,RIGHT,BOTTOM*.

**3 Turn over.** Now hold the sheet against the light, the other side towards you.\
""")
BACK_TEXT = mark("""\
**4 Flip.** The front’s thick frame encloses one word: the edge your printer flips on. \
Build with --duplex long-edge or --duplex short-edge to match.

**5 Backs that miss.** The front’s crosses shine through. Read where each one’s lines cut the two scales, \
to the right and downward being plus, and store both, under any name:

**generator calibrate --set kitchen** *X,Y* **--bottom** *X,Y*

Give the upper cross first, then the lower one. Add --scale and --margins if the front side asked for them. \
From then on, add **--printer kitchen** to every build.\
""")


def middle(x: float, y: float, text: str, size: float) -> Text:
    """Write a line in the middle of a place."""
    return Text(x, y, text, FONTS.regular, size, BLACK, "middle")


def written(x: float, y: float, wide: float, text: str, size: float = 3.9) -> list[Text]:
    """Write wrapped paragraphs with markup."""
    return paragraphs(x, y, wide, text, FONTS, size, ink=BLACK)[0]


class Stations(Struct, frozen=True):
    """The places of the two crosses: on the page's upright middle line, this far above and below its centre."""

    x: float
    top: float
    bottom: float

    @property
    def apart(self) -> float:
        return self.bottom - self.top


def stations(width: float, height: float) -> Stations:
    """Return the crosses' places on a page of this size, mm."""
    away = max(20.0, height / 2 - 52)
    return Stations(width / 2, height / 2 - away, height / 2 + away)


def correction(top: Point, bottom: Point, width: float, height: float) -> tuple[float, float, float]:
    """Return offset (x, y in mm) and skew (degrees clockwise) from the readings at the upper and the lower cross."""
    apart = stations(width, height).apart
    skew = degrees(atan2(top[0] - bottom[0], apart + bottom[1] - top[1]))
    return (top[0] + bottom[0]) / 2, (top[1] + bottom[1]) / 2, skew


def _line(x1: float, y1: float, x2: float, y2: float, width: float = HAIR, colour: Colour = BLACK) -> Path:
    return Path((("M", x1, y1), ("L", x2, y2)), Paint(stroke=colour, width=width))


def _rectangle(x: float, y: float, w: float, h: float, width: float = HAIR, dash: tuple[float, ...] = ()) -> Path:
    return Path(geo.rectangle(x, y, w, h), Paint(stroke=BLACK, width=width, dash=dash))


def _ruler(x: float, y: float, length: int, *, down: bool) -> Iterator[Node]:
    """Draw a scale from a point to the right, or downward."""

    def tick(mm: float, long: float, to: float) -> Path:
        return _line(x + long, y + mm, x + to, y + mm) if down else _line(x + mm, y + long, x + mm, y + to)

    yield _line(x, y, x, y + length) if down else _line(x, y, x + length, y)
    for mm in range(length + 1):
        yield tick(mm, 0.0, 5.0 if mm % 10 == 0 else 3.4 if mm % 5 == 0 else 2.0)
        if mm % 10 == 0 and down:
            yield Text(x + 5.6, y + mm + 0.9, str(mm), FONTS.regular, 2.8, BLACK)
        elif mm % 10 == 0:
            yield middle(x + mm, y + 8, str(mm), 2.8)


def _cross(x: float, y: float) -> list[Node]:
    """Draw the front's cross: bold, so that it shines through paper."""
    reach = REACH + 6
    return [_line(x - reach, y, x + reach, y, 0.35), _line(x, y - reach, x, y + reach, 0.35)]


def _scale(x: float, y: float) -> list[Node]:
    """Draw the back's scales: to the right and down are positive; half millimetres, numbered every second one."""
    nodes: list[Node] = [_line(x - REACH, y, x + REACH, y, HAIR, GREY), _line(x, y - REACH, x, y + REACH, HAIR, GREY)]
    for half in range(-2 * REACH, 2 * REACH + 1):
        mm = half / 2
        tick = 2.2 if half % 4 == 0 else 1.5 if half % 2 == 0 else 0.8
        nodes += [
            _line(x + mm, y - REACH - 1 - tick, x + mm, y - REACH - 1),
            _line(x - REACH - 1 - tick, y + mm, x - REACH - 1, y + mm),
        ]
        if half % 4 == 0:
            sign = "+" if half > 0 else "−" if half < 0 else ""
            nodes += [
                middle(x + mm, y - REACH - 3.8, f"{sign}{abs(mm):g}", 2.0),
                Text(x - REACH - 3.8, y + mm + 0.65, f"{sign}{abs(mm):g}", FONTS.regular, 2.0, BLACK, "end"),
            ]
    return [
        *nodes,
        middle(x, y - REACH - 6.6, say("x: read here"), 2.6),
        Text(x - REACH - 8.6, y + 0.9, say("y: read here"), FONTS.regular, 2.6, BLACK, "end"),
    ]


def window(width: float, height: float) -> tuple[float, float]:
    """Return the centre of the front's frame: off both middle lines, so that each flip puts another word behind it."""
    return width / 2 + width / 4 - 2, height / 2 - height / 5


def _edges(width: float, height: float) -> list[Node]:
    nodes: list[Node] = []
    for index, edge in enumerate(EDGES):
        x = 24 + 12 * index
        gap = Path((("M", x, edge), ("L", x + 8, edge)), Paint(stroke=WHITE, width=1.5))
        nodes += [
            _rectangle(edge, edge, width - 2 * edge, height - 2 * edge, 0.15, (2.0, 1.0)),
            gap,
            middle(x + 4, edge + 0.75, f"{edge} mm", 2.4),
        ]
    return nodes


def _head(width: float, side: str, text: str) -> list[Node]:
    return [Text(24, 16, side, FONTS.bold, 5.2, BLACK), Text(width - 14, 16, text, FONTS.regular, 3.6, BLACK, "end")]


def _front(width: float, height: float) -> list[Node]:
    place, (wx, wy), (w, h) = stations(width, height), window(width, height), WINDOW
    left, top = 24.0, 20.0
    return [
        *_edges(width, height),
        *_head(width, say("Front"), say("print both pages on one sheet, at actual size (100 %)")),
        *_ruler(left, top, int((width - left - 14) // 10 * 10), down=False),
        *_ruler(13, top, int((height - 2 * top) // 10 * 10), down=True),
        *_cross(place.x, place.top),
        *_cross(place.x, place.bottom),
        _rectangle(wx - w / 2, wy - h / 2, w, h, 0.9),
        *written(28, wy + h / 2 + 6, width - 28 - 16, word(FRONT_TEXT)),
    ]


def _back(width: float, height: float) -> list[Node]:
    place, (wx, wy) = stations(width, height), window(width, height)
    # A flip on an upright edge mirrors x of the back, one on a level edge mirrors y.
    side, over = (say("long edge"), say("short edge")) if width <= height else (say("short edge"), say("long edge"))

    def edge_word(x: float, y: float, edge: str) -> Text:
        return Text(x, y + 1.8, edge.upper(), FONTS.bold, 5.4, BLACK, "middle")

    return [
        *_head(width, say("Back"), say("look at this side, with a lamp or a window behind the sheet")),
        *_scale(place.x, place.top),
        *_scale(place.x, place.bottom),
        edge_word(width - wx, wy, side),
        edge_word(wx, height - wy, over),
        # lower than the front's text, which shines through above it
        *written(28, wy + WINDOW[1] / 2 + 36, width - 28 - 16, word(BACK_TEXT)),
    ]


def pages(width: float, height: float) -> tuple[Page, Page]:
    """Return front and back, each as seen from its own side, for paper of this size in mm."""
    size, front, back = (width, height), tuple(_front(width, height)), tuple(_back(width, height))
    return (
        Page.whole(size, front, ("calibration",), "front", (say("Calibration"),), words=True),
        Page.whole(size, back, ("calibration",), "back", words=True),
    )


COLOUR_SMALLEST = (200.0, 220.0)
LEFT, TOP, ROW, PATCH, HIGH = 14.0, 92.0, 42.0, 6.2, 28.0
STRIPE = 0.5  # wide enough to print, narrow enough to blend at arm's length
COLOUR_TEXT = mark("""\
Print this page as you print a game: on the same card, at the same quality. Let it dry, and hold it at arm’s length \
in daylight.

**Dark.** The first patch that you can tell from the bar it lies on: its number.

**Half.** Half close your eyes. The patch that is as light as the stripes around it: its number.

**Light.** The first patch that you can tell from the paper: its number. If you can tell none, one more than there are.

Three numbers a row, four rows from the top: twelve in all. Store them with your printer:

**generator calibrate --set-colours kitchen** *1,5,1,1,5,1,1,5,1,1,5,1*

**generator check GAME --printer kitchen** then says what merges, and **--true-colours** corrects what is printed.\
""")


def colour_page(width: float, height: float) -> Page:
    """Return the page, on paper of this size."""
    return Page.whole((width, height), tuple(_swatches(width)), ("swatches",), "front", (say("Colours"),), words=True)


def _swatches(width: float) -> Iterator[Node]:
    yield Text(LEFT, 16, say("Colours"), FONTS.bold, 5.2, BLACK)
    yield from written(LEFT, 22, width - 2 * LEFT, word(COLOUR_TEXT), 3.6)
    names = (say("grey"), say("cyan"), say("magenta"), say("yellow"))
    for row, name in enumerate(names):
        y = TOP + row * ROW
        yield Text(LEFT, y - 1.4, f"{row + 1}  {name}", FONTS.bold, 3.4, BLACK)
        x = LEFT
        for steps, ground, title in ((DARK, 0.0, say("dark")), (MATCH, None, say("half")), (LIGHT, 1.0, say("light"))):
            wide = len(steps) * (PATCH + 0.6) + 1.8
            yield Text(x + wide, y - 1.4, title, FONTS.regular, 2.8, BLACK, "end")
            yield from _block(row, steps, ground, x, y, wide)
            x += wide + 4


def _block(row: int, steps: tuple[int, ...], ground: float | None, x: float, y: float, wide: float) -> Iterator[Node]:
    """Draw patches in a row on their ground, with their numbers below."""
    if ground is None:
        for n in range(int(HIGH / STRIPE)):
            yield Path(geo.rectangle(x, y + n * STRIPE, wide, STRIPE), Paint(fill=ink(row, 0.0) if n % 2 else WHITE))
    else:
        yield Path(geo.rectangle(x, y, wide, HIGH), Paint(fill=ink(row, ground), stroke=BLACK, width=0.1))
    for n, value in enumerate(steps):
        left = x + 1.2 + n * (PATCH + 0.6)
        yield Path(geo.rectangle(left, y + 4, PATCH, HIGH - 8), Paint(fill=ink(row, value / 255)))
        yield middle(left + PATCH / 2, y + HIGH + 3.2, str(n + 1), 2.8)


# ---- a test of a machine's knife -----------------------------------------------------------------


RADIUS, BESIDE = 10.0, 3.0  # of the cut circles; length of the scales on either side of them
KNIFE_SMALLEST = (190.0, 250.0)  # mm, upright; on smaller paper the circles overlap the text
RINGS = (0.55, 0.55, 0.55)
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
    """Return the middles of the circles: that of the sheet, then those of its sides that have no mark."""
    width, height = paper
    left, top, right, bottom = (max(side, 5.0) + RADIUS + BESIDE + 6 for side in machine.rim)
    foot = bottom + marks.BAND
    middle = width / 2, height / 2
    return middle, (width / 2, top), (left, height / 2), (width - right, height / 2), (width / 2, height - foot)


def knife_page(options: SheetOptions, machine: Machine) -> Page:
    """Return the sheet, and what is cut of it."""
    middles = circles(options.paper, machine)
    paths = tuple(geo.ellipse(x, y, RADIUS, RADIUS) for x, y in middles)
    cut = CutLines("test", paths, (), tuple(marks.shapes(machine, options.paper)))
    width, height = options.paper
    strip = marks.strips(options.area, marks.kept(options))[0][1]
    wide = min(150.0, width - 2 * (max(machine.rim) + 12))
    left, below = (width - wide) / 2, height / 2 + RADIUS + BESIDE + 8
    bookmark, low = say("Print, then cut"), (middles[0][1] + middles[1][1]) / 2
    title = Text(width / 2, low, bookmark, FONTS.bold, 7.0, BLACK, "middle")
    name = middle(width / 2, title.y + 7, machine.title, 4.0)
    nodes: list[Node] = [
        *marks.drawn(machine, options.paper),
        *(node for x, y in middles for node in _target(x, y)),
        title,
        name,
        *written(left, below, wide, word(TEXT), 3.6 if wide >= 130 else 3.0),
        *marks.footer(strip, (say("Test of a cutting machine"), machine.footer_line)),
    ]
    return Page.whole(options.paper, tuple(nodes), ("cut-test",), "front", (bookmark,), words=True, cut=cut)


def _target(x: float, y: float) -> list[Node]:
    """Draw rings half a mm apart about the circle that is cut, which is thick, and four scales across them."""
    steps = [half / 2 for half in range(int(-2 * BESIDE), int(2 * BESIDE) + 1)]
    nodes: list[Node] = [
        Path(
            geo.ellipse(x, y, RADIUS + mm, RADIUS + mm),
            Paint(stroke=BLACK if mm == 0 else RINGS, width=0.3 if mm == 0 else HAIR),
        )
        for mm in steps
    ]
    scale: list[Node] = []
    for mm in steps:
        away, long = RADIUS + mm, 1.2 if mm == int(mm) else 0.7
        scale.append(Path((("M", away, -long), ("L", away, long)), Paint(stroke=BLACK, width=HAIR)))
    scale.append(Path((("M", RADIUS - BESIDE, 0.0), ("L", RADIUS + BESIDE, 0.0)), Paint(stroke=BLACK, width=HAIR)))
    for turn in (0, 90, 180, 270):
        nodes.append(Group(tuple(scale), geo.multiply(geo.translate(x, y), geo.rotation(turn))))
    for away, sign in ((RADIUS - BESIDE - 1.4, "−"), (RADIUS + BESIDE + 1.4, "+")):
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            nodes.append(middle(x + dx * away, y + dy * away + 0.8, sign, 2.6))
    return nodes
