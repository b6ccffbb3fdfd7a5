"""The outlines pieces are cut along, and how far points are from them, in face coordinates: (0, 0) is the trim box's
top left corner. mm, y downward.

Also the edition in small letters on a piece: at the lower edge of its front, inside its cut. mm.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from math import atan2, degrees, hypot, inf
from typing import assert_never

from msgspec import Struct

from generator.draw import scene as sc
from generator.draw.fonts import fonts
from generator.draw.fonts.fonts import label, width
from generator.draw.geometry import geometry as geo
from generator.draw.line_styles import FOLD, GLUE, INK
from generator.draw.walk import walk
from generator.faces.elements.alt_text import joined
from specs.base.languages import say
from specs.base.unfit import Unfit
from specs.model.document import Document
from specs.model.shapes.nets import Net, Side, Tab
from specs.model.shapes.outlines import Circle, Hexagon, Outline, PathData, Polygon, Rectangle

SLACK = 0.01  # mm by which an outline may exceed its size
LEAST = 1.0  # smallest em of a tab's word
LAP = 1.0  # how far a side's picture extends over a tab
STEPS = 24  # straight pieces of a cut's curve
FINE = 6  # of a drawing's curve

Point = tuple[float, float]


def trim(document: Document, name: str) -> sc.Segments:
    """Return the path a component's faces are cut along.

    Raises SpecError for a custom outline that is not path data, encloses no area, or leaves the component's size.
    """
    with document.placed(("components", name, "path")):
        return path(document.spec.components[name].outline())


def outlined(face: sc.Scene, shape: sc.Segments, matrix: sc.Matrix, colour: sc.Colour) -> sc.Node:
    """Return a face clipped to its cut line, with a hairline along that."""
    edge = sc.Path(shape, sc.Paint(stroke=colour, width=0.25 / matrix[0]))
    return sc.Group((sc.Group((sc.Use(face),), clip=shape), edge), matrix)


@lru_cache(maxsize=256)
def path(outline: Outline) -> sc.Segments:
    """Return the path around an outline. Raises Unfit."""
    match outline:
        case Rectangle(width, height, corner):
            return geo.rectangle(0, 0, width, height, corner)
        case Circle(width, height):
            return geo.ellipse(width / 2, height / 2, width / 2, height / 2)
        case Hexagon(width, height, pointy):
            return geo.polyline(geo.hexagon(width / 2, height / 2, min(width, height), pointy=pointy), closed=True)
        case PathData(width, height, data):
            return _custom(data, width, height)
        case Polygon(points):
            return geo.polyline(points, closed=True)
        case _:
            assert_never(outline)


def _custom(data: str, width: float, height: float) -> sc.Segments:
    """Return the path of an `outline`. Raises Unfit."""
    try:
        path = geo.parse_path(data)
    except ValueError as error:
        raise Unfit("wrong-outline", str(error), "SVG path data such as 'M0 0 L10 0 L5 8 Z'") from None
    box = geo.bounds(path)
    if box is None or not (box[2] > SLACK and box[3] > SLACK):
        raise Unfit("wrong-outline", "an outline around nothing", "SVG path data such as 'M0 0 L10 0 L5 8 Z'")
    left, top, right, bottom = box[0], box[1], box[0] + box[2], box[1] + box[3]
    if left < -SLACK or top < -SLACK or right > width + SLACK or bottom > height + SLACK:
        found = f"an outline from {left:g}, {top:g} to {right:g}, {bottom:g} mm"
        raise Unfit("out-of-range", found, f"within the component's size, 0, 0 to {width:g}, {height:g} mm")
    return path


def folded_net(net: Net, sides: Sequence[tuple[Side, sc.Scene]], bleed: float) -> sc.Scene:
    """Draw a block's or box's net: each side's picture in its place, extended over free edges by the bleed; tabs grey,
    folds dashed."""
    nodes: list[sc.Node] = []
    for side, scene in sides:
        x, y, width, height = side.box
        left, top, right, bottom = (bleed * free for free in side.free)
        matrix = geo.translate(x, y)
        if side.turned:
            matrix = geo.multiply(matrix, geo.rotation(180, width / 2, height / 2))
            left, top, right, bottom = right, bottom, left, top
        clip = geo.rectangle(-left, -top, width + left + right, height + top + bottom)
        nodes.append(sc.Group((sc.Use(scene),), matrix, clip))
    nodes += [node for tab in net.tabs for node in _tab(tab, bleed)]
    folds = tuple(segment for start, end in net.folds for segment in (("M", *start), ("L", *end)))
    nodes.append(sc.Path(folds, FOLD))
    alt = joined(list(dict.fromkeys(scene.alt for _, scene in sides)))
    return sc.Scene((-bleed, -bleed, net.width + 2 * bleed, net.height + 2 * bleed), tuple(nodes), alt=alt)


def _tab(tab: Tab, bleed: float) -> tuple[sc.Node, ...]:
    """Draw a tab, grey with its word; the picture continues a little beyond its fold, in case the fold is
    slightly off."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = tab
    long, end = hypot(dx - ax, dy - ay), hypot(cx - bx, cy - by)
    high = abs((dx - ax) * (by - ay) - (dy - ay) * (bx - ax)) / long
    lap = min(LAP, bleed, high / 3)
    part = lap / high
    inner = ((ax + part * (bx - ax), ay + part * (by - ay)), (dx + part * (cx - dx), dy + part * (cy - dy)))
    ground = sc.Path(geo.polyline((inner[0], (bx, by), (cx, cy), inner[1]), closed=True), sc.Paint(fill=GLUE))
    font = fonts.label("AlegreyaSans-Regular")
    text = str(say("glue"))  # plain text: equal drawings must compare equal
    size = min(2.6, 0.6 * (high - lap), 0.8 * end / fonts.width(font, text, 1.0))
    if size < LEAST:
        return (ground,)
    across = degrees(atan2(dy - ay, dx - ax))
    turn = across - 180 if across > 90 else across + 180 if across <= -90 else across
    x, y = (inner[0][0] + inner[1][0] + bx + cx) / 4, (inner[0][1] + inner[1][1] + by + cy) / 4
    word = sc.Text(0, size * 0.32, text, font, size, INK, "middle")
    return ground, sc.Group((word,), geo.multiply(geo.translate(x, y), geo.rotation(turn)))


