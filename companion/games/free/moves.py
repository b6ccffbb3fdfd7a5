"""Turns of the free table as text: words that are the same for every game, beside the kit's own counters and buttons.

`GRAMMAR` says what follows each word, part by part; it is read, written and completed by that. PIECES are words of
kinds, each with a number before it where it is more than one, or places with the number of a piece (`hand.3`). A PLACE
is `[SEAT.]ZONE[.CELL]`, or a cell alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from companion.contract import SyntaxFault, positions
from companion.contract.positions import Word
from companion.games.free.state import MOST_STEPS, State, seats
from specs.base.languages import say
from specs.expand.table_kit import Kit

MOST_LINE, MOST_MOVED = 2_000, 2_000
# `?`: may be left out. In brackets: the word before it may be, where nothing else stands behind it.
GRAMMAR = {
    "play": "pieces from? (to)? turn? down?",
    "move": "pieces from? (to) turn? down?",
    "take": "pieces from? (to)? turn? down?",
    "discard": "pieces from? to? turn? down?",
    "add": "pieces from? (to) turn? down?",
    "remove": "pieces (from)?",
    "give": "seat pieces",
    "draw": "pile? number? kinds?",
    "deal": "pile? number",
    "flip": "piece kinds?",
    "turn": "piece steps",
    "fill": "zone kinds?",
    "gather": "zone",
    "shuffle": "pile into?",
    "roll": "dice faces?",
    "next": "seat?",
    "round": "seat?",
    "end": "",
    "found": "kind in",
}
COUNTED, PAID = "seat? amount note?", "seat number counter"  # `coins Bob +2 for wood`, `give Bob 2 coins`
ENDS = ("", "turn", "down")  # what ends the places of a turn
_AMOUNT = re.compile(r"([+=-])(\d{1,7})\Z", re.ASCII)


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
    about, which counter or dice, or why something is counted."""

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


def pattern(kit: Kit, word: str, paid: bool = False) -> str | None:
    """What follows a word; None for what is no word of this game."""
    if word in kit.counters:
        return COUNTED
    if word in kit.buttons:
        return "it" if "{it}" in kit.buttons[word] else "note?"
    return PAID if paid and word == "give" else GRAMMAR.get(word)


def parse(state: State, text: str) -> Move:
    """A turn from its text. Raises SyntaxFault."""
    if len(text) > MOST_LINE:
        raise SyntaxFault(say("{n} characters", n=len(text)), say("at most {n}", n=MOST_LINE))
    return Reader(state, text).move()


