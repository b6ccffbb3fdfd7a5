"""Reasons for refusing: unreadable text, moves that the rules forbid, bad values in a file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from specs.base.languages import Said, say
from specs.base.unfit import KeyPath, Unfit


class Refused(Exception):
    """A turn, position or setup that the referee does not accept."""

    unseen = False  # only something hidden in this position decides: the turn may be legal


class SyntaxFault(Unfit, Refused):
    """Text that cannot be read as a turn, a position or a setup; `column` counts from 1 in that text."""

    rule = "syntax"

    def __init__(self, found: str, expected: str, column: int = 1, *, unseen: bool = False) -> None:
        super().__init__("wrong-value", found, expected)
        self.column, self.unseen = column, unseen

    def __str__(self) -> str:
        return say("column {column}: {said}", column=self.column, said=self.said)


class IllegalMove(Refused):
    """A turn that was understood and is against the rules.

    `rule` is the refusal id, such as `gap.unpaid`; `message` one sentence about this table; `source` the place in the
    rulebook.
    """

    def __init__(self, rule: str, message: Said, source: str, *, unseen: bool = False) -> None:
        super().__init__(f"{message} [{rule}; {source}]")
        self.rule, self.message, self.source, self.unseen = rule, message, source, unseen


class ValueFault(Unfit, Refused):
    """A bad value in a file, by its path of keys; the shell adds line and column."""

    def __init__(self, path: KeyPath, found: str, expected: str, hint: str = "") -> None:
        super().__init__("wrong-value", found, expected, hint)
        self.path = path

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path))}: {self.said}"


@contextmanager
def within(*path: str | int) -> Iterator[None]:
    """Turn what is unfit in a part of a file into a ValueFault, with that part's path of keys before its own.

    >>> with within("players", 1):
    ...     raise SyntaxFault("'F9'", "a tile such as F3")
    Traceback (most recent call last):
    ...
    companion.contract.faults.ValueFault: players.1: 'F9'; expected a tile such as F3
    """
    try:
        yield
    except Unfit as error:
        raise ValueFault((*path, *error.path), error.found, error.expected, error.hint) from None
