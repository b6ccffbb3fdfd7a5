"""Ink modes: the same scene with less ink (paler fills) or as outlines alone."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from math import ceil, log2

from msgspec.structs import replace

from generator.draw import scene as sc
from generator.draw.geometry.geometry import bounds, rectangle, scale_of, transform
from generator.draw.walk import walk

PALER = 0.55  # how far low ink moves a fill toward white
LINE = 0.2
STONE = 0.2  # how light a stone of a mosaic may be to be drawn
WIDE = 0.8  # on paper: a line this wide becomes an area with two edges
EDGE = 0.2  # how light a wide line may be to count as an edge
SMALL = 2.0  # small dark areas stay black: an eye, a letter's drawing
DARK = (0.2, 0.2, 0.2)
# outline: the tone below which an area is hatched, from 0 for black, and how far apart the lines are, mm on paper
TONES = ((0.1, 1.0), (0.25, 1.6), (0.45, 2.6))
LIGHT, HALO = 0.5, 0.2  # lightness of letters that get a white edge, and its width as a part of their size
HATCHED, HATCH = 4.0, 0.1  # least width of such an area, and of its lines; mm on paper


class InkMode:
    """Changes scenes for `low` or `outline` ink; the same scene at the same scale always gives the same object."""

    def __init__(self, mode: str) -> None:
        self.mode = mode
        self._done: dict[tuple[int, float], tuple[sc.Scene, sc.Scene]] = {}

    def __call__(self, scene: sc.Scene, scale: float = 1.0) -> sc.Scene:
        """Return the scene as this mode prints it; `scale` is the size of its unit on paper in mm.

        Lines of artwork are as wide in each size, within a half: sizes near each other share one drawing. A small
        picture of a piece is that piece with thinner lines.
        """
        if self.mode == "normal":
            return scene
        outlined = self.mode == "outline" and isinstance(scene, sc.Artwork) and scale > 0
        scale = 2.0 ** round(log2(scale)) if outlined else 1.0
        if not scene.reusable:
            return self.changed(scene, scale)
        key = (id(scene), scale)
        if key not in self._done:
            self._done[key] = (scene, self.changed(scene, scale))
        return self._done[key][1]

    def forget(self) -> None:
        """Forget the scenes changed so far."""
        self._done.clear()

    def changed(self, scene: sc.Scene, scale: float) -> sc.Scene:
        return replace(scene, nodes=self.nodes(scene.nodes, scale))

    def nodes(self, nodes: Sequence[sc.Node], scale: float) -> tuple[sc.Node, ...]:
        """Change some nodes; an area that has a texture is not hatched too."""
        done: list[sc.Node] = []
        for node, after in zip(nodes, [*nodes[1:], None], strict=False):
            if (
                self.mode == "outline" and isinstance(node, sc.Path) and isinstance(after, sc.Group)
                and after.clip == node.segments and _plain(node.paint)
            ):  # fmt: skip
                done.append(replace(node, paint=sc.Paint(fill=sc.WHITE, stroke=DARK, width=LINE / scale)))
            else:
                done.append(self.node(node, scale))
        return tuple(done)

    def node(self, node: sc.Node, scale: float) -> sc.Node:
        match node:
            case sc.Path(paint=sc.Paint(exact=True)):
                return node
            case sc.Path(paint=sc.Paint(soft=True)) if self.mode == "outline":
                return sc.Group(())
            case sc.Path():
                return recoloured(node, paler, _same) if self.mode == "low" else outlined(node, scale)
            case sc.Text() if self.mode == "outline":
                # light letters stand on something dark, which becomes hatching
                halo = sc.WHITE if node.fill is not None and lightness(node.fill) > LIGHT else None
                width = HALO * node.size
                return replace(node, fill=DARK, outline=halo, outline_width=width, gradient=None)
            case sc.Group():
                inner = scale * scale_of(node.matrix)
                changed = replace(node, children=self.nodes(node.children, inner))
                edge = cut_edge(node) if self.mode == "outline" and node.edge else ()
                if not edge:
                    return changed
                line = sc.Path(edge, sc.Paint(stroke=DARK, width=LINE / inner))
                return sc.Group((replace(changed, matrix=sc.IDENTITY), line), node.matrix)
            case sc.Use():
                return replace(node, scene=self(node.scene, scale * scale_of(node.matrix)))
            case sc.Shaded():
                return recoloured(node, paler, _same) if self.mode == "low" else self.edge(node, scale)
            case sc.Text() | sc.Image():
                return node

    def edge(self, node: sc.Shaded, scale: float) -> sc.Node:
        """Return a gradient as an outline: none if it fades out, since a fading area has no edge."""
        if len({stop.opacity for stop in node.gradient.stops}) > 1:
            return sc.Group(())
        return self.node(sc.Path(node.segments, node.paint), scale)

    def page(self, page: sc.Page) -> sc.Page:
        """Return a page drawn with full ink as this mode prints it."""
        normal = self.mode == "normal"
        return page if normal else replace(page, nodes=tuple(self.node(node, 1.0) for node in page.nodes))


def _plain(paint: sc.Paint) -> bool:
    return paint.fill is not None and not paint.exact and not paint.soft


def lightness(colour: sc.Colour) -> float:
    red, green, blue = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def paler(colour: sc.Colour) -> sc.Colour:
    """Move a colour toward white; nearly black ones stay, so that lines and marks remain readable."""
    if lightness(colour) < 0.15:
        return colour
    red, green, blue = (channel + (1 - channel) * PALER for channel in colour)
    return red, green, blue


Change = Callable[[sc.Colour], sc.Colour]


def recoloured(node: sc.Node, fill: Change, line: Change) -> sc.Node:
    """Return a leaf with the colours of its fill and its line changed; a gradient's are those of what it paints."""

    def changed(colour: sc.Colour | None, change: Change) -> sc.Colour | None:
        return None if colour is None else change(colour)

    def faded(gradient: sc.Gradient, change: Change) -> sc.Gradient:
        return replace(gradient, stops=tuple(replace(each, colour=change(each.colour)) for each in gradient.stops))

    match node:
        case sc.Path(paint=paint):
            new = replace(paint, fill=changed(paint.fill, fill), stroke=changed(paint.stroke, line))
            return replace(node, paint=new)
        case sc.Shaded(paint=paint, gradient=gradient):
            new = replace(paint, fill=changed(paint.fill, fill), stroke=changed(paint.stroke, line))
            return replace(node, paint=new, gradient=faded(gradient, line if paint.fill is None else fill))
        case sc.Text(gradient=gradient):
            new_gradient = None if gradient is None else faded(gradient, fill)
            outline = changed(node.outline, line)
            return replace(node, fill=changed(node.fill, fill), outline=outline, gradient=new_gradient)
        case _:
            return node


