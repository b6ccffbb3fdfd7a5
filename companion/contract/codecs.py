"""Values as text and back: what the types of states and moves are called at the table.

A type says how it is written by a `Codec` in its annotation: `Tile = Annotated[int, Codec(...)]`. Whole numbers, yes
and no, words, fixed choices and seats have one already; options, tuples and named tuples are made of others.

>>> from typing import Literal, NamedTuple
>>> class Hand(NamedTuple):
...     cards: tuple[tuple[int, ...], ...]
...     open: bool
...     kind: Literal["low", "high"] | None
>>> codec = codec_of(Hand)
>>> written = codec.write(Hand(((1, 2), (), (3,)), True, None), NOWHERE)
>>> written, codec.read(written, NOWHERE)
('1.2,-,3/yes/-', Hand(cards=((1, 2), (), (3,)), open=True, kind=None))
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from types import NoneType, UnionType

from typing import (  # isort: skip
    Annotated, Any, Final, Generic, Literal, TypeVar, Union, get_args, get_origin, get_type_hints,
)  # fmt: skip
from urllib.parse import quote, unquote

from companion.contract.faults import Refused
from companion.contract.values import NOTHING, Player
from specs.base.languages import Said, mark
from specs.base.named import NamedTuple

T = TypeVar("T")
BETWEEN: Final = (",", ".", "+")  # separators of a tuple's elements, by depth of nesting


class Here(NamedTuple):
    """The context of a text: the game, the visible state (None if the text itself is a state), the players; and the
    part of a move already given, when choices are asked for."""

    rules: Any
    state: Any
    players: Sequence[Player]
    given: Mapping[str, Any] = NOTHING


NOWHERE: Final = Here(None, None, ())


class Unclear(Refused):
    """A move that can be read but is ambiguous, with the field it concerns. `unseen`: something hidden in this state
    would decide it."""

    def __init__(self, field: str, found: Said | str, expected: Said | str, *, unseen: bool = False) -> None:
        super().__init__(found)
        self.field, self.found, self.expected, self.unseen = field, found, expected, unseen


class Codec(NamedTuple, Generic[T]):
    """How a type is written. `pattern` is a regular expression for what may be typed, in either case, or a function
    that makes one; `read` gets the match and raises ValueError (in a position, `-` is an empty text), or SyntaxFault
    with its column if the text can mean nothing else; `expected` describes it, marked for translation. For a list,
    `parts` splits a value into the parts chosen one by one. `choices` are the possible values, or parts, when there are
    too many moves to look through."""

    pattern: str | Callable[[Here], str]
    read: Callable[[str, Here], T]
    write: Callable[[T, Here], str]
    expected: str
    parts: Callable[[T], Sequence[T]] | None = None
    choices: Callable[[Here], Iterable[Any]] | None = None
    apart: bool = False  # in a position it stands before the keys
    between: str = ""  # separator of the parts


def pattern_of(codec: Codec[Any], here: Here) -> re.Pattern[str]:
    """Return the compiled pattern of what may be typed."""
    return _compiled(codec.pattern if isinstance(codec.pattern, str) else codec.pattern(here))


_compiled: Final = cache(partial(re.compile, flags=re.IGNORECASE))


# ---- what every game has -------------------------------------------------------------------------


def letters(here: Here) -> list[str]:
    """Return a letter for each player: their colour's first letter (of black the last), or numbers without colours."""
    return [
        "k" if player.colour == "black" else player.colour[:1] or str(seat)
        for seat, player in enumerate(here.players, start=1)
    ]


def _seat_pattern(here: Here) -> str:
    names = [name for player in here.players for name in (player.name, player.colour) if name] + letters(here)
    numbers = [] if names else ["[1-9]"]
    return "|".join([*map(re.escape, sorted(names, key=len, reverse=True)), *numbers]) + r"(?!\w)"


def _seat(text: str, here: Here) -> int:
    text = text.lower()
    for column in ("name", "colour"):
        for seat, player in enumerate(here.players):
            if text == getattr(player, column).lower():
                return seat
    return letters(here).index(text) if here.players else int(text) - 1


def _seat_name(seat: int, here: Here) -> str:
    if seat >= len(here.players):
        return str(seat + 1)
    player = here.players[seat]
    return player.colour or player.name


def _whole(text: str, here: Here) -> int:
    number = int(text)
    if str(number) != text or abs(number) >= 10**19:
        raise ValueError(text)
    return number


