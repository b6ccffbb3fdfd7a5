"""The kinds of move, how each is typed, and what is filled in if it is missing.

Colours may be written out (`travel red`), levels may be 1, 2, 3 where a tile is meant. `-`, or nothing, may be typed
for `>` and `<>`, which shells reserve.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any, Final

from companion.contract import Codec, Here, NamedTuple, Unclear, says

from companion.games.gods.state import (  # isort: skip
    COLOURS, END, INDEX, LETTERS, LEVELS, NEUTRAL, NO_CARD, NO_CARDS, ONE_COLOUR, ROMAN, SITE, Cards, Colour, State,
    count, letters, place_text, plus, short, unseen, upcoming,
)  # fmt: skip
from specs.base.languages import joined, mark, say, word

TOP, WHOLE = 0, -1  # where a tile is built: on top, or replacing the whole temple; else the number of the replaced tile


class Taken(NamedTuple):
    """A card of the open row, and the card turned up in its place; None: as the dealt deck has it. NO_CARD is the
    deck's top card, or says that no card is turned up."""

    card: int
    refill: int | None = None

    def __str__(self) -> str:
        if self.card == NO_CARD:
            return "deck"
        refill = "" if self.refill is None else ">-" if self.refill == NO_CARD else f">{LETTERS[self.refill]}"
        return LETTERS[self.card] + refill


class Spot(NamedTuple):
    """A tile of a place, counted from 1 at the bottom."""

    place: int
    number: int

    def __str__(self) -> str:
        return f"{place_text(self.place)}{self.number}"


class Built(NamedTuple):
    """`at` is TOP, WHOLE or the number of the tile that is replaced."""

    neutral: bool
    at: int
    tile: int
    assistant: bool

    def __str__(self) -> str:
        at = "" if self.at == TOP else "all:" if self.at == WHOLE else f"{self.at}:"
        return f"{'n ' if self.neutral else ''}{at}{ROMAN[self.tile]}{' a' if self.assistant else ''}"


class Swap(NamedTuple):
    follower: int
    card: int

    def __str__(self) -> str:
        return f"{LETTERS[self.follower]}<>{LETTERS[self.card]}"


class Step(NamedTuple):
    """Tile `number` of a place becomes tile `becomes` of another, counted from 1 at the bottom."""

    place: int
    number: int
    to: int
    becomes: int

    def __str__(self) -> str:
        return f"{place_text(self.place)}{self.number}>{place_text(self.to)}{self.becomes}"


Feasted = tuple[Taken | Swap | Step, ...]


# ---- as text -------------------------------------------------------------------------------------

_TILE, _AT = r"(?:iii|ii|i|[123])", "[0-9]{1,2}|all"
_GOES = r"[bgry]n?[0-9]{1,2}(?:\s*[>-]\s*)?[bgry]n?[0-9]{1,2}"
_TAKES = rf"(?:deck|dec|de|d|{ONE_COLOUR}(?:\s*[>-]?\s*(?:{ONE_COLOUR}|-))?){END}"
_BUILDS = rf"(?:[na]\s+)*n?(?:(?:{_AT})\s*:?\s*)?{_TILE}a?(?:\s+[na]\b)*(?![a-z0-9:])"
_OWN = rf"{ONE_COLOUR}\s*n?\s*(?:[0-9]{{1,2}})?{END}"
_FROM = rf"[0-9]+(?=\s*(?:{ONE_COLOUR}\s*)?\Z)|\S.*?(?=\s+{ONE_COLOUR}\s*\Z)"
_ONE = rf"{ONE_COLOUR}(?:(?:\s*[>-]\s*)?{ONE_COLOUR}|[>-]-)?"
_LAST = rf"{ONE_COLOUR}(?:(?:\s*[>-]\s*)?{ONE_COLOUR}|[>-]?-)?"
_NEEDS = (
    rf"{_GOES}(?:\s+{_GOES})?|{_ONE}\s+{_LAST}{END}|{ONE_COLOUR}(?:\s*(?:<>|-)\s*)?{ONE_COLOUR}|"
    rf"{ONE_COLOUR}\s*>\s*(?:{ONE_COLOUR}|-)|{ONE_COLOUR}"
)
_TWO = re.compile(rf"({_ONE})\s+({_LAST})", re.IGNORECASE)
_BUILT = re.compile(rf"(N?)(?:({_AT.upper()}):?)?({_TILE.upper()})(A?)")
_PARTS = re.compile(r"([BGRY]n?)([0-9]+)")


