"""Ink modes: the same scene with less ink (paler fills) or as outlines alone."""

from __future__ import annotations

from msgspec.structs import replace

from generator.draw.geometry import scale_of
from generator.draw.scene import Colour, Group, Image, Node, Paint, Path, Scene, Shaded, Text, Use

PALER = 0.55  # how far a fill moves toward white in low ink
LINE = 0.2
DARK = (0.2, 0.2, 0.2)


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

    def changed(self, scene: Scene, scale: float) -> Scene:
        return replace(scene, nodes=tuple(self.node(node, scale) for node in scene.nodes))

    def node(self, node: Node, scale: float) -> Node:
        match node:
            case Path():
                paint = self.low(node.paint) if self.mode == "low" else outline(node.paint, LINE / scale)
                return Path(node.segments, paint)
            case Text() if self.mode == "outline":
                return replace(
                    node, fill=DARK if node.fill is None or lightness(node.fill) > 0.5 else node.fill, outline=None
                )
            case Group():
                inner = scale * scale_of(node.matrix)
                return replace(node, children=tuple(self.node(child, inner) for child in node.children))
            case Use():
                return replace(node, scene=self(node.scene, scale * scale_of(node.matrix)))
            case Shaded():
                return shaded(node) if self.mode == "low" else self.edge(node, scale)
            case Text() | Image():
                return node

    def edge(self, node: Shaded, scale: float) -> Node:
        """A gradient as an outline: none where it fades away, for what fades has no edge."""
        if len({stop.opacity for stop in node.gradient.stops}) > 1:
            return Group(())
        return self.node(Path(node.segments, node.paint), scale)

    @staticmethod
    def low(paint: Paint) -> Paint:
        return paint if paint.fill is None else replace(paint, fill=paler(paint.fill))


def lightness(colour: Colour) -> float:
    red, green, blue = colour
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def paler(colour: Colour) -> Colour:
    """A colour moved toward white; what is nearly black stays, so that lines and marks can be read."""
    if lightness(colour) < 0.15:
        return colour
    red, green, blue = (channel + (1 - channel) * PALER for channel in colour)
    return red, green, blue


def shaded(node: Shaded) -> Shaded:
    """A gradient's colours moved toward white, as a fill's are; a line keeps its own, as lines do."""
    if node.paint.fill is None:
        return node
    stops = tuple(replace(stop, colour=paler(stop.colour)) for stop in node.gradient.stops)
    return replace(node, gradient=replace(node.gradient, stops=stops))


def outline(paint: Paint, line: float) -> Paint:
    """White inside, a dark line around, at least `line` wide; what is nearly black stays black."""
    if paint.fill is None:
        return paint if paint.stroke is None else replace(paint, stroke=DARK)
    if lightness(paint.fill) < 0.05:
        return paint
    width = max(paint.width, line) if paint.stroke is not None else line
    return replace(paint, fill=(1.0, 1.0, 1.0), stroke=DARK, width=width, opacity=1.0)
