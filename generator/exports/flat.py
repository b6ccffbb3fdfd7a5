"""Faces as a press wants them: nothing that shines through, dark letters in one ink, letters as outlines. mm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import lru_cache
from pathlib import Path as FilePath

from msgspec import Struct
from msgspec.structs import replace

from generator.draw import fonts
from generator.draw import geometry as geo
from generator.draw.scene import Colour, Group, Image, Node, Page, Paint, Path, Scene, Segment, Shaded, Text, Use
from generator.draw.vision import lightness, seen

DPI = 600  # of what is no longer made of lines, letters among it
DARK = 40.0  # L* below which letters of little colour are printed in black ink alone
COLOURLESS = 0.25  # how far the channels of such letters differ at most


class Flat(Struct, frozen=True):
    """Makes faces flat. Pictures are made in `folder`; with `outlines` text is paths."""

    folder: FilePath
    outlines: bool = False
    transparent: bool = False  # what shines through may stay

    def scene(self, scene: Scene) -> Scene:
        """A face with all that lies on or under what shines through as one picture; what is above it stays as it is."""
        nodes = scene.nodes
        below = 0
        if not self.transparent:
            below = max((number for number, node in enumerate(nodes, 1) if _shines(node)), default=0)
        ground = () if not below else (self._picture(scene.box, nodes[:below], len(list(self.folder.iterdir()))),)
        return replace(scene, nodes=(*ground, *self._nodes(nodes[below:])), reusable=True, single=False)

    def _picture(self, box: geo.Rectangle, nodes: Sequence[Node], number: int) -> Image:
        import pypdfium2

        from generator.formats import pdf

        x, y, width, height = box
        whole = (0.0, 0.0, width, height)
        page = Page(width, height, (Group(tuple(nodes), geo.translate(-x, -y)),), whole, whole, ())
        file = self.folder / f"{number:06}.pdf"
        pdf.write([page], pdf.Meta("ground"), file)
        with closing(pypdfium2.PdfDocument(str(file))) as document, closing(document[0]) as drawn:
            drawn.render(scale=DPI / 72).to_pil().convert("RGB").save(file.with_suffix(".png"), compress_level=1)
        file.unlink()
        return Image(x, y, width, height, file.with_suffix(".png"))

    def _nodes(self, nodes: Iterable[Node]) -> tuple[Node, ...]:
        return tuple(each for node in nodes for each in self._node(node))

    def _node(self, node: Node) -> Sequence[Node]:
        match node:
            case Text():
                dark = node.fill is not None and _dark(node.fill)
                inked = replace(node, fill=seen(node.fill, "grey")) if dark and node.fill is not None else node
                return _outlined(inked) if self.outlines else (inked,)
            case Group():
                return (replace(node, children=self._nodes(node.children)),)
            case Use():
                return (replace(node, scene=replace(node.scene, nodes=self._nodes(node.scene.nodes))),)
            case Path() | Shaded() | Image():
                return (node,)


def unlettered(nodes: Iterable[Node]) -> tuple[Node, ...]:
    """Nodes without their text, so that it is there once where they are drawn twice."""
    return tuple(
        replace(node, children=unlettered(node.children)) if isinstance(node, Group) else node
        for node in nodes
        if not isinstance(node, Text)
    )


def _dark(colour: Colour) -> bool:
    return max(colour) - min(colour) < COLOURLESS and lightness(colour) < DARK


def _shines(node: Node) -> bool:
    """Whether anything can be seen through a node, or through a part of it."""
    match node:
        case Path():
            return node.paint.opacity < 1
        case Shaded():
            return node.paint.opacity < 1 or any(stop.opacity < 1 for stop in node.gradient.stops)
        case Text():
            faded = node.gradient is not None and any(stop.opacity < 1 for stop in node.gradient.stops)
            return node.opacity < 1 or faded
        case Image():
            return node.opacity < 1 or _alpha(node.file, node.data)
        case Group():
            return any(map(_shines, node.children))
        case Use():
            return any(map(_shines, node.scene.nodes))


@lru_cache(maxsize=256)
def _alpha(file: FilePath, data: bytes) -> bool:
    from io import BytesIO

    from PIL import Image as Pictures

    with Pictures.open(BytesIO(data) if data else file) as picture:
        return picture.has_transparency_data


def _outlined(node: Text) -> list[Node]:
    """A line of text as paths: what surrounds the letters, then the letters, each colour of theirs by itself."""
    line = fonts.line(node.font, node.text, node.rtl)
    width = line.width * node.size
    x = node.x - {"start": 0.0, "middle": width / 2, "end": width}[node.anchor]
    letters: list[tuple[Colour | None, list[Segment]]] = []
    for font, words in line.runs:
        scale = node.size / fonts.face(font).em
        for glyph in (glyph for word in words for glyph in word.glyphs):
            for number, colour in glyph.drawn:
                if not letters or letters[-1][0] != colour:
                    letters.append((colour, []))
                at = x + glyph.x * scale, node.y - glyph.y * scale
                letters[-1][1].extend(fonts.moved(fonts.outline(font, number), node.size, *at))
            x += glyph.advance * scale
    found: list[Node] = []
    for colour, segments in letters:
        if node.outline is not None and node.outline_width > 0:
            under = Paint(stroke=node.outline, width=2 * node.outline_width, join="round", opacity=node.opacity)
            found.append(Path(tuple(segments), under))
        if node.fill is not None:
            paint = Paint(fill=colour or node.fill, opacity=node.opacity)
            shade = node.gradient if colour is None else None
            found.append(Path(tuple(segments), paint) if shade is None else Shaded(tuple(segments), paint, shade))
    return found
