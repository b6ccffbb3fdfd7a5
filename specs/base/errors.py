"""What is wrong with a spec, a record or an option, as data; `str(fault)` is the line that a user reads.

>>> gathered = Gathered()
>>> for line, name in ((2, "ada"), (3, "bob"), (7, "cy")):
...     fault = Fault("unknown-icon", Place("deck.yaml", 9, 5), "unknown icon 'sunn'", "an icon's name")
...     gathered.add(fault, RowPlace("cards.csv", line), name)
>>> print(*gathered.faults())
deck.yaml:9:5: pieces ada, bob and cy (cards.csv:2-3, 7): unknown icon 'sunn'; expected an icon's name
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from specs.base.streams import plain
from specs.base.unfit import Code, KeyPath, Unfit

__all__ = [  # `unfit` loads without msgspec: a move needs no more
    "Code", "Declined", "Fault", "Gathered", "KeyPath", "Place", "Placed", "RowPlace", "SpecError", "Unfit", "bad",
    "forbidding", "hints", "in_order", "of_unfit", "warning",
]  # fmt: skip

NAMED, NAMED_ALONE = 3, 12  # pieces named, with their rows' lines, and without
MOST_RANGES = 30  # ranges of lines


class Place(Struct, frozen=True, order=True):
    """The place of a fault. `line` and `column` count from 1; 0 means the whole file. For an option, `file` is the
    option's name."""

    file: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


class RowPlace(Struct, frozen=True, order=True):
    """The place of a data row: its file ("" for the spec itself) and line or, where it has no line, its number among
    all rows."""

    file: str
    line: int
    number: int = 0


class Fault(Struct, frozen=True):
    """One fault. A warning does not stop the build. `name` is the unknown or wrongly defined name, if the fault is
    about one.

    `pieces` and `rows` are those concerned, unless it is all of the component's; `used` are the lines of the elements
    that use the faulty template, outermost first; `language` is the one it was found in.
    """

    code: Code
    place: Place
    found: str
    expected: str
    hints: tuple[str, ...] = ()
    severity: Literal["error", "warning"] = "error"
    name: str = ""
    pieces: tuple[str, ...] = ()
    rows: tuple[RowPlace, ...] = ()
    used: tuple[int, ...] = ()
    language: str = ""

    @property
    def hint(self) -> str:
        """Return everything that helps to find or mend it, as text."""
        used = f"a template's element, used in line {' > '.join(map(str, self.used))}" if self.used else ""
        return "; ".join(filter(None, (*self.hints, used, self.language and f"in language {self.language}")))

    @property
    def finding(self) -> str:
        """Return what was found, after the pieces or rows where it was."""
        if not (self.pieces or self.rows):
            return self.found
        return f"{_listed(self.pieces, self.rows)}: {self.found}"

    def __str__(self) -> str:
        where, hint = str(self.place), self.hint
        mark = "warning: " if self.severity == "warning" else ""
        sentence = f"{mark}{self.finding}; expected {self.expected}" + (f" ({hint})" if hint else "")
        line = f"{where}: {sentence}" if where else sentence  # an option that was typed has no place
        # it may hold line ends, or codes that a terminal obeys
        return plain(line).replace("\n", "\\n")


def _listed(pieces: Sequence[str], rows: Sequence[RowPlace]) -> str:
    """List pieces or rows with their places: pieces ada, bob and cy (cards.csv:2-3, 7)."""
    placed = sorted(row for row in rows if row.line)
    by_file = groupby(placed, lambda row: row.file)
    lines = "; ".join(_lines(file, sorted({row.line for row in each})) for file, each in by_file)
    kind = "piece" if pieces else "row"
    names = list(dict.fromkeys(pieces or (str(row.number) for row in rows if not row.line)))
    if not names:
        return f"{kind}{'s' if len(rows) > 1 else ''} {lines}"
    most = NAMED if lines else NAMED_ALONE
    first, left = names[:most], len(names) - most
    listed = ", ".join(first) + f" and {left:,} more"
    if left <= 0:
        listed = " and ".join(filter(None, (", ".join(first[:-1]), first[-1])))
    return f"{kind}{'s' if names[1:] else ''} {listed}" + (f" ({lines})" if lines else "")


