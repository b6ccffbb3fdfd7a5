"""Faults of many rows as few lines: what is wrong with several is told once, and all of them are named.

>>> gathered = Gathered()
>>> for line, name in ((2, "ada"), (3, "bob"), (7, "cy")):
...     gathered.add(Fault("deck.yaml", 9, 5, "unknown icon 'sunn'", "an icon's name"), name, "cards.csv", line)
>>> print(*gathered.faults("piece"))
deck.yaml:9:5: pieces ada, bob and cy (cards.csv:2-3, 7): unknown icon 'sunn'; expected an icon's name
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from specs.base.errors import Fault

NAMED, NAMED_ALONE = 3, 12  # of several rows: by name where their lines are told, and where they have none
MOST_RANGES = 30

_Row = tuple[str, str, int]  # its name, its file ("" is the spec's own), its line there (0 for none)


class Gathered:
    """Faults with the rows they are of. One row has a fault at one place once, however often it is found there."""

    def __init__(self) -> None:
        self._rows: dict[Fault, list[_Row]] = {}
        self._seen: set[tuple[object, ...]] = set()

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, fault: Fault, name: str, file: str, line: int) -> None:
        row = (file, line) if line else (name,)
        key = (fault.file, fault.line, fault.column, fault.expected, fault.hint, row)
        if key not in self._seen:
            self._seen.add(key)
            self._rows.setdefault(fault, []).append((name, file, line))

    def faults(self, kind: str, every: int = 0) -> Iterator[Fault]:
        """The faults, each with its rows; without them where it is one of `every` row there is."""
        for fault, rows in self._rows.items():
            told = "" if len(rows) == every else f"{_named(kind, rows)}: "
            yield replace(fault, found=told + fault.found)


def _named(kind: str, rows: Sequence[_Row]) -> str:
    lines = "; ".join(
        _lines(file, sorted({line for _, _, line in each}))
        for file, each in groupby(sorted((row for row in rows if row[2]), key=lambda row: row[1]), lambda row: row[1])
    )
    names = list(dict.fromkeys(name for name, _, _ in rows if name))
    if not names:
        return f"{kind}{'s' if len(rows) > 1 else ''} {lines}"
    most = NAMED if lines else NAMED_ALONE
    first, left = names[:most], len(names) - most
    listed = (
        ", ".join(first) + f" and {left:,} more"
        if left > 0
        else " and ".join(filter(None, (", ".join(first[:-1]), first[-1])))
    )
    return f"{kind}{'s' if names[1:] else ''} {listed}" + (f" ({lines})" if lines else "")


def _lines(file: str, lines: Sequence[int]) -> str:
    """Lines of a file, those that follow one another as one: cards.csv:2-4, 7."""
    ranges: list[list[int]] = []
    for line in lines:
        if ranges and line == ranges[-1][1] + 1:
            ranges[-1][1] = line
        else:
            ranges.append([line, line])
    told = ", ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in ranges[:MOST_RANGES])
    told += ", ..." if len(ranges) > MOST_RANGES else ""
    return f"{file}:{told}" if file else f"line{'s' if len(lines) > 1 else ''} {told}"