class Reader:
    """Reads a line word by word. `parts` are those that could stand where it ended, each with the word before it."""

    def __init__(self, state: State, text: str) -> None:
        self.state, self.kit, self.plan = state, state.kit, state.plan
        self.words, self.end = positions.words(text), Word("", len(text) + 1)
        self.parts: list[tuple[str, str]] = []
        self.follows: str | None = None

    def move(self) -> Move:
        """Raises SyntaxFault."""
        word = self.pop()
        name = word.text.lower()
        paid = len(self.words) == 3 and self.words[-1].text.lower() in self.kit.counters
        self.follows = pattern(self.kit, name, paid)
        if self.follows is None:
            raise self.unknown((*GRAMMAR, *self.kit.counters, *self.kit.buttons), word)
        found: dict[str, Any] = {}
        for part in self.follows.split():
            slot = SLOTS[part.strip("()?")]
            if self.stands(part, slot):
                value = slot.read(self)
                found |= value if isinstance(value, dict) else {slot.field: value}
        if self.words:
            raise self.fault(say("the end of the line"))
        return Move(name, **found)

    def stands(self, part: str, slot: Slot) -> bool:
        """Whether a part is there; the word before it is passed then. Raises SyntaxFault where it must be."""
        optional, bare = part.endswith("?"), "(" in part
        if slot.keyword and self.lower == slot.keyword:
            self.pop()
            if not self.words:
                self.parts = [("", part.strip("()?"))]
            return True
        if not self.words and (bare or not optional or not slot.keyword):
            self.parts.append((slot.keyword, part))
        if not slot.keyword:
            return not optional or (bool(self.words) and slot.begins(self.lower))
        if bare and self.lower not in ENDS:
            return True
        if not optional:
            raise self.fault(say("to, and where") if slot.keyword == "to" else slot.keyword)
        return False

    # ---- words one by one --------------------------------------------------------------------------

    @property
    def lower(self) -> str:
        """The next word in small letters, empty at the end."""
        return self.words[0].text.lower() if self.words else ""

    def pop(self) -> Word:
        return self.words.pop(0) if self.words else self.end

    def fault(self, expected: str, at: Word | None = None) -> SyntaxFault:
        found, column = at or (self.words or [self.end])[0]
        return SyntaxFault(f"'{found[:40]}'" if found else say("the end of the line"), expected, column)

    def unknown(self, names: Iterable[str], word: Word) -> SyntaxFault:
        listed = ", ".join(names)
        return self.fault(say("one of {names}", names=listed) if listed else say("none: there are no dice"), word)

    def number(self, least: int = 1, most: int = MOST_MOVED) -> int:
        word = self.pop()
        try:
            return positions.whole(word.text, least, most)
        except ValueError:
            raise self.fault(say("a whole number from {least} to {most}", least=least, most=most), word) from None

    def steps(self) -> int:
        return self.number(0, MOST_STEPS)

    def one_of(self, names: Sequence[str]) -> int:
        """Which of some names comes next, by its index."""
        word = self.pop()
        known = [name.lower() for name in names]
        if word.text.lower() not in known:
            raise self.unknown(names, word)
        return known.index(word.text.lower())

    def kind(self) -> str:
        word = self.pop()
        if word.text.lower() not in self.plan.kinds:
            raise self.fault(say("a piece of this game"), word)
        return self.plan.kinds[word.text.lower()].word

    def place(self) -> Place:
        word = self.pop()
        if (place := _place(self.state, word.text)) is None:
            raise self.fault(say("a place such as {place}", place=next(iter(self.kit.zones))), word)
        return place

    def zone(self) -> Place:
        word = self.pop()
        place = _place(self.state, word.text)
        if place is None or place.cell or place.at is not None:
            raise self.unknown(self.kit.zones, word)
        return place

    def piece(self) -> tuple[Ref, ...]:
        """So many of a kind, or what lies at a place."""
        n = self.number() if _is_number(self.lower) else None
        if self.lower in self.plan.kinds:
            return (Ref(self.kind(), n=n or 1),)
        place = _place(self.state, self.lower) if n is None else None
        if place is None:
            raise self.fault(say("a piece, or a place with its number such as hand.1"))
        self.pop()
        return (Ref("", place),)

    def pieces(self) -> tuple[Ref, ...]:
        """Pieces up to a keyword; a place that ends them may be where they go, if it is not the only one."""
        found = self.piece()
        while self.lower not in ("to", "from", *ENDS):
            last = len(self.words) == 1 or self.words[1].text.lower() in ENDS
            if last and "(" in (self.follows or "") and self.lower not in self.plan.kinds:
                break
            found += self.piece()
        return found

    def amount(self) -> dict[str, str | int]:
        word = self.pop()
        if (match := _AMOUNT.match(word.text)) is None:
            raise self.fault(say("+1, -1 or =1, whatever the number"), word)
        return {"sign": match[1], "n": int(match[2])}

    def rest(self) -> list[str]:
        """All words that are left."""
        return [self.pop().text for _ in range(len(self.words))]

    def it(self) -> str:
        if not self.words:
            raise self.fault(say("what it is about"))
        return " ".join(self.rest())


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit()


class Slot(NamedTuple):
    """A part of a turn: the field of the move it fills, how it is read, the word before it, and what tells that one
    which may be left out is there."""

    field: str
    read: Callable[[Reader], Any]
    keyword: str = ""
    begins: Callable[[str], bool] = bool


