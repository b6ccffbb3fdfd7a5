"""Simulates a bad cut of every face: which text is cut off, where paper shows, and the worst on one page. mm, y
downward.

The cut line is moved left, right, up, down and both ways at once, straight and turned by half a degree either way; each
face is shown with the worst result.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product
from math import ceil, dist, hypot, inf, radians, sqrt
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from generator.draw.fonts import fonts
from generator.draw.fonts.fonts import label
from generator.draw.geometry import geometry as geo
from generator.draw.geometry.areas import offset
from generator.draw.scene import IDENTITY, WHITE, Font, Group, Matrix, Node, Page, Paint, Path, Segments, Text, Use
from generator.draw.walk import texts
from generator.exports.pictures import INCH, Face, Form, Side, pictures, sides
from generator.faces.outline import CutLine, Point, corners, cut_along
from generator.sheets.handouts.preview import FAINT, GROUND, INK, LARGEST, MARGIN, MOST_FACES, WIDTH, grounded
from specs.base.languages import say

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

TURN = 0.5  # degrees
INSIDE = 0.2  # mm inside the cut at which a piece's edge is examined
MOST_POINTS, APART = 400, 1.0  # of the points along a piece's cut: how many at most, how many mm apart at least
DPI, MOST_PIXELS = 100.0, 2_000_000
CHANGED = 48  # a visible difference, of 255, in the channel that differs most
ROUNDING = 1e-6
Move = tuple[float, float, float]
Share = tuple[float, float]


class Hit(Struct, frozen=True):
    """A line of text, and the least distance of the cut from it; below 0, how much of it is cut off."""

    text: str
    left_mm: float


class Slip(Struct, frozen=True):
    """A side of a face cut badly: `move` is how far right and down its cut is off, and how far turned, degrees.

    `hits` are texts that are cut or come closer than the safe distance, the worst first. `paper` and `changed` are
    parts of its edge, from 0 to 1: where unprinted paper shows, and where the colour is another.
    """

    face: Face
    side: Side
    move: Move
    hits: tuple[Hit, ...]
    paper: float
    changed: float

    @property
    def harm(self) -> tuple[float, float, float, float]:
        """Return the severity: text cut off counts most, then bare paper, then text that has come close, then
        the edge."""
        left = self.hits[0].left_mm if self.hits else inf
        return max(0.0, -left), self.paper, -left, self.changed

    def facts(self) -> dict[str, object]:
        """Return all of it, for programs."""
        return {
            "component": self.face.component,
            "pieces": list(self.face.pieces),
            "side": self.side,
            "move_mm": [round(part, 3) for part in self.move[:2]],
            "turned_degrees": self.move[2],
            "texts": [{"text": hit.text, "left_mm": round(hit.left_mm, 3)} for hit in self.hits],
            "paper": round(self.paper, 4),
            "changed": round(self.changed, 4),
        }

    @property
    def around(self) -> float:
        """Return how far what is printed, or the cut line, extends over the trim box."""
        return max(self.face.bleed, hypot(*self.move[:2]) + _turn(self.face))


def slips(found: Iterable[Face], off: float) -> list[Slip]:
    """Return how each side of some faces is left by a cut `off` by so much, the worst first. Raises SpecError as faces
    do."""
    every: list[Slip] = []
    for _, some in groupby(sides(found), lambda each: each[0].component):
        these = list(some)
        face = these[0][0]
        beyond = off + _turn(face) + 2 * INSIDE
        area = (face.width + 2 * beyond) * (face.height + 2 * beyond) / INCH**2
        form = Form(min(DPI, (MOST_PIXELS / area) ** 0.5), bleed=(beyond, beyond))
        for (one, side), picture in zip(these, pictures(these, form), strict=True):
            every.append(_slip(one, side, off, picture, beyond))
    return sorted(every, key=attrgetter("harm"), reverse=True)


def _slip(face: Face, side: Side, off: float, picture: Picture, beyond: float) -> Slip:
    rim, hits = cut_along(cut_line(face)), list[tuple[Hit, Move]]()
    moves = [(x * off, y * off, turn) for turn in (0.0, TURN, -TURN) for x, y in product((0, -1, 1), repeat=2)][1:]
    back = {move: geo.inverse(_matrix(face, move)) or IDENTITY for move in moves}
    far = off * sqrt(2) + _turn(face)  # the most that a point can come closer
    for text, matrix in texts(face.side(side).nodes):
        points = corners(geo.text_box(text), matrix)
        if text.text.strip() and rim.nearest(points)[0] - far < face.safe - ROUNDING:
            lefts = {move: rim.nearest(geo.apply(way, *point) for point in points)[0] for move, way in back.items()}
            worst = min(moves, key=lambda move: lefts[move])
            if lefts[worst] < face.safe - ROUNDING:
                hits.append((Hit(text.text.strip(), lefts[worst]), worst))
    edge = dict(zip(moves, _edges(face, rim, moves, picture, beyond), strict=True))
    hits.sort(key=lambda each: each[0].left_mm)
    worst = hits[0][1] if hits else max(moves, key=lambda move: edge[move])
    paper, changed = (max(share[index] for share in edge.values()) for index in (0, 1))
    return Slip(face, side, worst, tuple(hit for hit, _ in hits), paper, changed)


def _matrix(face: Face, move: Move) -> Matrix:
    turned = geo.rotation(move[2], face.width / 2, face.height / 2)
    return geo.multiply(geo.translate(*move[:2]), turned)


def cut_line(face: Face) -> Segments:
    """Return where a face is cut; a standee continues beyond its folds."""
    return geo.rectangle(0.0, -face.height, face.width, 3 * face.height) if face.folds else face.outline


def _turn(face: Face) -> float:
    """Return how far the turn moves a corner."""
    return radians(TURN) * hypot(face.width, face.height) / 2


def _edges(face: Face, rim: CutLine, moves: Sequence[Move], picture: Picture, beyond: float) -> Iterator[Share]:
    """Yield, for each move, the part of the edge along which paper shows, and along which its colour has changed."""
    from PIL import Image, ImageDraw

    across, down = picture.width / (face.width + 2 * beyond), picture.height / (face.height + 2 * beyond)

    def at(x: float, y: float) -> tuple[int, int]:
        return int((x + beyond) * across), int((y + beyond) * down)

    mask = Image.new("L", picture.size)
    for around in geo.flatten(offset(cut_line(face), face.bleed)):
        ImageDraw.Draw(mask).polygon([at(*point) for point in around], fill=255)
    seen = Image.composite(picture, Image.new("RGB", picture.size, "white"), mask)
    pixels: Any = seen.load()
    printed: Any = mask.load()
    points = _along(rim, face)
    before = [pixels[at(*point)] for point in points]
    for move in moves:
        matrix, paper, changed = _matrix(face, move), 0, 0
        for point, was in zip(points, before, strict=True):
            there = at(*geo.apply(matrix, *point))
            differs = max(abs(a - b) for a, b in zip(pixels[there], was, strict=True)) > CHANGED
            paper, changed = paper + (differs and not printed[there]), changed + differs
        yield paper / len(points), changed / len(points)


def _along(rim: CutLine, face: Face) -> list[Point]:
    """Return points along a cut, slightly inside it."""
    whole = sum(dist(a, b) for a, b in rim.edges)
    apart = max(APART, whole / MOST_POINTS)
    found: list[Point] = []
    for (ax, ay), (bx, by) in rim.edges:
        steps = ceil(dist((ax, ay), (bx, by)) / apart)
        for step in range(steps):
            x, y = ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps
            far = dist((x, y), (face.width / 2, face.height / 2)) or 1.0
            inward = min(1.0, INSIDE / far)
            found.append((x + inward * (face.width / 2 - x), y + inward * (face.height / 2 - y)))
    return [(x, y) for x, y in found if 0 <= y <= face.height] if face.folds else found


GAP, LABEL, SIZE = 6.0, 5.0, 3.6  # between faces, from line to line, and the size of their words
MOST_LINES = 40
CUT = (0.85, 0.1, 0.1)


def page(game: str, off: float, worst: Sequence[Slip], others: tuple[Font, ...] = ()) -> Page:
    """Return a page with the worst of some faces and their damage. `others` are the spec's own fonts."""
    title = f"{game}: {headline(off)}"
    plain, bold = (label(name, others) for name in ("AlegreyaSans-Regular", "AlegreyaSans-Bold"))
    nodes: list[Node] = [Text(MARGIN, MARGIN + 10, title, bold, 12, INK)]
    x, y, tall = MARGIN, MARGIN + 20.0, 0.0
    for slip in worst[:MOST_FACES]:
        face = slip.face
        width, height = face.width + 2 * slip.around, face.height + 2 * slip.around
        scale = min(1.0, LARGEST / max(width, height))
        lines = [named(slip), *harms(slip)]
        across = max(width * scale, *(fonts.width(plain, line, SIZE) for line in lines))
        if x > MARGIN and x + across > WIDTH - MARGIN:
            x, y, tall = MARGIN, y + tall + GAP, 0.0
        matrix = (scale, 0.0, 0.0, scale, x + slip.around * scale, y + slip.around * scale)
        nodes.append(Group(tuple(_cut(slip)), matrix))
        for row, line in enumerate(lines):
            nodes.append(Text(x, y + height * scale + LABEL * (row + 1), line, plain, SIZE, FAINT if row else INK))
        x, tall = x + across + GAP, max(tall, height * scale + LABEL * (len(lines) + 1))
    return grounded(nodes, y + tall, "miscut")