# ---- how far points are from the cut ---------------------------------------------------------------


class CutLine(Struct, frozen=True):
    """A cut line as the edges of a polygon; `round` is the middle and radius of one that is a circle."""

    edges: tuple[tuple[Point, Point], ...]
    round: tuple[float, float, float] | None = None

    def nearest(self, points: Iterable[Point]) -> tuple[float, Point]:
        """Return the depth of the point closest to the cut, or farthest outside (below 0), and that point; infinity
        without points."""
        return min(((self.depth(point), point) for point in points), default=(inf, (0.0, 0.0)))

    def depth(self, point: Point) -> float:
        """Return how far inside the cut a point is; below 0, how far outside."""
        x, y = point
        if self.round is not None:
            return self.round[2] - hypot(x - self.round[0], y - self.round[1])
        near, within = inf, False
        for (ax, ay), (bx, by) in self.edges:
            dx, dy = bx - ax, by - ay
            points_along = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
            near = min(near, hypot(x - ax - points_along * dx, y - ay - points_along * dy))
            if (ay > y) != (by > y) and x < ax + (y - ay) * dx / dy:
                within = not within
        return near if within else -near


def cut_line(outline: Outline, trim: Sequence[sc.Segment]) -> CutLine | None:
    """Return the cut line of a piece cut along a path; None if its outline is a rectangle or a folded box's."""
    if isinstance(outline, Rectangle | Polygon):
        return None
    found = cut_along(trim)
    box = geo.bounds(trim) if isinstance(outline, Circle) else None
    if box is not None and abs(box[2] - box[3]) < 1e-6:
        return CutLine(found.edges, (box[0] + box[2] / 2, box[1] + box[3] / 2, box[2] / 2))
    return found


