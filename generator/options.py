"""What the command line's words mean: paper, edges, millimetres. Every bad word of a command is told at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Literal, TypeVar, cast, get_args

from msgspec import Struct

from generator import printers
from generator.sheets.printable import Duplex, Marks, Options
from specs import expr
from specs.document import Document
from specs.errors import Fault, SpecError
from specs.explain import did_you_mean
from specs.schema import Spec

PAPERS: dict[str, tuple[float, float]] = {
    "a4": (210.0, 297.0),
    "letter": (215.9, 279.4),
    "legal": (215.9, 355.6),
    "a3": (297.0, 420.0),
    "tabloid": (279.4, 431.8),
}
FORMATS = ("pdf", "svg", "png")
INKS = ("normal", "low", "outline")
LEAST_AREA = 40.0  # mm that the margins must leave

_PAPER = re.compile(r"^(\d+(?:\.\d+)?)[x×](\d+(?:\.\d+)?)(?:mm)?\Z")
T = TypeVar("T")


class Words(Struct, frozen=True):
    """The options of `generator build` as typed."""

    paper: str = "a4"
    landscape: bool = False
    formats: str = "pdf,png"
    duplex: str = "long-edge"
    bleed: str | None = None
    marks: str = "crop"
    marks_side: str = "front"
    pack: bool = True
    margin: str = "5"
    offset: str | None = None
    ink: str = "normal"
    only: tuple[str, ...] = ()
    seed: int | None = None
    players: int | None = None
    options: tuple[str, ...] = ()
    printer: str | None = None
    layout: str | None = None


class Settings(Struct, frozen=True):
    """The options of a build, read and checked. `components` are those to print, in the spec's order.

    A seed without a number of players is dealt to as few as can play.
    """

    paper_name: str
    sheet: Options
    formats: tuple[str, ...]
    ink: str
    components: tuple[str, ...]
    options: tuple[str, ...]
    seed: int | None
    players: int | None
    printer: str | None
    layout: str | None

    def record(self) -> dict[str, object]:
        """All of it as a manifest records it."""
        sheet = self.sheet
        return {
            "paper": self.paper_name,
            "paper_mm": list(sheet.paper),
            "formats": list(self.formats),
            "duplex": sheet.duplex,
            "bleed": "outer" if sheet.outer else "spec" if sheet.bleed is None else sheet.bleed,
            "marks": sheet.marks,
            "marks_side": sheet.marks_side,
            "pack": sheet.pack,
            "margin_mm": sheet.margin,
            "offset_mm": list(sheet.offset),
            "skew_degrees": sheet.skew,
            "ink": self.ink,
            "components": list(self.components),
            "options": list(self.options),
            "seed": self.seed,
            "players": self.players,
            "printer": self.printer,
            "layout": self.layout,
        }


def bad(option: str, found: str, expected: str, hint: str = "") -> SpecError:
    """A fault of the command line rather than of a file."""
    return SpecError([Fault(option, 0, 0, found, expected, hint)])


def choice(option: str, word: str, known: Sequence[str]) -> str:
    if word.lower() not in known:
        raise bad(option, f"'{word}'", f"{', '.join(known[:-1])} or {known[-1]}", did_you_mean(word, known))
    return word.lower()


def number(option: str, word: str, least: float, most: float) -> float:
    """A length in mm within bounds; `mm` may follow it."""
    expected = f"a number of mm from {least:g} to {most:g}"
    try:
        figure = float(word.strip().removesuffix("mm"))
    except ValueError:
        raise bad(option, f"'{word}'", expected) from None
    if not isfinite(figure) or not least <= figure <= most:
        raise bad(option, f"'{word}'", expected)
    return figure


def numbers(option: str, word: str, counts: Sequence[int], expected: str) -> tuple[float, ...]:
    """Figures between commas, as many as one of `counts`."""
    try:
        figures = tuple(float(part) for part in word.split(","))
    except ValueError:
        figures = ()
    if len(figures) not in counts or not all(map(isfinite, figures)):
        raise bad(option, f"'{word}'", expected)
    return figures


def paper(option: str, word: str) -> tuple[str, tuple[float, float]]:
    """Name and size (mm, as written: a named paper is upright)."""
    name = word.lower().strip()
    if name in PAPERS:
        return name, PAPERS[name]
    match = _PAPER.match(name)
    if match is None:
        raise bad(option, f"'{word}'", f"{', '.join(PAPERS)} or WIDTHxHEIGHTmm", did_you_mean(word, PAPERS))
    width, height = float(match[1]), float(match[2])
    if not (90 <= width <= 2000 and 90 <= height <= 2000):
        raise bad(option, f"'{word}'", "sides from 90 to 2000 mm")
    return f"{width:g}x{height:g}mm", (width, height)


def formats(option: str, word: str) -> tuple[str, ...]:
    """The formats asked for, each once, in their own order."""
    asked = {choice(option, part.strip(), FORMATS) for part in word.split(",")}
    return tuple(name for name in FORMATS if name in asked)


def names(option: str, words: Sequence[str], known: Sequence[str], what: str) -> tuple[str, ...]:
    """Names, several between commas, each of which must be known; in the order of `known`."""
    asked = [part.strip() for word in words for part in word.split(",")]
    expected = f"one of {', '.join(known)}" if known else f"no {option}: this spec has none"
    faults = [
        Fault(option, 0, 0, f"no {what} '{name}'", expected, did_you_mean(name, known))
        for name in asked
        if name not in known
    ]
    if faults:
        raise SpecError(faults)
    return tuple(name for name in known if name in asked)


def by_default(spec: Spec, chosen: Sequence[str]) -> tuple[str, ...]:
    """The components printed with these print options where none is asked for by name."""
    env = {f"option.{name}": name in chosen for name in spec.options}
    return tuple(name for name, part in spec.components.items() if part.when is None or expr.holds(part.when, env))


class _Faults:
    """Collects the faults of several readings, with a stand-in for what could not be read."""

    def __init__(self) -> None:
        self.found: list[Fault] = []

    def read(self, stand_in: T, reading: Callable[[], T]) -> T:
        try:
            return reading()
        except SpecError as error:
            self.found += error.faults
            return stand_in


def read(words: Words, document: Document) -> Settings:
    """The options for a spec. Raises SpecError with every fault of the command line."""
    faults = _Faults()
    spec = document.spec
    name, size = faults.read(("a4", PAPERS["a4"]), lambda: paper("--paper", words.paper))
    if words.landscape:
        size = (max(size), min(size))
    printer = words.printer
    profile = faults.read(printers.Profile(), lambda: printers.get(printer) if printer else printers.Profile())
    given = words.offset
    offset = (profile.x_mm, profile.y_mm)
    if given is not None:
        expected = "two numbers of mm, such as 1.5,-0.5: right and down, looking at the back"
        nowhere: tuple[float, ...] = (0.0, 0.0)
        x, y = faults.read(nowhere, lambda: numbers("--offset", given, (2,), expected))
        if max(abs(x), abs(y)) > printers.MOST_MM:
            faults.found.append(Fault("--offset", 0, 0, f"'{given}'", f"at most {printers.MOST_MM:g} mm either way"))
        offset = (x, y)
    bleed, outer = words.bleed, words.bleed == "outer"
    length = faults.read(None, lambda: None if bleed is None or outer else number("--bleed", bleed, 0, 20))
    most = min(min(size) / 2 - LEAST_AREA / 2, 50)
    sheet = Options(
        paper=size,
        margin=faults.read(5.0, lambda: number("--margin", words.margin, 0, most)),
        duplex=cast(Duplex, faults.read("none", lambda: choice("--duplex", words.duplex, get_args(Duplex)))),
        bleed=length,
        outer=outer,
        marks=cast(Marks, faults.read("none", lambda: choice("--marks", words.marks, get_args(Marks)))),
        pack=words.pack,
        marks_side=cast(
            Literal["front", "both"],
            faults.read("front", lambda: choice("--marks-side", words.marks_side, ("front", "both"))),
        ),
        offset=offset,
        skew=profile.skew_degrees,
    )
    if words.players is not None and not spec.players.min <= words.players <= spec.players.max:
        expected = f"{spec.players.min} to {spec.players.max}"
        faults.found.append(Fault("--players", 0, 0, f"{words.players} players", expected))
    layout = words.layout
    if layout is not None:
        boards: tuple[str, ...] = tuple(spec.setup.layouts)
        faults.read(boards, lambda: names("--layout", (layout,), boards, "layout"))
    if words.players is not None and words.seed is None and not spec.setup.layouts:
        faults.found.append(Fault("--players", 0, 0, "no --seed", "a --seed to deal from"))
    components = tuple(spec.components)
    nothing: tuple[str, ...] = ()
    chosen = faults.read(
        nothing, lambda: names("--option", words.options, tuple(spec.options), "option") if words.options else ()
    )
    only = faults.read(nothing, lambda: names("--only", words.only, components, "component") if words.only else ())
    settings = Settings(
        name,
        sheet,
        faults.read((), lambda: formats("--format", words.formats)),
        faults.read("normal", lambda: choice("--ink", words.ink, INKS)),
        only if words.only else by_default(spec, chosen),
        chosen,
        words.seed,
        spec.players.min if words.players is None and words.seed is not None else words.players,
        printer,
        layout,
    )
    if faults.found:
        raise SpecError(faults.found)
    return settings
