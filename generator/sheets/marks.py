"""What a sheet needs beside its pieces: crop marks, hairlines, fold lines, a ruler, a footer. mm.

Solid is a cut, dashed a fold, grey is glued (`draw/line_styles.py`); a cut with a number comes first.

It also places the marks that a cutting machine looks for, and says what they keep free around them. mm, y downward.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from math import hypot

from msgspec.structs import replace

from generator.draw.fonts.fonts import bundled, label
from generator.draw.geometry import geometry as geo
from generator.draw.geometry.areas import joined
from generator.draw.geometry.finite import require_finite
from generator.draw.geometry.geometry import ellipse, flatten
from generator.draw.line_styles import CUT, FOLD, HAIR, INK, RULE
from generator.draw.scene import (
    IDENTITY,
    CutLines,
    Font,
    Group,
    Matrix,
    Node,
    Paint,
    Path,
    Segment,
    Segments,
    Text,
)
from generator.sheets.area import EPSILON, Area, Box, rooms
from generator.sheets.cutting_machines.machine import Machine, MarkShape
from generator.sheets.lettering import fitted
from generator.sheets.printable import Job, SheetOptions
from specs.base.languages import say

PALE = (0.55, 0.55, 0.55)
WHITE = (1.0, 1.0, 1.0)
TICK = 2.5  # length of an outer crop mark
AWAY = 0.5  # its distance from the bleed
BAND = 8.0  # height of the strip at a page's foot for ruler and footer
RULER = 100.0
LEAST_FOOT = 100.0  # of a strip between a machine's marks: a shorter one is unreadable
Boxes = Sequence[Box]
Lines = tuple[Sequence[float], Sequence[float]]  # where upright lines stand, and level ones
RULED = Paint(stroke=INK, width=RULE)
FOLDED = replace(FOLD, dash=(0.6, 0.6))  # of a fold's tick: it is short
SHORTEST = 0.3  # of a visible tick
DISC = 1.0  # radius of a cut's number: it fits in the gutter
OFF = 0.25  # distance of a corner's mark from the piece


def crop_marks(
    lines: Sequence[Lines], bleeds: Boxes, area: Area, around: Boxes, sheet: Area, paint: Paint = CUT
) -> tuple[Node, ...]:
    """Draw ticks along every piece's lines, outside all bleeds: at the sheet's edges and in the gutters between pieces.

    A tick without room in the gutter is left out; between pieces that touch, the lines' ends show the cut. `around` are
    all bleeds there, including pieces without ticks. If the area is a part of a cut sheet, ticks go up to that cut and
    no further.
    """
    segments: set[tuple[float, float, float, float]] = set()
    for across_and_down, bleed in zip(lines, bleeds, strict=True):
        for vertical, places in zip((True, False), across_and_down, strict=True):
            first, last = (0, 2) if vertical else (1, 3)
            low, high = (1, 3) if vertical else (0, 2)
            end, edge = _ends(area, vertical), _ends(sheet, vertical)
            for line in places:
                others = [other for other in around if other is not bleed and other[first] < line < other[last]]
                up = max([other[high] for other in others if other[high] <= bleed[low] + 1e-6], default=end[0])
                down = min([other[low] for other in others if other[low] >= bleed[high] - 1e-6], default=end[1])
                # in a gutter a tick may touch the bleed, for lack of room
                before = (max(up, bleed[low] - AWAY - TICK), bleed[low] - (0.0 if edge[0] < up else AWAY))
                after = (bleed[high] + (0.0 if down < edge[1] else AWAY), min(down, bleed[high] + AWAY + TICK))
                for a, b in (before, after):
                    if b - a > SHORTEST:
                        numbers = (line, a, line, b) if vertical else (a, line, b, line)
                        segments.add(tuple(round(number, 7) for number in numbers))  # type: ignore[arg-type]
    return _strokes(sorted(segments), paint)


def _ends(area: Area, vertical: bool) -> tuple[float, float]:
    return (area.y, area.bottom) if vertical else (area.x, area.right)


def cut_lines(trims: Iterable[Box], area: Area) -> tuple[Node, ...]:
    """Draw full-length hairlines along every cut line, from edge to edge of the area."""
    xs = sorted({round(x, 4) for trim in trims for x in (trim[0], trim[2])})
    ys = sorted({round(y, 4) for trim in trims for y in (trim[1], trim[3])})
    lines = [(x, area.y, x, area.bottom) for x in xs] + [(area.x, y, area.right, y) for y in ys]
    return _strokes(lines, hairline())


def hairline() -> Paint:
    """Return the paint of a place's outline."""
    return Paint(stroke=PALE, width=HAIR)


def fold_line(x1: float, y1: float, x2: float, y2: float) -> Node:
    return Path((("M", x1, y1), ("L", x2, y2)), FOLD)


