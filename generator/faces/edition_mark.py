"""The edition in small letters on a piece: at the lower edge of its front, within what it is cut along. mm."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.draw.fonts.fonts import label, width
from generator.draw.geometry import geometry as geo
from generator.draw.scene import UNREAD, Group, Node, Paint, Path, Scene, Segment, Text

SIZE, PAD = 1.9, 0.35  # the letters' em, and the plate around them
CLEAR = 0.8  # from the plate to the cut
STEP = 0.25


class EditionMark:
    """The mark on every piece of a build; a piece too small for it has none."""

    def __init__(self, edition: str) -> None:
        self.text, self.font = edition, label("AlegreyaSans-Regular", ())
        self.wide = width(self.font, edition, SIZE) + 2 * PAD
        self._marked: dict[int, tuple[Scene, Scene]] = {}

    def on(self, scene: Scene, size: tuple[float, float], trim: Sequence[Segment]) -> Scene:
        """A front of some trim size with the mark on it; the same for the same drawing."""
        kept = self._marked.get(id(scene))
        if kept is None or not scene.reusable:
            nodes = (*scene.nodes, *self._nodes(size, trim))
            made = Scene(scene.box, nodes, scene.reusable, scene.single, scene.alt)
            if not scene.reusable:
                return made
            kept = self._marked[id(scene)] = scene, made
        return kept[1]

    def _nodes(self, size: tuple[float, float], trim: Sequence[Segment]) -> Iterator[Node]:
        tall = SIZE * 0.75 + 2 * PAD
        left, lines = (size[0] - self.wide) / 2, list(geo.flatten(trim))
        low = size[1] - CLEAR
        while low - tall > size[1] / 2:
            corners = [
                (x, y) for x in (left - CLEAR, left + self.wide + CLEAR) for y in (low - tall, low + CLEAR - 0.01)
            ]
            if all(geo.inside(corner, lines) for corner in corners):
                plate = geo.rectangle(left, low - tall, self.wide, tall, tall / 3)
                letters = Text(size[0] / 2, low - PAD - 0.1, self.text, self.font, SIZE, (0.2, 0.2, 0.2), "middle")
                yield Group((Path(plate, Paint(fill=(1.0, 1.0, 1.0))), letters), tag=UNREAD)
                return
            low -= STEP