def _cut(slip: Slip) -> Iterator[Node]:
    """Draw a side as it is printed, pale where it is cut off, on paper where nothing is printed."""
    face = slip.face
    cut = geo.transform(face.outline, _matrix(face, slip.move))  # for a standee the folds, off as they are with the cut
    rims = (face.bleed, slip.around)
    printed, around = (geo.rectangle(-rim, -rim, face.width + 2 * rim, face.height + 2 * rim) for rim in rims)
    yield Path(cut, Paint(fill=WHITE))
    yield Group((Use(face.side(slip.side)),), clip=printed)
    yield Path((*around, *cut), Paint(fill=GROUND, even_odd=True, opacity=0.7))
    yield Path(face.outline, Paint(stroke=FAINT, width=0.2, dash=(1.0, 1.0)))
    yield Path(cut, Paint(stroke=CUT, width=0.3))


def headline(off: float) -> str:
    return say("cut {mm} mm off in any direction, and turned by {degrees}°", mm=f"{off:g}", degrees=f"{TURN:g}")


def lines(off: float, worst: Sequence[Slip]) -> list[str]:
    """Describe the damage to text and paper of faces, the worst first, for a terminal."""
    found = [f"  {named(slip)}: {'; '.join(harms)}" for slip in worst if (harms := _grave(slip))]
    if not found:
        return [f"{headline(off)}:", f"  {say('no text comes too close, and no paper shows')}"]
    more = [f"  {say('and {n} more', n=len(found) - MOST_LINES)}"] if len(found) > MOST_LINES else []
    return [f"{headline(off)}:", *found[:MOST_LINES], *more]