def rule(x1: float, y1: float, x2: float, y2: float) -> Node:
    """Draw a line that separates what is to be read."""
    return Path((("M", x1, y1), ("L", x2, y2)), Paint(stroke=PALE, width=RULE))


def numbered_cut(number: int, x1: float, y1: float, x2: float, y2: float) -> tuple[Node, ...]:
    """Draw a line to cut before following the marks, with its number in a small disc near its start."""
    line = Path((("M", x1, y1), ("L", x2, y2)), RULED)
    x, y = (x1 + DISC, y1) if y1 == y2 else (x1, y1 + DISC)
    disc = Path(ellipse(x, y, DISC, DISC), Paint(fill=WHITE, stroke=INK, width=RULE))
    font = Font("AlegreyaSans-Regular", bundled()["AlegreyaSans-Regular"])
    return line, disc, Text(x, y + 0.6, str(number), font, 1.8, INK, "middle")


def contour(segments: Segments) -> tuple[Node, ...]:
    """Draw the cut line of a piece without straight ones: dark on a white line, so that it shows on every ground."""
    return _on_white(segments, 2 * HAIR)


def between_hexagons(bleed: float) -> float:
    """Return how far the edges of neighbouring hexagons may be extended: across both bleeds, at 60° to them."""
    return 2 * bleed * 2 / 3**0.5 - OFF


def corner_marks(outline: Segments, reach: float) -> tuple[Node, ...]:
    """Draw ticks that extend a piece's edges beyond each corner, up to `reach` mm and never on the piece itself; if
    there is no room for them, the cut line."""
    corners, reach = next(flatten(outline)), min(reach, TICK)
    if reach - OFF <= SHORTEST:
        return contour(outline)
    segments: list[Segment] = []
    for (x1, y1), (x2, y2) in pairwise([*corners, corners[0]]):
        length = hypot(x2 - x1, y2 - y1)
        if length < SHORTEST:
            continue  # a path that repeats its first corner
        dx, dy = (x2 - x1) / length, (y2 - y1) / length
        segments += (("M", x1 - OFF * dx, y1 - OFF * dy), ("L", x1 - reach * dx, y1 - reach * dy))
        segments += (("M", x2 + OFF * dx, y2 + OFF * dy), ("L", x2 + reach * dx, y2 + reach * dy))
    return _on_white(tuple(segments), 3 * HAIR)


def _on_white(segments: Segments, white: float) -> tuple[Node, ...]:
    return Path(segments, Paint(stroke=WHITE, width=white)), Path(segments, CUT)


def strips(whole: Area, boxes: Sequence[Box] = ()) -> tuple[tuple[Area, Area], ...]:
    """Return the footer's places, at the page's foot and, if more pieces fit so, along its right side: (free area,
    strip). A strip keeps clear of some boxes in the paper's corners; if they leave too little of one, the other is
    used."""
    x, y, width, height = whole.x, whole.y, whole.width, whole.height
    foot = Area(x, y, width, height - BAND), _between(Area(x, y + height - BAND, width, BAND), boxes)
    side = Area(x, y, width - BAND, height), _between(Area(x + width - BAND, y, BAND, height), boxes)
    if boxes and min(foot[1].width, side[1].height) < LEAST_FOOT:
        return (foot if foot[1].width > side[1].height else side,)
    return foot, side


def _between(strip: Area, boxes: Sequence[Box]) -> Area:
    if not boxes:
        return strip
    broad = [room for room in rooms(strip, boxes) if min(room.width, room.height) > BAND - EPSILON]
    return max(broad, key=lambda room: room.width * room.height, default=Area(strip.x, strip.y, 0.0, 0.0))


def footer(strip: Area, lines: Sequence[str], others: tuple[Font, ...] = ()) -> tuple[Node, ...]:
    """Draw ruler and text in a strip `BAND` mm high along a page's edge, or as wide along its side, read from the
    right.

    The ruler is 100 mm (50 on narrow paper); the lines of text, at most three, stand at the strip's end. `others` are
    the spec's own fonts.
    """
    if strip.height > strip.width:
        lying = footer(Area(0, 0, strip.height, strip.width), lines, others)
        return (Group(lying, (0.0, -1.0, 1.0, 0.0, strip.x, strip.y + strip.height)),)
    length = RULER if strip.width >= RULER + (20 if len(lines) < 3 else 100) else 50.0
    base = strip.y + 5.0
    ticks: list[tuple[float, float, float, float]] = [(strip.x, base, strip.x + length, base)]
    for step in range(int(length / 5) + 1):
        x = strip.x + step * 5
        ticks.append((x, base, x, base - (2.5 if step % 2 == 0 else 1.5)))
    font = label("AlegreyaSans-Regular", others)
    words = say("{length} mm: measure it; if it is not, print at 100 %", length=f"{length:g}")
    nodes: list[Node] = [*_strokes(ticks, RULED), Text(strip.x, base + 2.7, words, font, 2.3, INK)]
    room = strip.width - length - 4
    apart, most = (3.2, 2.6) if len(lines) < 3 else (2.5, 2.2)
    for index, line in enumerate(lines):
        low = strip.y + apart * (index + 1) + 0.2
        nodes.append(fitted(strip.x + strip.width, low, line, font, most, room, "end", INK))
    return tuple(nodes)


