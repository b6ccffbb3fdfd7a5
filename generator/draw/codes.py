"""QR codes and camera marks as few paths: runs of dark modules, merged.

The ArUco patterns in `aruco.txt` are facts of the dictionary 5×5_250: 25 bits for each mark, row by row, 1 for a white
module.
"""

from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

from generator.draw.scene import Segment, Segments

MARKS = 250
QUIET_ZONE = 4  # light modules around a QR code, by its standard
_PATTERNS = Path(__file__).parent / "aruco.txt"


def aruco(marker: int) -> tuple[tuple[bool, ...], ...]:
    """Return the 7 × 7 modules of a mark, True for dark; the outer ring is the dark border."""
    bits = int(_PATTERNS.read_text("ascii").split()[marker], 16)
    inner = [[not bits >> (24 - 5 * row - column) & 1 for column in range(5)] for row in range(5)]
    dark = (True,) * 7
    return (dark, *((True, *row, True) for row in inner), dark)


def qr(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the modules of a QR code of at least error level M, without quiet zone. Raises ValueError for text that is
    too long."""
    import segno

    try:
        code = segno.make(text, error="m", micro=False)
    except segno.DataOverflowError:
        raise ValueError(f"{len(text)} characters, more than a QR code holds") from None
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


def modules(matrix: Sequence[Sequence[bool]], x: float, y: float, size: float) -> Segments:
    """Return the dark modules as one path in a square of `size` mm: each run of a column over equal rows is one
    rectangle."""
    step = size / len(matrix)
    path: list[Segment] = []
    top = 0
    for row, same in groupby(matrix):
        bottom = top + len(list(same))
        column = 0
        for dark, run in groupby(row):
            end = column + len(list(run))
            if dark:
                left, right = x + column * step, x + end * step
                path += (
                    ("M", left, y + top * step),
                    ("L", right, y + top * step),
                    ("L", right, y + bottom * step),
                    ("L", left, y + bottom * step),
                    ("Z",),
                )
            column = end
        top = bottom
    return tuple(path)
