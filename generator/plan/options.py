"""The options of a build, each declared once: its name, help, type, default.

The command line, `generator.build` for other programs, and a build's manifest use this table; `settings` applies the
options to a game.
"""

# annotations that are values, not text: msgspec would compile each of them at every start

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import isfinite
from types import NoneType
from typing import Annotated, Any, Literal, NamedTuple, ParamSpec, TypeVar, get_args, get_origin

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.structs import fields

from generator.sheets.area import Duplex, Marks, MarksSide
from specs.base.errors import Code, Fault, Place, SpecError, bad, hints
from specs.base.languages import mark
from specs.base.seeds import MOST as MOST_SEED

Format = Literal["pdf", "svg", "png", "faces", "tts", "pio"]
Ink = Literal["normal", "low", "outline"]
Crop = Literal["bleed", "square", "round"]
Picture = Literal["png", "jpeg"]
Reading = Callable[[str, Any], Any]  # reads an option's value, given its name
MOST_MM = 20.0  # a larger offset is a mistake: the calibration scales end at 8 mm
MOST_MISS = 5.0  # of a knife

_PAPER = r"^(\d+(?:\.\d+)?)[x×](\d+(?:\.\d+)?)(?:mm)?\Z"
P = ParamSpec("P")
T = TypeVar("T")

# ---- what words mean; all bad ones are faults at once ----------------------------------------------


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


def _nearest(word: str, known: Iterable[str]) -> str:
    from specs.read.typed import did_you_mean  # not needed to show help

    return did_you_mean(word, known)


def choice(option: str, word: str, known: Sequence[str]) -> str:
    if word.lower() not in known:
        found = f"'{word}'"
        raise bad("wrong-value", option, found, f"{', '.join(known[:-1])} or {known[-1]}", _nearest(word, known))
    return word.lower()


def number(option: str, word: str, least: float, most: float) -> float:
    """Read a length in mm within bounds; `mm` may follow it. Raises SpecError, as all readings here do."""
    expected = f"a number of mm from {least:g} to {most:g}"
    try:
        figure = float(word.strip().removesuffix("mm"))
    except ValueError:
        raise bad("wrong-value", option, f"'{word}'", expected) from None
    if not isfinite(figure) or not least <= figure <= most:
        raise bad("wrong-value", option, f"'{word}'", expected)
    return figure


def numbers(option: str, word: str, counts: Sequence[int], expected: str) -> tuple[float, ...]:
    """Read numbers between commas, as many as one of `counts`."""
    try:
        figures = tuple(float(part) for part in word.split(","))
    except ValueError:
        figures = ()
    if len(figures) not in counts or not all(map(isfinite, figures)):
        raise bad("wrong-value", option, f"'{word}'", expected)
    return figures


def paper(option: str, word: str) -> tuple[str, tuple[float, float]]:
    """Read a paper: its name and size (mm, as written: a named paper is upright)."""
    from specs.model.shapes.sizes import PAPERS

    name = word.lower().strip()
    if name in PAPERS:
        return name, PAPERS[name]
    match = re.match(_PAPER, name)
    if match is None:
        found = f"'{word}'"
        raise bad("wrong-value", option, found, f"{', '.join(PAPERS)} or WIDTHxHEIGHTmm", _nearest(word, PAPERS))
    width, height = float(match[1]), float(match[2])
    if not (90 <= width <= 2000 and 90 <= height <= 2000):
        raise bad("out-of-range", option, f"'{word}'", "sides from 90 to 2000 mm")
    return f"{width:g}x{height:g}mm", (width, height)


def lying(size: tuple[float, float], landscape: bool) -> tuple[float, float]:
    """Return a paper's size as it is printed on."""
    return (max(size), min(size)) if landscape else size


def names(option: str, asked: Sequence[str], known: Sequence[str], what: str) -> tuple[str, ...]:
    """Read names, each of which must be known; sorted as in `known`."""
    expected = f"one of {', '.join(known)}" if known else f"no {option}: this spec has none"
    faults = [
        Fault("unknown-name", Place(option), f"no {what} '{name}'", expected, hints(_nearest(name, known)))
        for name in asked
        if name not in known
    ]
    if faults:
        raise SpecError(faults)
    return tuple(name for name in known if name in asked)


# ---- what may be given -----------------------------------------------------------------------------


def _converted(kind: Any, expected: str) -> Reading:
    """Return a reader of values that another program gives already typed."""

    def read(option: str, given: object) -> object:
        try:
            return convert(given, kind)
        except ValidationError:
            code: Code = "out-of-range" if type(given) is int else "wrong-type"
            raise bad(code, option, repr(given), expected) from None

    return read


_text = _converted(str, "text")
_switch = _converted(bool, "true or false")


def _whole(least: int | None, most: int | None) -> Reading:
    """Return a reader of whole numbers, within bounds if there are any."""
    bounds = "" if least is None else f" from {least} to {most}"
    return _converted(Annotated[int, Meta(ge=least, le=most)], f"a whole number{bounds}")


