"""What is wrong with a spec or record: one line a fault, and all of a file's faults at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from specs.base.streams import plain
from specs.base.unfit import KeyPath, Unfit


class Fault(Struct, frozen=True, order=True):
    """One fault; `line` and `column` count from 1 (0 = the file as a whole)."""

    file: str
    line: int
    column: int
    found: str
    expected: str
    hint: str = ""

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        said = f"{self.found}; expected {self.expected}" + (f" ({self.hint})" if self.hint else "")
        line = f"{place}: {said}" if place else said  # what was typed as an option has no place
        # what was found may hold line ends, or codes that a terminal obeys
        return plain(line).replace("\n", "\\n")


def place(fault: Fault) -> tuple[str, int, int]:
    """What faults are sorted by: those of one place stay in the order of what they were found on."""
    return fault.file, fault.line, fault.column


class Declined(Exception):
    """Somebody who was asked said no: one sentence of what was not done."""


class SpecError(Exception):
    """All faults of one file, in the order of their lines."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=place))
        super().__init__("\n".join(map(str, self.faults)))

    def __reduce__(self) -> tuple[type[SpecError], tuple[tuple[Fault, ...]]]:
        return SpecError, (self.faults,)  # for a fault found in another process


class Placed:
    """A part of a file: what is found unfit within it becomes a SpecError with its place.

    `mark` gives line and column of a path of keys, `what` stands before what was found.
    """

    def __init__(self, file: object, mark: Callable[[KeyPath], tuple[int, int]], path: KeyPath, what: str = "") -> None:
        self.file, self.mark, self.path, self.what = file, mark, path, what

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, Unfit):
            place, found = self.mark(self.path), f"{self.what}{error.found}"
            raise SpecError([Fault(str(self.file), *place, found, error.expected, error.hint)]) from None