def cut_along(trim: Sequence[sc.Segment]) -> CutLine:
    """Return the cut line along any path."""
    edges: list[tuple[Point, Point]] = []
    for points in geo.flatten(trim, STEPS):
        edges += [(a, b) for a, b in pairwise([*points, points[0]]) if a != b]
    return CutLine(tuple(edges))


def corners(box: geo.Rectangle, matrix: sc.Matrix) -> list[Point]:
    """Return the corners of a box under a matrix."""
    x, y, width, height = box
    return [geo.apply(matrix, x + i * width, y + j * height) for i in (0, 1) for j in (0, 1)]


def painted(nodes: Iterable[sc.Node], matrix: sc.Matrix) -> Iterator[Point]:
    """Yield points along all that is painted, without the width of lines; for a text and a picture, its corners.
    Clipped parts are moved in to the box of their clip."""
    for leaf in walk(nodes, matrix):
        points = _outer(leaf.node, leaf.matrix)
        for clip in leaf.windows[::-1]:
            box = geo.bounds(clip)
            points = () if box is None else [_nearest(point, box) for point in points]
        yield from points


def _outer(node: sc.Node, matrix: sc.Matrix) -> Iterable[Point]:
    match node:
        case sc.Path(segments) | sc.Shaded(segments):
            return points_along(geo.transform(segments, matrix))
        case sc.Text():
            return corners(geo.text_box(node), matrix)
        case sc.Image():
            return corners((node.x, node.y, node.width, node.height), matrix)
        case _:
            return ()


def _nearest(point: Point, box: geo.Rectangle) -> Point:
    return min(max(point[0], box[0]), box[0] + box[2]), min(max(point[1], box[1]), box[1] + box[3])


def points_along(segments: Iterable[sc.Segment]) -> Iterator[Point]:
    """Yield points along a path."""
    for points in geo.flatten(segments, FINE):
        yield from points


# ---- the edition in small letters ----------------------------------------------------------------


SIZE, PAD = 1.9, 0.35  # the letters' em, and the plate around them
CLEAR = 0.8  # from the plate to the cut
STEP = 0.25


class EditionMark:
    """The edition mark on every piece of a build; a piece too small for it has none."""

    def __init__(self, edition: str) -> None:
        self.text, self.font = edition, label("AlegreyaSans-Regular", ())
        self.wide = width(self.font, edition, SIZE) + 2 * PAD
        self._marked: dict[int, tuple[sc.Scene, sc.Scene]] = {}

    def on(self, scene: sc.Scene, size: tuple[float, float], trim: Sequence[sc.Segment]) -> sc.Scene:
        """Return a front of the trim `size` with the mark on it; the same for the same drawing."""
        kept = self._marked.get(id(scene))
        if kept is None or not scene.reusable:
            nodes = (*scene.nodes, *self._nodes(size, trim))
            made = sc.Scene(scene.box, nodes, scene.reusable, scene.single, scene.alt)
            if not scene.reusable:
                return made
            kept = self._marked[id(scene)] = scene, made
        return kept[1]

    def _nodes(self, size: tuple[float, float], trim: Sequence[sc.Segment]) -> Iterator[sc.Node]:
        tall = SIZE * 0.75 + 2 * PAD
        left, lines = (size[0] - self.wide) / 2, list(geo.flatten(trim))
        low = size[1] - CLEAR
        while low - tall > size[1] / 2:
            across, down = (left - CLEAR, left + self.wide + CLEAR), (low - tall, low + CLEAR - 0.01)
            if all(geo.inside((x, y), lines) for x in across for y in down):
                plate = geo.rectangle(left, low - tall, self.wide, tall, tall / 3)
                letters = sc.Text(size[0] / 2, low - PAD - 0.1, self.text, self.font, SIZE, (0.2, 0.2, 0.2), "middle")
                yield sc.Group((sc.Path(plate, sc.Paint(fill=(1.0, 1.0, 1.0))), letters), tag=sc.UNREAD)
                return
            low -= STEP
