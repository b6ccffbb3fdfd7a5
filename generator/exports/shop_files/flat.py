"""Faces as a press wants them: nothing that shines through, dark letters in one ink, letters as outlines. mm."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import lru_cache
from pathlib import Path as FilePath

from msgspec import Struct
from msgspec.structs import replace

from generator.draw.colour.vision import lightness
from generator.draw.fonts import fonts
from generator.draw.geometry import geometry as geo
from generator.draw.scene import IDENTITY, Colour, Group, Image, Matrix, Node, Page, Paint, Path, Scene, Shaded, Text
from generator.draw.walk import walk
from generator.exports.shop_files.inking import BLACK

DPI = 600  # of what is no longer made of lines, letters among it; less where that were
MOST_PIXELS = 18_000_000  # A3 at 300 dpi
DARK = 30.0  # L* below which letters of little colour are black ink alone, all of it: a tint of it has no sharp edge
COLOURLESS = 0.25  # how far the channels of such letters differ at most
DEEP = 0.1  # what has no channel above it is black,
LARGE = 100.0  # and an area from so many mm²; of what is smaller black is
NOT_BLACK = 0.002
NEAR = 0.1  # mm from the edge of a face's bleed at which it is reached


class Flat(Struct, frozen=True):
    """Makes faces flat. Pictures are made in `folder`; with `outlines` text is paths, and what shines through may stay
    where `transparent`."""

    folder: FilePath
    outlines: bool = False
    transparent: bool = False
    faces: dict[int, tuple[Scene, Scene]] = {}
    shared: dict[int, tuple[Scene, Scene]] = {}  # what faces share stays shared
    edges: dict[tuple[int, ...], Scene] = {}

    def scene(self, scene: Scene) -> Scene:
        """A face with all that lies on or under what shines through as one picture; what is above it stays as it is."""
        if id(scene) not in self.faces:
            self.faces[id(scene)] = scene, self._flat(scene)
        return self.faces[id(scene)][1]

    def _flat(self, scene: Scene) -> Scene:
        nodes, below = scene.nodes, 0
        if not self.transparent:
            below = max((number for number, node in enumerate(nodes, 1) if shines(node)), default=0)
        ground = () if not below else (self._picture(scene.box, nodes[:below]),)
        flat = (*ground, *self._nodes(nodes[below:], IDENTITY))
        return replace(scene, nodes=flat, reusable=True, single=False)

    def edge(self, scene: Scene) -> Scene:
        """What of a flat face reaches its edge, but text: what goes on where its bleed is too small."""
        over = [node for node in scene.nodes if not isinstance(node, Text) and _reaches(node, scene.box)]
        return self.edges.setdefault(tuple(map(id, over)), replace(scene, nodes=tuple(over), alt=""))

    def _picture(self, box: geo.Rectangle, nodes: Sequence[Node]) -> Image:
        import pypdfium2

        from generator.formats.pdf import pages

        x, y, width, height = box
        dpi = min(DPI, 25.4 * (MOST_PIXELS / (width * height)) ** 0.5)
        whole = (0.0, 0.0, width, height)
        page = Page(width, height, (Group(tuple(nodes), geo.translate(-x, -y)),), whole, whole, ())
        file = self.folder / f"{len(self.faces):06}.pdf"
        pages.write([page], pages.Meta("ground"), file)
        with closing(pypdfium2.PdfDocument(str(file))) as document, closing(document[0]) as drawn:
            drawn.render(scale=dpi / 72).to_pil().convert("RGB").save(file.with_suffix(".png"), compress_level=1)
        file.unlink()
        return Image(x, y, width, height, file.with_suffix(".png"))

    def _nodes(self, nodes: Iterable[Node], matrix: Matrix) -> tuple[Node, ...]:
        return tuple(each for node in nodes for each in self._node(node, matrix))

    def _node(self, node: Node, matrix: Matrix) -> Sequence[Node]:
        match node:
            case Text():
                fill = node.fill
                if fill is not None and max(fill) - min(fill) < COLOURLESS and lightness(fill) < DARK:
                    node = replace(node, fill=_line(BLACK))
                return _outlined(node) if self.outlines else (node,)
            case Path(paint=Paint(fill=fill)) if fill is not None and max(fill) < DEEP:
                _, _, width, height = geo.bounds(geo.transform(node.segments, matrix)) or (0.0, 0.0, 0.0, 0.0)
                black = BLACK if width * height >= LARGE else _line(fill)
                return (node if black == fill else replace(node, paint=replace(node.paint, fill=black)),)
            case Group():
                return (replace(node, children=self._nodes(node.children, geo.multiply(matrix, node.matrix))),)
            case Path() | Shaded() | Image():
                return (node,)
            case _:  # a drawing that is used here
                return (replace(node, scene=self._shared(node.scene, geo.multiply(matrix, node.matrix))),)

    def _shared(self, scene: Scene, matrix: Matrix) -> Scene:
        """A scene that is drawn in many places, as it is in the first of them."""
        if id(scene) not in self.shared:
            self.shared[id(scene)] = scene, replace(scene, nodes=self._nodes(scene.nodes, matrix))
        return self.shared[id(scene)][1]


def _reaches(node: Node, box: geo.Rectangle) -> bool:
    left, top, right, bottom = box[0] + NEAR, box[1] + NEAR, box[0] + box[2] - NEAR, box[1] + box[3] - NEAR
    return any(
        x < left or y < top or x + width > right or y + height > bottom
        for _, (x, y, width, height) in geo.paint_box([node], IDENTITY)
    )


def _line(colour: Colour) -> Colour:
    """A colour of what is no area: never black itself."""
    return max(colour[0], NOT_BLACK), max(colour[1], NOT_BLACK), max(colour[2], NOT_BLACK)


def shines(node: Node) -> bool:
    """Whether anything can be seen through a node, or through a part of it."""
    return any(_transparent(leaf) for leaf, _, _ in walk([node]))


def _transparent(node: Node) -> bool:
    match node:
        case Path():
            return node.paint.opacity < 1
        case Shaded():
            return node.paint.opacity < 1 or _fades(node)
        case Text():
            return node.opacity < 1 or _fades(node)
        case Image():
            return node.opacity < 1 or _alpha(node.file, node.data)
        case _:
            return False


def _fades(node: Shaded | Text) -> bool:
    return node.gradient is not None and any(stop.opacity < 1 for stop in node.gradient.stops)


@lru_cache(maxsize=256)
def _alpha(file: FilePath, data: bytes) -> bool:
    from io import BytesIO

    from PIL import Image as Pictures

    with Pictures.open(BytesIO(data) if data else file) as picture:
        return picture.has_transparency_data


def _outlined(node: Text) -> list[Node]:
    """A line of text as paths: what surrounds the letters, then the letters, each colour of theirs by itself."""
    found: list[Node] = []
    under = Paint(stroke=node.outline, width=2 * node.outline_width, join="round", opacity=node.opacity)
    for colour, segments in fonts.paths_by_colour(node, fonts.line(node.font, node.text, node.rtl)):
        if node.outline is not None and node.outline_width > 0:
            found.append(Path(segments, under))
        if node.fill is not None:
            paint = Paint(fill=colour or node.fill, opacity=node.opacity)
            shade = node.gradient if colour is None else None
            found.append(Path(segments, paint) if shade is None else Shaded(segments, paint, shade))
    return found
