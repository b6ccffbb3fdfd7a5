"""The one walk over a scene: every leaf with the place it is drawn at. Everything that only reads a drawing uses it;
the formats, which write groups and shared scenes, have a `match` of their own over all nodes."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, assert_never

from generator.draw.geometry.geometry import multiply, transform
from generator.draw.scene import IDENTITY, Group, Image, Matrix, Node, Path, Segments, Shaded, Text, Use


class Placed(NamedTuple):
    """A leaf, the matrix it is drawn under, and the clips around it, each with its matrix, the outermost first."""

    node: Path | Shaded | Text | Image | Use
    matrix: Matrix
    clips: tuple[tuple[Segments, Matrix], ...] = ()

    @property
    def windows(self) -> tuple[Segments, ...]:
        """Return the clips as paths in the outermost coordinates."""
        return tuple(transform(clip, matrix) for clip, matrix in self.clips)


def walk(
    nodes: Iterable[Node],
    matrix: Matrix = IDENTITY,
    *,
    into_uses: bool = True,
    clips: tuple[tuple[Segments, Matrix], ...] = (),
) -> Iterator[Placed]:
    """Yield all leaves of some nodes in the order they are drawn; a `Use` is a leaf if `into_uses` is False."""
    for node in nodes:
        match node:
            case Path() | Shaded() | Text() | Image():
                yield Placed(node, matrix, clips)
            case Group():
                inside = multiply(matrix, node.matrix)
                within = (*clips, (node.clip, inside)) if node.clip else clips
                yield from walk(node.children, inside, into_uses=into_uses, clips=within)
            case Use() if into_uses:
                yield from walk(node.scene.nodes, multiply(matrix, node.matrix), clips=clips)
            case Use():
                yield Placed(node, matrix, clips)
            case _:
                assert_never(node)


def blends(nodes: Iterable[Node], *, into_uses: bool = False) -> bool:
    """Return whether any of the nodes is multiplied with what is below it."""
    return any(
        bool(node.blend) or blends(node.children, into_uses=into_uses)
        if isinstance(node, Group)
        else into_uses and isinstance(node, Use) and blends(node.scene.nodes, into_uses=True)
        for node in nodes
    )


def texts(nodes: Iterable[Node]) -> Iterator[tuple[Text, Matrix]]:
    """Yield each text of a drawing with the matrix it is drawn under."""
    for node, matrix, _ in walk(nodes):
        if isinstance(node, Text):
            yield node, matrix
