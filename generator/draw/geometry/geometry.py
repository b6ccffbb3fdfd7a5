"""Plane geometry for scenes: matrices, path segments, bounds. mm, y downward, degrees clockwise."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import cos, hypot, isclose, isfinite, nan, pi, radians, sin, sqrt

from generator.draw.fonts import fonts
from generator.draw.scene import IDENTITY, Group, Image, Matrix, Node, Path, Scene, Segment, Segments, Shaded, Text, Use

# Position of a quarter circle's control points along its tangents.
KAPPA = 4 / 3 * (sqrt(2) - 1)
MOST_BOUNDS = 4096  # cached bounds, with their paths
MOST_PARTS, MOST_WORDS = 100_000, 15  # of one path, and letters, numbers and commas of a part: an arc's
_BOUNDS: dict[tuple[int, Matrix], tuple[Segments, Rectangle | None]] = {}
_PAINTED: dict[int, tuple[Scene, Rectangle]] = {}  # cached bounds of drawings
FARTHEST = 1e7  # a larger coordinate is a mistake, and would overflow after a transform or two

# what fontTools raises for bad path data
_TORN = (ValueError, TypeError, LookupError, ArithmeticError, AssertionError, AttributeError, StopIteration)
_PATH_WORD = re.compile(r"[MLHVCSQTAZmlhvcsqtaz,]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")

Rectangle = tuple[float, float, float, float]  # x, y, width, height
Points = Sequence[tuple[float, float]]


def multiply(outer: Matrix, inner: Matrix) -> Matrix:
    """Return the matrix that applies `inner` first, then `outer`."""
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f


def translate(x: float, y: float) -> Matrix:
    return 1, 0, 0, 1, x, y


def scaling(x: float, y: float) -> Matrix:
    return x, 0, 0, y, 0, 0


def rotation(degrees: float, x: float = 0, y: float = 0) -> Matrix:
    """Return a turn about (x, y), clockwise on paper; exact at quarter turns."""
    quarter = degrees % 360 / 90
    if quarter == int(quarter):
        co, si = ((1, 0), (0, 1), (-1, 0), (0, -1))[int(quarter) % 4]  # 4: just below 0
    else:
        co, si = cos(radians(degrees)), sin(radians(degrees))  # type: ignore[assignment]
    return co, si, -si, co, x - co * x + si * y, y - si * x - co * y


def apply(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


def inverse(matrix: Matrix) -> Matrix | None:
    """Return the inverse of a matrix; None if it has none."""
    a, b, c, d, e, f = matrix
    under = a * d - b * c
    if not abs(under) > 1e-12 * max(abs(a), abs(b), abs(c), abs(d)) ** 2:
        return None
    found = (d / under, -b / under, -c / under, a / under, (c * f - d * e) / under, (b * e - a * f) / under)
    return found if all(map(isfinite, found)) else None


def transform(segments: Iterable[Segment], matrix: Matrix) -> Segments:
    """Return a path's segments under a matrix."""
    if matrix == IDENTITY:
        return tuple(segments)
    a, b, c, d, e, f = matrix
    result: list[Segment] = []
    for segment in segments:  # unrolled by length: takes two thirds of the time of a loop
        numbers: tuple[float, ...] = segment[1:]  # type: ignore[assignment]
        if len(numbers) == 2:
            x, y = numbers
            result.append((segment[0], a * x + c * y + e, b * x + d * y + f))
        elif numbers:
            x, y, x2, y2, x3, y3 = numbers
            first, second = (a * x + c * y + e, b * x + d * y + f), (a * x2 + c * y2 + e, b * x2 + d * y2 + f)
            result.append((segment[0], *first, *second, a * x3 + c * y3 + e, b * x3 + d * y3 + f))
        else:
            result.append(segment)
    return tuple(result)


# ---- paths -------------------------------------------------------------------------------------


def polyline(points: Points, *, closed: bool) -> Segments:
    first, *rest = points
    path: list[Segment] = [("M", *first), *(("L", *point) for point in rest)]
    return (*path, ("Z",)) if closed else tuple(path)


