"""CSS colours as SVG files write them, each with how opaque it is, and references to gradients."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from tinycss2.color4 import parse_color

from generator.faces.pictures.artwork.viewport import Undrawable
from specs.model.colours import Colour

Plain = tuple[Colour, float]  # a colour and its opacity

_REFERENCE = re.compile(r"url\(\s*(['\"]?)#([^'\")]*)\1\s*\)\s*(.*)\Z", re.S)
_LATER = re.compile(r"inherit|initial|unset|revert|context-fill|context-stroke|var\(|calc\(|.*\bicc-color\(|rgb|hsl")


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
    found = parse_color(text)
    if found is None and not _LATER.match(text):
        raise ValueError(f"paint '{text[:30]}' (plain colours and gradients only)")
    try:
        red, green, blue = (min(1.0, max(0.0, part or 0.0)) for part in found.to("srgb").coordinates)
    except (AttributeError, NotImplementedError):  # a keyword, a broken rgb(), or a space such as lab()
        raise Undrawable(f"paint '{text[:30]}'") from None
    return (red, green, blue), min(1.0, max(0.0, found.alpha or 0.0))
