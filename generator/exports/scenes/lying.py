"""The pieces of a drawn position: their faces, cut lines and places. mm, y towards the viewer."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL.Image import Image

from generator.draw.geometry.geometry import apply, flatten, inside, scale_of
from generator.draw.scene import Matrix, Node, Scene, Use
from generator.draw.walk import walk
from generator.formats.pdf import pages
from generator.formats.png import page_of
from specs.model.component import Component, Standee

BOARD, CARD, PAPER = 1.9, 0.5, 0.3  # how thick: what is worth mounting, cards, paper
HAND = (40.0, 130.0)  # least and most mm of a side of a card held in a hand

Point = tuple[float, float]
Kinds = Mapping[int, tuple[Scene, Component]]  # each face and its component, by the face's identity


class Lying(NamedTuple):
    """A face with the matrix that puts it on the table, its cut line there, and its component."""

    face: Scene
    matrix: Matrix
    outline: tuple[Point, ...]
    component: Component

    @property
    def stands(self) -> bool:
        return isinstance(self.component, Standee)

    @property
    def scale(self) -> float:
        """Return its scale relative to the printed size."""
        return scale_of(self.matrix)

    @property
    def area(self) -> float:
        """Return the area of the box around it."""
        xs, ys = ([at[axis] for at in self.outline] for axis in (0, 1))
        return (max(xs) - min(xs)) * (max(ys) - min(ys))

    def holds(self, x: float, y: float) -> bool:
        """Return whether a point is on it."""
        return inside((x, y), (self.outline,))

    @property
    def thick(self) -> float:
        """Return the thickness of a lying piece."""
        if self.component.print.stock == "paper":
            return PAPER
        short, long = sorted(self.component.size_mm)
        return CARD if HAND[0] <= short < long <= HAND[1] and self.component.shape == "rectangle" else BOARD


def lying(nodes: Iterable[Node], kinds: Kinds) -> Iterator[Lying]:
    """Yield the printed pieces in a drawing, the lowest first; everything else (names, numbers, grounds) is
    left out."""
    for node, matrix, clips in walk(nodes, into_uses=False):
        if isinstance(node, Use) and clips and id(node.scene) in kinds:
            face, component = kinds[id(node.scene)]
            clip, under = clips[-1 if isinstance(component, Standee) else 0]
            outline = tuple(apply(under, *at) for line in flatten(clip) for at in line)
            yield Lying(face, matrix, outline, component)


class Prints:
    """Faces as pixels, `dots` of them for a mm of the table."""

    def __init__(self, pieces: Iterable[Lying], dots: float) -> None:
        self.dots, self._kept = dots, dict[int, Image]()
        larger = {id(one.face): (one.face, 0.0) for one in pieces}
        for one in pieces:
            face, scale = larger[id(one.face)]
            larger[id(face)] = face, max(scale, one.scale)
        self._render(list(larger.values()))

    def _render(self, faces: list[tuple[Scene, float]]) -> None:
        import pypdfium2

        with TemporaryDirectory() as folder:
            file = Path(folder) / "faces.pdf"
            pages.write([page_of(face) for face, _ in faces], pages.Meta("faces"), file)
            with closing(pypdfium2.PdfDocument(str(file))) as document:
                for number, (face, scale) in enumerate(faces):
                    drawn = document[number].render(scale=self.dots * scale * 25.4 / 72)
                    self._kept[id(face)] = drawn.to_pil().convert("RGB")

    def of(self, face: Scene) -> Image:
        """Return a face with its bleed."""
        return self._kept[id(face)]
