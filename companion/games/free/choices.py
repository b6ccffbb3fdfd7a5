"""How a turn typed so far can go on: the words that can do something, then what is in reach, then places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain

from companion.contract import Choice, Refused
from companion.games.free.moves import GRAMMAR, Reader
from companion.games.free.rules import fits
from companion.games.free.state import Piece, Site, State, place, seats, seen_by

PARTS = True
ASKS: Mapping[str, str] = {}
MOST = 300  # that are offered
Next = Iterator[tuple[str, str]]  # a word, or two, with the place it belongs to


def choices(state: State, typed: str) -> Sequence[Choice]:
    """The words that fit what is typed, each told whole where it can be entered so; behind a word that is whole, also
    what can follow it."""
    head, _, begun = typed.lstrip().rpartition(" ")
    found = list(_behind(state, head, begun.lower()))
    if begun and any(choice.text.strip() == typed.strip() for choice in found):
        found += _behind(state, typed.strip())
    return found[:MOST]


def lines(state: State, typed: str = "") -> Iterator[str]:
    """Every line that choices lead to, each once."""
    for choice in () if state.over else choices(state, typed):
        if choice.whole:
            yield choice.text
        else:
            yield from lines(state, choice.text)


def _behind(state: State, head: str, begun: str = "") -> Iterator[Choice]:
    fit = [(word, where) for word, where in _next(state, head) if word.lower().startswith(begun)]
    for word, where in fit[:MOST]:
        line = f"{head} {word}".strip()
        whole = fits(state, line)
        if whole or _open(state, line):
            yield Choice(line if whole else f"{line} ", word, where, whole=whole)


def _open(state: State, line: str) -> Sequence[tuple[str, str]]:
    """The parts that a line lacks, each with the word before it; where it lacks none, those that may follow."""
    reader = Reader(state, line)
    try:
        reader.move()
    except Refused:
        return [(keyword, part) for keyword, part in reader.parts if not part.endswith("?")]
    return [(keyword, part) for keyword, part in reader.parts if part.strip("()?") in OFFERED]


def _next(state: State, head: str) -> Next:
    """What can stand next."""
    if not head:
        kit = state.kit
        yield from ((word, "") for word in (*kit.buttons, *GRAMMAR, *kit.counters) if _can(state, word))
        return
    for keyword, part in _open(state, head):
        if offered := OFFERED.get(part.strip("()?")):
            for word, where in offered(state, head.split(maxsplit=1)[0].lower()):
                yield f"{keyword} {word}".strip(), where


def _can(state: State, word: str) -> bool:
    """Whether a word of turns has anything to be about."""
    asked = word not in GRAMMAR or any(part not in OFFERED for _, part in _open(state, word))
    return asked or fits(state, word) or any(True for _ in _behind(state, word))


# ---- what a part can be --------------------------------------------------------------------------------


def _seats(state: State, word: str) -> Next:
    names = seats(state.players)
    return ((name, "") for name in names if word != "give" or name != names[state.turn])


def _amounts(state: State, word: str) -> Next:
    whose = f"{seats(state.players)[state.turn]}." if state.kit.counters[word].each else ""
    return ((f"{sign}1", f"{whose}{word} {sign}") for sign in "+-")


def _dice(state: State, word: str) -> Next:
    return ((name, name) for name in state.kit.dice)


def _places(state: State, word: str) -> Next:
    """Every place that all have, and one's own."""
    for site in state.plan.sites:
        if site.owner in (None, state.turn):
            where = place(state, site)
            yield where if site.owner is None else where.partition(".")[2], where


def _zones(state: State, word: str) -> Next:
    return (
        found for found in _places(state, word) if found[0] in state.kit.zones and not state.kit.zones[found[0]].cells
    )


REACH = {"add": ["box"], "play": ["own", "open"], "discard": ["own"], "give": ["own"], "take": ["shared"]}


def _pieces(state: State, word: str) -> Next:
    """The pieces in reach of a word by their own words, each once, in the hand before
    elsewhere; those not known by their number."""
    seen = seen_by(state, state.turn)
    for reach in REACH.get(word, ["shared", "own"]):
        told: set[Piece] = set()
        for site, pieces in sorted(seen.lying, key=lambda lying: lying[0].zone != "hand"):
            for at, piece in enumerate(pieces if _reached(seen, reach, site) else ()):
                where = place(seen, site, at)
                if piece.known and piece not in told:
                    told.add(piece)
                    yield piece.word, where
                elif not piece.known and site.owner is not None:
                    yield where, where
    if word in ("take", "flip"):
        lying = {place(state, site) for site, pieces in state.lying if pieces}
        yield from ((name, where) for name, where in _zones(state, word) if where in lying)


def _reached(state: State, reach: str, site: Site) -> bool:
    match reach:
        case "own":
            return site.owner == state.turn
        case "shared":
            return site.owner is None and site.zone != "box"
        case "open":  # to be played: in a row or heap of all, but where it would go
            passed = ("box", state.kit.goes.get("play"))
            return site.owner is None and site.zone not in passed and not site.cell
        case _:
            return site.zone == reach


def _its(state: State, word: str) -> Next:
    """What a button may be about."""
    return chain(_seats(state, word), _pieces(state, word), _places(state, word))


OFFERED: Mapping[str, Callable[[State, str], Next]] = {
    "pieces": _pieces, "piece": _pieces, "kind": _pieces, "seat": _seats, "amount": _amounts, "dice": _dice,
    "from": _places, "to": _places, "in": _places, "into": _zones, "zone": _zones, "pile": _zones, "it": _its,
}  # fmt: skip