def rectangle(x: float, y: float, width: float, height: float, radius: float = 0) -> Segments:
    """Return a rectangle, with rounded corners if `radius` is above 0."""
    r = min(radius, width / 2, height / 2)
    if r <= 0:
        return polyline(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), closed=True)
    k, right, bottom = r * (1 - KAPPA), x + width, y + height
    return (
        ("M", x + r, y),
        ("L", right - r, y),
        ("C", right - k, y, right, y + k, right, y + r),
        ("L", right, bottom - r),
        ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", x + r, bottom),
        ("C", x + k, bottom, x, bottom - k, x, bottom - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


def ellipse(x: float, y: float, rx: float, ry: float) -> Segments:
    kx, ky = rx * KAPPA, ry * KAPPA
    return (
        ("M", x + rx, y),
        ("C", x + rx, y + ky, x + kx, y + ry, x, y + ry),
        ("C", x - kx, y + ry, x - rx, y + ky, x - rx, y),
        ("C", x - rx, y - ky, x - kx, y - ry, x, y - ry),
        ("C", x + kx, y - ry, x + rx, y - ky, x + rx, y),
        ("Z",),
    )


def hexagon(x: float, y: float, size: float, *, pointy: bool) -> tuple[tuple[float, float], ...]:
    """Return the corners of a regular hexagon, `size` across its flats."""
    radius, start = size / sqrt(3), pi / 6 if pointy else 0.0
    return tuple((x + radius * cos(start + i * pi / 3), y + radius * sin(start + i * pi / 3)) for i in range(6))


def star(x: float, y: float, outer: float, inner: float, points: int) -> tuple[tuple[float, float], ...]:
    """Return the corners of a star, its first tip upward."""
    return tuple(
        (x + r * sin(i * pi / points), y - r * cos(i * pi / points))
        for i in range(2 * points)
        for r in ((outer, inner)[i % 2],)
    )


def near(segments: Segments) -> bool:
    """Return whether all numbers of a path are finite and within the range of drawings."""
    numbers: list[float] = [number for segment in segments for number in segment[1:]]  # type: ignore[misc]
    return not numbers or (isfinite(sum(numbers)) and min(numbers) >= -FARTHEST and max(numbers) <= FARTHEST)


class _Parts(list[tuple[str, Points]]):
    """What a pen records, up to a limit. Raises ValueError."""

    def append(self, part: tuple[str, Points]) -> None:
        if len(self) >= MOST_PARTS:
            raise ValueError(f"more than {MOST_PARTS:,} parts")
        super().append(part)


def parse_path(data: str) -> Segments:
    """Return SVG path data as absolute segments. Raises ValueError for bad path data, and for too many segments."""
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path.parser import parse_path as parse

    rest, words = _PATH_WORD.subn("", data)
    if rest.strip():
        raise ValueError(f"path data that cannot be read ('{rest.strip()[:20]}')")
    if words > MOST_WORDS * MOST_PARTS:
        raise ValueError(f"path data of more than {MOST_PARTS:,} parts")
    pen = RecordingPen()
    if words > MOST_PARTS:
        pen.value = _Parts()
    try:
        parse(data, pen)
    except _TORN as error:
        raise ValueError(f"path data that cannot be read ({error or type(error).__name__})") from None
    found = tuple(_segments(pen.value))
    if not near(found):
        raise ValueError(f"path data with a number beyond {FARTHEST:,.0f}")
    return found


def _segments(drawn: Iterable[tuple[str, Points]]) -> Iterator[Segment]:
    """Yield what a fontTools pen recorded as segments; quadratic curves become cubic ones."""
    here = (0.0, 0.0)
    for verb, points in drawn:
        match verb:
            case "moveTo":
                yield "M", *points[0]
            case "lineTo":
                yield "L", *points[0]
            case "curveTo":
                yield "C", *points[0], *points[1], *points[2]
            case "qCurveTo":
                (qx, qy), (x, y) = points
                first = (here[0] + 2 / 3 * (qx - here[0]), here[1] + 2 / 3 * (qy - here[1]))
                yield "C", *first, x + 2 / 3 * (qx - x), y + 2 / 3 * (qy - y), x, y
            case "closePath":
                yield ("Z",)
            case _:
                pass  # endPath: an open path
        if points:
            here = points[-1]


# ---- bounds ------------------------------------------------------------------------------------


def bounds(segments: Iterable[Segment]) -> Rectangle | None:
    """Return the smallest box of a path, using the curves' own extremes; None for an empty path. If one number of it is
    not finite, no number of the box is: min and max alone may drop a NaN."""
    xs: list[float] = []
    ys: list[float] = []
    for segment in segments:
        numbers: tuple[float, ...] = segment[1:]  # type: ignore[assignment]
        match numbers:
            case x, y:
                xs.append(x)
                ys.append(y)
            case x1, y1, x2, y2, x, y:
                xs += _extremes(xs[-1], x1, x2, x)
                ys += _extremes(ys[-1], y1, y2, y)
    if not xs:
        return None
    if not isfinite(sum(xs) + sum(ys)):
        return nan, nan, nan, nan
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def _extremes(p0: float, p1: float, p2: float, p3: float) -> tuple[float, ...]:
    """Return a cubic's turning points in one coordinate, then its end."""
    low, high = (p0, p3) if p0 < p3 else (p3, p0)
    if low <= p1 <= high and low <= p2 <= high:
        return (p3,)
    # the derivative, divided by 3: a t² + b t + c
    a, b, c = p3 - 3 * p2 + 3 * p1 - p0, 2 * (p2 - 2 * p1 + p0), p1 - p0
    root = sqrt(max(0.0, b * b - 4 * a * c))
    q = -(b + root) / 2 if b >= 0 else -(b - root) / 2  # the form without cancellation when `a` is small
    times = [over / under for over, under in ((q, a), (c, q)) if under and 0 < over / under < 1]
    return *((1 - t) ** 3 * p0 + 3 * (1 - t) ** 2 * t * p1 + 3 * (1 - t) * t * t * p2 + t**3 * p3 for t in times), p3


def flatten(segments: Iterable[Segment], steps: int = 16) -> Iterator[list[tuple[float, float]]]:
    """Yield each subpath as points, with curves cut into `steps`."""
    points: list[tuple[float, float]] = []
    for segment in segments:
        verb, *n = segment
        numbers: list[float] = n  # type: ignore[assignment]
        if verb == "M":
            if len(points) > 1:
                yield points
            points = [(numbers[0], numbers[1])]
        elif verb == "L":
            points.append((numbers[0], numbers[1]))
        elif verb == "C":
            (x0, y0), (x1, y1, x2, y2, x3, y3) = points[-1], numbers
            for i in range(1, steps + 1):
                t = i / steps
                u = 1 - t
                points.append(
                    (
                        u**3 * x0 + 3 * u * u * t * x1 + 3 * u * t * t * x2 + t**3 * x3,
                        u**3 * y0 + 3 * u * u * t * y1 + 3 * u * t * t * y2 + t**3 * y3,
                    )
                )
        elif points:
            if not all(isclose(a, b, abs_tol=1e-9) for a, b in zip(points[0], points[-1], strict=True)):
                points.append(points[0])
            yield points
            points = [points[0]]
    if len(points) > 1:
        yield points


def inside(point: tuple[float, float], lines: Sequence[Sequence[tuple[float, float]]]) -> bool:
    """Return whether a point lies within closed lines, by the even-odd rule."""
    x, y = point
    odd = False
    for line in lines:
        for (ax, ay), (bx, by) in zip(line, [*line[1:], line[0]], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
                odd = not odd
    return odd


def scale_of(matrix: Matrix) -> float:
    """Return a matrix's mean scale."""
    a, b, c, d, _, _ = matrix
    return round(sqrt(hypot(a, b) * hypot(c, d)), 12)  # rounded: the last digits depend on the C library


def paint_box(
    nodes: Iterable[Node],
    matrix: Matrix = IDENTITY,
    window: Rectangle | None = None,
    passed: Callable[[Rectangle], bool] | None = None,
) -> Iterator[tuple[Node, Rectangle]]:
    """Yield every leaf node with the box it paints on (half its stroke included), in the outermost coordinates.

    A text's box goes from its baseline to the height of its capitals. Clipped leaves end at the box of their clip,
    and nothing outside the `window` is painted. Within a window or a clip, a used scene is one leaf, with its own box.
    Elsewhere its leaves are yielded, unless the box around all of them is `passed`.
    """
    for node in nodes:
        box: Rectangle | None = None
        match node:
            case Path(segments, paint) | Shaded(segments, paint):
                box = _bounds_under(matrix, segments)
                if box is not None:
                    half = paint.width / 2 * scale_of(matrix) if paint.stroke is not None else 0
                    box = (box[0] - half, box[1] - half, box[2] + 2 * half, box[3] + 2 * half)
            case Text():
                box = _box_under(matrix, *text_box(node))
            case Image(x, y, width, height):
                box = _box_under(matrix, x, y, width, height)
            case Group(children, inner, clip):
                inside = multiply(matrix, inner)
                within = common(window, bounds(transform(clip, inside))) if clip else window
                if within is not None or not clip:
                    yield from paint_box(children, inside, within, passed)
            case Use(scene, inner) if window is not None:
                box = _box_under(multiply(matrix, inner), *scene.box)
            case Use(scene, inner):
                inside = multiply(matrix, inner)
                if not (passed and _keeps_shapes(inside) and passed(_box_under(inside, *_painted(scene)))):
                    yield from paint_box(scene.nodes, inside, None, passed)
        if box is not None and (window is None or (box := common(window, box)) is not None):
            yield node, box


def _painted(scene: Scene) -> Rectangle:
    """Return a box around everything that a drawing paints, in its own units; `nan` if it paints nothing, or something
    not finite."""
    known = _PAINTED.get(id(scene))
    if known is None or known[0] is not scene:
        boxes = [box for _, box in paint_box(scene.nodes)]
        found = (nan, nan, nan, nan)
        if boxes and isfinite(sum(map(sum, boxes))):
            found = union(boxes)
        if len(_PAINTED) >= MOST_BOUNDS:
            _PAINTED.clear()
        known = _PAINTED[id(scene)] = scene, found
    return known[1]


def _keeps_shapes(matrix: Matrix) -> bool:
    """Return whether a matrix scales all directions alike."""
    a, b, c, d, _, _ = matrix
    return isclose(a * a + b * b, c * c + d * d) and abs(a * c + b * d) <= 1e-9 * (a * a + b * b)


def _bounds_under(matrix: Matrix, segments: Segments) -> Rectangle | None:
    """Return the bounds of a path under a matrix. None for an empty path. They are looked up, without a turn those of
    the path itself: artwork is drawn again and again, and what is edited is measured more than once."""
    turn = matrix if matrix[1] or matrix[2] else IDENTITY
    known = _BOUNDS.get((id(segments), turn))
    if known is None or known[0] is not segments:
        if len(_BOUNDS) >= MOST_BOUNDS:
            _BOUNDS.clear()
        known = _BOUNDS[id(segments), turn] = segments, bounds(transform(segments, turn))
    if known[1] is None or turn is matrix:
        return known[1]
    box = _box_under(matrix, *known[1])
    return box if isfinite(sum(box)) else (nan, nan, nan, nan)


def union(boxes: Sequence[Rectangle]) -> Rectangle:
    """Return the box around one or more boxes."""
    left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
    right, bottom = max(box[0] + box[2] for box in boxes), max(box[1] + box[3] for box in boxes)
    return left, top, right - left, bottom - top


def common(one: Rectangle | None, other: Rectangle | None) -> Rectangle | None:
    """Return the overlap of two boxes, None meaning unbounded for the first and empty for the second; None if they do
    not overlap. If one number is not finite, none of the result is."""
    if one is None or other is None:
        return other
    if not isfinite(sum(one) + sum(other)):
        return nan, nan, nan, nan
    left, top = max(one[0], other[0]), max(one[1], other[1])
    right, bottom = min(one[0] + one[2], other[0] + other[2]), min(one[1] + one[3], other[1] + other[3])
    return None if right < left or bottom < top else (left, top, right - left, bottom - top)


def text_box(node: Text) -> Rectangle:
    """Return a text's box, from its baseline to the height of its capitals."""
    width, height = fonts.width(node.font, node.text, node.size), fonts.metrics(node.font).cap_height * node.size
    left = node.x - {"start": 0.0, "middle": width / 2, "end": width}[node.anchor]
    return left, node.y - height, width, height


def _box_under(matrix: Matrix, x: float, y: float, width: float, height: float) -> Rectangle:
    a, b, c, d, e, f = matrix
    if not (b or c) and a > 0 < d and width >= 0 <= height and isfinite(x + y):  # most are neither turned nor mirrored
        left, top = a * x + e, d * y + f
        return left, top, a * (x + width) + e - left, d * (y + height) + f - top
    corners = [apply(matrix, px, py) for px in (x, x + width) for py in (y, y + height)]
    xs, ys = [corner[0] for corner in corners], [corner[1] for corner in corners]
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)
