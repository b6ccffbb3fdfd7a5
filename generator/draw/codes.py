"""QR codes and camera marks as few paths: runs of dark modules, merged.

The ArUco patterns are facts of the dictionary 5×5_250: 25 bits a mark, row by row, 1 for a white module.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from generator.draw.scene import Segment

MARKS = 250
QUIET_ZONE = 4  # modules of light around a QR code, by its standard
_PATTERNS = """
145b2bc 01c06e6 1af0edd 10395f7 1aeb524 1d4082d 0d3d7ec 0e2146b 10d6132 1313fa5 13cee03 1a2dac0 1e62b11 05e7166
1fcfca8 051e37f 097a758 0bea26f 0f64dc4 1061de8 12dda75 150e440 16b0ca1 0ba12de 19cd023 1a59972 1c3ce8b 0224246
03b9672 024223b 027376e 0368873 040d0ce 04aaac8 04643ba 07a6fea 0998aac 082d101 09aad1d 0863c72 0ad2825 0a52f9e
0d849f7 0c309d9 0da7e31 0e9627a 0e9b997 0f94806 0f59125 0f6b7d7 11b58e4 11ad279 11e380b 1169445 12ffb4a 158cb8d
15987f0 1422fdf 14e1227 156df22 173dbf1 164c93c 17cbb86 1880a87 19147dd 184eb8a 18d85ad 1b2cda9 1babd73 1e9d432
1e76528 0f5740a 1b11a53 018ce65 02ab219 098e981 0a8061c 141a158 185314c 196d12c 1fad3a2 00922b5 019bce0 00b547c
002c76f 0132289 012d2a7 00c4b43 0067bc5 00faa0d 01f1f54 038e879 0323b23 02c3647 02da51b 02e9d8d 027c562 03efdf5
0521ee0 0448efd 0542f81 055f6c9 047e008 04f9bf8 046d558 05ef65e 0692188 06013ad 068bc21 072a5d0 06400e2 06dce3a
0891409 089d9fd 08a3ee5 08a952a 08c277d 09d0612 08ee533 09f04fb 0b86f1b 0b1faee 0a36ff0 0b275f6 0b53332 0a603e1
0a798cf 0a6dc02 0b64b5f 0bfab99 0cacc85 0cb8f5e 0cc6ea2 0ce198b 0e12cbb 0f8c701 0f35752 0e47a8c 0e7cb65 1084d18
113e202 10d5dd3 11447f3 1286ae3 1388a36 12a3f49 12d1b20 12e4d6e 1366ece 1378dc1 14134dd 148a50d 151610b 15b3684
15fe0b1 1605cc7 1601e30 179d565 17d8899 16705f4 166b079 17e8bdc 17eac67 18875e0 199d306 18a6601 19a44c7 18c1115
18d287e 195dd09 19f4e25 196c3c5 1a005d2 1b96e8c 1b31709 1b39d64 1a53281 1a5a22e 1bcb4dd 1b48e85 1b67820 1b71f92
1d031c7 1ca38de 1c35c71 1db72f7 1d3c064 1d6ba18 1dff33a 1f02202 1f00fa6 1ec0441 1ec36bf 1fd6bda 1f46671 1f49583
1ee5ee1 1efd5f9 1fe3129 1f746bc 0d1705e 1321e17 133b04d 1c8be1d 03a20dd 0558261 06882c7 06f80e9 07e6b97 0ad4098
0ae7073 0cd3170 0e74a2e 0fe59fb 1168fd2 14b872e 15353d6 16a336e 165b533 18983e8 195723c 1b0df47 1bf1b1c 1cacd1f
1da8e35 1e0cf0d 00853dd 000468f 00145f6 009919c 001a5c3 018141e 011178c 0190cb6 00b03fa 002e23c 003842b 003cee2
012537e 01a2037 01a0a30 01bda5f 01acdbc 013e4ec 005a105 004c592 00de752 00dde46 01c7c24 01535bb
""".split()  # noqa: SIM905 - a table reads better as a table


def aruco(marker: int) -> tuple[tuple[bool, ...], ...]:
    """The 7 × 7 modules of a mark, True for dark; the outer ring is the dark border."""
    bits = int(_PATTERNS[marker], 16)
    inner = [[not bits >> (24 - 5 * row - column) & 1 for column in range(5)] for row in range(5)]
    dark = (True,) * 7
    return (dark, *((True, *row, True) for row in inner), dark)


def qr(text: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of a QR code of at least error level M, without quiet zone. Raises ValueError for too long a text."""
    import segno

    try:
        code = segno.make(text, error="m", micro=False)
    except segno.DataOverflowError:
        raise ValueError(f"{len(text)} characters, more than a QR code holds") from None
    return tuple(tuple(bool(module) for module in row) for row in code.matrix)


def modules(matrix: Sequence[Sequence[bool]], x: float, y: float, size: float) -> tuple[Segment, ...]:
    """The dark modules as one path in a square of `size` mm: each run of a column of equal rows is one rectangle."""
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
