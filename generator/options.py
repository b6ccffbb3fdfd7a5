"""What the command line's words mean: paper, edges, millimetres. Every bad word of a command is told at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from math import isfinite
from typing import Literal, TypeVar, cast, get_args

from msgspec import Struct
from msgspec.structs import replace

from generator import printers
from generator.choose import Choice, Pieces
from generator.choose import chosen as pieces_of
from generator.sheets.printable import Duplex, Fixed, Marks, Options
from specs import expr
from specs.document import Document
from specs.errors import Fault, SpecError
from specs.explain import did_you_mean
from specs.schema import Spec
from specs.seeds import EXPECTED, is_seed
from specs.sizes import PAPERS

FORMATS = ("pdf", "svg", "png")
INKS = ("normal", "low", "outline")
LEAST_AREA = 40.0  # mm that the margins must leave

_PAPER = re.compile(r"^(\d+(?:\.\d+)?)[x×](\d+(?:\.\d+)?)(?:mm)?\Z")
T = TypeVar("T")
Sizes = tuple[tuple[str, tuple[float, float]], ...]  # papers' names, widths and heights


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
    margin: str | None = None
    offset: str | None = None
    ink: str = "normal"
    only: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    where: str | None = None
    count: int | None = None
    changed: bool = False
    split: bool = False
    seed: int | None = None
    players: int | None = None
    options: tuple[str, ...] = ()
    printer: str | None = None
    layout: str | None = None
    sheets: str | None = None


class Settings(Struct, frozen=True):
    """The options of a build, read and checked. `components` are those to print, in the spec's order.

    `papers` are the papers' names, each with how it is printed on. With `whole` all is printed that there is, by
    default; else what `components` and `choice` say. `changed` leaves out what the build before printed.
    A seed without a number of players is dealt to as few as can play.
    """

    papers: tuple[tuple[str, Options], ...]
    whole: bool
    choice: Choice
    changed: bool
    split: bool
    formats: tuple[str, ...]
    ink: str
    components: tuple[str, ...]
    options: tuple[str, ...]
    seed: int | None
    players: int | None
    printer: str | None
    layout: str | None

    @property
    def sheet(self) -> Options:
        """How the first paper is printed on, which is the only one but for a build on several."""
        return self.papers[0][1]

    def record(self) -> dict[str, object]:
        """All of it as a manifest records it."""
        sheet, choice = self.sheet, self.choice
        return {
            "paper": self.papers[0][0],
            "paper_mm": list(sheet.paper),
            "formats": list(self.formats),
            "duplex": sheet.duplex,
            "bleed": "outer" if sheet.outer else "spec" if sheet.bleed is None else sheet.bleed,
            "marks": sheet.marks,
            "sheets": None if sheet.fixed is None else sheet.fixed.title,
            "marks_side": sheet.marks_side,
            "pack": sheet.pack,
            "margin_mm": sheet.margin if sheet.margins is None else list(sheet.margins),
            "offset_mm": list(sheet.offset),
            "skew_degrees": sheet.skew,
            "scale": list(sheet.scale),
            "ink": self.ink,
            "split": self.split,
            "components": list(self.components),
            "pieces": list(choice.ids),
            "where": choice.where,
            "count": choice.count,
            "changed": self.changed,
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


def _paper_name(size: tuple[float, float]) -> str:
    known = {sides: name for name, sides in PAPERS.items()}
    return known.get(size, f"{size[0]:g}x{size[1]:g}mm")


def papers(option: str, words: str, *, landscape: bool) -> Sizes:
    """Names and sizes of one paper or several, each once, lying as they are printed on."""
    found = dict(paper(option, word) for word in words.split(","))
    return tuple((name, (max(size), min(size)) if landscape else size) for name, size in found.items())


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


def profile(
    reading: str, bottom: str | None, scale: str | None, margins: str | None, size: tuple[float, float]
) -> printers.Profile:
    """A printer's profile from what was read off the calibration page on paper of this size. Raises SpecError."""
    if bottom is None:
        expected = "X,Y or X,Y,SKEW: mm right, mm down, degrees clockwise, such as 1.5,-0.5"
        x, y, skew = (*numbers("--set", reading, (2, 3), expected), 0.0)[:3]
    else:
        from generator.handouts.calibration import correction

        expected = "X,Y: mm right, mm down, such as 1.5,-0.5"
        top = numbers("--set", reading, (2,), expected)
        low = numbers("--bottom", bottom, (2,), expected)
        x, y, skew = (round(figure, 3) for figure in correction((top[0], top[1]), (low[0], low[1]), *size))
    expected = "X,Y: what 100 mm across and down came out as, such as 99.6,100.2"
    across, down = (100.0, 100.0) if scale is None else numbers("--scale", scale, (2,), expected)
    expected = "L,T,R,B: mm from each edge, such as 4,4,4,12"
    edges = () if margins is None else numbers("--margins", margins, (4,), expected)
    return printers.Profile(x, y, skew, across, down, *edges)


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
    usual: Sizes = (("a4", PAPERS["a4"]),)
    sizes = faults.read(usual, lambda: papers("--paper", words.paper, landscape=words.landscape))
    given_sheets = words.sheets
    fixed: Fixed | None = None
    if given_sheets is not None:
        from generator.sheets.fixed import load as fixed_sheet

        fixed = faults.read(None, lambda: fixed_sheet(given_sheets))
    if fixed is not None:
        sizes = ((_paper_name(fixed.paper), fixed.paper),)
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
    most = min(min(side for _, size in sizes for side in size) / 2 - LEAST_AREA / 2, 50)
    sheet = Options(
        paper=sizes[0][1],
        margin=faults.read(5.0, lambda: number("--margin", words.margin or "5", 0, most)),
        margins=profile.margins if words.margin is None else None,
        scale=profile.scale,
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
        fixed=fixed,
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
    if words.seed is not None and not is_seed(words.seed):
        faults.found.append(Fault("--seed", 0, 0, f"{words.seed}", EXPECTED))
    components = tuple(spec.components)
    nothing: tuple[str, ...] = ()
    chosen = faults.read(
        nothing, lambda: names("--option", words.options, tuple(spec.options), "option") if words.options else ()
    )
    only = faults.read(nothing, lambda: names("--only", words.only, components, "component") if words.only else ())
    default = by_default(spec, chosen)
    wanted = only if words.only else default
    ids = tuple(part.strip() for word in words.pieces for part in word.split(","))
    pick = Choice(ids, words.where, words.count)
    none: Pieces = {}
    left = tuple(faults.read(none, lambda: pieces_of(document, wanted, pick)))
    settings = Settings(
        tuple((name, replace(sheet, paper=size)) for name, size in sizes),
        wanted == default and pick.all,
        pick,
        words.changed,
        words.split,
        faults.read((), lambda: formats("--format", words.formats)),
        faults.read("normal", lambda: choice("--ink", words.ink, INKS)),
        left,
        chosen,
        words.seed,
        spec.players.min if words.players is None and words.seed is not None else words.players,
        printer,
        layout,
    )
    if faults.found:
        raise SpecError(faults.found)
    return settings
