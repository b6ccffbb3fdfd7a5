"""Whether the elements, properties and attributes of an SVG file are among those in `understood.yaml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from msgspec import Struct, yaml

from generator.faces.pictures.artwork.cascade import Sheet
from generator.faces.pictures.artwork.tree import Undrawable

SPACE = "http://www.w3.org/XML/1998/namespace space"
PROPAGATED = ("text-decoration", "text-decoration-line", "font")
_NUMBER, _UNIT = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?", "(?:px|pt|pc|mm|cm|in)?"
_PATTERNS = {
    "<number>": _NUMBER,
    "<unit>": _UNIT,
    "<size>": _NUMBER + _UNIT,
    "<length>": f"{_NUMBER}(?:{_UNIT}|%)",
    "<part>": f"{_NUMBER}%?",
    "<feature>": r"""["'][A-Za-z0-9]{4}["'](?:\s+(?:on|off|\d{1,3}))?""",
    "<read>": "[^!]+",
    "<any>": ".*",
}
_NOTE = re.compile(r"(?:data-|aria-|on|_|v-|ng-)[\w.:-]+\Z|.* ")  # what programs write in names of their own


class _Understood(Struct, frozen=True):
    """The list as its file has it."""

    inherited: dict[str, str]
    own: dict[str, str]
    letters_inherited: dict[str, str]
    letters_own: dict[str, str]
    idle: frozenset[str]
    attributes: dict[str, frozenset[str]]
    notes: frozenset[str]
    pixels: frozenset[str]
    silent: frozenset[str]


UNDERSTOOD = yaml.decode(Path(__file__).with_name("understood.yaml").read_bytes(), type=_Understood)
INHERITED = UNDERSTOOD.inherited.keys() | UNDERSTOOD.letters_inherited.keys()
LETTERS = UNDERSTOOD.letters_inherited.keys() | UNDERSTOOD.letters_own.keys()
ALL = {
    key: re.compile(re.sub("<[a-z]+>", lambda found: _PATTERNS[found[0]], pattern), re.S)
    for kind in (UNDERSTOOD.inherited, UNDERSTOOD.own, UNDERSTOOD.letters_inherited, UNDERSTOOD.letters_own)
    for key, pattern in kind.items()
}


class Styled(Struct, frozen=True, gc=False):
    """An element's attributes and what styles it, each known to be understood, but for those of letters."""

    name: str
    attributes: Mapping[str, str]
    style: dict[str, str]


def styled(name: str, attributes: Mapping[str, str], sheet: Sheet) -> Styled:
    """An element as it is drawn. Raises ValueError, Undrawable for what is not understood."""
    known = UNDERSTOOD.attributes.get(name, frozenset())
    style: dict[str, str] = {}
    for key, value in attributes.items():
        if key in ALL:
            if key != "marker":  # no attribute
                style[key] = value.strip()
        elif key == "transform":
            if name == "svg":  # turned about its middle
                raise Undrawable(f"transform on <{name}>")
        elif key not in known and key not in UNDERSTOOD.notes and key not in UNDERSTOOD.idle and not _NOTE.match(key):
            raise Undrawable(f"{key[:30]} on <{name[:30]}>")
    for key, value in sheet.declared(name, attributes).items():
        if key in ALL and key != SPACE:
            style.pop(key, None)
            style[key] = value
        elif key not in UNDERSTOOD.idle and not key.startswith(("-inkscape-", "--")):
            raise Undrawable(f"{key[:30]} of <{name[:30]}>")
    for key, value in style.items():
        if key not in LETTERS and not understood(key, value):
            raise Undrawable(f"{key} on <{name}>" if key in UNDERSTOOD.own else f"{key} '{value[:30]}' on <{name}>")
    return Styled(name, attributes, style)


@lru_cache(maxsize=4096)
def understood(key: str, value: str) -> bool:
    """Whether a property's value is one that is drawn as the standard has it."""
    if value == "inherit":
        return key in INHERITED
    return ALL[key].fullmatch(value) is not None
