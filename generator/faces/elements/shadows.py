"""Shadows of elements and the glow around them: the covered area drawn many times, a little smaller each, almost
transparent.

They are plain shapes, so every format shows them alike. mm.
"""

from collections.abc import Iterator, Sequence
from math import ceil

from generator.draw.fonts import fonts
from generator.draw.geometry import geometry as geo
from generator.draw.scene import Image, Node, Paint, Path, Segments, Shaded, Text
from generator.draw.walk import walk
from generator.faces.elements.context import DrawContext
from specs.model import elements as el

STEP = 0.15  # mm from one edge to the next, too small to be seen
FINE = 40  # parts of a fade that its outline has no points within: wide glows of many letters take minutes otherwise
FEWEST, MOST = 4, 16  # number of edges
THINNEST = 0.05


def shadow(ctx: DrawContext, given: el.Shadow, nodes: Sequence[Node]) -> list[Node]:
    """Return the shadow of what is drawn, to be drawn before it. Raises BadValue."""
    from generator.draw.geometry import areas  # pyclipper takes 7 ms to import, and few games need it

    colour, (x, y) = ctx.colour(given.colour, "shadow"), ctx.point(given.at, "shadow")
    fade, opacity = ctx.number(given.fade, "shadow", 0), ctx.number(given.opacity, "shadow", 0)
    whole = geo.transform(areas.together(covered(nodes), fade / FINE), geo.translate(x, y))
    if colour is None or not whole or not opacity:
        return []
    count = 1 if fade < THINNEST else min(MOST, max(FEWEST, ceil(fade / STEP)))
    ctx.count(count, "shadow")
    edges = [fade / 2 - fade * (n + 0.5) / count for n in range(count)]
    each = 1 - (1 - min(opacity, 0.99)) ** (1 / count)  # together they are as opaque as asked
    paint = Paint(fill=colour, opacity=round(each * ctx.opacity, 4), soft=True)
    layers = (
        tuple(part for line in lines for part in geo.polyline(line, closed=True))
        for lines in areas.contours(whole, edges)
    )
    return [Path(layer, paint) for layer in layers if layer]


def covered(nodes: Sequence[Node], *, lines: bool = False) -> Iterator[Segments]:
    """Yield the outlines of all that is painted, without what a clip cuts off; with `lines` also of unfilled lines."""
    from generator.draw.geometry import areas  # see above

    for leaf in walk(nodes):
        outline = geo.transform(_outline(leaf.node, lines=lines), leaf.matrix)
        yield areas.clip_area(outline, leaf.windows) if leaf.windows and outline else outline


def _outline(node: Node, *, lines: bool) -> Segments:
    match node:
        case Path(segments, paint) | Shaded(segments, paint):
            return segments if lines or paint.fill is not None or not paint.stroke else ()
        case Text():
            return fonts.outlines(node.font, node.text, node.size, node.x, node.y, node.rtl)
        case Image():
            return geo.rectangle(node.x, node.y, node.width, node.height)
        case _:
            return ()