def _lines(file: str, lines: Sequence[int]) -> str:
    """List lines of a file, with runs shortened: cards.csv:2-4, 7."""
    ranges: list[list[int]] = []
    for line in lines:
        if ranges and line == ranges[-1][1] + 1:
            ranges[-1][1] = line
        else:
            ranges.append([line, line])
    shown = ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in ranges[:MOST_RANGES])
    shown += ", ..." if len(ranges) > MOST_RANGES else ""
    return f"{file}:{shown}" if file else f"line{'s' if len(lines) > 1 else ''} {shown}"


class Gathered:
    """Collects faults of many rows: the same fault in several rows becomes one that lists them all. A row has a fault
    at one place only once, however often it is found there."""

    def __init__(self) -> None:
        self._rows: dict[Fault, list[tuple[RowPlace, str]]] = {}
        self._seen: set[tuple[object, ...]] = set()

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, fault: Fault, row: RowPlace, piece: str = "") -> None:
        key = (fault.place, fault.expected, fault.hint, row if row.line or not piece else piece)
        if key not in self._seen:
            self._seen.add(key)
            self._rows.setdefault(fault, []).append((row, piece))

    def faults(self, every: int = 0) -> Iterator[Fault]:
        """Yield the faults, each with its rows; a fault of all rows, of which there are `every`, lists none."""
        for fault, found in self._rows.items():
            if len(found) == every:
                yield fault
            else:
                rows = tuple(row for row, piece in found if row.line or not piece)
                yield replace(fault, pieces=tuple(piece for _, piece in found if piece), rows=rows)


def in_order(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Return each fault once, sorted by place and then by text."""
    return tuple(sorted(set(faults), key=lambda fault: (fault.place, fault.finding, fault.expected, fault.hint)))


def forbidding(warnings: Iterable[Fault]) -> list[Fault]:
    """Return warnings as errors, for a caller that treats them so."""
    return [replace(warning, severity="error") for warning in warnings]


class Declined(Exception):
    """The person asked said no; the text says what was not done."""


class SpecError(Exception):
    """All faults of one file, sorted by line."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(sorted(faults, key=lambda fault: fault.place))  # those of one place as they were found
        super().__init__("\n".join(map(str, self.faults)))

    def __reduce__(self) -> tuple[type[SpecError], tuple[tuple[Fault, ...]]]:
        return SpecError, (self.faults,)  # makes faults from other processes picklable


def bad(code: Code, place: Place | str, found: str, expected: str, hint: str = "", name: str = "") -> SpecError:
    """Make a SpecError of a single fault: at a place, of a whole file, or of an option."""
    where = Place(place) if isinstance(place, str) else place
    return SpecError([Fault(code, where, found, expected, hints(hint), name=name)])


def warning(code: Code, place: Place, found: str, expected: str) -> Fault:
    """Make a warning: the game can still be printed."""
    return Fault(code, place, found, expected, severity="warning")


def an(noun: str) -> str:
    """Return a noun with its article."""
    return f"an {noun}" if noun[0] in "aeiou" and noun != "use" else f"a {noun}"


def hints(*given: str) -> tuple[str, ...]:
    """Return those hints that are not empty."""
    return tuple(filter(None, given))


def of_unfit(error: Unfit, place: Place, what: str = "") -> Fault:
    """Turn an unfit value into a fault at a place; `what` is put before what was found."""
    return Fault(error.code, place, f"{what}{error.found}", error.expected, hints(error.hint), name=error.name)


class Placed:
    """A block within which an Unfit becomes a SpecError with its place.

    `place` finds the place of a path of keys; `what` is put before what was found.
    """

    def __init__(self, place: Callable[[KeyPath], Place], path: KeyPath, what: str = "") -> None:
        self.place, self.path, self.what = place, path, what

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        if isinstance(error, Unfit):
            raise SpecError([of_unfit(error, self.place(self.path), self.what)]) from None
