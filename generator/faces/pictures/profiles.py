"""Converts colours of pictures to sRGB: by their ICC profile, or by one made from what a PNG says."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from struct import pack
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

Row = tuple[float, float, float]
SRGB = (0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)  # white, red, green and blue, each x and y
PRIMARIES = {
    1: SRGB,
    9: (0.3127, 0.329, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046),  # BT.2020
    12: (0.3127, 0.329, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06),  # Display P3
}  # by the numbers that a PNG's cICP has
GAMMAS = {4: 2.2, 8: 1.0, 13: None}  # by the number of its curve there; None: that of sRGB
HIGH_RANGE = {16: "PQ", 18: "HLG"}  # curves that no printer has
ALIKE = 2  # largest difference, of 255, between colours that count as the same
D50 = (0.9642, 1.0, 0.8249)
BRADFORD: tuple[Row, Row, Row] = ((0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296))
SCREEN_CURVE = (2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)  # of sRGB, as an ICC profile has it


def is_screen(profile: bytes) -> bool:
    """Return whether a profile's colours are those of sRGB, whatever its name."""
    from PIL import Image

    if profile[16:20] != b"RGB ":
        return False
    levels = bytes((0, 64, 128, 192, 255))
    colours = bytes(channel for r in levels for g in levels for b in levels for channel in (r, g, b))
    shown = converted(Image.frombytes("RGB", (len(levels) ** 3, 1), colours), profile)
    return max(abs(a - b) for a, b in zip(shown.tobytes(), colours, strict=True)) <= ALIKE


def converted(picture: Picture, profile: bytes) -> Picture:
    """Convert colours of a profile to sRGB; a profile that does not fit the picture is ignored, as browsers do."""
    from PIL import ImageCms

    try:
        own, srgb = ImageCms.ImageCmsProfile(BytesIO(profile)), ImageCms.createProfile("sRGB")
        intent = ImageCms.Intent.RELATIVE_COLORIMETRIC
        done = ImageCms.profileToProfile(picture, own, srgb, renderingIntent=intent, outputMode="RGB")
    except (ImageCms.PyCMSError, OSError, ValueError):
        done = None
    return done or (picture if picture.mode in ("L", "RGB") else picture.convert("RGB"))


def made(primaries: Sequence[float], gamma: float | None) -> bytes:
    """Return the profile of a screen by its white and its three colours, each x and y; without a gamma, with sRGB's
    curve. Raises ValueError, ArithmeticError or struct.error for impossible colours."""
    white, *colours = [_xyz(x, y) for x, y in zip(primaries[::2], primaries[1::2], strict=True)]
    weights = _solved([_row(*each) for each in zip(*colours, strict=True)], white)
    there, here = (_times(BRADFORD, light) for light in (white, D50))

    def adapted(light: Row) -> bytes:
        cones = [cone * to / by for cone, to, by in zip(_times(BRADFORD, light), here, there, strict=True)]
        return b"XYZ \0\0\0\0" + _fixed(*_solved(BRADFORD, _row(*cones)))

    numbers = SCREEN_CURVE if gamma is None else (gamma,)
    curve = b"para\0\0\0\0" + pack(">HH", 0 if gamma is not None else 3, 0) + _fixed(*numbers)
    tags = {b"wtpt": b"XYZ \0\0\0\0" + _fixed(*D50)}
    for name, colour, weight in zip((b"r", b"g", b"b"), colours, weights, strict=True):
        tags |= {name + b"XYZ": adapted(_row(*(weight * n for n in colour))), name + b"TRC": curve}
    at, table, body = 132 + 12 * len(tags), pack(">I", len(tags)), b""
    for name, content in tags.items():
        table += name + pack(">II", at + len(body), len(content))
        body += content
    head = pack(">II", at + len(body), 0) + b"\4\x20\0\0mntrRGB XYZ " + bytes(12) + b"acsp" + bytes(28)
    return head + _fixed(*D50) + bytes(48) + table + body


def _xyz(x: float, y: float) -> Row:
    if not y:
        raise ValueError("a colour of no light")
    return x / y, 1.0, (1 - x - y) / y


def _row(*numbers: float) -> Row:
    one, two, three = numbers
    return one, two, three


def _times(matrix: Sequence[Row], light: Row) -> Row:
    return _row(*(sum(a * b for a, b in zip(row, light, strict=True)) for row in matrix))


def _solved(matrix: Sequence[Row], right: Row) -> Row:
    """Solve a system of linear equations."""
    columns = [_row(*each) for each in zip(*matrix, strict=True)]
    whole = _volume(columns)
    return _row(*(_volume([*columns[:n], right, *columns[n + 1 :]]) / whole for n in range(3)))


def _volume(columns: Sequence[Row]) -> float:
    (a, b, c), (d, e, f), (g, h, i) = columns
    return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e)


def _fixed(*numbers: float) -> bytes:
    return pack(f">{len(numbers)}i", *(round(65536 * number) for number in numbers))