def _taken(text: str) -> Taken:
    text = short(text)
    if "DECK".startswith(text):
        return Taken(NO_CARD, NO_CARD)
    said = text[1:].removeprefix(">") if text[1:2] != "-" else text[2:] or "-"
    return Taken(INDEX[text[0]], INDEX.get(said, NO_CARD) if said else None)


def _built(text: str) -> Built:
    words = text.upper().split()
    match = _BUILT.fullmatch("".join([word for word in words if word not in ("N", "A")]))
    if match is None or words.count("N") > 1 or words.count("A") > 1 or match[2] in ("0", "00"):
        raise ValueError(text)
    at = TOP if match[2] is None else WHOLE if match[2] == "ALL" else int(match[2])
    tile = LEVELS.get(match[3]) or int(match[3])
    return Built(bool(match[1]) or "N" in words, at, tile, bool(match[4]) or "A" in words)


def _spot(text: str, here: Here) -> Spot:
    text = short(text)
    if match := _PARTS.fullmatch(text):
        return Spot(SITE[match[1]], int(match[2]))
    if len(here.state.sites[here.state.turn][SITE[text]]) != 1:
        raise ValueError(text)
    return Spot(SITE[text], 1)


def _step(text: str) -> Step:
    (place, number), (to, becomes) = _PARTS.findall(short(text))
    return Step(SITE[place], int(number), SITE[to], int(becomes))


def _other(text: str, here: Here) -> int:
    """Return a player by name, by how the name begins, or by number."""
    names, text = [player.name.lower() for player in here.players], text.lower().strip()
    fitting = [seat for seat, name in enumerate(names) if name.startswith(text)]
    if text.isdecimal():
        fitting = [int(text) - 1] if 0 < int(text) <= len(names) else []
    if text in names or len(fitting) == 1:
        return names.index(text) if text in names else fitting[0]
    people = ", ".join(f"{number} {player.name}" for number, player in enumerate(here.players, 1))
    raise Unclear("player", f"'{text[:30]}'", joined([word(_WHO), people], "; "))


def _feasted(text: str) -> Feasted:
    """Read `R`, `R<>G`, `R2>G1` alone, or two of `R>G` or `R2>G1`."""
    if re.search("[0-9]", text):
        return tuple(sorted(map(_step, re.findall(_GOES, text, re.IGNORECASE))))
    if two := _TWO.fullmatch(text):
        return _taken(two[1]), _taken(two[2])
    said = short(text)
    if ">" in said.replace("<>", ""):
        return (_taken(said),)  # the first of two
    return (Taken(INDEX[said]),) if len(said) == 1 else (Swap(INDEX[said[0]], INDEX[said[-1]]),)


def _codec(pattern: str, read: Callable[[str], Any], expected: str) -> Codec[Any]:
    return Codec(pattern, lambda text, here: read(text), lambda value, here: str(value), expected)


_LEVEL = mark("a tile on top (I), in place of another (2:II) or of all (all:III), with n and a")
_OF_SITE = mark("a tile by its site and number, such as R2 or Rn1")
_WHO = mark("a player and a colour, such as convert 2 R")
_GONE = mark("the cards discarded, such as RRG")
_ABLE = mark("what the ability needs: R-G B-Y, R-G, R, R2-Gn1, or R2-G1 G2-R1")
_DISCARDS = _codec(
    rf"[1-9]?{ONE_COLOUR}(?:[\s,]*[1-9]?{ONE_COLOUR})*",
    lambda text: count(re.sub("([1-9])(.)", lambda some: int(some[1]) * some[2], short(text.replace(",", " ")))), _GONE,
)  # fmt: skip
Open = Annotated[Taken, _codec(_TAKES, _taken, mark("a colour of the open row such as R-G, or deck"))]
What = Annotated[Built, _codec(_BUILDS, _built, _LEVEL)]
Own = Annotated[Spot, Codec(_OWN, _spot, lambda spot, here: str(spot), _OF_SITE)]
Other = Annotated[int, Codec(_FROM, _other, lambda seat, here: str(seat + 1), _WHO)]
Several = Annotated[Cards, _DISCARDS._replace(write=lambda cards, here: letters(cards))]
Needs = Annotated[Feasted, Codec(
    rf"(?:{_NEEDS}){END}", lambda text, here: _feasted(text), lambda each, here: " ".join(map(str, each)), _ABLE,
    lambda needs: [(each,) for each in needs], between=" ",
)]  # fmt: skip


