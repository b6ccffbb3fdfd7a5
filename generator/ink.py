"""Ink modes: the same scene with less ink (paler fills) or as outlines alone."""

from __future__ import annotations

from msgspec.structs import replace

from generator.scene import Colour, Group, Image, Node, Paint, Path, Scene, Text, Use

PALER = 0.55  # how far a fill moves toward white in low ink
LINE = 0.2
DARK = (0.2, 0.2, 0.2)


class InkMode:
    """Changes scenes for `low` or `outline` ink; the same scene always gives the same object."""

    def __init__(self, mode: str) -> None:
        self.mode = mode
        self._done: dict[int, tuple[Scene, Scene]] = {}

    def __call__(self, scene: Scene) -> Scene:
        if self.mode == "normal":
            return scene
        if not scene.reusable:
            return self.changed(scene)
        if id(scene) not in self._done:
            self._done[id(scene)] = (scene, self.changed(scene))
        return self._done[id(scene)][1]

    def changed(self, scene: Scene) -> Scene:
        return replace(scene, nodes=tuple(map(self.node, scene.nodes)))

    def node(self, node: Node) -> Node:
        match node:
            case Path():
                return Path(node.segments, self.low(node.paint) if self.mode == "low" else outline(node.paint))
            case Text() if self.mode == "outline":
                return replace(
                    node, fill=DARK if node.fill is None or lightness(node.fill) > 0.5 else node.fill, outline=None
                )
            case Group():
                return replace(node, children=tuple(map(self.node, node.children)))
            case Use():
                return replace(node, scene=self(node.scene))
            case Text() | Image():
                return node

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


def outline(paint: Paint) -> Paint:
    """White inside, a thin dark line around; small black marks stay black."""
    if paint.fill is None or lightness(paint.fill) < 0.05:
        return paint
    width = paint.width if paint.stroke is not None else LINE
    return replace(paint, fill=(1.0, 1.0, 1.0), stroke=DARK, width=min(width, 0.4), opacity=1.0)