def _list(option: str, given: object) -> tuple[str, ...]:
    """Read words between commas; or a list of them."""
    words = _converted(str | tuple[str, ...], "text, or a list of it")(option, given)
    return tuple(part.strip() for word in ([words] if isinstance(words, str) else words) for part in word.split(","))


def _one_of(words: Sequence[str]) -> Reading:
    return lambda option, given: choice(option, _text(option, given), words)


def _formats(option: str, given: object) -> tuple[str, ...]:
    """Read formats, each once, in standard order."""
    asked = {choice(option, word, get_args(Format)) for word in _list(option, given)}
    return tuple(name for name in get_args(Format) if name in asked)


def _word(_: str, given: object) -> str:
    return str(given)  # its limit depends on the paper


def _address(option: str, given: object) -> str:
    word = str(_text(option, given))
    if not re.fullmatch(r"(https?|file)://[!#-;=?-\[\]_a-z~]+", word):
        raise bad("wrong-value", option, f"'{word}'", "an address such as https://example.org/game, spaces as %20")
    return word


def _bleed(option: str, given: object) -> float | str:
    return "outer" if given == "outer" else number(option, str(given), 0, 20)


def _right_and_down(such_as: str, of: str, most: float) -> Reading:
    """Return a reader of two numbers of mm, from -`most` to `most`."""

    def read(option: str, given: object) -> tuple[float, ...]:
        word = ",".join(map(str, given)) if isinstance(given, list | tuple) else str(given)
        x, y = numbers(option, word, (2,), f"two numbers of mm, such as {such_as}: right and down{of}")
        if max(abs(x), abs(y)) > most:
            raise bad("out-of-range", option, f"'{word}'", f"at most {most:g} mm either way")
        return x, y

    return read


_offset = _right_and_down("1.5,-0.5", ", looking at the back", MOST_MM)
_missed = _right_and_down("0.3,-0.2", " of where it should be", MOST_MISS)


class Given(NamedTuple):
    """How an option is given: the placeholder of its value in the help; how it is read, if not by its type; its flag,
    if not named like the option; the least and the most it may be."""

    metavar: str | None = None
    read: Reading | None = None
    flag: str = ""
    least: int | None = None
    most: int | None = None


List = Annotated[tuple[str, ...], Given("LIST")]
Ids = Annotated[tuple[str, ...], Given("ID,...")]
File = Annotated[str | None, Given("FILE")]
Name = Annotated[str | None, Given("NAME")]
Shop = Annotated[str | None, Given("SHOP")]
Formats = Annotated[tuple[Format, ...], Given("LIST", _formats, "--format")]
Bleed = Annotated[float | Literal["outer"] | None, Given("MM", _bleed)]
Pair = tuple[float, float] | None


# ---- the options -----------------------------------------------------------------------------------


class Options(Struct, frozen=True, kw_only=True):
    """How a game is printed, with every word read but not yet applied to a game. Each has its help after its type."""

    paper: Annotated[List, "a4, letter, legal, a3, tabloid or WIDTHxHEIGHTmm; or several: a4,letter."] = ("a4",)
    landscape: Annotated[bool, "Lay the paper on its side."] = False
    sheets: Annotated[File, "A fixed sheet, such as labels: a YAML file, or one of `generator sheets`."] = None
    shop: Annotated[Shop, "Files for a print shop: one of `generator shops`, or a YAML file."] = None
    profile: Annotated[File, "With --shop: an ICC profile of its press, in place of ours."] = None
    formats: Annotated[
        Formats, "pdf to print, svg sheets and pieces, png preview, faces as pictures; tts and pio for virtual tables."
    ] = ("pdf", "png")
    dpi: Annotated[int, Given(least=50, most=1200), "Resolution of pictures of faces, in dots per inch."] = 300
    faces: Annotated[Crop, "Crop of pictures of faces: bleed, square (at the cut) or round (cut out)."] = "bleed"
    picture: Annotated[Picture, "File type of pictures of faces: png or jpeg."] = "png"
    url: Annotated[
        str | None,
        Given("ADDRESS", _address),
        "With --format tts: the address of the pictures, https://example.org/game.",
    ] = None
    duplex: Annotated[Duplex, "How backs meet fronts; none prints fronts only."] = "long-edge"
    split: Annotated[bool, "Fronts and backs as two PDFs, for manual duplex."] = False
    bleed: Annotated[Bleed, "Bleed beyond the cut, mm; outer: only at the outside of the sheet."] = None
    marks: Annotated[
        Marks | None, "Cut marks: crop, lines (full length) or none. [default: crop; with --cutter none]"
    ] = None
    marks_side: Annotated[MarksSide, "Cut marks on the front only, or on both sides."] = "front"
    pack: Annotated[bool, "Let components share sheets, to save paper."] = True
    margin: Annotated[
        str | None, Given("MM", _word), "Margin that your printer cannot print, mm. [default: 5, or that of --printer]"
    ] = None
    offset: Annotated[Pair, Given("X,Y", _offset), "Move the backs: mm right, mm down, looking at the back."] = None
    cutter: Annotated[Name, "Marks and cut files for a machine: a YAML file, or one of `generator cutters`."] = None
    cut_offset: Annotated[
        Pair, Given("X,Y", _missed), "With --cutter: how far the knife is off, mm right and down."
    ] = None
    plan: Annotated[bool, "First sheet: what to print on what, and what to prepare."] = True
    split_stock: Annotated[bool, "Separate PDFs for card, paper, what is read, and the setup of a seed."] = False
    ink: Annotated[Ink, "Ink to use: normal, low (paler) or outline."] = "normal"
    language: Annotated[List, "Language: de; several: en,de; two on each piece: en+de."] = ()

    large: Annotated[bool, "Large print: text up to 1.4 times as large."] = False

    only: Annotated[Ids, "Only these components (see `generator list SPEC`)."] = ()
    pieces: Annotated[Ids, "Only these pieces; * stands for anything."] = ()
    where: Annotated[str | None, Given("CONDITION"), "Only pieces whose fields meet a condition: 'cost > 2'."] = None
    count: Annotated[int | None, Given(least=1, most=1000), "How many of each piece. [default: as the spec says]"] = (
        None
    )
    since: Annotated[
        str | None,
        Given("OLD"),
        "Only what changed since an earlier edition: its spec, or its build's folder.",
    ] = None
    edition_mark: Annotated[bool, "Print the edition in small letters on each piece."] = False

    seed: Annotated[int | None, Given(read=_whole(0, MOST_SEED)), "Add a setup sheet dealt from this seed."] = None
    players: Annotated[int | None, "Number of players: print pieces, setup and layouts for so many."] = None
    layout: Annotated[Name, "Print the sheet of one layout of the spec, with the names of its fields."] = None
    options: Annotated[tuple[str, ...], Given("NAME", flag="--option"), "Switch on a print option of the spec."] = ()
    printer: Annotated[Name, "A printer stored by `generator calibrate --set`."] = None
    true_colours: Annotated[bool, "Correct colours for --printer, as `calibrate --set-colours` stored them."] = False

    @property
    def all_pieces(self) -> bool:
        """Return whether all pieces of the components are printed once."""
        return not self.pieces and self.where is None and self.count is None