def _same(colour: sc.Colour) -> sc.Colour:
    return colour


def outlined(node: sc.Path, scale: float) -> sc.Node:
    """Return white inside, hatched by its tone, a dark line around, at least LINE wide on paper; small and nearly black
    areas stay black.

    A wide line becomes its two edges; a dark one stays, since it is the edge of what is drawn over it. Of a mosaic only
    the dark stones stay, as lines.
    """
    paint, line = node.paint, LINE / scale
    wide = paint.stroke is not None and paint.width * scale >= WIDE
    if paint.fill is not None:
        if lightness(paint.fill) < EDGE and _small(node.segments, scale):
            edge = None if paint.stroke is None else DARK if lightness(paint.stroke) < EDGE else sc.WHITE
            return sc.Path(node.segments, replace(paint, fill=DARK, stroke=edge))
        width = max(paint.width, line) if paint.stroke is not None else line
        white = replace(paint, fill=sc.WHITE, stroke=DARK, width=width, opacity=1.0)
        tone = lightness(paint.fill) * paint.opacity + 1 - paint.opacity
        around = _hatched(sc.Path(node.segments, white), tone, scale)
    elif len(paint.dash) > 2 and paint.stroke is not None:  # a row of a mosaic becomes hatching
        if lightness(paint.stroke) > STONE:
            return sc.Group(())
        return sc.Path(node.segments, replace(paint, stroke=DARK, width=HATCH / scale, opacity=1.0))
    elif paint.stroke is not None:
        around = sc.Path(node.segments, replace(paint, stroke=DARK, opacity=1.0))
        wide = wide and lightness(paint.stroke) >= EDGE
    else:
        return node
    if not wide:
        return around
    between = replace(paint, fill=None, stroke=sc.WHITE, width=paint.width - 2 * line, opacity=1.0)
    return sc.Group((around, sc.Path(node.segments, between)))


def _hatched(area: sc.Path, tone: float, scale: float) -> sc.Node:
    """Return an area with hatching over it, the closer the darker its tone is; unchanged if it is light or small."""
    box = bounds(area.segments)
    apart = next((apart for most, apart in TONES if tone < most), None)
    if apart is None or box is None or min(box[2], box[3]) * scale < HATCHED:
        return area
    x, y, width, height = box
    matrix = (1 / scale, 0.0, 0.0, 1 / scale, x + width / 2, y + height / 2)
    lines = sc.Use(_lines(apart, 2 ** ceil(log2(max(width, height) * scale))), matrix)
    return sc.Group((area, sc.Group((lines,), clip=area.segments)))


@lru_cache(maxsize=64)
def _lines(apart: float, size: float) -> sc.Scene:
    """Return hatching of a square around (0, 0), mm: all areas of its tone and size share it, each cut to its shape."""
    from generator.draw.textures.strokes import hatching  # needs pyclipper, as below
    from generator.draw.textures.texture import Texture

    square = rectangle(-size / 2, -size / 2, size, size)
    box = (-size / 2, -size / 2, size, size)
    return sc.Scene(box, tuple(hatching(Texture("hatch", (DARK,), apart, HATCH), square, 45.0)))


def cut_edge(group: sc.Group) -> sc.Segments:
    """Return the parts of a group's clip that run through its filled areas."""
    from generator.draw.geometry.areas import clip_lines  # pyclipper takes 7 ms to import, and few games need it

    return tuple(segment for area in _filled(group) for segment in clip_lines(group.clip, (area,)))


def _filled(group: sc.Group) -> Iterator[sc.Segments]:
    for node, matrix, _ in walk(group.children):
        if isinstance(node, sc.Path | sc.Shaded) and node.paint.fill is not None:
            yield transform(node.segments, matrix)


def _small(segments: sc.Segments, scale: float) -> bool:
    box = bounds(segments)
    return box is None or min(box[2], box[3]) * scale < SMALL
