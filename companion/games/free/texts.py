"""How positions and turns of the free table are written, with the names of the kit.

    deck=?cards*8 market=red-4,gold-2 @1.hand=red-9~ land.i9=t3^2 | players=Ann:red,Bob:blue kit=5b1e09c2d7aa ...

`*n` a run of n alike, `~` face down, `^2` turned by two steps. In turns PIECES are words of kinds, each with a number
before it where it is more than one, or places with the number of a piece (`hand.3`). A PLACE is `[SEAT.]ZONE[.CELL]`,
or a cell alone.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import groupby
from typing import Annotated, Any, Final

from companion.contract import position
from companion.contract.codecs import Codec, Here
from companion.contract.faults import SyntaxFault
from companion.contract.position import Word
from companion.contract.rules import KIND
from companion.games.free.plan import MOST_STEPS, Piece, Plan, Ref, Site, planned, seats, unnamed
from specs.base.languages import mark, say, word
from specs.expand.table_kit import Kit
from specs.model.schema import MOST_PLAYERS

MOST_MOVED: Final = 2_000


def _names(here: Here) -> Sequence[str]:
    """Return what the seats are called."""
    return seats(tuple(here.players)) if here.players else unnamed(len(here.state.colours))


def _kit(here: Here) -> Kit:
    kit: Kit = here.rules.kit if here.state is None else here.state.kit
    return kit


def _plan(here: Here) -> Plan:
    return planned(_kit(here), len(here.players) if here.state is None else len(here.state.colours))


_SEATS: Final = unnamed(MOST_PLAYERS)  # as positions call them
_PIECE: Final = re.compile(r"(\??[\w-]+)(~?)(?:\^(\d{1,2}))?(?:\*(\d{1,4}))?\Z", re.ASCII)


def _run(piece: Piece, count: int) -> str:
    return f"{piece.text}*{count}" if count > 1 else piece.text


def _lies_written(lies: Sequence[Sequence[Piece]], here: Here) -> str:
    return " ".join(
        f"{site.text(_SEATS)}={','.join(_run(piece, len(list(run))) for piece, run in groupby(pieces))}"
        for site, pieces in zip(_plan(here).sites, lies, strict=True)
        if pieces
    )


def _lies_read(text: str, here: Here) -> tuple[tuple[Piece, ...], ...]:
    lies: dict[str, tuple[Piece, ...]] = {site.text(_SEATS): () for site in _plan(here).sites}
    for given, column in position.words(text):
        name, _, pieces = given.partition("=")
        if name not in lies or lies[name] or not pieces:
            raise SyntaxFault(f"'{given[:40]}'", say("a place of this table, once, and what lies there"), column)
        lies[name] = tuple(_pieces(here, pieces, column + len(name) + 1))
    return tuple(lies.values())


def _pieces(here: Here, text: str, column: int) -> Iterator[Piece]:
    words = _plan(here).words
    for one in text.split(","):
        match = _PIECE.match(one)
        word = "" if match is None else words.get(match[1].lower(), "")
        if match is None or not word or int(match[3] or 0) > MOST_STEPS:
            expected = say("a piece of this game, such as {word}", word=next(iter(words), "-"))
            raise SyntaxFault(f"'{one[:40]}'", expected, column)
        yield from [Piece(word, bool(match[2]), int(match[3] or 0))] * int(match[4] or 1)
        column += len(one) + 1


def _kit_read(text: str, here: Here) -> Kit:
    if text != _kit(here).digest:
        raise ValueError(text)
    return _kit(here)


KIT: Final[Codec[Kit]] = Codec(r"\w+", _kit_read, lambda kit, here: kit.digest, mark("the kit of this game"))
LIES: Final[Codec[Any]] = Codec(r".*", _lies_read, _lies_written, mark("what lies where"), apart=True)
FACE: Final[Codec[int | None]] = Codec(
    r"\?|-?\d+", lambda text, here: None if text == "?" else int(text),
    lambda face, here: "?" if face is None else str(face), mark("a face, ? where not known"),
)  # fmt: skip


@lru_cache(maxsize=64)
def _places(kit: Kit, names: tuple[str, ...]) -> dict[str, Site]:
    """Return every place by how it is written, in small letters."""
    sites, found = planned(kit, len(names)).sites, dict[str, Site]()
    for site in (*sites, *(site._replace(owner=None) for site in sites)):
        found.setdefault(site.text(names).lower(), site)
        found.setdefault(site._replace(cell="").text(names).lower(), site._replace(cell=""))
    alone = {site.cell.lower(): site._replace(owner=None) for site in reversed(sites) if site.cell}
    return alone | found


def place_of(text: str, here: Here) -> Site | None:
    """Read a place, optionally with the number of a piece there; None for any other word."""
    places, (head, _, number) = _places(_kit(here), tuple(_names(here))), text.lower().rpartition(".")
    if (site := places.get(text.lower())) is not None or (site := places.get(head)) is None:
        return site
    at = int(number[:9]) if number.isascii() and number.isdigit() else 0
    return site._replace(at=at - 1) if 1 <= at <= MOST_MOVED else None


def _place_read(text: str, here: Here, *, zone: bool = False) -> Site:
    place = place_of(text, here)
    if place is None or (zone and (place.cell or place.at is not None)):
        raise ValueError(text)
    return place


_REF: Final = re.compile(r"(?:(\d+)(?:[\s,]+|\Z))?([^\s,]*)", re.ASCII)


def _not(word: Word, expected: str) -> SyntaxFault:
    return SyntaxFault(f"'{word.text[:40]}'" if word.text else say("the end of the line"), expected, word.column)


def _refs_read(text: str, here: Here) -> tuple[Ref, ...]:
    return tuple([_ref(found, here) for found in _REF.finditer(text) if found.group()])


def _ref(found: re.Match[str], here: Here) -> Ref:
    """Read a number of pieces of a kind, or what lies at a place."""
    number, what = (Word(found[group] or "", found.start(group) + 1) for group in (1, 2))
    n = _number_read(number, here) if number.text else 1
    if what.text.lower() in _plan(here).kinds:
        return Ref(_kind_read(what, here), n=n)
    place = None if number.text else place_of(what.text, here)
    if place is None:
        raise _not(what, say("a piece, or a place with its number such as hand.1"))
    return Ref("", place)


def _kind_read(word: Word, here: Here) -> str:
    kind = _plan(here).kinds.get(word.text.lower())
    if kind is None:
        raise _not(word, say("a piece of this game"))
    return kind.word


def _number_read(word: Word, here: Here) -> int:
    try:
        return position.whole(word.text, 1, MOST_MOVED)
    except ValueError:
        raise _not(word, say("a whole number from {least} to {most}", least=1, most=MOST_MOVED)) from None


def _nothing(here: Here) -> tuple[Any, ...]:
    """Return choices for what may be typed and is not offered."""
    return ()


def _pieces_reached(here: Here) -> Iterable[tuple[Ref]]:
    """Return what the word of a turn can be about."""
    word, kind = here.given.get("verb"), here.given.get(KIND)
    found: Iterable[tuple[Ref]] = here.state.pieces(word or ("" if kind is None else kind.__name__.lower()))
    return found


def _same(value: Any, here: Here) -> str:
    return str(value)


def _one_of(names: Callable[[Here], Iterable[str]], expected: str, none: str = "") -> Codec[str]:
    """Return a codec for one of some names; with `none`, faults name what is expected if there are none."""

    def read(text: str, here: Here) -> str:
        known = [*names(here)]
        if none and text.lower() not in known:
            raise _not(Word(text, 1), say("one of {names}", names=", ".join(known)) if known else word(none))
        return known[known.index(text.lower())]

    return Codec(r"\S+", read, _same, expected, choices=names)


def _renamed(text: str, old: Iterable[str], new: Iterable[str]) -> str:
    """Return words with other names of the seats."""
    names = dict(zip(map(str.lower, old), new, strict=True))
    words = [word.partition(".") for word in text.split()]
    return " ".join([f"{names.get(head.lower(), head)}{dot}{rest}" for head, dot, rest in words])


_END: Final = r"(?!\S)"
_PART: Final = rf"(?!(?:to|from|turn|down){_END})\S+"
REF: Final[Codec[Any]] = Codec(
    rf"(?:\d+\s+)?{_PART}", _refs_read, lambda refs, here: " ".join([ref.text(_names(here)) for ref in refs]),
    mark("a piece, or a place with its number such as hand.1"), choices=_pieces_reached,
)  # fmt: skip
PLACE: Final[Codec[Site]] = Codec(
    rf"(?!down{_END})\S+", _place_read, lambda place, here: place.text(_names(here)), mark("a place such as table"),
    choices=lambda here: here.state.places(),
)  # fmt: skip
ZONE: Final = PLACE._replace(
    pattern=r"[^\W\d]\S*", read=partial(_place_read, zone=True), choices=lambda here: here.state.zones()
)
SEAT: Final[Codec[int]] = Codec(
    lambda here: "(?:" + "|".join(sorted(map(re.escape, _names(here)), key=len, reverse=True)) + ")" + _END,
    lambda text, here: [name.lower() for name in _names(here)].index(text.lower()),
    lambda seat, here: _names(here)[seat], mark("a player"), choices=lambda here: range(len(here.state.colours)),
)  # fmt: skip
KINDS: Final[Codec[Any]] = Codec(
    r"\S.*", lambda text, here: tuple([_kind_read(word, here) for word in position.words(text.replace(",", " "))]),
    lambda kinds, here: " ".join(kinds), mark("a piece of this game"), choices=_nothing,
)  # fmt: skip
NUMBER: Final[Codec[int]] = Codec(
    r"\d+" + _END, lambda text, here: _number_read(Word(text, 1), here), _same, mark("a number"), choices=_nothing
)
WORDS: Final[Codec[str]] = Codec(r"\S.*", lambda text, here: " ".join(text.split()), _same, "", choices=_nothing)

Refs = Annotated[tuple[Ref, ...], REF._replace(pattern=rf"{_PART}(?:\s+{_PART})*")]
One = Annotated[tuple[Ref, ...], REF]
Spot = Annotated[Site | None, PLACE]
Where = Annotated[Site, PLACE]
There = Annotated[Site | None, PLACE._replace(choices=_nothing)]
Pile = Annotated[Site | None, ZONE]
Zone = Annotated[Site, ZONE]
Seat = Annotated[int, SEAT._replace(
    choices=lambda here: [seat for seat in range(len(here.state.colours)) if seat != here.state.turn],
)]  # fmt: skip
Next = Annotated[int | None, SEAT]
Whose = Annotated[int | None, SEAT._replace(choices=_nothing)]
Shown = Annotated[tuple[str, ...], KINDS]
Kind = Annotated[str, Codec(r"\S+", lambda text, here: _kind_read(Word(text, 1), here), _same, KINDS.expected)]
Faces = Annotated[tuple[str, ...], KINDS._replace(read=lambda text, here: tuple(text.split()), expected=mark("faces"))]
Number = Annotated[int, NUMBER]
Steps = Annotated[int, NUMBER._replace(read=lambda text, here: position.whole(text, 0, MOST_STEPS))]
Down = Annotated[bool, Codec("down" + _END, lambda text, here: True, lambda down, here: "down", "", choices=_nothing)]
By = Annotated[str, Codec(
    r"[+=-]\d{1,7}" + _END, lambda text, here: f"{text[0]}{int(text[1:])}", _same,
    mark("+1, -1 or =1, whatever the number"), choices=lambda here: ("+1", "-1"),
)]  # fmt: skip
It = Annotated[str, WORDS._replace(
    read=lambda text, here: _renamed(text, _names(here), _names(here._replace(players=()))),
    write=lambda text, here: _renamed(text, _names(here._replace(players=())), _names(here)),
    expected=mark("what it is about"), choices=lambda here: here.state.its(),
)]  # fmt: skip
Note = Annotated[str, WORDS]
Die = Annotated[str, _one_of(lambda here: _kit(here).dice, mark("dice"), mark("none: there are no dice"))]
Counter = Annotated[str, _one_of(lambda here: _kit(here).counters, mark("a counter"))]
Button = Annotated[str, _one_of(lambda here: _kit(here).buttons, mark("a button"))]
