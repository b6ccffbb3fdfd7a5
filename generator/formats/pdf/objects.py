"""What a PDF's pages are made of: their operators, dictionaries and streams, and references to these.

Shapes, paints and transforms become operators. Numbers are mm, which a page's matrix turns into points.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import log10
from zlib import compress

from generator.draw.geometry.finite import finite_digits
from generator.draw.scene import Colour, Matrix, Paint, Segment, Segments

FONTS = "1 0 R"  # the font dictionary of all pages of a chunk
_PROCEDURES = "[ /PDF /Text /ImageB /ImageC /ImageI ]"
_PACKED = "[ /FlateDecode ]"


def number(value: float) -> str:
    """Write a number with about six digits."""
    size = abs(value)
    if size <= 1e-7:
        return "0"
    places = 6 if size <= 1 else max(0, min(6, 6 - int(log10(size))))
    text = f"{value:.{places}f}"
    return (text.rstrip("0").rstrip(".") if places else text).removeprefix("0") or "0"


def dictionary(entries: Mapping[str, object]) -> str:
    """Write a dictionary by its names without their slash; values in PDF syntax."""
    return f"<<\n{_spaced([f'/{name} {entries[name]}' for name in sorted(entries)], 6)}\n>>"


def array(values: Iterable[str]) -> str:
    return f"[ {_spaced(list(values), 10)} ]"


def _spaced(parts: list[str], most: int) -> str:
    """Join parts with spaces, at most `most` in a line."""
    return " \n  ".join([" ".join(parts[start : start + most]) for start in range(0, len(parts), most)])


class Content:
    """The operators of a page or a form, and the resources they name."""

    __slots__ = ("code", "forms", "states")

    def __init__(self) -> None:
        self.code: list[str] = []
        self.forms: dict[str, str] = {}
        self.states: dict[tuple[str, float | str], str] = {}

    def draw(self, name: str, form: str) -> None:
        """Draw a form or a picture, by a name and a reference."""
        self.forms[f"FormXob.{name}"] = form
        self.code.append(f"/FormXob.{name} Do")

    def opaque(self, opacity: float, *kinds: str) -> None:
        """Set the opacity of fills (ca) and lines (CA) from here on."""
        for kind in kinds:
            state = self.states.setdefault((kind, opacity), f"gRLs{len(self.states)}")
            self.code.append(f"/{state} gs")

    def blended(self, mode: str) -> None:
        """Blend with what is below from here on."""
        self.code.append(f"/{self.states.setdefault(('BM', mode), f'gRLs{len(self.states)}')} gs")

    def resources(self) -> str:
        """Return the dictionary of the resources that the operators name."""
        found: dict[str, object] = {"Font": FONTS, "ProcSet": _PROCEDURES}
        if self.forms:
            found["XObject"] = dictionary(self.forms)
        if self.states:
            states = self.states.items()
            found["ExtGState"] = dictionary(
                {name: dictionary({kind: v if isinstance(v, str) else number(v)}) for (kind, v), name in states}
            )
        return dictionary(found)


class Objects:
    """What pages refer to, numbered in order, `FONTS` first. A reference is text, such as `7 0 R`."""

    def __init__(self) -> None:
        self.found: list[tuple[int, bytes, bytes]] = []
        self.fonts: dict[str, str] = {}

    def add(self, entries: Mapping[str, object]) -> str:
        return self.keep(dictionary(entries).encode("latin-1"), b"")

    def stream(self, entries: Mapping[str, object], content: bytes) -> str:
        """Compress and add a stream; return its reference."""
        packed = compress(content)
        head = dictionary({**entries, "Filter": _PACKED, "Length": len(packed)}) + "\n"
        return self.keep(head.encode("latin-1"), b"stream\n" + packed + b"endstream")

    def keep(self, head: bytes, content: bytes) -> str:
        """Add an object as written: a dictionary, and a stream with its keywords or nothing; return its reference."""
        self.found.append((len(self.found) + 2, head, content))
        return f"{len(self.found) + 1} 0 R"

    def all(self) -> list[tuple[int, bytes, bytes]]:
        return [(1, dictionary(self.fonts).encode(), b""), *self.found]


# ---- operators -----------------------------------------------------------------------------------


MITER = 4.0  # default miter limit: SVG's, not PDF's
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_ZEROS = re.compile(r"(\.\d*?)0+(?=[ \n\]])")
_OPERATORS = {"M": "%.3f %.3f m", "L": "%.3f %.3f l", "C": "%.3f %.3f %.3f %.3f %.3f %.3f c", "Z": "h"}


def clean(code: str) -> str:
    """Write numbers without trailing zeros."""
    return _ZEROS.sub(r"\1", code)


def short(code: str) -> str:
    """Do what `clean` does for code whose every number has three places and a space after it: much faster."""
    return code.replace("00 ", " ").replace("0 ", " ")


def segments(path: Iterable[Segment]) -> str:
    return finite_digits("\n".join([_OPERATORS[segment[0]] % segment[1:] for segment in path]))  # type: ignore[index]


def verb(paint: Paint) -> str:
    if paint.fill is None:
        return "S"
    return ("B" if paint.stroke is not None else "f") + ("*" if paint.even_odd else "")


def pen(paint: Paint) -> str:
    """Return the operators for line ends, joins, their miter limit, and dashes."""
    dash = clean(finite_digits(" ".join("%.3f" % length for length in paint.dash)) + "]")
    phase = clean(finite_digits("%.3f " % paint.phase)) if paint.phase else "0 "
    limit = clean(finite_digits("%.3f " % paint.miter)) + "M " if paint.join == "miter" else ""
    return f"{limit}{_CAPS[paint.cap]} J {_JOINS[paint.join]} j [{dash} {phase}d"


def inked(paint: Paint, code: str) -> str:
    """Return code that paints with a paint's colours and lines."""
    state = []
    if paint.fill is not None:
        state.append(colour(paint.fill, "rg"))
    if paint.stroke is not None:
        state.append(colour(paint.stroke, "RG"))
        state.append(short(finite_digits("%.3f w" % paint.width)))
        if paint.cap != "butt" or paint.join != "miter" or paint.dash or paint.miter != MITER:
            state.append(f"q {pen(paint)}")
            code += "Q"
    return "\n".join(state) + "\n" + code


@lru_cache(maxsize=1024)
def matrix(numbers: Matrix) -> str:
    return clean(finite_digits("%.6f %.6f %.6f %.6f %.4f %.4f cm" % numbers))


@lru_cache(maxsize=256)  # slots repeat on each sheet
def clip(path: Segments) -> str:
    return short(segments(path) + "\n")


@lru_cache(maxsize=1024)
def colour(channels: Colour, operator: str) -> str:
    return clean(finite_digits("%.4f %.4f %.4f " % channels)) + operator