GROUPS: Mapping[str, Sequence[str]] = {  # headings of the help, and the options under each
    mark("What to print"): ("only", "pieces", "where", "count", "since", "seed", "players", "layout", "options"),
    mark("Paper"): ("paper", "landscape", "sheets", "margin", "pack", "plan", "split_stock"),
    mark("Cutting"): ("bleed", "marks", "marks_side", "cutter", "cut_offset"),
    mark("Backs and colours"): ("duplex", "split", "offset", "printer", "true_colours", "ink"),
    mark("Readers"): ("language", "large", "edition_mark"),
    mark("Files"): ("formats", "dpi", "faces", "picture", "url", "shop", "profile"),
}


class Option(Struct, frozen=True):
    """An option; `kind` is its type on a command line, `choices` are its values, if few."""

    name: str
    flag: str
    kind: Any
    default: Any
    help: str
    read: Reading
    metavar: str | None
    least: int | None
    most: int | None
    choices: tuple[str, ...]
    group: str

    @property
    def flags(self) -> tuple[str, ...]:
        """Return its flag; and the one that switches it off, if it is on by default."""
        if self.kind is bool and self.default:
            return self.flag, f"--no-{self.flag.removeprefix('--')}"
        return (self.flag,)


@cache
def known() -> Mapping[str, Option]:
    """Return every option by name."""
    return {option.name: option for option in _known()}


def _known() -> Iterator[Option]:
    for field in fields(Options):
        kind, *others, help_ = get_args(field.type)
        metavar, read, flag, least, most = others[0] if others else Given()
        inside, *more = _parts(kind)
        words = get_args(inside) if get_origin(inside) is Literal and not more else ()
        readers: Mapping[Any, Reading] = {bool: _switch, int: _whole(least, most), str: _text}
        yield Option(
            field.name,
            flag or "--" + field.name.replace("_", "-"),
            inside if inside in (bool, int) else list[str] if field.default == () else str,
            field.default,
            help_,
            read or (_one_of(words) if words else readers.get(inside, _list)),
            metavar,
            least,
            most,
            words,
            next(heading for heading, names in GROUPS.items() if field.name in names),
        )


def _parts(kind: Any) -> Sequence[Any]:
    """Return what a value may be besides None."""
    parts = get_args(kind)
    return [part for part in parts if part is not NoneType] if NoneType in parts else [kind]


def read(words: Mapping[str, object], faults: Faults) -> Options:
    """Read options from words by name, of which None is not given. A bad one adds its faults and keeps its default."""
    found: dict[str, Any] = {}
    for name, word in words.items():
        option = known().get(name)
        if option is None:
            expected = f"one of {', '.join(known())}"
            hint = hints(_nearest(name, known()))
            faults.found.append(Fault("unknown-option", Place(""), f"no option '{name}'", expected, hint))
        elif word is not None:
            found[name] = faults.read(option.default, option.read, option.flag, word)
    return Options(**found)
