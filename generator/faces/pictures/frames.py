"""Pictures as frames: corners keep their size, edges are stretched along, the middle both ways. mm, or pixels."""

from collections.abc import Sequence
from io import BytesIO
from itertools import cycle, pairwise, product

from msgspec.structs import replace

from generator.draw.geometry import geometry as geo
from generator.draw.scene import Gradient, Group, Image, Matrix, Node, Path, Scene, Segments, Shaded, Text, Use
from generator.draw.walk import walk

Margins = tuple[float, float, float, float]
Part = tuple[float, float, float, float]  # from where to where in the picture, and in the frame


def parts(margins: Margins, own: tuple[float, float], size: tuple[float, float]) -> tuple[list[Part], list[Part]]:
    """Return the parts of a frame, across and down."""
    left, top, right, bottom = margins
    return _parts(left, right, own[0], size[0]), _parts(top, bottom, own[1], size[1])


def _parts(before: float, after: float, own: float, size: float) -> list[Part]:
    edges = [(0.0, 0.0), (before, before), (own - after, size - after), (own, size)]
    return [(a[0], b[0], a[1], b[1]) for a, b in pairwise(edges) if b[0] > a[0]]


def width(png: bytes) -> int:
    """Return the width of a PNG in pixels."""
    return int.from_bytes(png[16:20])


def possible() -> bool:
    """Return whether frames of pixels can be made: a browser's part of Pillow cannot."""
    from PIL import Image as Pictures

    return hasattr(Pictures, "Resampling")


def picture(data: bytes, margins: Margins, size: tuple[int, int]) -> bytes:
    """Return a picture as a frame of `size` pixels, as a PNG."""
    from PIL import Image as Pictures

    with Pictures.open(BytesIO(data)) as opened:
        whole = opened.convert("RGBA" if opened.has_transparency_data else "RGB")
    found = Pictures.new(whole.mode, size)
    across, down = parts(margins, whole.size, size)
    for (x1, x2, left, right), (y1, y2, top, bottom) in product(across, down):
        x, y, wide, high = round(left), round(top), round(right) - round(left), round(bottom) - round(top)
        if wide and high:
            found.paste(whole.resize((wide, high), Pictures.Resampling.BICUBIC, (x1, y1, x2, y2)), (x, y))
    out = BytesIO()
    found.save(out, "PNG")
    return out.getvalue()


def drawing(scene: Scene, margins: Margins, box: geo.Rectangle, scale: float) -> Node:
    """Return a drawing as a frame in a box. Its points are moved, so lines keep their width; letters and pictures keep
    their size."""
    x, y, wide, high = scene.box
    across, down = parts(margins, (wide, high), (box[2] / scale, box[3] / scale))

    def moved(point: Sequence[float]) -> list[float]:
        return [_along(n - (y if odd else x), down if odd else across) for n, odd in zip(point, cycle((0, 1)))]

    def put(path: Segments) -> Segments:
        return tuple((verb, *moved(numbers)) for verb, *numbers in path)  # type: ignore[arg-type]

    nodes: list[Node] = []
    for leaf, matrix, clips in walk(scene.nodes):
        node: Node
        match leaf:
            case Path(segments, paint) | Shaded(segments, paint):
                before, broader = geo.transform(segments, matrix), geo.scale_of(matrix)
                dash, phase = tuple(broader * part for part in paint.dash), broader * paint.phase
                pen = replace(paint, width=broader * paint.width, dash=dash, phase=phase)
                node = replace(leaf, segments=put(before), paint=pen)
                if isinstance(node, Shaded):
                    node = replace(node, gradient=_shaded(node.gradient, matrix, before, node.segments))
            case Text(at_x, at_y) | Image(at_x, at_y):
                at = geo.apply(matrix, at_x, at_y)
                to = moved(at)
                node = Group((leaf,), geo.multiply(geo.translate(to[0] - at[0], to[1] - at[1]), matrix))
            case Use():
                raise AssertionError("a walk goes into these")
        for clip, under in reversed(clips):
            node = Group((node,), clip=put(geo.transform(clip, under)))
        nodes.append(node)
    return Group(tuple(nodes), (scale, 0, 0, scale, box[0], box[1]))


def _shaded(gradient: Gradient, matrix: Matrix, before: Segments, after: Segments) -> Gradient:
    """Return a gradient that covers a moved shape as it covered it before."""
    old, new = geo.bounds(before) or (0, 0, 0, 0), geo.bounds(after) or (0, 0, 0, 0)
    sx, sy = (new[n] / old[n] if old[n] else 1.0 for n in (2, 3))
    over = sx, 0.0, 0.0, sy, new[0] - sx * old[0], new[1] - sy * old[1]
    return replace(gradient, matrix=geo.multiply(over, geo.multiply(matrix, gradient.matrix)))


def _along(n: float, row: Sequence[Part]) -> float:
    """Return where a coordinate of a drawing is moved to, by the parts of its axis."""
    first, last, start, end = next((part for part in row if n <= part[1]), row[-1])
    return start + (n - first) * (end - start) / (last - first)
