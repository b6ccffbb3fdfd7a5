"""The turns that can be listed: each word with what is in reach, then places; what else can be typed is made of these,
or is the same in other words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from companion.contract.codecs import Here
from companion.contract.grammar import codecs_of
from companion.contract.judges import Forbidden, Noting
from companion.contract.rules import KIND, Given
from companion.games.free import moves
from companion.games.free.deeds import Deed, goes
from companion.games.free.plan import Ref, Site
from companion.games.free.state import State

LISTED: Final = tuple([kind for kind in moves.MOVES if kind not in (moves.Pay, moves.Found)])
Fields = Mapping[str, Any]
Fits = Callable[[State, Any], bool]  # whether a move is legal in a state


def listed(fits: Fits, state: State, given: Given) -> Iterator[Any]:
    """The legal turns that agree with what is given, whatever else they need filled in."""
    fields = {name: value for name, value in given.items() if name != KIND}
    kind: Any
    for kind in () if state.over else LISTED:
        if issubclass(kind, given.get(KIND, object)) and {*fields} <= {*kind._fields}:
            yield from _filled(fits, state, kind, fields, [*kind._fields])


def _filled(fits: Fits, state: State, kind: Any, fields: Fields, left: list[str]) -> Iterator[Any]:
    """The turns of a kind with these fields, those that are left filled in; None comes first of what a field can be,
    and where that will do, the others are not listed."""
    if not left:
        move = kind(**fields)
        if fits(state, move):
            yield move
        return
    name, *rest = left
    for value in [fields[name]] if name in fields else _values(state, kind, name, fields):
        found = _filled(fits, state, kind, {**fields, name: value}, rest)
        first = next(found, None)
        if first is not None:
            yield first
            yield from found
            if value is None:
                return


def _values(state: State, kind: Any, name: str, fields: Fields) -> Iterable[Any]:
    """What a field can be: what its codec offers, or as if nothing were written; 1 where any number will do."""
    if name in PARTS:
        return PARTS[name](state, fields)
    if name in kind._field_defaults:
        return [kind._field_defaults[name]]
    choices = codecs_of(kind)[name].choices
    assert choices is not None, "each part of these turns has choices"
    return [1] if name in ("n", "turned") else choices(Here(None, state, (), {**fields, KIND: kind}))


def _targets(state: State, fields: Fields) -> Iterable[Any]:
    """None where a word goes somewhere by itself, then every place; nothing where the pieces are not there."""
    try:
        Deed(state, moves.Carry(**fields, target=Site("box")), Noting())
    except Forbidden:
        return []
    itself: list[Any] = [None] if goes(state, fields["verb"]) else []
    return itself if fields["verb"] == "remove" else [*itself, *state.places()]


PARTS: Final[Mapping[str, Callable[[State, Fields], Iterable[Any]]]] = {
    "it": lambda state, fields: state.its() if "{it}" in state.kit.buttons[fields["button"]] else [""],
    "source": lambda state, fields: [None, *(state.places() if fields["verb"] == "remove" else ())],
    "target": _targets,
    "pile": lambda state, fields: [None, *state.zones()],
    "whom": lambda state, fields: [seat for seat in range(len(state.colours)) if seat != state.turn],
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
