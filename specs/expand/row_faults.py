"""Faults of many rows as few: what is wrong with several is one fault, which has them all.

>>> from specs.base.errors import Place
>>> gathered = Gathered()
>>> for line, name in ((2, "ada"), (3, "bob"), (7, "cy")):
...     fault = Fault("unknown-icon", Place("deck.yaml", 9, 5), "unknown icon 'sunn'", "an icon's name")
...     gathered.add(fault, RowPlace("cards.csv", line), name)
>>> print(*gathered.faults())
deck.yaml:9:5: pieces ada, bob and cy (cards.csv:2-3, 7): unknown icon 'sunn'; expected an icon's name
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from specs.base.errors import Fault, RowPlace


class Gathered:
    """Faults with the rows they are of. One row has a fault at one place once, however often it is found there."""

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
        """The faults, each with its rows; without them where it is one of `every` row there is."""
        for fault, found in self._rows.items():
            if len(found) == every:
                yield fault
            else:
                rows = tuple(row for row, piece in found if row.line or not piece)
                yield replace(fault, pieces=tuple(piece for _, piece in found if piece), rows=rows)
