"""How a printer's colours come out, from what was read by eye off a page of swatches, and what to send it instead.

A page has a row for grey and for each of the three inks that make colours. At its dark end some steps merge, at its
light end others, and in between a solid patch looks like stripes of full ink and paper, which are half as light as
paper whatever the printer does to a tone. Colours are sRGB, each channel 0 to 1; ink takes light from one of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from math import log

from msgspec import Struct

from generator.draw.colour.ink import InkMode, recoloured
from generator.draw.colour.vision import distance, encoded, linear
from generator.draw.scene import Colour, Node, Paint, Path, Shaded, Text

DARK = (12, 24, 36, 48, 64, 80, 100)  # of 255: steps beside full ink
MATCH = (116, 134, 152, 170, 188, 202, 215, 227, 238)  # beside the stripes; 188 where a tone comes out as it should
LIGHT = (250, 245, 239, 232, 224, 214, 202)  # steps beside paper
READINGS = 12  # three a row: of grey, cyan, magenta, yellow
Curve = tuple[float, float, float]


class Tone(Struct, frozen=True):
    """What a reader saw in a row, patches counted from 1: the first step that differs from full ink, the patch like
    the stripes, the first step that differs from paper. One more than there are means none of them."""

    dark: int = 1
    match: int = 1 + MATCH.index(188)
    light: int = 1

    def curve(self, row: int) -> Curve:
        """The value up to which all is full ink, that from which all is paper, and the power between. What no eye can
        tell in that row on any printer, such as yellow from paper, is not the printer's."""
        dark, light = _seen(row)
        low = max(0, _before(DARK, self.dark, 0) - _before(DARK, dark, 0)) / 255
        high = 1 - max(0, _before(LIGHT, light, 255) - _before(LIGHT, self.light, 255)) / 255
        value = (MATCH[self.match - 1] / 255 - low) / (high - low)
        return low, high, log(0.5) / log(linear(min(max(value, 0.02), 0.98)))


def _before(steps: tuple[int, ...], number: int, ground: int) -> int:
    """The last step that merged with its ground."""
    return ground if number == 1 else steps[number - 2]


@cache
def _seen(row: int) -> tuple[int, int]:
    """What an eye reads of a row's ends where all comes out as it should: 2 of CIE 1976 can just be seen."""
    dark, light = (
        next((n for n, value in enumerate(steps, 1) if distance(ink(row, value / 255), ink(row, ground)) > 2), most)
        for steps, ground, most in ((DARK, 0.0, len(DARK) + 1), (LIGHT, 1.0, len(LIGHT) + 1))
    )
    return dark, light


def ink(row: int, value: float) -> Colour:
    """A tone of a row: grey, or the one ink that takes light from a channel."""
    red, green, blue = (value if row in (0, channel + 1) else 1.0 for channel in range(3))
    return red, green, blue


Tones = tuple[Tone, Tone, Tone, Tone]


def tones(readings: Sequence[int]) -> Tones | None:
    """The rows' tones from their readings, row by row; None for numbers that no page has."""
    most = (len(DARK) + 1, len(MATCH), len(LIGHT) + 1)
    if len(readings) != READINGS or any(not 1 <= n <= most[at % 3] for at, n in enumerate(readings)):
        return None
    grey, cyan, magenta, yellow = (Tone(*readings[at : at + 3]) for at in range(0, READINGS, 3))
    return grey, cyan, magenta, yellow


def printed(colour: Colour, rows: Tones) -> Colour:
    """A colour as it comes out."""
    return _mixed(colour, rows, _out)


def corrected(colour: Colour, rows: Tones) -> Colour:
    """What to send so that a colour comes out as it is meant, as far as the printer can."""
    return _mixed(colour, rows, _sent)


def _mixed(colour: Colour, rows: Tones, along: Callable[[float, Curve], float]) -> Colour:
    """Each channel along its ink's curve, and along the grey one's the more the less colour there is."""
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
    if value in (0.0, 1.0):  # full ink and paper need no dots to be thought of, and letters of black ink stay so
        return value
    low, high, power = curve
    return low + (high - low) * encoded(linear(value) ** (1 / power))


class Corrected(InkMode):
    """An ink mode whose colours are sent as this printer needs them; pictures and what a camera reads stay."""

    def __init__(self, mode: str, rows: Tones) -> None:
        super().__init__(mode)
        self.rows, self.plain = rows, mode == "normal"
        self.mode = mode if not self.plain else "corrected"  # so that it has work to do

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
