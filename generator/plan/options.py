"""The options of a build. Each is told once, here: its name, help, what it may be and is by default.

The command line, `generator.build` for other programs, and a build's manifest have them from here; what they come to
for a game is found in `settings`.
"""

# annotations that are values, not text: msgspec would compile each of them at every start

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin

from msgspec import Meta, Struct
from msgspec.structs import fields

from generator.plan.option_words import Faults, choice, number, numbers
from generator.sheets.printable import Duplex, Marks, MarksSide
from specs.base.errors import Fault, Place, bad, hints
from specs.base.seeds import EXPECTED as SEED
from specs.base.seeds import is_seed

Format = Literal["pdf", "svg", "png", "faces", "tts", "pio"]
Ink = Literal["normal", "low", "outline"]
Crop = Literal["bleed", "square", "round"]
Picture = Literal["png", "jpeg"]
Reading = Callable[[str, Any], object]  # a value, of an option as it is called and what was given for it
MOST_MM = 20.0  # beyond it an offset is a slip of the pen: the calibration scales end at 8 mm
MOST_MISS = 5.0  # of a knife

# ---- what may be given -----------------------------------------------------------------------------


def _text(option: str, given: object) -> str:
    if not isinstance(given, str):
        raise bad("wrong-type", option, repr(given), "text")
    return given


def _switch(option: str, given: object) -> bool:
    if not isinstance(given, bool):
        raise bad("wrong-type", option, repr(given), "true or false")
    return given


def _whole(option: str, given: object) -> int:
    if not isinstance(given, int) or isinstance(given, bool):
        raise bad("wrong-type", option, repr(given), "a whole number")
    return given


def _count(option: str, given: object) -> int:
    if not 1 <= _whole(option, given) <= 1000:
        raise bad("out-of-range", option, f"{given}", "a whole number from 1 to 1000")
    return _whole(option, given)


def _dpi(option: str, given: object) -> int:
    if not 50 <= _whole(option, given) <= 1200:
        raise bad("out-of-range", option, f"{given}", "a whole number from 50 to 1200")
    return _whole(option, given)


def _seed(option: str, given: object) -> int:
    if not is_seed(given):
        raise bad("out-of-range", option, f"{given}", SEED)
    return _whole(option, given)


def _list(option: str, given: object) -> tuple[str, ...]:
    """Words between commas; or a list of them."""
    words = [given] if isinstance(given, str) else given
    if not isinstance(words, list | tuple):
        raise bad("wrong-type", option, repr(given), "text, or a list of it")
    return tuple(part.strip() for word in words for part in _text(option, word).split(","))


def _one_of(kind: object) -> Reading:
    return lambda option, given: choice(option, _text(option, given), get_args(kind))


def _formats(option: str, given: object) -> tuple[str, ...]:
    """The formats asked for, each once, in their own order."""
    asked = {choice(option, word, get_args(Format)) for word in _list(option, given)}
    return tuple(name for name in get_args(Format) if name in asked)


def _word(_: str, given: object) -> str:
    return str(given)  # how much it may be depends on the paper


def _address(option: str, given: object) -> str:
    word = _text(option, given)
    if not re.fullmatch(r"(https?|file)://[!#-;=?-\[\]_a-z~]+", word):
        raise bad("wrong-value", option, f"'{word}'", "an address such as https://example.org/game, spaces as %20")
    return word


def _bleed(option: str, given: object) -> float | str:
    return "outer" if given == "outer" else number(option, str(given), 0, 20)


def _marks(option: str, given: object) -> str:
    return choice(option, _text(option, given), get_args(Marks))


def _right_and_down(such_as: str, of: str, most: float) -> Reading:
    """Two numbers of mm, at most so many either way."""

    def read(option: str, given: object) -> tuple[float, ...]:
        word = ",".join(map(str, given)) if isinstance(given, list | tuple) else str(given)
        x, y = numbers(option, word, (2,), f"two numbers of mm, such as {such_as}: right and down{of}")
        if max(abs(x), abs(y)) > most:
            raise bad("out-of-range", option, f"'{word}'", f"at most {most:g} mm either way")
        return x, y

    return read


