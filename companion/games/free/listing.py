"""The turns that can be listed: each word with what is in reach, then places; what else can be typed is made of these,
or is the same in other words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from companion.contract.codecs import Here
from companion.contract.judges import Forbidden, Noting
from companion.contract.rules import KIND, Given
from companion.contract.values import NOTHING
from companion.games.free import moves
from companion.games.free.deeds import Deed, goes
from companion.games.free.plan import Piece, Site, unnamed
from companion.games.free.state import State, seen_by
from companion.games.free.texts import CARRIED, PASSED, Place, Ref, place_text, ref_text

REACH: Final = {"add": ["box"], "play": ["own", "open"], "discard": ["own"], "give": ["own"], "take": ["shared"]}
Values = Iterable[Any]
Fields = Mapping[str, Any]

Fits = Callable[[State, Any], bool]  # whether a move is legal in a state


def listed(fits: Fits, state: State, given: Given) -> Iterator[Any]:
    """The legal turns that agree with what is given, whatever else they need filled in."""
    fields = {name: value for name, value in given.items() if name != KIND}
    for kind, parts in {} if state.over else PARTS.items():
        if issubclass(kind, given.get(KIND, object)) and {*fields} <= {*kind._fields}:
            yield from _filled(fits, state, kind, fields, [*parts])


def _filled(fits: Fits, state: State, kind: Any, fields: Fields, left: list[str]) -> Iterator[Any]:
    """The turns of a kind with these fields, those that are left filled in; None comes first of what a field can be,
    and where that will do, the others are not listed."""
    if not left:
        move = kind(**fields)
        if fits(state, move):
            yield move
        return
    name, *rest = left
    for value in [fields[name]] if name in fields else PARTS[kind][name](state, {**fields, KIND: kind}):
        found = _filled(fits, state, kind, {**fields, name: value}, rest)
        first = next(found, None)
        if first is not None:
            yield first
            yield from found
            if value is None:
                return


# ---- what a part can be --------------------------------------------------------------------------------


def reached(state: State, word: str) -> Iterator[tuple[Ref, Site, int]]:
    """The pieces in reach of a word by their own words, each once, in the hand before elsewhere; those not known by
    their number. With each where it lies."""
    seen = seen_by(state, state.turn)
    for reach in REACH.get(word, ["shared", "own"]):
        told: set[Piece] = set()
        for site, pieces in sorted(seen.lying, key=lambda lying: lying[0].zone != "hand"):
            for at, piece in enumerate(pieces if _in_reach(seen, reach, site) else ()):
                if piece.known and piece not in told:
                    told.add(piece)
                    yield Ref(piece.word), site, at
                elif not piece.known and site.owner is not None:
                    yield Ref("", Place(site.zone, site.owner, site.cell, at)), site, at


def _in_reach(state: State, reach: str, site: Site) -> bool:
    match reach:
        case "own":
            return site.owner == state.turn
        case "shared":
            return site.owner is None and site.zone != "box"
        case "open":  # to be played: in a row or heap of all, but where it would go
            return site.owner is None and site.zone not in ("box", state.kit.goes.get("play")) and not site.cell
        case _:
            return site.zone == reach


def pieces(state: State, fields: Fields) -> Values:
    """What a turn can be about: pieces, and of some words all that lies in a zone."""
    word = fields["verb"] if "verb" in fields else fields[KIND].__name__.lower() if KIND in fields else ""
    found = dict.fromkeys((ref,) for ref, _, _ in reached(state, word))
    lying = [place for place in zones(state) if any(lie for _, lie in state.within(place.zone, state.turn))]
    return found | dict.fromkeys((Ref("", place),) for place in lying if word in ("take", "flip"))


def places(state: State, fields: Fields = NOTHING) -> list[Place]:
    """Every place that all have, and one's own."""
    return [Place(site.zone, None, site.cell) for site in state.plan.sites if site.owner in (None, state.turn)]


def zones(state: State, fields: Fields = NOTHING) -> list[Place]:
    """Those that are one place."""
    return [place for place in places(state) if not place.cell]


def its(state: State, fields: Fields) -> Iterator[str]:
    """What a button may be about."""
    here = Here(None, state, ())
    yield from unnamed(len(state.colours))
    yield from dict.fromkeys([*(ref_text(ref, here) for ref, in pieces(state, NOTHING)),
                              *(place_text(place, here) for place in places(state))])  # fmt: skip


def _targets(state: State, fields: Fields) -> Values:
    """None where a word goes somewhere by itself, then every place; nothing where the pieces are not there."""
    given = {name: value for name, value in fields.items() if name != KIND}
    try:
        Deed(state, moves.Carry(**given, target=Place("box")), Noting())
    except Forbidden:
        return []
    itself: list[Any] = [None] if goes(state, fields["verb"]) else []
    return itself if fields["verb"] == "remove" else [*itself, *places(state)]


Part = Callable[[State, Fields], Values]
PILE: Final[Part] = lambda state, fields: [None, *zones(state)]  # noqa: E731
ZONE: Final[Mapping[str, Part]] = {"zone": zones}
OFFERS: Final[Mapping[str, Part]] = {"pieces": pieces, "places": places, "zones": zones, "its": its}
PARTS: Final[Mapping[Any, Mapping[str, Part]]] = {
    moves.Press: {
        "button": lambda state, fields: state.kit.buttons,
        "it": lambda state, fields: its(state, fields) if "{it}" in state.kit.buttons[fields["button"]] else [""],
    },
    moves.Carry: {
        "verb": lambda state, fields: CARRIED,
        "pieces": pieces,
        "source": lambda state, fields: [None, *(places(state) if fields["verb"] == "remove" else ())],
        "target": _targets,
    },
    moves.Give: {
        "whom": lambda state, fields: [seat for seat in range(len(state.colours)) if seat != state.turn],
        "pieces": pieces,
    },
    moves.Draw: {"pile": PILE},
    moves.Deal: {"pile": PILE, "n": lambda state, fields: [1]},
    moves.Flip: {"pieces": pieces},
    moves.Turn: {"pieces": pieces, "turned": lambda state, fields: [1]},
    moves.Fill: ZONE,
    moves.Gather: ZONE,
    moves.Shuffle: ZONE,
    moves.Roll: {"die": lambda state, fields: state.kit.dice},
    moves.Pass: {"verb": lambda state, fields: PASSED},
    moves.End: {},
    moves.Count: {
        "counter": lambda state, fields: state.kit.counters,
        "by": lambda state, fields: ("+1", "-1"),
    },
}


# ---- the nearest -----------------------------------------------------------------------------------


def nearest(fits: Fits, state: State, move: Any) -> Any:
    """The same with fewer, from where the piece is, or as far as a counter goes; None where there is none."""
    fewer: Callable[[int], Any]
    match move:
        case moves.Carry(pieces=(Ref(place=None, n=most) as ref,)):
            tries = [move._replace(source=None), move._replace(verb="move", source=None)] if move.source else []
            if found := next((one for one in tries if fits(state, one)), None):
                return found
            fewer = lambda n: move._replace(pieces=(ref._replace(n=n),))  # noqa: E731
        case moves.Draw(n=most) | moves.Deal(n=most) | moves.Pay(n=most):
            fewer = lambda n: move._replace(n=n)  # noqa: E731
        case moves.Count(by=by):
            most, fewer = int(by[1:]), lambda n: move._replace(by=f"{by[0]}{n}")
        case _:
            return None
    n = bisect_left(range(1, most), True, key=lambda n: not fits(state, fewer(n)))  # what so many can, fewer can
    return fewer(n) if n else None