# ---- the moves -----------------------------------------------------------------------------------


@says("draw {taken}", phase="draw")
class Draw(NamedTuple):
    taken: Open

    def filled(self, s: State, seat: int | None, rules: Any) -> Draw:
        card, refill = self.taken
        if refill is not None:
            return self
        if s.phase != "draw" or not s.row[card]:
            return Draw(Taken(card, NO_CARD))  # refused, whatever is turned up
        if s.table.dealt:
            return self
        return Draw(Taken(card, _only(s, upcoming(s, 1), card)))

    def plain(self) -> Draw:
        return Draw(_unrevealed(self.taken))


@says("opponent [{card}]", phase="opponent", tells=("card",))
class Opponent(NamedTuple):
    card: Colour | None = None

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
            return Build(self.what._replace(at=1))  # the temple has one tile: its number may be left out
        return self


@says("demolish {tile}", phase="act")
class Demolish(NamedTuple):
    tile: Own


@says("convert [{player}] {card}", phase="act")
class Convert(NamedTuple):
    card: Colour
    player: Other | None = None

    def filled(self, s: State, seat: int | None, rules: Any) -> Convert:
        """Fill in who it is taken from, if there is only one."""
        if self.player is None and len(s.hands) != 2:
            raise Unclear("card", say("nobody"), say("a player and a colour, such as convert 2 R"))
        return self if self.player is not None else self._replace(player=1 - s.turn)


@says("feast [{needs}]", phase="act")
class Feast(NamedTuple):
    """What its ability needs: a follower that is taken back, or the region the marker goes to; two cards of the open
    row; a swap; a tile that is moved, or two that change places, the one from the lower place first."""

    needs: Needs = ()

    def filled(self, s: State, seat: int | None, rules: Any) -> Feast:
        if len(self.needs) == 1 and isinstance(self.needs[0], Taken) and self.needs[0].refill is not None:
            raise Unclear("needs", f"'{self.needs[0]}'", word(_ABLE))
        if len(self.needs) != 2 or s.table.dealt or not isinstance(self.needs[0], Taken):
            return self
        gone = min(2, s.followers[s.turn][s.marker])
        deck, found = upcoming(s, 2, plus(NO_CARDS, s.marker, gone)), list[Taken]()
        for n, (card, refill) in enumerate(self.needs):  # type: ignore[misc]
            found.append(Taken(card, _only(s, deck[n:], card) if refill is None else refill))
        return Feast(tuple(found))

    def plain(self) -> Feast:
        return Feast(tuple([_unrevealed(each) if isinstance(each, Taken) else each for each in self.needs]))


@says("recruit {number}", phase="act")
class Recruit(NamedTuple):
    number: int


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


def _unrevealed(taken: Taken) -> Taken:
    """Return a card of the open row without what is turned up for it."""
    return taken if taken.card == NO_CARD else Taken(taken.card)


def _only(s: State, deck: str, card: int) -> int:
    """Return the card that is turned up, if only one is possible. Raises Unclear."""
    if not deck:
        return NO_CARD
    possible = [colour for colour in COLOURS if unseen(s, colour) > 0]
    if len(possible) != 1:
        expected = say("the card turned up in its place, such as {card}", card=f"{LETTERS[card]}>G")
        raise Unclear("", say("no card turned up"), expected)
    return possible[0]
