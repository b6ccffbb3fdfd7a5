"""How colours look to others: in a grey print, and to eyes that miss one kind of cone. sRGB, each 0 to 1.

The matrices are those of Machado, Oliveira and Fernandes (2009) for a cone that is missing; they act on linear light.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from generator.draw.scene import Colour

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
# linear sRGB to CIE XYZ, over the white of D65
_TO_XYZ: _Matrix = ((0.4339, 0.3762, 0.1899), (0.2126, 0.7152, 0.0722), (0.0178, 0.1095, 0.8727))
_LUT_STEPS = 33  # a side of the table that turns a picture's colours; what lies between is interpolated


def linear(channel: float) -> float:
    """The light of a channel's value."""
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def encoded(light: float) -> float:
    """A channel's value for its light."""
    light = min(1.0, max(0.0, light))
    return light * 12.92 if light <= 0.0031308 else float(1.055 * light ** (1 / 2.4) - 0.055)


def _under(matrix: _Matrix, light: Colour) -> Colour:
    red, green, blue = (sum(m * c for m, c in zip(row, light, strict=True)) for row in matrix)
    return red, green, blue


@lru_cache(maxsize=4096)
def seen(colour: Colour, vision: str) -> Colour:
    """A colour as such eyes see it, or as a grey print shows it."""
    red, green, blue = _under(VISIONS[vision], (linear(colour[0]), linear(colour[1]), linear(colour[2])))
    return encoded(red), encoded(green), encoded(blue)


@lru_cache(maxsize=16384)
def _lab(colour: Colour, vision: str) -> Colour:
    """CIE L*a*b* of a colour as it is seen; with no vision, as it is."""
    shown = seen(colour, vision) if vision else colour
    xyz = _under(_TO_XYZ, (linear(shown[0]), linear(shown[1]), linear(shown[2])))
    x, y, z = (v ** (1 / 3) if v > 216 / 24389 else (24389 / 27 * v + 16) / 116 for v in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def lightness(colour: Colour) -> float:
    """CIE L* of a colour, from 0 to 100."""
    return _lab(colour, "grey")[0]


def distance(one: Colour, other: Colour, vision: str = "") -> float:
    """How far two colours lie apart as they are seen: CIE 1976, where 2 can just be seen side by side."""
    pairs = zip(_lab(one, vision), _lab(other, vision), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def picture(image: Image, vision: str) -> Image:
    """A whole picture as it is seen."""
    from PIL import ImageFilter

    look: Callable[[float, float, float], Colour] = lambda red, green, blue: seen((red, green, blue), vision)  # noqa: E731
    return image.convert("RGB").filter(ImageFilter.Color3DLUT.generate(_LUT_STEPS, look))