_offset = _right_and_down("1.5,-0.5", ", looking at the back", MOST_MM)
_missed = _right_and_down("0.3,-0.2", " of where it should be", MOST_MISS)


def _told(help_: str, read: Reading = _text, show: str | None = None, **more: object) -> Meta:
    """What is told of an option: its help, how it is read, what stands for its value there; and its flag, where it is
    not called as the option is, and the least and most it may be."""
    return Meta(description=help_, extra={"read": read, "metavar": show, **more})


# ---- the options -----------------------------------------------------------------------------------


class Options(Struct, frozen=True, kw_only=True):
    """How a game is printed, every word read, not yet held to a game."""

    paper: Annotated[
        tuple[str, ...],
        _told("a4, letter, legal, a3, tabloid or WIDTHxHEIGHTmm; or several: a4,letter.", _list, "LIST"),
    ] = ("a4",)
    landscape: Annotated[bool, _told("Lay the paper on its side.", _switch)] = False
    sheets: Annotated[
        str | None, _told("A fixed sheet, such as labels: a YAML file, or one of `generator sheets`.", show="FILE")
    ] = None
    shop: Annotated[
        str | None, _told("Files for a print shop: one of `generator shops`, or a YAML file.", show="SHOP")
    ] = None
    profile: Annotated[
        str | None, _told("With --shop: an ICC profile of its press, in place of ours.", show="FILE")
    ] = None
    formats: Annotated[
        tuple[Format, ...],
        _told(
            "pdf to print, svg sheets and pieces, png preview, faces as pictures; tts and pio for virtual tables.",
            _formats,
            "LIST",
            flag="--format",
        ),
    ] = ("pdf", "png")
    dpi: Annotated[int, _told("How fine the pictures of faces are.", _dpi, least=50, most=1200)] = 300
    faces: Annotated[
        Crop,
        _told("Pictures of faces with their bleed, square at the cut, or round: cut, and clear beyond.", _one_of(Crop)),
    ] = "bleed"
    picture: Annotated[Picture, _told("What pictures of faces are: png or jpeg.", _one_of(Picture))] = "png"
    url: Annotated[
        str | None,
        _told("Where the pictures of --format tts will be: https://example.org/game.", _address, "ADDRESS"),
    ] = None
    duplex: Annotated[
        Duplex,
        _told(
            "How backs meet fronts: long-edge, short-edge, gutterfold or none (one side, no backs).", _one_of(Duplex)
        ),
    ] = "long-edge"
    split: Annotated[bool, _told("Fronts and backs as two PDFs, for a printer that you turn for.", _switch)] = False
    bleed: Annotated[
        float | Literal["outer"] | None,
        _told("mm of picture beyond the cut, or 'outer': only where no neighbour is.", _bleed, "MM"),
    ] = None
    marks: Annotated[
        Marks | None,
        _told("crop (between and around pieces), lines (full length) or none; crop, or none with --cutter.", _marks),
    ] = None
    marks_side: Annotated[MarksSide, _told("Marks on the front only or on both sides.", _one_of(MarksSide))] = "front"
    pack: Annotated[bool, _told("Let components share sheets, so that fewer are needed.", _switch)] = True
    margin: Annotated[
        str | None, _told("What your printer cannot reach, mm: 5, or as stored for --printer.", _word, "MM")
    ] = None
    offset: Annotated[
        tuple[float, float] | None, _told("Move the backs, mm right and down as you look at them.", _offset, "X,Y")
    ] = None
    cutter: Annotated[
        str | None,
        _told("Marks and cut files for a machine: a YAML file, or one of `generator cutters`.", show="NAME"),
    ] = None
    cut_offset: Annotated[
        tuple[float, float] | None, _told("How far the knife misses, mm right and down.", _missed, "X,Y")
    ] = None
    plan: Annotated[
        bool, _told("A sheet before all others: what comes out, on what it is printed, what it takes.", _switch)
    ] = True
    split_stock: Annotated[
        bool, _told("Card and paper as two PDFs; what is read, and a seed's setup, each as one more.", _switch)
    ] = False
    ink: Annotated[Ink, _told("normal, low (paler) or outline.", _one_of(Ink))] = "normal"
    language: Annotated[
        tuple[str, ...],
        _told("In another language, de; in several, en,de; in two on each piece, en+de.", _list, "LIST"),
    ] = ()

    large: Annotated[bool, _told("Large print: text 1.4 times as large, as far as it has room.", _switch)] = False

    only: Annotated[tuple[str, ...], _told("These components alone (see `generator list SPEC`).", _list, "ID,...")] = ()
    pieces: Annotated[tuple[str, ...], _told("These pieces alone; * stands for anything.", _list, "ID,...")] = ()
    where: Annotated[
        str | None, _told("The pieces alone that meet a condition on their fields: 'cost > 2'.", show="CONDITION")
    ] = None
    count: Annotated[int | None, _told("So many of each, whatever the spec says.", _count, least=1, most=1000)] = None
    since: Annotated[
        str | None,
        _told("Only what an earlier edition lacks, and what to take out: its spec, or its build's folder.", show="OLD"),
    ] = None
    edition_mark: Annotated[bool, _told("The edition in small letters on each piece.", _switch)] = False

    seed: Annotated[int | None, _told("Add a setup sheet dealt from this seed.", _seed)] = None
    players: Annotated[int | None, _told("How many play: pieces, setup and layout sheets are for so many.", _whole)] = (
        None
    )
    layout: Annotated[str | None, _told("One layout of the spec: a sheet with its fields' names.", show="NAME")] = None
    options: Annotated[
        tuple[str, ...], _told("Switch on a print option of the spec.", _list, "NAME", flag="--option")
    ] = ()
    printer: Annotated[str | None, _told("A printer stored by `generator calibrate --set`.", show="NAME")] = None
    true_colours: Annotated[
        bool, _told("Colours of shapes and letters as --printer needs them, by what `--set-colours` stored.", _switch)
    ] = False


