"""Shapes, paints and transforms as the operators of a PDF. Numbers are mm, which a page's matrix turns into points."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from generator.draw.geometry.finite import finite_digits
from generator.draw.scene import Colour, Matrix, Paint, Segment

MITER = 4.0  # how sharp a corner may be, unless a path says so itself: as in an SVG, and not as in a PDF
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_ZEROS = re.compile(r"(\.\d*?)0+(?=[ \n\]])")
_OPERATORS = {"M": "%.3f %.3f m", "L": "%.3f %.3f l", "C": "%.3f %.3f %.3f %.3f %.3f %.3f c", "Z": "h"}


def clean(code: str) -> str:
    """Numbers without trailing zeros."""
    return _ZEROS.sub(r"\1", code)


def short(code: str) -> str:
    """What `clean` does, for code whose every number has three places and a space behind it: much faster."""
    return code.replace("00 ", " ").replace("0 ", " ")


def segments(path: Iterable[Segment]) -> str:
    return finite_digits("\n".join([_OPERATORS[segment[0]] % segment[1:] for segment in path]))  # type: ignore[index]


def verb(paint: Paint) -> str:
    if paint.fill is None:
        return "S"
    return ("B" if paint.stroke is not None else "f") + ("*" if paint.even_odd else "")


def pen(paint: Paint) -> str:
    """How lines end, meet and are broken."""
    dash = clean(finite_digits(" ".join("%.3f" % length for length in paint.dash)) + "]")
    phase = clean(finite_digits("%.3f " % paint.phase)) if paint.phase else "0 "
    limit = clean(finite_digits("%.3f " % paint.miter)) + "M " if paint.join == "miter" else ""
    return f"{limit}{_CAPS[paint.cap]} J {_JOINS[paint.join]} j [{dash} {phase}d"


def inked(paint: Paint, code: str) -> str:
    """Code that paints with a paint's colours and lines."""
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


@lru_cache(maxsize=256)  # slots, the same on each sheet
def clip(path: tuple[Segment, ...]) -> str:
    return short(segments(path) + "\n")


@lru_cache(maxsize=1024)
def colour(channels: Colour, operator: str) -> str:
    return clean(finite_digits("%.4f %.4f %.4f " % channels)) + operator