def named(slip: Slip) -> str:
    """Name the piece and, if it is the back, the side."""
    piece = slip.face.pieces[0]
    return say("{piece}, back", piece=piece) if slip.side == "back" else piece


def harms(slip: Slip) -> list[str]:
    """Describe the damage to a side, in a few words each."""
    if slip.changed == 0:
        return _grave(slip)
    return [*_grave(slip), say("another colour along {share} of its edge", share=f"{slip.changed:.0%}")]


def _grave(slip: Slip) -> list[str]:
    """Describe the damage to its texts, the worst of them by its words, and where paper shows."""
    found: list[str] = []
    if slip.hits:
        hit = slip.hits[0]
        text = hit.text if len(hit.text) < 30 else f"{hit.text[:27]}…"
        if hit.left_mm <= -0.05:
            words = say("'{text}' is cut off by {mm} mm", text=text, mm=f"{-hit.left_mm:.1f}")
        else:
            words = say("'{text}' is left {mm} mm from the cut", text=text, mm=f"{hit.left_mm:.1f}")
        more = f" ({say('and {n} more', n=len(slip.hits) - 1)})" if len(slip.hits) > 1 else ""
        found.append(words + more)
    if slip.paper > 0:
        found.append(say("paper shows along {share} of its edge", share=f"{slip.paper:.0%}"))
    return found