SLOTS = {
    "pieces": Slot("pieces", Reader.pieces),
    "piece": Slot("pieces", Reader.piece),
    "kind": Slot("pieces", lambda line: (Ref(line.kind()),)),
    "kinds": Slot("told", lambda line: tuple([line.kind() for _ in range(len(line.words))])),
    "from": Slot("source", Reader.place, "from"),
    "to": Slot("target", Reader.place, "to"),
    "in": Slot("target", Reader.place, "in"),
    "into": Slot("target", Reader.zone, "into"),
    "zone": Slot("target", Reader.zone),
    "pile": Slot("source", Reader.zone, begins=lambda word: not _is_number(word)),
    "seat": Slot("seat", lambda line: line.one_of(seats(line.state.players)), begins=lambda w: not _AMOUNT.match(w)),
    "number": Slot("n", Reader.number, begins=_is_number),
    "steps": Slot("n", Reader.steps),
    "turn": Slot("n", Reader.steps, "turn"),
    "amount": Slot("n", Reader.amount),
    "down": Slot("down", lambda line: True, "down"),
    "dice": Slot("note", lambda line: list(line.kit.dice)[line.one_of([*line.kit.dice])]),
    "counter": Slot("note", lambda line: line.pop().text.lower()),
    "faces": Slot("told", lambda line: tuple(line.rest())),
    "note": Slot("note", lambda line: " ".join(line.rest())),
    "it": Slot("note", Reader.it),
}


def _place(state: State, text: str) -> Place | None:
    """A place from its word; None for what is none."""
    given, seat = text.lower(), None
    for number, name in enumerate(seats(state.players)):
        if given.startswith(f"{name.lower()}."):
            given, seat = given[len(name) + 1 :], number
            break
    head, *rest = given.split(".")
    if head not in state.kit.zones:  # a cell alone
        zones = state.plan.cells.get(head, ())
        if not zones or seat is not None:
            return None
        head, rest = zones[0], [head, *rest]
    zone, cell, at = state.kit.zones[head], "", None
    if zone.cells and rest:
        cell = next((name for name in zone.cells if name.lower() == rest[0]), "")
        if not cell:
            return None
        del rest[0]
    if rest and rest[0].isascii() and rest[0].isdigit() and 1 <= int(rest[0][:9]) <= MOST_MOVED:
        at = int(rest.pop(0)) - 1
    return None if rest or (seat is not None and not zone.each) else Place(head, seat, cell, at)


# ---- to text ---------------------------------------------------------------------------------------


def format(state: State, move: Move) -> str:
    """A turn as it is written."""
    found = [move.word]
    for part in (pattern(state.kit, move.word, paid=not move.pieces) or "").split():
        slot = SLOTS[part.strip("()?")]
        value = getattr(move, slot.field)
        if value is not None and value is not False and value not in ("", ()):
            found += [slot.keyword, *_written(state, value, slot.field, move.sign)]
    return " ".join(filter(None, found))


def _written(state: State, value: object, field: str, sign: str) -> Iterator[str]:
    names = seats(state.players)
    match value:
        case Place(zone, seat, cell, at):
            owner = "" if seat is None else names[seat]
            yield ".".join(filter(None, (owner, zone, cell, "" if at is None else str(at + 1))))
        case Ref(kind, None, n):
            yield f"{n} {kind}" if n > 1 else kind
        case Ref(_, place):
            yield from _written(state, place, field, sign)
        case tuple():
            for each in value:
                yield from _written(state, each, field, sign)
        case int() if field == "seat":
            yield names[value]
        case True:
            pass  # its keyword says it
        case int() | str():
            yield f"{sign}{value}" if field == "n" else str(value)


def said(state: State, move: Move) -> str | None:
    """A turn that tells what comes from the seed, without that; None for any other."""
    if not state.dealt or not move.told or move.word == "roll":
        return None
    return format(state, move._replace(told=()))
