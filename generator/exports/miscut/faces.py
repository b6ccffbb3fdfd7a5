"""Every face as a knife and a back off by a little leave it: what of its text goes, where paper shows. mm, y downward.

The cut line is moved so far left, right, up, down and both ways at once, straight and turned by half a degree either
way, and each face is told as the worst of these leaves it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product
from math import ceil, dist, hypot, inf, radians, sqrt
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from generator.draw.geometry import geometry as geo
from generator.draw.geometry.grown import grown
from generator.draw.scene import IDENTITY, Matrix, Segment
from generator.draw.walk import texts
from generator.exports.faces import Face, Side, sides
from generator.exports.pictures import INCH, Form, pictures
from generator.faces.proofing.rim import Point, Rim, along_cut, corners

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

TURN = 0.5  # degrees
INSIDE = 0.2  # mm inside its cut a piece's edge is looked at
MOST_POINTS, APART = 400, 1.0  # along a piece's cut, at most so many, and no closer
DPI, MOST_PIXELS = 100.0, 2_000_000
CHANGED = 48  # of 255, in the channel that differs most: that is seen
ROUNDING = 1e-6
Move = tuple[float, float, float]
Share = tuple[float, float]


class Hit(Struct, frozen=True):
    """A line of text, and how far from the cut the worst one leaves it; below 0, how much of it is cut off."""

    text: str
    left_mm: float


class Slip(Struct, frozen=True):
    """A side of a face cut badly: `move` is how far right and down its cut lies off, and how far turned, degrees.

    `hits` is what text is cut or comes closer than the safe distance, the worst first. Along such parts of its edge,
    from 0 to 1, `paper` shows that was not printed on, and its colour has `changed`.
    """

    face: Face
    side: Side
    move: Move
    hits: tuple[Hit, ...]
    paper: float
    changed: float

    @property
    def harm(self) -> tuple[float, float, float, float]:
        """What is worse is more: text cut off, then bare paper, then text that has come close, then the edge."""
        left = self.hits[0].left_mm if self.hits else inf
        return max(0.0, -left), self.paper, -left, self.changed

    @property
    def matrix(self) -> Matrix:
        """What moves the cut line so."""
        return _matrix(self.face, self.move)

    @property
    def around(self) -> float:
        """How far what is printed, or the cut line, reaches over the trim box."""
        return max(self.face.bleed, hypot(*self.move[:2]) + _turn(self.face))


def slips(found: Iterable[Face], off: float) -> list[Slip]:
    """How each side of some faces is left by a cut `off` by so much, the worst first. Raises SpecError as faces do."""
    told: list[Slip] = []
    for _, some in groupby(sides(list(found)), lambda each: each[0].component):
        these = list(some)
        face = these[0][0]
        beyond = off + _turn(face) + 2 * INSIDE
        area = (face.width + 2 * beyond) * (face.height + 2 * beyond) / INCH**2
        form = Form(min(DPI, (MOST_PIXELS / area) ** 0.5), bleed=(beyond, beyond))
        for (one, side), picture in zip(these, pictures(these, form), strict=True):
            told.append(_slip(one, side, off, picture, beyond))
    return sorted(told, key=attrgetter("harm"), reverse=True)


def _slip(face: Face, side: Side, off: float, picture: Picture, beyond: float) -> Slip:
    scene = face.front if side == "front" else face.back
    rim, hits = along_cut(cut_line(face)), list[tuple[Hit, Move]]()
    moves = [(x * off, y * off, turn) for turn in (0.0, TURN, -TURN) for x, y in product((0, -1, 1), repeat=2)][1:]
    back = {move: geo.inverse(_matrix(face, move)) or IDENTITY for move in moves}
    far = off * sqrt(2) + _turn(face)  # a point can come so much closer
    for text, matrix in texts(scene.nodes if scene is not None else ()):
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


def cut_line(face: Face) -> tuple[Segment, ...]:
    """Where a face is cut; a standee goes on beyond its folds."""
    return geo.rectangle(0.0, -face.height, face.width, 3 * face.height) if face.folds else face.outline


def _turn(face: Face) -> float:
    """How far the turn moves a corner."""
    return radians(TURN) * hypot(face.width, face.height) / 2


def _edges(
    face: Face, rim: Rim, moves: Sequence[Move], picture: Picture, beyond: float
) -> Iterator[tuple[float, float]]:
    """Along which part of the edge paper shows, and its colour has changed, for each move."""
    from PIL import Image, ImageDraw

    across, down = picture.width / (face.width + 2 * beyond), picture.height / (face.height + 2 * beyond)

    def at(x: float, y: float) -> tuple[int, int]:
        return int((x + beyond) * across), int((y + beyond) * down)

    mask = Image.new("L", picture.size)
    for around in geo.flatten(grown(cut_line(face), face.bleed)):
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


def _along(rim: Rim, face: Face) -> list[Point]:
    """Points along a cut, a little inside it."""
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
