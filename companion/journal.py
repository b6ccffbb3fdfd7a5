"""A game's journal: every entry ever made, each pointing at the one it follows, and the head we stand at.

Entry 0 is the start. Taking back moves the head to an earlier entry; nothing is ever removed, so what was
taken back stays in the log and can be put back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

Kind = Literal["turn", "note", "undo", "redo"]


class Logged(NamedTuple):
    """An entry. `parent` is the entry it follows (for undo and redo: the entry they went to); `ply` counts the
    turns up to and with it; `position` is the whole position after it; `rule` and `points` say what stood."""

    n: int
    parent: int
    ply: int
    kind: Kind
    text: str
    position: str = ""
    rule: str = ""
    points: int = 0


def line(entries: Sequence[Logged], head: int) -> list[Logged]:
    """The entries that lead from the start to the head, first to last. `entries[n - 1].n == n`."""
    found = []
    while head:
        found.append(entries[head - 1])
        head = found[-1].parent
    return found[::-1]


def after_ply(entries: Sequence[Logged], head: int, ply: int) -> int:
    """The last entry of the line up to which `ply` turns have been made."""
    return max((entry.n for entry in line(entries, head) if entry.ply <= ply), default=0)


def following(entries: Sequence[Logged], head: int) -> int | None:
    """The entry made last of those that follow the head: what `redo` goes to."""
    return max((e.n for e in entries if e.parent == head and e.kind in ("turn", "note")), default=None)