def _strokes(lines: Boxes, paint: Paint) -> tuple[Node, ...]:
    if not lines:
        return ()
    segments: list[Segment] = []
    for x1, y1, x2, y2 in lines:
        segments += (("M", x1, y1), ("L", x2, y2))
    return (Path(tuple(segments), paint),)


# ---- marks and cut lines of a machine ------------------------------------------------------------


BLACK = (0.0, 0.0, 0.0)


def shapes(machine: Machine, paper: tuple[float, float]) -> Iterator[Segments]:
    """Yield a sheet's marks as areas to fill, the same on either side: a machine looks for them on the side
    before it."""
    half = machine.line / 2
    for shape, x, y, dx, dy in _corners(machine, paper):
        if shape == "square":
            yield _box(x, y, x + dx * machine.square, y + dy * machine.square)
            continue
        ways = {"inward": (1,), "outward": (-1,), "cross": (-1, 1)}[shape]
        ends = [way * machine.arm for way in ways]
        back, forth = min(-half, *ends), max(half, *ends)
        yield _box(x + dx * back, y - half, x + dx * forth, y + half)
        yield _box(x - half, y + dy * back, x + half, y + dy * forth)


def drawn(machine: Machine, paper: tuple[float, float]) -> tuple[Node, ...]:
    """Draw a sheet's marks in black ink only."""
    return tuple(Path(area, Paint(fill=BLACK, exact=True)) for area in shapes(machine, paper))


def kept(options: SheetOptions) -> tuple[Box, ...]:
    """Return what the marks keep free of a sheet, seen from its front: corners of the paper."""
    if options.cutter is None:
        return ()
    (width, height), free = options.paper, options.cutter.free + (AWAY + TICK if options.marks == "crop" else 0.0)
    found: list[Box] = []
    for _, x, y, dx, dy in _corners(options.cutter, options.paper):
        left, right = (0.0, x + free) if dx > 0 else (x - free, width)
        top, bottom = (0.0, y + free) if dy > 0 else (y - free, height)
        found.append((left, top, right, bottom))
        if options.marks_side == "both":  # the area behind a mark stays free too
            across = options.turned == "x"
            found.append(
                (width - right, top, width - left, bottom) if across else (left, height - bottom, right, height - top)
            )
    return tuple(dict.fromkeys(found))


def _corners(machine: Machine, paper: tuple[float, float]) -> Iterator[tuple[MarkShape, float, float, int, int]]:
    """Yield each mark: its shape, its corner, and its inward direction."""
    for shape, dx, dy in machine.marks.placed:
        x = machine.inset if dx > 0 else paper[0] - machine.inset
        yield shape, x, machine.inset if dy > 0 else paper[1] - machine.inset, dx, dy


def _box(x1: float, y1: float, x2: float, y2: float) -> Segments:
    return geo.rectangle(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))


@lru_cache(maxsize=16)
def machine_cut(job: Job, machine: Machine, count: int, *, behind: bool) -> CutLines:
    """Return the cut of a job's sheet with `count` pieces, seen from its front or, `behind`, from its back."""
    width, height = job.options.paper
    over: Matrix = IDENTITY
    if behind:
        over = (-1.0, 0.0, 0.0, 1.0, width, 0.0) if job.mirrored == "x" else (1.0, 0.0, 0.0, -1.0, 0.0, height)
    outlines: list[Segments] = []
    folds: list[Segments] = []
    for slot in job.slots[:count]:
        component = job.component(slot)
        matrix = geo.multiply(over, component.placed(slot, slot.turn))
        outlines.append(geo.transform(component.trim, matrix))
        folds.append(geo.transform(component.creases, matrix))
    require_finite(number for path in (*outlines, *folds) for segment in path for number in segment[1:])  # type: ignore[misc]
    lines, creases = tuple(joined(outlines)), tuple(joined(folds))
    content = repr((job.options.paper, machine.version, _rounded(lines), _rounded(creases)))
    marks = tuple(shapes(machine, job.options.paper))
    return CutLines(sha256(content.encode()).hexdigest()[:6], lines, creases, marks)


def _rounded(paths: tuple[Segments, ...]) -> list[list[str]]:
    """Write paths as text that is the same on every machine."""
    return [[f"{segment[0]}{[round(number * 100) for number in segment[1:]]}" for segment in path] for path in paths]  # type: ignore[arg-type]