class Option(Struct, frozen=True):
    """An option as it is told; `kind` is the type that a command line takes it for, `choices` are all it may be, where
    these are few."""

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

    @property
    def flags(self) -> tuple[str, ...]:
        """How it is asked for; and switched off, where it is on by default."""
        if self.kind is bool and self.default:
            return self.flag, f"--no-{self.flag.removeprefix('--')}"
        return (self.flag,)


@cache
def known() -> Mapping[str, Option]:
    """Every option, by its name."""
    return {option.name: option for option in _known()}


def _known() -> Iterator[Option]:
    for field in fields(Options):
        kind, told = get_args(field.type)
        extra: Mapping[str, Any] = told.extra
        inside = get_args(kind) or (kind,)
        yield Option(
            field.name,
            extra.get("flag") or "--" + field.name.replace("_", "-"),
            bool if kind is bool else list[str] if field.default == () else int if int in inside else str,
            field.default,
            told.description,
            extra["read"],
            extra["metavar"],
            extra.get("least"),
            extra.get("most"),
            _choices(kind),
        )


def _choices(kind: Any) -> tuple[str, ...]:
    """The words that a kind is made of; none where it may be anything else."""
    if get_origin(kind) is Literal:
        return get_args(kind)
    words, *more = [part for part in get_args(kind) if part is not NoneType] or [None]
    return get_args(words) if not more and get_origin(words) is Literal else ()


def read(words: Mapping[str, object], faults: Faults) -> Options:
    """The options that some words ask for, by their names; None for what is not asked. A bad one adds its faults, and
    is left as it is by default."""
    from specs.read.typed import did_you_mean

    found: dict[str, Any] = {}
    for name, word in words.items():
        option = known().get(name)
        if option is None:
            expected = f"one of {', '.join(known())}"
            faults.found.append(
                Fault("unknown-option", Place(""), f"no option '{name}'", expected, hints(did_you_mean(name, known())))
            )
        elif word is not None:
            found[name] = faults.read(option.default, option.read, option.flag, word)
    return Options(**found)
