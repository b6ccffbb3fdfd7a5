"""What the words of a command line mean: papers, millimetres, choices, names. All bad words are faults at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import isfinite
from typing import ParamSpec, TypeVar

from specs.base.errors import Fault, Place, SpecError, bad, hints
from specs.base.fault_codes import Code

_PAPER = r"^(\d+(?:\.\d+)?)[x×](\d+(?:\.\d+)?)(?:mm)?\Z"
P = ParamSpec("P")
T = TypeVar("T")


class Faults:
    """Collects the faults of several readings, with a stand-in for what could not be read."""

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def add(self, code: Code, option: str, found: str, expected: str) -> None:
        self.found.append(Fault(code, Place(option), found, expected))

    def read(self, stand_in: T, reading: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        try:
            return reading(*given, **named)
        except SpecError as error:
            self.found += error.faults
            return stand_in


def choice(option: str, word: str, known: Sequence[str]) -> str:
    if word.lower() not in known:
        from specs.read.typed import did_you_mean

        found = f"'{word}'"
        raise bad("wrong-value", option, found, f"{', '.join(known[:-1])} or {known[-1]}", did_you_mean(word, known))
    return word.lower()


def number(option: str, word: str, least: float, most: float) -> float:
    """A length in mm within bounds; `mm` may follow it."""
    expected = f"a number of mm from {least:g} to {most:g}"
    try:
        figure = float(word.strip().removesuffix("mm"))
    except ValueError:
        raise bad("wrong-value", option, f"'{word}'", expected) from None
    if not isfinite(figure) or not least <= figure <= most:
        raise bad("wrong-value", option, f"'{word}'", expected)
    return figure


def numbers(option: str, word: str, counts: Sequence[int], expected: str) -> tuple[float, ...]:
    """Figures between commas, as many as one of `counts`."""
    try:
        figures = tuple(float(part) for part in word.split(","))
    except ValueError:
        figures = ()
    if len(figures) not in counts or not all(map(isfinite, figures)):
        raise bad("wrong-value", option, f"'{word}'", expected)
    return figures


def paper(option: str, word: str) -> tuple[str, tuple[float, float]]:
    """Name and size (mm, as written: a named paper is upright)."""
    from specs.model.shapes.sizes import PAPERS
    from specs.read.typed import did_you_mean

    name = word.lower().strip()
    if name in PAPERS:
        return name, PAPERS[name]
    match = re.match(_PAPER, name)
    if match is None:
        found = f"'{word}'"
        raise bad("wrong-value", option, found, f"{', '.join(PAPERS)} or WIDTHxHEIGHTmm", did_you_mean(word, PAPERS))
    width, height = float(match[1]), float(match[2])
    if not (90 <= width <= 2000 and 90 <= height <= 2000):
        raise bad("out-of-range", option, f"'{word}'", "sides from 90 to 2000 mm")
    return f"{width:g}x{height:g}mm", (width, height)


def lying(size: tuple[float, float], landscape: bool) -> tuple[float, float]:
    """A paper's size as it is printed on."""
    return (max(size), min(size)) if landscape else size


def names(option: str, asked: Sequence[str], known: Sequence[str], what: str) -> tuple[str, ...]:
    """Names, each of which must be known; in the order of `known`."""
    from specs.read.typed import did_you_mean

    expected = f"one of {', '.join(known)}" if known else f"no {option}: this spec has none"
    faults = [
        Fault("unknown-name", Place(option), f"no {what} '{name}'", expected, hints(did_you_mean(name, known)))
        for name in asked
        if name not in known
    ]
    if faults:
        raise SpecError(faults)
    return tuple(name for name in known if name in asked)
