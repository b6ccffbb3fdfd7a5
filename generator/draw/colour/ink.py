"""Ink modes: the same scene with less ink (paler fills) or as outlines alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from generator.draw.geometry.geometry import bounds, scale_of, transform
from generator.draw.scene import (
    IDENTITY,
    Colour,
    Gradient,
    Group,
    Image,
    Node,
    Page,
    Paint,
    Path,
    Scene,
    Segment,
    Shaded,
    Text,
    Use,
)
from generator.draw.walk import walk

PALER = 0.55  # how far a fill moves toward white in low ink
LINE = 0.2
WIDE = 0.8  # a line as wide as this on paper is an area with two edges
EDGE = 0.2  # how light a wide line may be to be taken for an edge
SMALL = 2.0  # what is dark and no larger stays black: an eye, a letter's drawing
DARK = (0.2, 0.2, 0.2)
WHITE = (1.0, 1.0, 1.0)


class InkMode:
    """Changes scenes for `low` or `outline` ink; the same scene at the same scale always gives the same object."""

    def __init__(self, mode: str) -> None:
        self.mode = mode
        self._done: dict[tuple[int, float], tuple[Scene, Scene]] = {}

    def __call__(self, scene: Scene, scale: float = 1.0) -> Scene:
        """The scene as this mode prints it; `scale` is how large it is drawn, so that thin lines come out thin."""
        if self.mode == "normal":
            return scene
        if not scene.reusable:
            return self.changed(scene, scale)
        key = (id(scene), round(scale, 3))
        if key not in self._done:
            self._done[key] = (scene, self.changed(scene, scale))
        return self._done[key][1]

    def forget(self) -> None:
        """Let go of the scenes changed so far."""
        self._done.clear()

    def changed(self, scene: Scene, scale: float) -> Scene:
        return replace(scene, nodes=tuple(self.node(node, scale) for node in scene.nodes))

    def node(self, node: Node, scale: float) -> Node:
        match node:
            case Path(paint=Paint(exact=True)):
                return node
            case Path():
                return recoloured(node, paler, _same) if self.mode == "low" else outlined(node, scale)
            case Text() if self.mode == "outline":
                return replace(node, fill=DARK, outline=None, gradient=None)
            case Group():
                inner = scale * scale_of(node.matrix)
                changed = replace(node, children=tuple(self.node(child, inner) for child in node.children))
                edge = cut_edge(node) if self.mode == "outline" and node.edge else ()
                if not edge:
                    return changed
                line = Path(edge, Paint(stroke=DARK, width=LINE / inner))
                return Group((replace(changed, matrix=IDENTITY), line), node.matrix)
            case Use():
                return replace(node, scene=self(node.scene, scale * scale_of(node.matrix)))
            case Shaded():
                return recoloured(node, paler, _same) if self.mode == "low" else self.edge(node, scale)
            case Text() | Image():
                return node

    def edge(self, node: Shaded, scale: float) -> Node:
        """A gradient as an outline: none where it fades away, for what fades has no edge."""
        if len({stop.opacity for stop in node.gradient.stops}) > 1:
            return Group(())
        return self.node(Path(node.segments, node.paint), scale)

    def page(self, page: Page) -> Page:
        """A page that was drawn with all ink, as this mode prints it."""
        return (
            page if self.mode == "normal" else replace(page, nodes=tuple(self.node(node, 1.0) for node in page.nodes))
        )


def lightness(colour: Colour) -> float:
    red, green, blue = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def paler(colour: Colour) -> Colour:
    """A colour moved toward white; what is nearly black stays, so that lines and marks can be read."""
    if lightness(colour) < 0.15:
        return colour
    red, green, blue = (channel + (1 - channel) * PALER for channel in colour)
    return red, green, blue


Change = Callable[[Colour], Colour]


def recoloured(node: Node, fill: Change, line: Change) -> Node:
    """A leaf with the colours of its area and of its line changed; a gradient's are those of what it paints."""

    def changed(colour: Colour | None, change: Change) -> Colour | None:
        return None if colour is None else change(colour)

    def faded(gradient: Gradient, change: Change) -> Gradient:
        return replace(gradient, stops=tuple(replace(each, colour=change(each.colour)) for each in gradient.stops))

    match node:
        case Path(paint=paint):
            new = replace(paint, fill=changed(paint.fill, fill), stroke=changed(paint.stroke, line))
            return replace(node, paint=new)
        case Shaded(paint=paint, gradient=gradient):
            new = replace(paint, fill=changed(paint.fill, fill), stroke=changed(paint.stroke, line))
            return replace(node, paint=new, gradient=faded(gradient, line if paint.fill is None else fill))
        case Text(gradient=gradient):
            new_gradient = None if gradient is None else faded(gradient, fill)
            outline = changed(node.outline, line)
            return replace(node, fill=changed(node.fill, fill), outline=outline, gradient=new_gradient)
        case _:
            return node


def _same(colour: Colour) -> Colour:
    return colour


def outlined(node: Path, scale: float) -> Node:
    """White inside, a dark line around, at least LINE wide on paper; what is small and nearly black stays black.

    A wide line becomes its two edges; one that is dark stays, for it is the edge of what is drawn over it.
    """
    paint, line = node.paint, LINE / scale
    wide = paint.stroke is not None and paint.width * scale >= WIDE
    if paint.fill is not None:
        if lightness(paint.fill) < EDGE and _small(node.segments, scale):
            edge = None if paint.stroke is None else DARK if lightness(paint.stroke) < EDGE else WHITE
            return Path(node.segments, replace(paint, fill=DARK, stroke=edge))
        width = max(paint.width, line) if paint.stroke is not None else line
        around = Path(node.segments, replace(paint, fill=WHITE, stroke=DARK, width=width, opacity=1.0))
    elif paint.stroke is not None:
        around = Path(node.segments, replace(paint, stroke=DARK, opacity=1.0))
        wide = wide and lightness(paint.stroke) >= EDGE
    else:
        return node
    if not wide:
        return around
    between = replace(paint, fill=None, stroke=WHITE, width=paint.width - 2 * line, opacity=1.0)
    return Group((around, Path(node.segments, between)))


def cut_edge(group: Group) -> tuple[Segment, ...]:
    """What of a group's clip runs through what is filled in it."""
    from generator.draw.geometry.areas import clip_lines  # pyclipper takes 7 ms to import, and few games need it

    return tuple(segment for area in _filled(group) for segment in clip_lines(group.clip, (area,)))


def _filled(group: Group) -> Iterator[tuple[Segment, ...]]:
    for node, matrix, _ in walk(group.children):
        if isinstance(node, Path | Shaded) and node.paint.fill is not None:
            yield transform(node.segments, matrix)


def _small(segments: tuple[Segment, ...], scale: float) -> bool:
    box = bounds(segments)
    return box is None or min(box[2], box[3]) * scale < SMALL
