"""A pattern that nothing can be read through, as inside an envelope: rows of letters without sense. mm."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from generator.draw.fonts import width
from generator.draw.scene import Colour, Font, Text
from generator.sheets.arrange import Area

PATTERN: Colour = (0.30, 0.34, 0.38)
LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
SIZE, ACROSS, DOWN = 4.2, 3.4, 3.3  # the em, and how far letters and rows are apart


def scrambled(area: Area, font: Font, seed: int) -> Iterator[Text]:
    """The pattern over an area; the same for the same seed."""
    random = Random(seed)
    columns, rows = int(area.width / ACROSS), int(area.height / DOWN)
    for row in range(rows):
        line = "".join(LETTERS[int(random.random() * len(LETTERS))] for _ in range(columns))
        size = SIZE * area.width / width(font, line, SIZE)
        yield Text(area.x, area.y + (row + 1) * area.height / rows, line, font, size, PATTERN)
