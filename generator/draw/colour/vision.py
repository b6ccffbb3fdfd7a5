"""How colours look in a grey print, and to eyes that lack one kind of cone. sRGB, each channel 0 to 1.

The matrices are those of Machado, Oliveira and Fernandes (2009) for a missing cone; they act on linear light.

Also how a printer's colours come out, as read by eye from a page of swatches, and what to send it instead.

A page has a row for grey and for each of the three inks that make colours. At its dark end some steps merge, at its
light end others, and in between a solid patch looks like stripes of full ink and paper, which are half as light as
paper whatever the printer does to a tone. Colours are sRGB, each channel 0 to 1; ink takes light from one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from math import log
from typing import TYPE_CHECKING

from msgspec import Struct

from generator.draw.colour.ink import InkMode, recoloured
from generator.draw.scene import Colour, Node, Paint, Path, Shaded, Text

if TYPE_CHECKING:
    from PIL.Image import Image


_Matrix = tuple[Colour, Colour, Colour]
_LUMINANCE = (0.2126, 0.7152, 0.0722)

VISIONS: dict[str, _Matrix] = {
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "grey": (_LUMINANCE, _LUMINANCE, _LUMINANCE),
}
# linear sRGB to CIE XYZ, relative to the white of D65
_TO_XYZ: _Matrix = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0178, 0.1095, 0.8727))
_LUT_STEPS = 33  # side of the colour lookup table; values between are interpolated


def linear(channel: float) -> float:
    """Return the linear light of an sRGB channel."""
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def encoded(light: float) -> float:
    """Return the sRGB channel of a linear light."""
    light = min(1.0, max(0.0, light))
    return light * 12.92 if light <= 0.0031308 else float(1.055 * light ** (1 / 2.4) - 0.055)


def _under(matrix: _Matrix, light: Colour) -> Colour:
    red, green, blue = (sum(m * c for m, c in zip(row, light, strict=True)) for row in matrix)
    return red, green, blue


@lru_cache(maxsize=4096)
def seen(colour: Colour, vision: str) -> Colour:
    """Return a colour as such eyes see it, or as a grey print shows it."""
    red, green, blue = _under(VISIONS[vision], (linear(colour[0]), linear(colour[1]), linear(colour[2])))
    return encoded(red), encoded(green), encoded(blue)


@lru_cache(maxsize=16384)
def _lab(colour: Colour, vision: str) -> Colour:
    """Return CIE L*a*b* of a colour as it is seen; without a vision, as it is."""
    shown = seen(colour, vision) if vision else colour
    xyz = _under(_TO_XYZ, (linear(shown[0]), linear(shown[1]), linear(shown[2])))
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def lightness(colour: Colour) -> float:
    """Return CIE L* of a colour, from 0 to 100."""
    return _lab(colour, "grey")[0]


def distance(one: Colour, other: Colour, vision: str = "") -> float:
    """Return how far two colours lie apart as they are seen: CIE 1976, where 2 can just be seen side by side."""
    pairs = zip(_lab(one, vision), _lab(other, vision), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def picture(image: Image, vision: str) -> Image:
    """Return a whole picture as it is seen."""
    from PIL import ImageFilter

    look: Callable[[float, float, float], Colour] = lambda red, green, blue: seen((red, green, blue), vision)  # noqa: E731
    return image.convert("RGB").filter(ImageFilter.Color3DLUT.generate(_LUT_STEPS, look))


# ---- how a printer's colours come out ------------------------------------------------------------


DARK = (12, 24, 36, 48, 64, 80, 100)  # of 255: steps next to full ink
MATCH = (116, 134, 152, 170, 188, 202, 215, 227, 238)  # next to the stripes; 188 if tones come out correctly
LIGHT = (250, 245, 239, 232, 224, 214, 202)  # steps next to paper
READINGS = 12  # three for each row: grey, cyan, magenta, yellow
Curve = tuple[float, float, float]


class Tone(Struct, frozen=True):
    """What a reader saw in a row, patches counted from 1: the first step that differs from full ink, the patch like the
    stripes, the first step that differs from paper. One more than there are means none of them."""

    dark: int = 1
    match: int = 1 + MATCH.index(188)
    light: int = 1

    def curve(self, row: int) -> Curve:
        """Return the value up to which all is full ink, the value from which all is paper, and the power between. What
        no eye can tell apart on any printer, such as yellow from paper, is not counted against the printer."""
        dark, light = _seen(row)
        low = max(0, _before(DARK, self.dark, 0) - _before(DARK, dark, 0)) / 255
        high = 1 - max(0, _before(LIGHT, light, 255) - _before(LIGHT, self.light, 255)) / 255
        value = (MATCH[self.match - 1] / 255 - low) / (high - low)
        return low, high, log(0.5) / log(linear(min(max(value, 0.02), 0.98)))


def _before(steps: tuple[int, ...], number: int, ground: int) -> int:
    """Return the last step that merged with its ground."""
    return ground if number == 1 else steps[number - 2]


@cache
def _seen(row: int) -> tuple[int, int]:
    """Return what an eye reads at a row's ends if everything prints correctly: 2 of CIE 1976 can just be seen."""
    dark, light = (
        next((n for n, value in enumerate(steps, 1) if distance(ink(row, value / 255), ink(row, ground)) > 2), most)
        for steps, ground, most in ((DARK, 0.0, len(DARK) + 1), (LIGHT, 1.0, len(LIGHT) + 1))
    )
    return dark, light


