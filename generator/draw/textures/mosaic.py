"""Tesserae in rows: each row is one dashed line, drawn once for each tone, so that thousands of stones stay small."""

from collections.abc import Sequence
from typing import NamedTuple

from generator.draw.geometry.geometry import polyline, translate
from generator.draw.scene import Colour, Group, Node, Paint, Path, Segments
from generator.draw.textures.texture import Texture, rows

STONES = 23  # stones in a repeated pattern
SHORTEST, LONGEST = 0.85, 1.4  # length of a stone relative to its width
BEVEL = 0.05  # mm of a stone's lit and shaded edge
LIT, SHADED = 0.5, 0.5  # how far an edge's colour is moved toward white, or black


class _Stone(NamedTuple):
    long: float
    colour: Colour


def mosaic(texture: Texture, outline: Segments) -> list[Node]:
    """Draw rows of tesserae, lit from the upper left; the joints between them are left as they are."""
    wide = texture.spacing - texture.width
    lines = [line for row in rows(texture, outline, texture.spacing / 2) for line in row]
    path = tuple(segment for line in lines for segment in polyline(line, closed=False))
    if wide <= 0 or not path:
        return []
    random, colours = texture.random(), texture.colours
    stones = [
        _Stone(wide * (SHORTEST + random.random() * (LONGEST - SHORTEST)), colours[int(random.random() * len(colours))])
        for _ in range(STONES)
    ]

    def laid(colour: Colour, chosen: Sequence[bool], moved: float = 0.0) -> Node:
        on_off, phase = _dashes(stones, texture.width, chosen)
        paint = Paint(stroke=colour, width=wide, dash=on_off, phase=phase, join="round", soft=bool(moved))
        return Group((Path(path, paint),), translate(moved, moved)) if moved else Path(path, paint)

    every, first = [True] * STONES, colours[0]
    drawn = [laid(_mixed(first, 1.0, LIT), every, -BEVEL), laid(_mixed(first, 0.0, SHADED), every, BEVEL)]
    for colour in dict.fromkeys(colours):
        chosen = [stone.colour == colour for stone in stones]
        drawn += [laid(colour, chosen)] if any(chosen) else []
    return drawn


def _dashes(stones: Sequence[_Stone], joint: float, chosen: Sequence[bool]) -> tuple[tuple[float, ...], float]:
    """Return a dash pattern that shows the chosen stones, and its phase."""
    first = list(chosen).index(True)
    before = sum(stone.long + joint for stone in stones[:first])
    dashes: list[float] = []
    for stone, on in [*zip(stones, chosen, strict=True)][first:] + [*zip(stones, chosen, strict=True)][:first]:
        if on:
            dashes += (round(stone.long, 3), joint)
        else:
            dashes[-1] = round(dashes[-1] + stone.long + joint, 3)
    return tuple(dashes), round(sum(dashes) - before, 3) if first else 0.0


def _mixed(colour: Colour, toward: float, part: float) -> Colour:
    red, green, blue = (channel + (toward - channel) * part for channel in colour)
    return red, green, blue
