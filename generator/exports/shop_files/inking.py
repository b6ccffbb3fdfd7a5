"""Colours of a screen as inks on paper: sRGB to CMYK by an ICC profile, within what a shop allows in all.

What is grey is printed in black ink alone, so that thin lines and letters are sharp; an area of black itself, which is
`BLACK`, is mixed as the shop says. Inks go from 0 to 1.
"""

from __future__ import annotations

from bisect import bisect_left
from io import BytesIO
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.draw.colour.vision import lightness
from generator.draw.scene import Colour
from specs.base.errors import SpecError, bad
from specs.base.files import read, unread

if TYPE_CHECKING:
    from PIL.Image import Image

FOLDER = Path(__file__).parent / "profiles"
MAX_BYTES = 20_000_000  # of a profile
STEPS = 33  # a side of the table of colours; what lies between is interpolated, and so keeps within the limit too
GREY = 0.03  # how far the channels of what is grey may differ
TONES = 64  # of black ink, to find the one that is as light as a grey
ROUNDING = 0.008  # that much the four bytes of a pixel may be above what they stand for

BLACK: Colour = (0.0, 0.0, 0.0)
Inks = tuple[float, float, float, float]


class Inking:
    """How colours become inks. `profile` is what they are made for, `limit` the most of all four inks together."""

    def __init__(self, profile: bytes, limit: float = 4.0, black: Inks | None = None) -> None:
        from PIL import ImageCms, ImageFilter

        self.profile, self.limit = profile, limit
        self.black = None if black is None else _within(black, limit)
        self._opened = ImageCms.getOpenProfile(BytesIO(profile))
        known = self._opened.profile
        if (known.xcolor_space.strip(), known.device_class.strip()) != ("CMYK", "prtr"):
            raise ValueError(f"a profile of {known.xcolor_space.strip()}")
        self.name = str(ImageCms.getProfileDescription(self._opened)).strip()
        screen, intent = ImageCms.createProfile("sRGB"), ImageCms.Intent.PERCEPTUAL
        self._pressed = ImageCms.buildTransform(screen, self._opened, "RGB", "CMYK", intent)
        self._tones = self._lightness()
        self._known: dict[Colour, Inks] = {}
        grid = [channel / (STEPS - 1) for channel in range(STEPS)]
        every = self._converted([(red, green, blue) for blue in grid for green in grid for red in grid])
        table = [ink for inks in every for ink in _within(inks, limit - ROUNDING)]
        self._table = ImageFilter.Color3DLUT(STEPS, table, channels=4, target_mode="CMYK")

    def _converted(self, colours: list[Colour]) -> list[Inks]:
        """Colours as the profile has them; white is paper, whatever it says."""
        from PIL import Image, ImageCms

        pixels = bytes([round(channel * 255) for colour in colours for channel in colour])
        picture = Image.frombytes("RGB", (len(colours), 1), pixels)
        done: Any = ImageCms.applyTransform(picture, self._pressed)
        found = done.tobytes()
        return [
            (0.0, 0.0, 0.0, 0.0)
            if min(colour) == 1
            else (found[at] / 255, found[at + 1] / 255, found[at + 2] / 255, found[at + 3] / 255)
            for at, colour in zip(range(0, len(found), 4), colours, strict=True)
        ]

    def _lightness(self) -> list[float]:
        """How light black ink alone is by its tone, falling from paper, 1, to full ink, 0."""
        from PIL import Image, ImageCms

        tones = bytes([ink for tone in range(TONES) for ink in (0, 0, 0, round(255 * tone / (TONES - 1)))])
        picture = Image.frombytes("CMYK", (TONES, 1), tones)
        lab = ImageCms.createProfile("LAB")
        done: Any = ImageCms.profileToProfile(picture, self._opened, lab, ImageCms.Intent.RELATIVE_COLORIMETRIC, "LAB")
        light = list(accumulate(done.getchannel("L").tobytes(), min))
        return [(level - light[-1]) / max(1, light[0] - light[-1]) for level in light]

    def inks(self, colour: Colour, *, area: bool = False) -> Inks:
        """The inks of a colour, of an area or of a line."""
        if max(colour) - min(colour) > GREY:
            return _within(self.unlimited(colour), self.limit)
        if area and colour == BLACK and self.black is not None:
            return self.black
        return 0.0, 0.0, 0.0, self._tone(lightness(colour) / 100)

    def _tone(self, light: float) -> float:
        """How much black ink alone is so light."""
        darker = bisect_left(self._tones, -light, key=lambda level: -level)
        if not 0 < darker < TONES:
            return 0.0 if darker == 0 else 1.0
        high, low = self._tones[darker - 1], self._tones[darker]
        return (darker - 1 + (high - light) / (high - low)) / (TONES - 1)

    def unlimited(self, colour: Colour) -> Inks:
        """What the profile makes of a colour, however much ink that is."""
        if colour not in self._known:
            self._known[colour] = self._converted([colour])[0]
        return self._known[colour]

    def picture(self, picture: Image) -> Image:
        """A picture in RGB or grey as CMYK."""
        return picture.convert("RGB").filter(self._table)


def inking(condition: str, given: str | None, limit: int | None, black: tuple[int, int, int, int] | None) -> Inking:
    """The inks for a condition that there is a profile of, or for the profile in a file; limits in percent.

    Raises SpecError where the file holds no profile of CMYK that can be printed with.
    """
    from PIL.ImageCms import PyCMSError

    file = Path(given) if given is not None else FOLDER / f"{condition}.icc"
    expected = "an ICC profile of a CMYK printer"
    mixed = None if black is None else (black[0] / 100, black[1] / 100, black[2] / 100, black[3] / 100)
    try:
        return Inking(read(file, MAX_BYTES), (limit or 400) / 100, mixed)
    except OSError as error:
        raise SpecError([unread(f"--profile {given}", error, expected)]) from None
    except (ValueError, PyCMSError):
        raise bad("wrong-value", "--profile", f"'{given}'", expected) from None


def _within(inks: Inks, limit: float) -> Inks:
    """Inks within a limit: of the three colours so much less as there is too much; black stays."""
    cyan, magenta, yellow, black = inks
    coloured = cyan + magenta + yellow
    if coloured + black <= limit or not coloured:
        return inks
    left = max(0.0, limit - black) / coloured
    return cyan * left, magenta * left, yellow * left, black