NUMBER: Final[Codec[int]] = Codec(r"[0-9]{1,9}(?![0-9])", _whole, lambda value, here: str(value), mark("a number"))
YES: Final[Codec[bool]] = Codec(
    "yes|no", lambda text, here: ("no", "yes").index(text.lower()) == 1, lambda value, here: "yes" if value else "no",
    mark("yes or no"),
)  # fmt: skip
WORD: Final[Codec[str]] = Codec(
    r"[^\s/,]+",
    lambda text, here: "" if text == "-" else unquote(text),
    lambda value, here: "%2D" if value == "-" else quote(value, safe=""),
    mark("a word"),
)
SEAT: Final[Codec[int]] = Codec(_seat_pattern, _seat, _seat_name, mark("the name or colour of a player"))
SeatName = Annotated[int, SEAT]


def deck_of(letters: str, expected: str) -> Codec[str]:
    """Return the codec of a deck by its letters, the next card first; `?12` stands for twelve unknown cards."""

    def read(text: str, here: Here) -> str:
        text = text.removeprefix("-")
        if text.startswith("?") and 0 < _whole(text[1:], here) < 1000:
            return "?" * int(text[1:])
        if text.strip(letters):
            raise ValueError(text)
        return text

    return Codec(r"\S+", read, lambda deck, here: f"?{len(deck)}" if deck.startswith("?") else deck, expected)


# ---- by type -------------------------------------------------------------------------------------


@cache
def fields_of(kind: Any) -> dict[str, Any]:
    """Return the fields of a named tuple with their annotated types."""
    return get_type_hints(kind, include_extras=True)


@cache
def codecs_of(kind: Any) -> dict[str, Codec[Any]]:
    """Return the codec of each field of a kind of move, or of the state."""
    return {name: codec_of(each) for name, each in fields_of(kind).items()}


def codec_of(kind: Any, depth: int = 0) -> Codec[Any]:
    """Return the codec of a type; `depth` counts the tuples around it."""
    codec = next((each for each in getattr(kind, "__metadata__", ()) if isinstance(each, Codec)), None)
    if codec is not None:
        return codec
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return codec_of(inner[0], depth)
    if origin in (Union, UnionType):
        [given] = [each for each in inner if each is not NoneType]
        return _optional(codec_of(given, depth))
    if origin is tuple:
        return _tuple(inner, depth)
    if origin is Literal:
        return _choice(tuple(map(str, inner)))
    if isinstance(kind, type) and hasattr(kind, "_fields"):
        return _record(kind, depth)
    plain: dict[Any, Codec[Any]] = {bool: YES, int: NUMBER, str: WORD}
    return plain[kind]


def _optional(codec: Codec[Any]) -> Codec[Any]:
    return codec._replace(
        read=lambda text, here: None if text == "-" else codec.read(text, here),
        write=lambda value, here: "-" if value is None else codec.write(value, here),
    )


def _choice(names: Sequence[str]) -> Codec[str]:
    def read(text: str, here: Here) -> str:
        return names[[name.lower() for name in names].index(text.lower())]

    pattern = "|".join([re.escape(name) + r"(?!\w)" * name[-1].isalnum() for name in names])
    return Codec(pattern, read, lambda value, here: value, " | ".join(names), choices=lambda here: names)


def _tuple(kinds: Sequence[Any], depth: int) -> Codec[tuple[Any, ...]]:
    """Return the codec of elements joined by a sign, `-` for none; the sign also follows an element that could be read
    as none."""
    between, any_number = BETWEEN[depth], len(kinds) == 2 and kinds[1] is ...
    codecs = [codec_of(kind, depth + 1) for kind in (kinds[:1] if any_number else kinds)]

    def read(text: str, here: Here) -> tuple[Any, ...]:
        given = [] if text == "-" else text.removesuffix(between).split(between)
        if not any_number and len(given) != len(codecs):
            raise ValueError(text)
        each = codecs * len(given) if any_number else codecs
        return tuple([codec.read(one, here) for codec, one in zip(each, given, strict=True)])

    def write(value: tuple[Any, ...], here: Here) -> str:
        each = codecs * len(value) if any_number else codecs
        found = between.join([codec.write(one, here) or "-" for codec, one in zip(each, value, strict=True)])
        return f"-{between}" if found == "-" and value else found or "-"

    return Codec(r"[^\s]+", read, write, codecs[0].expected if codecs else "")


def _record(kind: Any, depth: int) -> Codec[Any]:
    codecs = {name: codec_of(each, depth) for name, each in fields_of(kind).items()}

    def read(text: str, here: Here) -> Any:
        given = text.split("/")
        if len(given) != len(codecs):
            raise ValueError(text)
        return kind(*[codec.read(one, here) for codec, one in zip(codecs.values(), given, strict=True)])

    def write(value: Any, here: Here) -> str:
        return "/".join([codec.write(one, here) or "-" for codec, one in zip(codecs.values(), value, strict=True)])

    return Codec(r"[^\s]+", read, write, "/".join(codecs))
