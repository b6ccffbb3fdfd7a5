"""What stands on a face or a page, and where: every text, out of groups and pictures used."""

from collections.abc import Iterator
from typing import NamedTuple

from generator.draw.fonts.fonts import width
from generator.draw.geometry import geometry as geo
from generator.draw.scene import IDENTITY, Group, Node, Text, Use


class Said(NamedTuple):
    """A text where it is printed: its baseline's ends and its em, mm."""

    text: str
    left: float
    right: float
    y: float
    size: float


def said(nodes: tuple[Node, ...], matrix: geo.Matrix = IDENTITY) -> Iterator[Said]:
    """Every text, in the order it is drawn."""
    for node in nodes:
        match node:
            case Text():
                x, y = geo.apply(matrix, node.x, node.y)
                scale = geo.scale_of(matrix)
                wide = width(node.font, node.text, node.size) * scale
                left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[node.anchor]
                yield Said(node.text, left, left + wide, y, node.size * scale)
            case Group(children=children):
                yield from said(children, geo.multiply(matrix, node.matrix))
            case Use(scene=scene):
                yield from said(scene.nodes, geo.multiply(matrix, node.matrix))
            case _:
                pass


def words(nodes: tuple[Node, ...]) -> list[str]:
    return [each.text for each in said(nodes)]
