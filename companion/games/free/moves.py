"""Turns of the free table as text: the words that are the same for every game, completed by the kit's own.

    play PIECES [to PLACE] [turn N] [down]     draw [PILE] [N] [KIND...]        COUNTER [SEAT] +N | -N | =N [why]
    move PIECES [from PLACE] to PLACE          deal [PILE] N                    give SEAT PIECES | give SEAT N COUNTER
    take PIECES | ZONE [to PLACE]              flip PIECE | PILE [KIND]         roll DICE [FACE...]
    discard PIECES; add, remove: to, from box  turn PIECE N                     next [SEAT]; round [SEAT]; end
    shuffle ZONE [into PILE]; gather PILE      fill ZONE [KIND...]              found KIND in PLACE

PIECES are words of kinds, each with a number before it where it is more than one, or places with the number of a piece
(`hand.3`). A PLACE is `[SEAT.]ZONE[.CELL]`, or a cell alone; `to` before one at the end may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from companion import positions
from companion.contract import SyntaxFault
from companion.games.free.state import State, seats
from companion.positions import Word
from specs.ground.languages import say

MOST_LINE, MOST_MOVED = 2_000, 2_000
_COUNT = re.compile(r"([+=-])(\d{1,7})\Z", re.ASCII)
MOVES = ("play", "move", "take", "discard", "add", "remove")
PLAIN = (
    *MOVES,
    "give",
    "draw",
    "deal",
    "flip",
    "turn",
    "fill",
    "gather",
    "shuffle",
    "roll",
    "next",
    "round",
    "end",
    "found",
)


class Place(NamedTuple):
    """A place as it is named; `seat` None is one's own, where each has one, and `at` a piece's number from 0."""

    zone: str
    seat: int | None = None
    cell: str = ""
    at: int | None = None


class Ref(NamedTuple):
    """Pieces as they are named: so many of a kind, one by its number at a place, or all at a place (no `at`)."""

    kind: str
    place: Place | None = None
    n: int = 1


class Move(NamedTuple):
    """A ply: a word with what it is about. `told` are kinds or faces that come to light by it, `note` what a button is
    about, or why something is counted."""

    word: str
    pieces: tuple[Ref, ...] = ()
    source: Place | None = None
    target: Place | None = None
    seat: int | None = None
    n: int | None = None
    sign: str = ""
    down: bool = False
    told: tuple[str, ...] = ()
    note: str = ""


def parse(state: State, text: str) -> Move:
    """A turn from its text. Raises SyntaxFault."""
    if len(text) > MOST_LINE:
        raise SyntaxFault(say("{n} characters", n=len(text)), say("at most {n}", n=MOST_LINE))
    return _Reader(state, positions.words(text), len(text) + 1).move()


class _Reader:
    def __init__(self, state: State, words: list[Word], end: int) -> None:
        self.state, self.kit, self.plan = state, state.kit, state.plan
        self.words, self.end = words, Word("", end)

    # ---- words one by one --------------------------------------------------------------------------

    @property
    def next(self) -> Word:
        return self.words[0] if self.words else self.end

    def pop(self) -> Word:
        return self.words.pop(0) if self.words else self.end

    def fault(self, expected: str, at: Word | None = None) -> SyntaxFault:
        found, column = at or self.next
        return SyntaxFault(f"'{found[:40]}'" if found else say("the end of the line"), expected, column)

    def keyword(self, word: str) -> bool:
        """Whether the next word is that one, which is passed then."""
        return self.next.text.lower() == word and bool(self.pop())

    def number(self, least: int = 1, most: int = MOST_MOVED) -> int:
        try:
            found = positions.whole(self.next.text, least, most)
        except ValueError:
            raise self.fault(say("a whole number from {least} to {most}", least=least, most=most)) from None
        self.pop()
        return found

    def maybe_number(self) -> int | None:
        return self.number() if self.next.text.isascii() and self.next.text.isdigit() else None

    def seat(self) -> int:
        word, names = self.pop(), [seat.lower() for seat in seats(self.state.players)]
        if word.text.lower() not in names:
            raise self.fault(say("one of {names}", names=", ".join(seats(self.state.players))), word)
        return names.index(word.text.lower())

    def kind(self) -> str:
        word = self.pop()
        if word.text.lower() not in self.plan.kinds:
            raise self.fault(say("a piece of this game"), word)
        return self.plan.kinds[word.text.lower()].word

    def kinds(self) -> tuple[str, ...]:
        found = []
        while self.words:
            found.append(self.kind())
        return tuple(found)

    def zone(self) -> Place:
        word = self.pop()
        place = _place(self.state, word.text)
        if place is None or place.cell or place.at is not None:
            raise self.fault(say("one of {names}", names=", ".join(self.kit.zones)), word)
        return place

    def place(self) -> Place:
        word = self.pop()
        place = _place(self.state, word.text)
        if place is None:
            raise self.fault(say("a place such as {place}", place=next(iter(self.kit.zones))), word)
        return place

    def pieces(self, last: bool = False) -> tuple[Ref, ...]:
        """Pieces up to a keyword; with `last`, a place that ends them is left where it is not the only one."""
        found: list[Ref] = []
        ends = ("", "turn", "down")
        while self.words and self.next.text.lower() not in ("to", "from", *ends):
            after = self.words[1].text.lower() if len(self.words) > 1 else ""
            if last and found and after in ends and self.next.text.lower() not in self.plan.kinds:
                break
            n = self.maybe_number()
            if self.next.text.lower() in self.plan.kinds:
                found.append(Ref(self.kind(), n=n or 1))
            elif n is None and (place := _place(self.state, self.next.text)) is not None:
                found.append(Ref("", place))
                self.pop()
            else:
                raise self.fault(say("a piece, or a place with its number such as hand.1"))
        if not found:
            raise self.fault(say("a piece, or a place with its number such as hand.1"))
        return tuple(found)

    # ---- turns -------------------------------------------------------------------------------------

    def move(self) -> Move:
        word = self.pop()
        name = word.text.lower()
        if name in self.kit.counters:
            found = self.counted(name)
        elif name in self.kit.buttons:
            if "{it}" in self.kit.buttons[name] and not self.words:
                raise self.fault(say("what it is about"))
            found = Move(name, note=" ".join(word.text for word in self.words))
            self.words.clear()
        elif name in PLAIN:
            found = self.plain(name)
        else:
            known = (*PLAIN, *self.kit.counters, *self.kit.buttons)
            raise self.fault(say("one of {names}", names=", ".join(known)), word)
        if self.words:
            raise self.fault(say("the end of the line"))
        return found

    def counted(self, name: str) -> Move:
        seat = None if _COUNT.match(self.next.text) else self.seat()
        word = self.pop()
        match = _COUNT.match(word.text)
        if match is None:
            raise self.fault(say("+1, -1 or =1, whatever the number"), word)
        note = " ".join(word.text for word in self.words)
        self.words.clear()
        return Move(name, seat=seat, sign=match[1], n=int(match[2]), note=note)

    def plain(self, name: str) -> Move:
        make = partial(Move, name)
        match name:
            case "play" | "move" | "take" | "discard" | "add" | "remove":
                pieces = self.pieces(last=name != "discard")
                source = self.place() if self.keyword("from") else None
                target = self.place() if self.keyword("to") else None
                if source is None and target is None and self.next.text.lower() not in ("", "turn", "down"):
                    source, target = (self.place(), None) if name == "remove" else (None, self.place())
                if target is None and name in ("move", "add"):
                    raise self.fault(say("to, and where"))
                steps = self.number(0, 11) if self.keyword("turn") else None
                return make(pieces, source, target, n=steps, down=self.keyword("down"))
            case "give":
                seat = self.seat()
                if len(self.words) == 2 and self.words[1].text.lower() in self.kit.counters:
                    return make(seat=seat, n=self.number(), note=self.pop().text.lower())
                return make(self.pieces(), seat=seat)
            case "draw" | "deal":
                pile = self.zone() if self.words and not self.next.text.isdigit() else None
                n = self.maybe_number() if name == "draw" else self.number()
                return make(source=pile, n=n, told=self.kinds())
            case "flip":
                return make((self.one(),), told=self.kinds())
            case "turn":
                return make((self.one(),), n=self.number(0, 11))
            case "fill":
                return make(target=self.zone(), told=self.kinds())
            case "gather":
                return make(target=self.zone())
            case "shuffle":
                return make(source=self.zone(), target=self.zone() if self.keyword("into") else None)
            case "roll":
                if self.next.text.lower() not in self.kit.dice:
                    names = ", ".join(self.kit.dice)
                    raise self.fault(say("one of {names}", names=names) if names else say("none: there are no dice"))
                note, told = self.pop().text.lower(), tuple(word.text for word in self.words)
                self.words.clear()
                return make(note=note, told=told)
            case "found":
                kind = self.kind()
                if not self.keyword("in"):
                    raise self.fault("in")
                return make((Ref(kind),), target=self.place())
            case _:  # next, round, end
                return make(seat=self.seat() if self.words and name != "end" else None)

    def one(self) -> Ref:
        """One piece: a kind, or the number at a place."""
        word = self.pop()
        if word.text.lower() in self.plan.kinds:
            return Ref(self.plan.kinds[word.text.lower()].word)
        place = _place(self.state, word.text)
        if place is None:
            raise self.fault(say("a piece, or a place with its number such as hand.1"), word)
        return Ref("", place)


def _place(state: State, text: str) -> Place | None:
    """A place from its word; None for what is none."""
    given, seat = text.lower(), None
    for number, name in enumerate(seats(state.players)):
        if given.startswith(f"{name.lower()}."):
            given, seat = given[len(name) + 1 :], number
            break
    head, *rest = given.split(".")
    if head not in state.kit.zones:
        zones = state.plan.cells.get(head, ())
        if not zones or seat is not None:
            return None
        head, rest = zones[0], [head, *rest]
    zone = state.kit.zones[head]
    if seat is not None and not zone.each:
        return None
    cell, at = "", None
    if zone.cells and rest:
        cell = next((name for name in zone.cells if name.lower() == rest[0]), "")
        if not cell:
            return None
        rest = rest[1:]
    if rest and rest[0].isascii() and rest[0].isdigit() and 1 <= int(rest[0][:9]) <= MOST_MOVED:
        at, rest = int(rest[0]) - 1, rest[1:]
    return None if rest else Place(head, seat, cell, at)


# ---- to text ---------------------------------------------------------------------------------------


def format(state: State, move: Move) -> str:
    """A turn as it is written."""
    names = seats(state.players)

    def where(place: Place) -> str:
        owner = () if place.seat is None else (names[place.seat],)
        number = () if place.at is None else (str(place.at + 1),)
        return ".".join((*owner, place.zone, *filter(None, (place.cell,)), *number))

    seat = () if move.seat is None else (names[move.seat],)
    if move.word in state.kit.counters:
        return " ".join((move.word, *seat, f"{move.sign}{move.n}", *move.note.split()))
    number = () if move.n is None else (str(move.n),)
    pieces = [
        where(ref.place) if ref.place else f"{ref.n} {ref.kind}" if ref.n > 1 else ref.kind for ref in move.pieces
    ]
    source = () if move.source is None else (where(move.source),)
    target = () if move.target is None else (where(move.target),)
    parts: Sequence[str]
    match move.word:
        case "play" | "move" | "take" | "discard" | "add" | "remove":
            ends = [*(f"from {one}" for one in source), *(f"to {one}" for one in target)]
            parts = [*pieces, *ends, *(f"turn {n}" for n in number), *(["down"] if move.down else [])]
        case "found":
            parts = [*pieces, "in", *target]
        case "shuffle":
            parts = [*source, *(f"into {one}" for one in target)]
        case _:
            note = (move.note,) if move.note else ()
            kept = (*number, *note) if move.word == "give" else (*note, *number)
            parts = [*seat, *pieces, *source, *target, *kept, *move.told]
    return " ".join((move.word, *parts))


def said(state: State, move: Move) -> str | None:
    """A turn that tells what comes from the seed, without that; None for any other."""
    if not state.dealt or not move.told or move.word == "roll":
        return None
    return format(state, move._replace(told=()))