def ink(row: int, value: float) -> Colour:
    """Return a tone of a row: grey, or the one ink that takes light from a channel."""
    red, green, blue = (value if row in (0, channel + 1) else 1.0 for channel in range(3))
    return red, green, blue


Tones = tuple[Tone, Tone, Tone, Tone]


def tones(readings: Sequence[int]) -> Tones | None:
    """Return the rows' tones from their readings, row by row; None for numbers that no page has."""
    most = (len(DARK) + 1, len(MATCH), len(LIGHT) + 1)
    if len(readings) != READINGS or any(not 1 <= n <= most[at % 3] for at, n in enumerate(readings)):
        return None
    grey, cyan, magenta, yellow = (Tone(*readings[at : at + 3]) for at in range(0, READINGS, 3))
    return grey, cyan, magenta, yellow


def printed(colour: Colour, rows: Tones) -> Colour:
    """Return a colour as it is printed."""
    return _mixed(colour, rows, _out)


def corrected(colour: Colour, rows: Tones) -> Colour:
    """Return what to send so that a colour is printed as meant, as far as the printer can."""
    return _mixed(colour, rows, _sent)


def _mixed(colour: Colour, rows: Tones, along: Callable[[float, Curve], float]) -> Colour:
    """Return each channel along its ink's curve, and along the grey one's the more the less colour there is."""
    grey, *inks = rows
    colourful = (max(colour) - min(colour)) / max(*colour, 1e-6)
    red, green, blue = (
        colourful * along(value, own.curve(row)) + (1 - colourful) * along(value, grey.curve(0))
        for row, (value, own) in enumerate(zip(colour, inks, strict=True), 1)
    )
    return red, green, blue


def _out(value: float, curve: Curve) -> float:
    low, high, power = curve
    return encoded(linear(min(max((value - low) / (high - low), 0.0), 1.0)) ** power)


def _sent(value: float, curve: Curve) -> float:
    if value in (0.0, 1.0):  # full ink and paper print without dots, and black letters stay black
        return value
    low, high, power = curve
    return low + (high - low) * encoded(linear(value) ** (1 / power))


class Corrected(InkMode):
    """An ink mode whose colours are sent as this printer needs them; pictures and camera marks stay."""

    def __init__(self, mode: str, rows: Tones) -> None:
        super().__init__(mode)
        self.rows, self.plain = rows, mode == "normal"
        self.mode = mode if not self.plain else "corrected"  # `normal` would return scenes unchanged

    def node(self, node: Node, scale: float) -> Node:
        match node:
            case Path(paint=Paint(exact=True)):
                return node
            case Path() | Text() | Shaded():
                return recoloured(node if self.plain else super().node(node, scale), self._sent, self._sent)
            case _:
                return super().node(node, scale)

    def _sent(self, colour: Colour) -> Colour:
        return corrected(colour, self.rows)
