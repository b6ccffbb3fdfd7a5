"""How a turn typed so far can go on: the words that can do something, then pieces in reach, then places."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.contract import Choice, Refused
from companion.games.free.moves import PLAIN, parse
from companion.games.free.rules import apply
from companion.games.free.state import State, place, seats, seen_by

PARTS = True
ASKS: Mapping[str, str] = {}
MOST = 300  # that are offered


def choices(state: State, typed: str) -> Sequence[Choice]:
    """The words that fit what is typed, each told whole where it can be entered so."""
    head, _, begun = typed.lstrip().rpartition(" ")
    words = head.split()
    found: list[Choice] = []
    for word, where in _next(state, words):
        if word.lower().startswith(begun.lower()) and len(found) < MOST:
            line = f"{head} {word}".strip()
            found.append(Choice(line if (whole := _fits(state, line)) else f"{line} ", word, where, whole=whole))
    return found


def _fits(state: State, line: str) -> bool:
    try:
        apply(state, parse(state, line))
    except Refused:
        return False
    return True


def _next(state: State, words: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What can stand next, with the place it belongs to."""
    kit = state.kit
    if not words:
        yield from ((word, "") for word in (*kit.buttons, *PLAIN, *kit.counters))
        return
    word, last = words[0].lower(), words[-1].lower()
    seen = seen_by(state, state.turn)
    if word in kit.counters:
        yield from ((sign, "") for sign in ("+1", "-1") if len(words) == 1)
    elif word in ("give", "next", "round") and len(words) == 1:
        yield from ((seat, "") for seat in seats(state.players))
    elif word == "roll":
        yield from ((name, "") for name in kit.dice if len(words) == 1)
    elif word in ("draw", "deal", "fill", "gather", "shuffle") or last in ("to", "from", "into", "in"):
        yield from _places(state, cells=last in ("to", "from", "in"))
    elif len(words) == 1 or word == "give":
        yield from _pieces(seen, own=word in ("play", "discard", "give"))
        if word in ("take", "flip"):
            yield from _places(state, cells=False)
    elif word in ("play", "move", "take", "add") and "to" not in map(str.lower, words):
        yield "to", ""


def _pieces(seen: State, *, own: bool) -> Iterator[tuple[str, str]]:
    """The pieces in reach by their words, one's own first; those not known by their number."""
    pairs = list(zip(seen.plan.sites, seen.lies, strict=True))
    pairs.sort(key=lambda pair: (pair[0].owner != seen.turn, pair[0].zone == "box"))
    told: set[str] = set()
    for site, pieces in pairs:
        if own and site.owner not in (None, seen.turn):
            continue
        for at, piece in enumerate(pieces):
            if piece.known and piece.word not in told:
                told.add(piece.word)
                yield piece.word, place(seen, site, at)
            elif not piece.known and site.owner == seen.turn:
                yield place(seen, site, at), place(seen, site, at)


def _places(state: State, *, cells: bool) -> Iterator[tuple[str, str]]:
    for site in state.plan.sites:
        if site.owner in (None, state.turn) and (cells or not site.cell):
            yield place(state, site) if site.owner is None else place(state, site).partition(".")[2], place(state, site)
