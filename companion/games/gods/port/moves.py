"""The kinds of move, how each is typed, and what is filled in where it is not.

Colours may be written out (`travel red`), levels may be 1, 2, 3 where a tile is meant. `-` may be typed for `>` and
`<>`, which command lines take for themselves, or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, Final, NamedTuple

from companion.contract.codecs import Codec, Here, Unclear
from companion.contract.rules import says
from companion.games.gods.port.state import (
    COLOURS,
    INDEX,
    LETTERS,
    NAMES,
    NEUTRAL,
    NO_CARD,
    NO_CARDS,
    ROMAN,
    SITE,
    Cards,
    State,
    count,
    letters,
    place_text,
    plus,
    unseen,
    upcoming,
)  # fmt: skip
from specs.base.languages import mark, say

TOP, WHOLE = 0, -1  # where a tile is built: on top, in place of the whole temple; else the tile of that number


class Taken(NamedTuple):
    """A card of the area, and the card turned up in its place, None where the dealt deck says; NO_CARD is the deck's
    top card, or that none is turned up."""

    card: int
    refill: int | None = None


class Spot(NamedTuple):
    """A tile of a place, counted from 1 at the bottom."""

    place: int
    number: int


class Built(NamedTuple):
    """`at` is TOP, WHOLE or the number of the tile that is replaced."""

    neutral: bool
    at: int
    tile: int
    assistant: bool


class Swap(NamedTuple):
    follower: int
    card: int


class Step(NamedTuple):
    """Tile `number` of a place becomes tile `becomes` of another, counted from 1 at the bottom."""

    place: int
    number: int
    to: int
    becomes: int


# ---- as text -------------------------------------------------------------------------------------

_COLOUR = r"(?:(?:blue|green|red|yellow)\b|[bgry])"
_TILE = r"(?:iii|ii|i|[123])"
_GOES = r"[bgry]n?[0-9]{1,2}(?:\s*[>-]\s*)?[bgry]n?[0-9]{1,2}"
_TAKES = rf"{_COLOUR}(?:\s*[>-]?\s*(?:{_COLOUR}|-))?"
_BUILT = re.compile(rf"(n?)(?:([0-9]{{1,2}}|all):?)?({_TILE})(a?)")
_PARTS = re.compile(r"([bgry]n?)([0-9]+)")
_END = r"(?![a-z0-9<>-])"


def _short(text: str) -> str:
    """Colours as letters, without blanks."""
    for name in NAMES[1:]:
        text = re.sub(rf"\b{name}\b", name[0], text.lower())
    return "".join(text.split())


def _colour(text: str, here: Here) -> int:
    return INDEX[text[0].upper()]


def _refill(letter: str) -> int:
    return INDEX.get(letter.upper(), NO_CARD)


def _taken(text: str, here: Here) -> Taken:
    text = _short(text)
    if "deck".startswith(text):
        return Taken(NO_CARD, NO_CARD)
    said = text[1:].removeprefix(">") if text[1:2] != "-" else text[2:] or "-"
    return Taken(INDEX[text[0].upper()], _refill(said) if said else None)


def _write_taken(taken: Taken, here: Here) -> str:
    card, refill = taken
    if card == NO_CARD:
        return "deck"
    return LETTERS[card] + ("" if refill is None else ">-" if refill == NO_CARD else f">{LETTERS[refill]}")


def _built(text: str, here: Here) -> Built:
    words = text.lower().split()
    said = [word for word in words if word not in ("n", "a")]
    match = _BUILT.fullmatch(_short(" ".join(said)))
    if match is None or words.count("n") > 1 or words.count("a") > 1 or match[2] in ("0", "00"):
        raise ValueError(text)
    at = TOP if match[2] is None else WHOLE if match[2] == "all" else int(match[2])
    tile = ROMAN.index(match[3].upper()) if match[3][0] == "i" else int(match[3])
    return Built(bool(match[1]) or "n" in words, at, tile, bool(match[4]) or "a" in words)


def _write_built(built: Built, here: Here) -> str:
    at = "" if built.at == TOP else "all:" if built.at == WHOLE else f"{built.at}:"
    return f"{'n ' if built.neutral else ''}{at}{ROMAN[built.tile]}{' a' if built.assistant else ''}"


def _spot(text: str, here: Here) -> Spot:
    text = _short(text)
    match = _PARTS.fullmatch(text)
    if match:
        return Spot(_site(match[1]), int(match[2]))
    place = _site(text)
    if len(here.state.sites[here.state.turn][place]) != 1:
        raise ValueError(text)
    return Spot(place, 1)


def _site(text: str) -> int:
    return SITE[text[0].upper() + text[1:]]


def _step(text: str) -> Step:
    (place, number), (to, becomes) = _PARTS.findall(_short(text))
    return Step(_site(place), int(number), _site(to), int(becomes))


def _write_step(step: Step) -> str:
    return f"{place_text(step.place)}{step.number}>{place_text(step.to)}{step.becomes}"


def _other(text: str, here: Here) -> int:
    """A player by name, by how the name begins, or by number."""
    names, text = [player.name.lower() for player in here.players], text.lower().strip()
    if text in names:
        return names.index(text)
    fitting = [seat for seat, name in enumerate(names) if name.startswith(text)]
    if text.isdecimal() and 0 < int(text) <= len(names):
        fitting = [int(text) - 1]
    if len(fitting) != 1:
        raise ValueError(text)
    return fitting[0]


Feasted = tuple[Taken | Swap | Step, ...]


_DIGIT = re.compile("[0-9]")
_ONE = rf"{_COLOUR}(?:(?:\s*[>-]\s*)?{_COLOUR}|[>-]-)?"
_LAST = rf"{_COLOUR}(?:(?:\s*[>-]\s*)?{_COLOUR}|[>-]?-)?"
_TWO = re.compile(rf"({_ONE})\s+({_LAST})", re.IGNORECASE)
_FEASTED = rf"{_GOES}(?:\s+{_GOES})?|{_ONE}\s+{_LAST}{_END}|{_COLOUR}(?:\s*(?:<>|-)\s*)?{_COLOUR}|{_COLOUR}"


def _feasted(text: str, here: Here) -> Feasted:
    """`R`, `R<>G`, `R2>G1` alone, or two of `R>G` or `R2>G1`."""
    if _DIGIT.search(text):
        return tuple(sorted(map(_step, re.findall(_GOES, text, re.IGNORECASE))))
    if two := _TWO.fullmatch(text):
        return _taken(two[1], here), _taken(two[2], here)
    said = _short(text).upper()
    return (Taken(INDEX[said]),) if len(said) == 1 else (Swap(INDEX[said[0]], INDEX[said[-1]]),)


def _write_feasted(feasted: Feasted, here: Here) -> str:
    return " ".join([
        _write_taken(each, here) if isinstance(each, Taken) else _write_step(each) if isinstance(each, Step)
        else f"{LETTERS[each.follower]}<>{LETTERS[each.card]}" for each in feasted
    ])  # fmt: skip


def _one_by_one(feasted: Feasted) -> Sequence[Feasted]:
    return [(each,) for each in feasted]


COLOUR = Codec(rf"{_COLOUR}{_END}", _colour, lambda colour, here: LETTERS[colour], mark("one of B G R Y"))
NUMBER = Codec(
    "[0-9]{1,3}(?![0-9])", lambda text, here: int(text), lambda number, here: str(number),
    mark("how many cards, such as recruit 2"),
)  # fmt: skip
Colour = Annotated[int, COLOUR]
Open = Annotated[
    Taken,
    Codec(
        rf"(?:deck|dec|de|d|{_TAKES}){_END}", _taken, _write_taken, mark("a colour of the area such as R-G, or deck")
    ),
]
What = Annotated[
    Built,
    Codec(
        rf"(?:[na]\s+)*n?(?:(?:[0-9]{{1,2}}|all)\s*:?\s*)?{_TILE}a?(?:\s+[na]\b)*(?![a-z0-9:])", _built, _write_built,
        mark("a tile on top (I), in place of another (2:II) or of all (all:III), with n and a"),
    ),
]  # fmt: skip
Own = Annotated[
    Spot,
    Codec(
        rf"{_COLOUR}\s*n?\s*(?:[0-9]{{1,2}})?{_END}", _spot, lambda spot, here: f"{place_text(spot[0])}{spot[1]}",
        mark("a tile by its site and number, such as R2 or Rn1"),
    ),
]  # fmt: skip
Other = Annotated[
    int | None,
    Codec(
        rf"[0-9]+(?=\s*{_COLOUR}\s*\Z)|\S.*?(?=\s+{_COLOUR}\s*\Z)", _other, lambda seat, here: str(seat + 1),
        mark("a player and a colour, such as convert 2 R"),
    ),
]  # fmt: skip
Several = Annotated[
    Cards,
    Codec(
        rf"{_COLOUR}(?:[\s,]*{_COLOUR})*", lambda text, here: count(_short(text.replace(",", " ")).upper()),
        lambda cards, here: letters(cards), mark("the cards discarded, such as RRG"),
    ),
]  # fmt: skip
Needs = Annotated[
    Feasted,
    Codec(
        rf"(?:{_FEASTED}){_END}", _feasted, _write_feasted,
        mark("what the ability needs: R-G B-Y, R-G, R, R2-Gn1, or R2-G1 G2-R1"), _one_by_one,
    ),
]  # fmt: skip


# ---- the moves -----------------------------------------------------------------------------------


@says("draw {taken}", phase="draw")
class Draw(NamedTuple):
    taken: Open

    def filled(self, s: State, seat: int | None, rules: Any) -> Draw:
        card, refill = self.taken
        if refill is not None:
            return self
        if s.phase != "draw" or not s.area[card]:
            return Draw(Taken(card, NO_CARD))  # refused whatever is turned up
        if s.table.dealt:
            return self
        return Draw(Taken(card, _only(s, upcoming(s, 1), f"{LETTERS[card]}>")))


@says("opponent [{card}]", phase="opponent")
class Opponent(NamedTuple):
    card: Annotated[int | None, COLOUR] = None

    def filled(self, s: State, seat: int | None, rules: Any) -> Opponent:
        if self.card is None and not (s.table.dealt and s.phase == "opponent"):
            raise Unclear("card", say("nothing"), say("the opponent's new follower, such as opponent R"))
        return self


@says("travel {card}", phase="act")
class Travel(NamedTuple):
    card: Colour


@says("build {what}", phase="act")
class Build(NamedTuple):
    what: What

    def filled(self, s: State, seat: int | None, rules: Any) -> Build:
        place = s.marker + NEUTRAL * self.what.neutral
        if self.what.at == WHOLE and len(s.sites[s.turn][place]) == 1:
            return Build(self.what._replace(at=1))  # the same: one name is enough
        return self


@says("demolish {tile}", phase="act")
class Demolish(NamedTuple):
    tile: Own


@says("convert [{player}] {card}", phase="act")
class Convert(NamedTuple):
    card: Colour
    player: Other = None

    def filled(self, s: State, seat: int | None, rules: Any) -> Convert:
        """Who it is taken from, where there is but one."""
        if self.player is None and len(s.hands) != 2:
            raise Unclear("card", say("nobody"), say("a player and a colour, such as convert 2 R"))
        return self if self.player is not None else self._replace(player=1 - s.turn)


@says("feast [{needs}]", phase="act")
class Feast(NamedTuple):
    """What its ability needs: a follower that is taken back, or the region the marker goes to; two cards of the area; a
    swap; a tile that is moved, or two that change places, the one from the lower place first."""

    needs: Needs = ()

    def filled(self, s: State, seat: int | None, rules: Any) -> Feast:
        if len(self.needs) != 2 or s.table.dealt or not isinstance(self.needs[0], Taken):
            return self
        gone = min(2, s.followers[s.turn][s.marker])
        deck, found = upcoming(s, 2, plus(NO_CARDS, s.marker, gone)), list[Taken]()
        for n, (card, refill) in enumerate(self.needs):  # type: ignore[misc]
            told = refill if refill is not None else _only(s, deck[n:], f"{LETTERS[card]}>")
            found.append(Taken(card, told))
        return Feast(tuple(found))


@says("recruit {number}", phase="act")
class Recruit(NamedTuple):
    number: Annotated[int, NUMBER]


@says("migrate", phase="act")
class Migrate(NamedTuple):
    pass


@says("pass|-", phase="act")
class Pass(NamedTuple):
    pass


@says("discard {cards}", phase="discard")
class Discard(NamedTuple):
    cards: Several


Move = Draw | Opponent | Travel | Build | Demolish | Convert | Feast | Recruit | Migrate | Pass | Discard
MOVES: Final = (Draw, Travel, Build, Demolish, Convert, Feast, Recruit, Migrate, Pass, Discard, Opponent)


def _only(s: State, deck: str, told: str) -> int:
    """The card that is turned up, where it can be but one. Raises Unclear."""
    if not deck:
        return NO_CARD
    possible = [colour for colour in COLOURS if unseen(s, colour) > 0]
    if len(possible) != 1:
        expected = say("the card turned up in its place, such as {card}", card=f"{told}G")
        raise Unclear("", say("no card turned up"), expected)
    return possible[0]
