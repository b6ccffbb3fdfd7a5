"""A texture within an outline, as nodes of a scene. mm."""

from collections.abc import Sequence
from typing import assert_never

from generator.draw.scene import Group, Node, Segments
from generator.draw.textures.mosaic import mosaic
from generator.draw.textures.strokes import hachures, hatching, ripples, shore, stipple
from generator.draw.textures.texture import Texture


def textured(texture: Texture, outline: Segments) -> tuple[Node, ...]:
    """Return the nodes of a texture within a closed outline; empty if nothing of it fits. Raises NotFinite."""
    drawn = _drawn(texture, outline)
    return (Group(tuple(drawn), clip=outline),) if drawn else ()


def _drawn(texture: Texture, outline: Segments) -> Sequence[Node]:
    match texture.kind:
        case "mosaic":
            return mosaic(texture, outline)
        case "hatch":
            return hatching(texture, outline, texture.angle)
        case "cross":
            return hatching(texture, outline, texture.angle) + hatching(texture, outline, texture.angle + 90)
        case "contour":
            return shore(texture, outline)
        case "hachure":
            return hachures(texture, outline)
        case "ripple":
            return ripples(texture, outline)
        case "stipple":
            return stipple(texture, outline)
        case _:
            assert_never(texture.kind)
