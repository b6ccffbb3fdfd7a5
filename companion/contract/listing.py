"""Lists the legal moves of a game whose codecs offer each field's values: it fills in all fields and tries each move.

A game with few moves, or one that must be fast, lists them itself. Others may use `listed` as their `moves`.
"""

import sys
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from companion.contract.codecs import Here, codecs_of
from companion.contract.judges import legal
from companion.contract.rules import KIND, Given, Seat
from companion.contract.values import NOTHING

ALL: Final = sys.maxsize  # more moves than any position has
Fields = Mapping[str, Any]
Parts = Mapping[str, Callable[[Any, Fields], Iterable[Any]]]  # fields that a game lists better than their codecs


class Joined(Sequence[Any]):
    """Moves in parts that are counted without being made: all parts, or only as many as hold the first `most` moves.

    >>> moves = Joined(iter([range(3), range(10, 14), range(9)]), 5)
    >>> len(moves), moves[2], moves[3], [*moves]
    (7, 2, 10, [0, 1, 2, 10, 11, 12, 13])
    """

    __slots__ = ("ends", "parts")

    def __init__(self, parts: Iterable[Sequence[Any]], most: int) -> None:
        self.parts, self.ends, end = list[Sequence[Any]](), list[int](), 0
        for part in parts:
            end += len(part)
            self.parts.append(part)
            self.ends.append(end)
            if end >= most:
                break

    def __len__(self) -> int:
        return self.ends[-1] if self.ends else 0

    def __getitem__(self, at: Any) -> Any:
        part = bisect_right(self.ends, at)
        return self.parts[part][at - (self.ends[part - 1] if part else 0)]

    def __iter__(self) -> Iterator[Any]:
        return chain.from_iterable(self.parts)


def listed(
    rules: Any, s: Any, seat: Seat, kinds: Sequence[type[Any]], given: Given, parts: Parts = NOTHING
) -> Iterator[Any]:
    """Yield the legal moves of these kinds that agree with what is given, with everything else filled in."""
    fields, wanted = {name: value for name, value in given.items() if name != KIND}, given.get(KIND, object)
    kind: Any
    for kind in kinds:
        if issubclass(kind, wanted) and {*fields} <= {*kind._fields}:
            yield from _filled(s, kind, fields, [*kind._fields], parts, lambda move: legal(rules, s, seat, move))


def _filled(
    s: Any, kind: Any, fields: Fields, left: Sequence[str], parts: Parts, fits: Callable[[Any], bool]
) -> Iterator[Any]:
    """Yield the moves of a kind with these fields and the rest filled in. None comes first among a field's values; if
    it will do, the others are not listed."""
    if not left:
        yield from filter(fits, [kind(**fields)])
        return
    name, *rest = left
    for value in [fields[name]] if name in fields else _values(s, kind, name, fields, parts):
        found = _filled(s, kind, {**fields, name: value}, rest, parts, fits)
        if (first := next(found, None)) is not None:
            yield first
            yield from found
            if value is None:
                return


def _values(s: Any, kind: Any, name: str, fields: Fields, parts: Parts) -> Iterable[Any]:
    """Return a field's values: as if nothing were written, then what its codec offers."""
    if name in parts:
        return parts[name](s, fields)
    usual, choices = [kind._field_defaults[name]] if name in kind._field_defaults else [], codecs_of(kind)[name].choices
    assert choices is not None, f"{kind.__name__}.{name} has choices"
    return [*usual, *choices(Here(None, s, (), {**fields, KIND: kind}))]
