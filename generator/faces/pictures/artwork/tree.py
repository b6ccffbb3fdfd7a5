"""An SVG file as a tree: its elements with their places in the file, and by their ids.

Numbers, lengths, transforms and colours as SVG writes them, read to their last letter. User units, y downward.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from math import radians, tan
from xml.parsers import expat

from tinycss2.color4 import parse_color

from generator.draw.geometry.geometry import FARTHEST, multiply, rotation, scaling, translate
from generator.draw.scene import IDENTITY, Matrix
from specs.model.colours import Colour

SVG = "http://www.w3.org/2000/svg"
HREFS = ("href", "http://www.w3.org/1999/xlink href")
MOST_ELEMENTS = 200_000
MOST_DEEP = 200  # nested elements
MOST_LISTED = 1_000_000  # letters of a list of numbers or transforms


class Undrawable(ValueError):
    """What shapes, gradients and letters cannot show, though pixels could; `where` is its place, once known."""

    def __init__(self, what: str) -> None:
        super().__init__(f"{what}, which cannot be drawn (convert it to paths)")
        self.what, self.where = what, ""

    def __str__(self) -> str:
        return f"{self.where}{super().__str__()}"


class Element:
    """An XML element. `name` is its SVG name; that of another language has its namespace before it. `content` are its
    elements and texts."""

    __slots__ = ("attributes", "content", "name", "parent", "place")

    def __init__(self, name: str, attributes: Mapping[str, str], place: str, parent: Element | None) -> None:
        self.name, self.attributes, self.place, self.parent = name, attributes, place, parent
        self.content: list[Element | str] = []

    @property
    def children(self) -> list[Element]:
        return [each for each in self.content if isinstance(each, Element)]

    @property
    def href(self) -> str:
        """Return what it refers to, "" for nothing."""
        return next((self.attributes[key].strip() for key in HREFS if self.attributes.get(key)), "")

    def within(self) -> Iterator[Element]:
        """Yield all its descendants, in order."""
        for child in self.children:
            yield child
            yield from child.within()


class Tree:
    """The elements of a file; `place` is the current line and column, with which errors begin."""

    def __init__(self, data: bytes) -> None:
        """Raises ValueError for text that is not XML, or more than any drawing has."""
        self.ids: dict[str, Element] = {}
        self.place, self.count = "", 0
        self.open: list[Element] = []
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.buffer_text, self.parser.buffer_size = True, max(len(data), 1)  # a style sheet arrives in one piece
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = lambda tag: self.open.pop()
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = _no_entities
        try:
            self.parser.Parse(data, True)
        except (expat.ExpatError, LookupError) as error:  # LookupError: an unknown encoding
            raise ValueError(f"not SVG: {error}") from None
        self.place = self.root.place

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        space, _, name = tag.rpartition(" ")
        place = f"{self.parser.CurrentLineNumber}:{self.parser.CurrentColumnNumber + 1}: "
        parent = self.open[-1] if self.open else None
        element = Element(name if space in ("", SVG) else tag, attributes, place, parent)
        if parent is None:
            self.root = element
        else:
            parent.content.append(element)
        self.open.append(element)
        self.count += 1
        if len(self.open) > MOST_DEEP:
            raise ValueError(f"{place}elements more than {MOST_DEEP} deep")
        if self.count > MOST_ELEMENTS:
            raise ValueError(f"{place}more than {MOST_ELEMENTS:,} elements")
        if "id" in attributes:
            self.ids.setdefault(attributes["id"], element)

    def _characters(self, text: str) -> None:
        self.open[-1].content.append(text)

    @contextmanager
    def placing(self) -> Iterator[None]:
        """Name the place being read in errors raised within a `with` block."""
        try:
            yield
        except Undrawable as error:
            error.where = self.place
            raise
        except ValueError as error:
            raise ValueError(f"{self.place}{error}") from None


def _no_entities(name: str, system: str | None, public: str | None, internal: int) -> None:
    """Refuse a DOCTYPE that defines anything. Raises ValueError."""
    # entities could read files or grow without end; the plain DOCTYPE of old programs only names the standard
    if internal:
        raise ValueError("a DOCTYPE with entities, which is not read")


# ---- values --------------------------------------------------------------------------------------


Plain = tuple[Colour, float]  # a colour and its opacity

_UNITS = {"": 1, "px": 1, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96, "pt": 96 / 72, "pc": 16}
_PART = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)(%?)\Z")
_OTHER = {"em", "ex", "rem", "ch", "ic", "cap", "lh", "rlh", "vw", "vh", "vi", "vb", "vmin", "vmax", "q", "%"}
_LENGTH = re.compile(r"([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(%|[A-Za-z]*)\Z")
_TRANSFORM = re.compile(r"[\s,]*([A-Za-z]{1,9})\s*\(([^()]*)\)[\s,]*")
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_BETWEEN = re.compile(r"\s*(?:,\s*)?")
_REFERENCE = re.compile(r"url\(\s*(['\"]?)#([^'\")]*)\1\s*\)\s*(.*)\Z", re.S)
_LATER = re.compile(r"inherit|initial|unset|revert|context-fill|context-stroke|var\(|calc\(|.*\bicc-color\(|rgb|hsl")


def length(text: str, whole: float | None = None, em: float | None = None) -> float:
    """Return a length in user units; `whole` is what 100 % stands for, `em` a letter's size.

    Raises ValueError; Undrawable for a unit that exists but is not supported here.
    """
    match = _LENGTH.match(text.strip())
    unit = match[2] if match is not None else ""
    factor = {"%": None if whole is None else whole / 100, "em": em, "ex": None if em is None else em / 2}.get(
        unit, _UNITS.get(unit)
    )
    if factor is None and unit.lower() in _OTHER:
        raise Undrawable(f"length '{text[:30]}'")
    if match is None or factor is None:
        raise ValueError(f"length '{text[:30]}'")
    number = float(match[1])
    if not abs(number) <= FARTHEST:
        raise ValueError(f"length '{text[:30]}', which is too large")
    return number * factor


def fraction(text: str) -> float:
    """Return a fraction, 0 to 1. Raises ValueError."""
    found = _PART.match(text.strip())
    if found is None:
        raise ValueError(f"a part of '{text[:30]}'")
    return min(1.0, max(0.0, float(found[1]) / (100 if found[2] else 1)))


def bounded(what: str, text: str) -> str:
    """Return a list that is processed step by step. Raises ValueError for one that is too long."""
    if len(text) > MOST_LISTED:
        raise ValueError(f"{what} of more than {MOST_LISTED:,} letters")
    return text


def numbers(text: str) -> list[float]:
    """Return the numbers of a list. Raises ValueError for other text, or a number that is too large."""
    found: list[float] = []
    at, text = 0, bounded("numbers", text.strip())
    while at < len(text):
        number = _NUMBER.match(text, at)
        if number is None:
            raise ValueError(f"numbers '{text[at : at + 30]}'")
        found.append(float(number[0]))
        if not abs(found[-1]) <= FARTHEST:
            raise ValueError(f"numbers '{text[:30]}', which are too large")
        if (between := _BETWEEN.match(text, number.end())) is not None:
            at = between.end()
    return found


def transform(text: str) -> Matrix:
    """Return a transform attribute as one matrix. Raises ValueError."""
    matrix, at, text = IDENTITY, 0, bounded("transform", text.strip())
    while at < len(text):
        found = _TRANSFORM.match(text, at)
        if found is None:
            raise ValueError(f"transform '{text[at : at + 30]}'")
        (name, arguments), at = found.groups(), found.end()
        given = numbers(arguments)
        step: Matrix
        match name, given:
            case "matrix", [a, b, c, d, e, f]:
                step = (a, b, c, d, e, f)
            case "translate", [x] | [x, _]:
                step = translate(x, given[1] if len(given) > 1 else 0)
            case "scale", [x] | [x, _]:
                step = scaling(x, given[-1])
            case "rotate", [angle] | [angle, _, _]:
                step = rotation(angle, *given[1:])
            case "skewX", [angle]:
                step = (1, 0, tan(radians(angle)), 1, 0, 0)
            case "skewY", [angle]:
                step = (1, tan(radians(angle)), 0, 1, 0, 0)
            case _:
                raise ValueError(f"transform '{name}({arguments[:30]})'")
        matrix = multiply(matrix, step)
        if not all(abs(number) <= FARTHEST for number in matrix):
            raise ValueError(f"transform '{text[:30]}' beyond {FARTHEST:,.0f}")
    return matrix


def reference(text: str) -> tuple[str, str] | None:
    """Return the id a paint refers to and its fallback, "" for none; None if it refers to nothing."""
    found = _REFERENCE.match(text.strip()) if "url(" in text else None
    return None if found is None else (found[2].strip(), found[3].strip())


def solid(text: str, style: Mapping[str, str]) -> Plain | None:
    """Return a plain colour; None for none. Raises ValueError, Undrawable."""
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
