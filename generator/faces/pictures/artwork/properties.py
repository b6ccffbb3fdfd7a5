"""Which properties and attributes of an SVG file are understood: an allow-list, so that nothing is passed over.

What is not on it, or has a value that is not, is for pixels. Each property has a pattern of the values that are drawn
as the standard has it; one that only letters obey is looked at where there are letters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from msgspec import Struct

from generator.faces.pictures.artwork.cascade import Sheet
from generator.faces.pictures.artwork.viewport import Undrawable

SPACE = "http://www.w3.org/XML/1998/namespace space"
_N = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_UNIT = r"(?:px|pt|pc|mm|cm|in)?"
_LENGTH = rf"{_N}(?:{_UNIT}|%)"
_PART = rf"{_N}%?"
_FEATURE = r"""["'][A-Za-z0-9]{4}["'](?:\s+(?:on|off|\d{1,3}))?"""
_ANY = r".*"
_PAINT = r"[^!]+"  # read where it is used

# ---- properties of shapes: inherited, then an element's own ------------------------------------------

_HANDED_DOWN = {
    **dict.fromkeys(("color", "fill", "stroke"), _PAINT),
    **dict.fromkeys(("fill-opacity", "stroke-opacity"), _PART),
    **dict.fromkeys(("fill-rule", "clip-rule"), "nonzero|evenodd"),
    "stroke-width": rf"\+?(?!-){_LENGTH}",
    "stroke-linecap": "butt|round|square",
    "stroke-linejoin": "miter|round|bevel",
    "stroke-miterlimit": rf"\+?(?!-){_N}",
    "stroke-dasharray": rf"none|{_N}{_UNIT}(?:(?:\s*,\s*|\s+){_N}{_UNIT})*",
    "stroke-dashoffset": rf"{_N}{_UNIT}",
    "visibility": "visible|hidden|collapse",
    "paint-order": r"(?:normal|fill|stroke|markers|\s)+",
    **dict.fromkeys(("marker", "marker-start", "marker-mid", "marker-end"), "none"),
    "color-interpolation": "auto|sRGB",
}
_OWN = {
    **dict.fromkeys(("opacity", "stop-opacity"), _PART),
    "display": "none|inline|block|inline-block|list-item|table|flex|grid|contents",
    **dict.fromkeys(("clip-path", "stop-color"), _PAINT),
    **dict.fromkeys(("filter", "mask", "vector-effect"), "none"),
    "mask-type": _ANY,  # of masks
    "clip": "auto",
    "mix-blend-mode": "normal",
    "isolation": "auto|isolate",  # from what: nothing blends
    "transform-box": "view-box",
    "transform-origin": r"0(?:px)? 0(?:px)?",
}
# ---- what only letters obey --------------------------------------------------------------------------

_LETTERS_INHERIT = {
    "dominant-baseline": "auto|alphabetic|middle|central|hanging|text-before-edge|text-after-edge",
    "font-family": _ANY,
    "font-size": rf"medium|small|large|x-small|x-large|{_N}(?:{_UNIT}|%|em|ex)",
    "font-style": "normal|italic|oblique",
    "font-weight": r"normal|bold|[1-9]00",
    "font-variant": "normal|none",
    "font-size-adjust": "none",
    "font-kerning": "auto|normal|none",
    "font-feature-settings": rf"normal|{_FEATURE}(?:\s*,\s*{_FEATURE})*",
    "font-variant-ligatures": _ANY,
    **dict.fromkeys(("font-stretch", "font-variation-settings"), "normal"),
    **{f"font-variant-{key}": "normal" for key in ("position", "caps", "numeric", "alternates", "east-asian")},
    **dict.fromkeys(("letter-spacing", "word-spacing"), rf"normal|{_N}(?:{_UNIT}|em|ex)"),
    "text-anchor": "start|middle|end",
    "white-space": "normal|pre",
    "writing-mode": "lr|lr-tb|horizontal-tb",
    "direction": "ltr",
    "text-transform": "none",
    "text-orientation": "mixed",
    "glyph-orientation-horizontal": "0|0deg",
    "glyph-orientation-vertical": "auto",
    "kerning": "auto",
    "text-indent": "0|0px",
    SPACE: "default|preserve",
}
# `text-decoration` is not inherited, yet it draws through all that is inside
_LETTERS_OWN = {
    "font": "",
    "alignment-baseline": "auto|baseline",
    "baseline-shift": "0|baseline|0px|0%",
    "text-decoration": r"none(?:\s+solid)?(?:\s+rgb\(0, 0, 0\))?",
    "text-decoration-line": "none",
    "unicode-bidi": "normal",
    "text-shadow": "none",
    "shape-inside": "",
    "inline-size": "0",
}
# ---- what changes nothing on paper -------------------------------------------------------------------

_IDLE = {
    "shape-rendering", "text-rendering", "image-rendering", "color-rendering", "pointer-events", "cursor", "overflow",
    "overflow-x", "overflow-y", "color-interpolation-filters", "flood-color", "flood-opacity", "lighting-color",
    "enable-background", "solid-color", "solid-opacity", "will-change", "transition", "color-profile",
    "text-overflow", "shape-padding", "shape-margin", "block-progression", "line-height", "text-align", "box-sizing",
    "text-decoration-color", "text-decoration-style", "text-decoration-thickness",
    "user-select", "text-align-last",
}  # fmt: skip

ALL = {**_HANDED_DOWN, **_OWN, **_LETTERS_INHERIT, **_LETTERS_OWN}
INHERITED = _HANDED_DOWN.keys() | _LETTERS_INHERIT.keys()
LETTERS = _LETTERS_INHERIT.keys() | _LETTERS_OWN.keys()
PROPAGATED = ("text-decoration", "text-decoration-line", "font")

# ---- attributes that are no properties ---------------------------------------------------------------

_PLACES = {"x", "y", "dx", "dy"}
_GRADIENT = {"gradientUnits", "gradientTransform", "spreadMethod", "href"}
_ATTRIBUTES: dict[str, set[str]] = {
    "svg": {"x", "y", "width", "height", "viewBox", "preserveAspectRatio", "version", "baseProfile", "zoomAndPan",
            "contentScriptType", "contentStyleType", "xmlns", "viewbox"},
    "g": set(), "a": {"href", "target", "rel", "download", "hreflang", "type", "ping", "referrerpolicy"},
    "path": {"d"}, "rect": {"x", "y", "width", "height", "rx", "ry"}, "circle": {"cx", "cy", "r"},
    "ellipse": {"cx", "cy", "rx", "ry"}, "line": {"x1", "y1", "x2", "y2"}, "polyline": {"points"},
    "polygon": {"points"}, "text": _PLACES, "tspan": _PLACES, "stop": {"offset"},
    "linearGradient": {"x1", "y1", "x2", "y2", *_GRADIENT},
    "radialGradient": {"cx", "cy", "r", "fx", "fy", "fr", *_GRADIENT},
    "clipPath": {"clipPathUnits"}, "use": {"x", "y", "href"},
}  # fmt: skip
_NOTES = {"id", "class", "style", "role", "tabindex", "focusable", "lang", "name", "title", "alt", "p-id", "t"}
_NOTE = re.compile(r"(?:data-|aria-|on|_|v-|ng-)[\w.:-]+\Z|.* ")  # and what programs write in names of their own
_UNTURNED = {"svg"}  # a root is turned about its middle, where it is turned at all


class Styled(Struct, frozen=True, gc=False):
    """An element's attributes and what styles it, each known to be understood, but for those of letters."""

    name: str
    attributes: Mapping[str, str]
    style: dict[str, str]


def styled(name: str, attributes: Mapping[str, str], sheet: Sheet) -> Styled:
    """An element as it is drawn. Raises ValueError, Undrawable for what is not understood."""
    known = _ATTRIBUTES.get(name, set())
    style: dict[str, str] = {}
    for key, value in attributes.items():
        if key in ALL:
            if key != "marker":  # no attribute
                style[key] = value.strip()
        elif key == "transform":
            if name in _UNTURNED:
                raise Undrawable(f"transform on <{name}>")
        elif key not in known and key not in _NOTES and key not in _IDLE and not _NOTE.match(key):
            raise Undrawable(f"{key[:30]} on <{name[:30]}>")
    for key, value in sheet.declared(name, attributes).items():
        if key in ALL and key != SPACE:
            style.pop(key, None)
            style[key] = value
        elif key not in _IDLE and not key.startswith(("-inkscape-", "--")):
            raise Undrawable(f"{key[:30]} of <{name[:30]}>")
    for key, value in style.items():
        if key not in LETTERS and not understood(key, value):
            raise Undrawable(f"{key} on <{name}>" if key in _OWN else f"{key} '{value[:30]}' on <{name}>")
    return Styled(name, attributes, style)


@lru_cache(maxsize=4096)
def understood(key: str, value: str) -> bool:
    """Whether a property's value is one that is drawn as the standard has it."""
    if value == "inherit":
        return key in INHERITED
    return _PATTERNS[key].fullmatch(value) is not None


_PATTERNS = {key: re.compile(pattern, re.S) for key, pattern in ALL.items()}
