"""The first position, dealt from a seed or told by the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from companion.faults import SyntaxFault, ValueFault, Within

from companion.games.gods.port.state import (  # isort: skip
    COLOURS, DRAWS, INDEX, LETTERS, NO_CARDS, NO_SITES, Cards, Options, State, Table, Temple, count, plus, shape,
)  # fmt: skip
from specs.base.languages import mark, say, word
from specs.expand.deal import Deal, deal
from specs.model.document import Document, Piece

TEXTS: Final = {
    "cards": mark("hidden: the companion sees no hands; dealt: the seed deals them"),
    "sides": mark("the side of each region's board that lies up, 1 the front: B1 G2 R1 Y2"),
    "order": mark("the regions with the order tokens 1 to 4: R G B Y"),
    "marker": mark("the region where the presence marker starts: R"),
    "followers": mark("each player's first follower, in turn order: R G Y"),
    "deities": mark("each player's deity card by its number, in turn order: 1 4 2"),
}
_SIDE = re.compile(r"([BGRY])([12])\Z")


def first(document: Document, seats: int, options: Options, seed: int | None) -> State:
    """The first position. Raises ValueFault for a value that cannot be, SyntaxFault for one that is missing."""
    is_dealt, solo = options.cards == "dealt", seats == 1
    if is_dealt and options.followers:
        raise ValueFault(("setup", "followers"), "followers that are told", "none: the seed deals them")
    dealt, known = deal(document, seats, seed or 0), deity_cards(document)

    def told(key: str, read: Callable[[str], Any], by_seed: Callable[[Deal], Any]) -> Any:
        """What the table says lies there; where it says nothing, what the seed deals."""
        if given := getattr(options, key):
            with Within("setup", key):
                return read(given)
        if seed is None:
            missing = say("a setup without a seed and without '{option}'", option=key)
            raise SyntaxFault(missing, say("a seed, or {option}: {text}", option=key, text=word(TEXTS[key])))
        return by_seed(dealt)

    in_order = "the four regions in the order of their tokens, such as R G B Y"
    each = f"a colour for each of {seats} players, such as R G Y"
    order = told(
        "order", lambda text: _colours(text, 4, in_order, apart=True),
        lambda deal: tuple([_index(piece) for piece in deal.open["regions"]]),
    )  # fmt: skip
    deities = told(
        "deities", lambda text: _deities(text, seats, known),
        lambda deal: [int(area[0].row["deity"]) for area in deal.areas["deities"]],
    )  # fmt: skip
    sides = _sides(options.sides)
    [marker] = told(
        "marker", lambda text: _colours(text, 1, "a region, one of B G R Y"),
        lambda deal: [_index(deal.open["area"][0])],
    )  # fmt: skip
    own = told(
        "followers", lambda text: _colours(text, seats, each),
        lambda deal: [_index(area[0]) for area in deal.areas["followers"]],
    )  # fmt: skip
    abilities, neutral = list[Any]([None] * 5), [False] * 5
    for piece in document.pieces["regions"]:
        side = "back" if sides[_index(piece)] == 2 else "front"
        abilities[_index(piece)], neutral[_index(piece)] = str(piece.row[side]), bool(piece.row[f"neutral_{side}"])
    hands, deck = [_count(hand) for hand in dealt.hands], dealt.piles["deck"]
    others = sum([len(each) for each in (*dealt.hands, *dealt.areas["followers"], dealt.open["area"])])
    if not is_dealt:
        hands = [(sum(hand), *NO_CARDS[1:]) for hand in hands]
    both, opponent = seats + solo, [NO_CARDS] * solo
    return State(
        hands=(*hands, *opponent),
        shown=(NO_CARDS,) * both,
        followers=(*[plus(NO_CARDS, colour) for colour in own], *opponent),
        sites=(NO_SITES,) * both,
        assistants=(False,) * both,
        marker=marker,
        area=_count(dealt.open["area"]),
        deck="".join(map(_letter, deck)) if is_dealt else "?" * len(deck),
        discards=NO_CARDS,
        shuffles=0,
        turn=0,
        turns=0,
        phase="opponent" if solo else "draw",
        left=0 if solo else DRAWS,
        converted=False,
        solo_turns=0,
        winner=None,
        away=(),
        table=Table(
            is_dealt, seed if is_dealt else None, (len(deck) + others) // len(COLOURS), tuple(abilities),
            tuple(neutral), order, (*deities, *[0] * solo), (*[known[deity] for deity in deities], *[()] * solo), solo,
            options.end == "any-action",
        ),
    )  # fmt: skip


def _letter(piece: Piece) -> str:
    return str(piece.row["letter"])


def _index(piece: Piece) -> int:
    return INDEX[_letter(piece)]


def _count(pieces: Sequence[Piece]) -> Cards:
    return count("".join(map(_letter, pieces)))


def _colours(text: str, number: int, expected: str, *, apart: bool = False) -> tuple[int, ...]:
    """So many colours, no two alike if they are `apart`."""
    found = "".join(text.split()).upper()
    if len(found) != number or set(found) - set(LETTERS[1:]) or (apart and len(set(found)) < number):
        raise SyntaxFault(f"'{text[:30]}'", expected)
    return tuple([INDEX[letter] for letter in found])


def _deities(text: str, seats: int, known: Mapping[int, object]) -> Sequence[int]:
    words = text.replace(",", " ").split()
    if len(words) != seats or len(set(words)) < len(words) or not set(words) <= set(map(str, known)):
        raise SyntaxFault(f"'{text[:30]}'", f"{seats} different cards of {', '.join(map(str, known))}")
    return [int(word) for word in words]


def deity_cards(document: Document) -> Mapping[int, tuple[Temple, ...]]:
    """The shapes of each deity card by its number, in the order of the regions 1 to 4."""
    rows = (piece.row for piece in document.pieces["deities"])
    return {int(row["deity"]): tuple([shape(str(row[f"r{n}"])) for n in (1, 2, 3, 4)]) for row in rows}


def _sides(text: str) -> tuple[int, ...]:
    """The side of each region that lies up, by its colour; the front where nothing is said."""
    sides, seen = [1] * 5, set[int]()
    for told in text.upper().replace(",", " ").split():
        match = _SIDE.match(told)
        if not match or INDEX[match[1]] in seen:
            raise ValueFault(("setup", "sides"), f"'{told[:20]}'", "a side of each region once, such as B1 G2 R1 Y2")
        seen.add(INDEX[match[1]])
        sides[INDEX[match[1]]] = int(match[2])
    return tuple(sides)
