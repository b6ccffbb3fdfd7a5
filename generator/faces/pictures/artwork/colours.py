"""CSS colours as SVG files write them, each with how opaque it is, and references to gradients."""

from __future__ import annotations

import re
from collections.abc import Mapping
from colorsys import hls_to_rgb
from functools import lru_cache

from generator.faces.pictures.artwork.viewport import Undrawable
from specs.model.colours import CSS, Colour

Plain = tuple[Colour, float]  # a colour and its opacity

_REFERENCE = re.compile(r"url\(\s*(['\"]?)#([^'\")]*)\1\s*\)\s*(.*)\Z", re.S)
_HEX = re.compile(r"#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\Z")
_FUNCTION = re.compile(r"(rgb|hsl)a?\(([^()]*)\)\Z")
_NUMBER = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+))(%|deg)?\Z")
_LATER = re.compile(r"(inherit|initial|unset|revert|context-fill|context-stroke|var\(|calc\(|.*\bicc-color\()")


def reference(text: str) -> tuple[str, str] | None:
    """The id a paint refers to and what it falls back on, "" for nothing; None where it refers to nothing."""
    found = _REFERENCE.match(text.strip()) if "url(" in text else None
    return None if found is None else (found[2].strip(), found[3].strip())


def solid(text: str, style: Mapping[str, str]) -> Plain | None:
    """A plain colour; None for none. Raises ValueError, Undrawable."""
    if text.casefold() == "currentcolor":
        text = style.get("color", "black")
        text = "black" if text.casefold() == "currentcolor" else text
    return _plain(text.strip().lower())


@lru_cache(maxsize=1024)
def _plain(text: str) -> Plain | None:
    if text in ("none", "transparent"):
        return None
    if text in CSS:
        text = f"#{CSS[text]}"
    if found := _HEX.match(text):
        digits = found[1] if len(found[1]) > 4 else "".join(2 * digit for digit in found[1])
        red, green, blue, *alpha = (int(digits[i : i + 2], 16) / 255 for i in range(0, len(digits), 2))
        return (red, green, blue), alpha[0] if alpha else 1.0
    if found := _FUNCTION.match(text):
        parts = _parts(found[2])
        if len(parts) in (3, 4):
            opacity = _part(parts[3], 1) if len(parts) == 4 else 1.0
            return (_rgb if found[1] == "rgb" else _hsl)(parts[:3]), opacity
    if _LATER.match(text):
        raise Undrawable(f"paint '{text[:30]}'")
    raise ValueError(f"paint '{text[:30]}' (plain colours and gradients only)")


def _parts(text: str) -> list[tuple[float, str]]:
    """A colour's numbers with their units, between commas or, as is written of late, between spaces."""
    words = text.split(",") if "," in text else text.replace("/", " / ").split()
    if "," not in text and "/" in words:
        if words.index("/") != 3 or words.count("/") > 1:
            return []
        words.remove("/")
    found = [_NUMBER.match(word.strip()) for word in words]
    return [(float(each[1]), each[2] or "") for each in found if each is not None] if all(found) else []


def _part(number: tuple[float, str], whole: float) -> float:
    value, unit = number
    return min(1.0, max(0.0, value / (100 if unit == "%" else whole)))


def _rgb(parts: list[tuple[float, str]]) -> Colour:
    if len({unit for _, unit in parts}) > 1 or parts[0][1] == "deg":
        raise Undrawable("an rgb() of numbers of two kinds")
    red, green, blue = (_part(part, 255) for part in parts)
    return red, green, blue


def _hsl(parts: list[tuple[float, str]]) -> Colour:
    (turn, unit), *shares = parts
    if unit == "%" or any(unit != "%" for _, unit in shares):
        raise Undrawable("an hsl() without an angle and two percentages")
    saturation, lightness = (_part(share, 1) for share in shares)
    return hls_to_rgb(turn % 360 / 360, lightness, saturation)
