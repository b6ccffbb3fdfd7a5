"""How a turn typed so far can go on: the words that can do something, then what is in reach, then places."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from companion.contract import Choice, Refused
from companion.games.free.moves import PLAIN, parse
from companion.games.free.rules import apply
from companion.games.free.state import Piece, Site, State, place, seats, seen_by

PARTS = True
ASKS: Mapping[str, str] = {}
MOST = 300  # that are offered
TO = ("play", "move", "take", "add")
Next = Iterator[tuple[str, str]]  # a word, or two, with the place it belongs to


def choices(state: State, typed: str) -> Sequence[Choice]:
    """The words that fit what is typed, each told whole where it can be entered so; behind a word that is whole, also
    what can follow it."""
    head, _, begun = typed.lstrip().rpartition(" ")
    found: list[Choice] = []
    for word, where in _next(state, head.split()):
        if word.lower().startswith(begun.lower()) and len(found) < MOST:
            found += _choice(state, f"{head} {word}".strip(), word, where)
    if begun and any(choice.text.strip() == typed.strip() for choice in found):
        for word, where in _next(state, typed.split()):
            found += _choice(state, f"{typed.strip()} {word}", word, where)
    return found[:MOST]


def _choice(state: State, line: str, label: str, where: str) -> Iterator[Choice]:
    whole = _fits(state, line)
    if whole or not _asked(state, line):
        yield Choice(line if whole else f"{line} ", label, where, whole=whole)


def _asked(state: State, line: str) -> bool:
    """Whether a line has all that its word asks for, and nothing can make it fit."""
    word, *rest = line.lower().split()
    return bool(rest) and (
        word in state.kit.buttons or (len(rest) > 1 and word != "give") or word not in (*TO, "give", "remove")
    )


def _fits(state: State, line: str) -> bool:
    try:
        apply(state, parse(state, line))
    except Refused:
        return False
    return True


def _next(state: State, words: Sequence[str]) -> Next:
    """What can stand next."""
    kit, names = state.kit, seats(state.players)
    if not words:
        yield from ((word, "") for word in (*kit.buttons, *PLAIN, *kit.counters) if _can(state, word))
        return
    word, last = words[0].lower(), words[-1].lower()
    pieces = _Pieces(state)
    if last in ("to", "from", "into", "in"):
        yield from _places(state, cells=True)
    elif len(words) > 1:
        if word in TO and not {"to", "from", "turn"} & {*map(str.lower, words)}:
            yield from ((f"to {name}", where) for name, where in _places(state, cells=True))
        elif word == "remove" and len(words) == 2:
            yield from ((f"from {name}", where) for name, where in _places(state, cells=True))
        elif word == "give" and len(words) == 2:
            yield from pieces.own()
    elif word in kit.counters:
        whose = f"{names[state.turn]}." if kit.counters[word].each else ""
        yield from ((f"{sign}1", f"{whose}{word} {sign}") for sign in "+-")
    elif word in kit.buttons:
        if "{it}" in kit.buttons[word]:
            yield from ((name, "") for name in names)
            yield from pieces.own()
            yield from pieces.shared()
            yield from _places(state, cells=True)
    elif word in ("give", "next", "round"):
        yield from ((name, "") for name in names if word != "give" or name != names[state.turn])
    elif word == "roll":
        yield from ((name, name) for name in kit.dice)
    elif word in ("draw", "deal", "fill", "gather", "shuffle"):
        yield from _places(state, cells=False)
    elif word in ("play", "discard"):
        yield from pieces.own()
        yield from pieces.drawn() if word == "play" else ()
    elif word == "add":
        yield from pieces.among(lambda site: site.zone == "box")
    else:
        yield from pieces.shared()
        yield from pieces.own() if word != "take" else ()
        yield from _places(state, cells=False, lying=True) if word in ("take", "flip") else ()


def _can(state: State, word: str) -> bool:
    """Whether a word has anything to be about."""
    kit = state.kit
    match word:
        case "discard" | "give":
            return any(
                pieces for site, pieces in zip(state.plan.sites, state.lies, strict=True) if site.owner == state.turn
            )
        case "draw" | "deal" | "flip" | "shuffle" | "gather":
            return any(zone.lay == "stack" for zone in kit.zones.values())
        case "fill":
            return any(zone.fill is not None for zone in kit.zones.values())
        case "roll":
            return bool(kit.dice)
        case "add":
            return bool(state.lies[state.plan.numbers[Site("box")]])
        case _:
            return True


class _Pieces:
    """The pieces in reach by their words, each once; those not known by their number."""

    def __init__(self, state: State) -> None:
        self.seen = seen_by(state, state.turn)

    def own(self) -> Next:
        return self.among(lambda site: site.owner == self.seen.turn)

    def shared(self) -> Next:
        return self.among(lambda site: site.owner is None and site.zone != "box")

    def drawn(self) -> Next:
        """What lies open to be played: in a row or heap of all, but where it would go."""
        goes, zones = self.seen.kit.goes.get("play"), self.seen.kit.zones
        return self.among(
            lambda site: site.owner is None and site.zone not in (goes, "box") and not zones[site.zone].cells
        )

    def among(self, here: Callable[[Site], bool]) -> Next:
        told: set[Piece] = set()
        for site, pieces in zip(self.seen.plan.sites, self.seen.lies, strict=True):
            for at, piece in enumerate(pieces if here(site) else ()):
                where = place(self.seen, site, at)
                if piece.known and piece not in told:
                    told.add(piece)
                    yield piece.word, where
                elif not piece.known and site.owner is not None:
                    yield where, where


def _places(state: State, *, cells: bool, lying: bool = False) -> Next:
    for site, pieces in zip(state.plan.sites, state.lies, strict=True):
        if site.owner in (None, state.turn) and (cells or not site.cell) and (pieces or not lying):
            where = place(state, site)
            yield where if site.owner is None else where.partition(".")[2], where
