"""How an SVG element is styled: style sheets, `style` attributes, colours and references to gradients."""

from __future__ import annotations

import re
from collections.abc import Mapping

from generator.faces.artwork.drawing import Undrawable
from specs.names import Colour, colour

_SELECTOR = re.compile(r"([A-Za-z]+|[.#][\w-]+)\Z")
_REFERENCE = re.compile(r"url\(\s*(['\"]?)#([^'\")]*)\1\s*\)\s*(.*)\Z", re.S)
_RGB = re.compile(r"rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)\Z")


class Sheet:
    """The style rules met so far, by selector and numbered as they come."""

    def __init__(self) -> None:
        self.rules: dict[str, list[tuple[int, dict[str, str]]]] = {}
        self.count = 0

    def add(self, css: str) -> None:
        """More rules. Raises ValueError for what is no style sheet, Undrawable for selectors that are not plain."""
        for selector, found in _rules(css):
            self.count += 1
            self.rules.setdefault(selector, []).append((self.count, found))

    def style(self, name: str, attributes: Mapping[str, str]) -> dict[str, str]:
        """An element's attributes with what styles it: rules for its tag, its classes, its id, then its own style."""
        own = dict(attributes)
        if self.rules:
            classes = [f".{each}" for each in attributes.get("class", "").split()]
            for selectors in ([name], classes, [f"#{attributes.get('id', '')}"]):
                ruled = [rule for each in dict.fromkeys(selectors) for rule in self.rules.get(each, ())]
                for _, found in sorted(ruled, key=lambda rule: rule[0]):
                    own |= found
        if "style" in attributes:
            own |= declarations(attributes["style"])
        return own


def _rules(css: str) -> list[tuple[str, dict[str, str]]]:
    """A style sheet's rules, read once from front to back."""
    parts = css.split("/*")
    css = parts[0] + "".join(part.partition("*/")[2] for part in parts[1:])
    *blocks, rest = css.split("}")
    rules: list[tuple[str, dict[str, str]]] = []
    for block in blocks:
        selectors, brace, body = block.partition("{")
        if not brace or "{" in body:
            raise ValueError(f"style sheet text '{block.strip()[:30]}', which cannot be read")
        found = declarations(body)
        for selector in selectors.split(","):
            if not _SELECTOR.match(selector.strip()):
                raise Undrawable(f"style rule '{selector.strip()[:30]}', not of one plain name, .class or #id")
            rules.append((selector.strip(), found))
    if rest.strip():
        raise ValueError(f"style sheet text '{rest.strip()[:30]}', which cannot be read")
    return rules


def declarations(text: str) -> dict[str, str]:
    """What a style attribute or a rule's body says."""
    pairs = (pair.partition(":") for pair in text.split(";"))
    return {key.strip(): value.replace("!important", "").strip() for key, colon, value in pairs if colon}


def reference(text: str) -> tuple[str, str] | None:
    """The id a paint refers to and what it falls back on, "" for nothing; None where it refers to nothing."""
    found = _REFERENCE.match(text.strip()) if "url(" in text else None
    return None if found is None else (found[2].strip(), found[3].strip())


def solid(text: str, style: Mapping[str, str]) -> Colour | None:
    """A plain colour; None for none. Raises ValueError."""
    if text == "currentColor":
        text = style.get("color", "black")
    if text in ("none", "transparent"):
        return None
    rgb = _RGB.match(text)
    if rgb:
        red, green, blue = (min(255, int(channel)) / 255 for channel in rgb.groups())
        return red, green, blue
    try:
        return colour({}, text)
    except KeyError:
        raise ValueError(f"paint '{text[:30]}' (plain colours and gradients only)") from None
