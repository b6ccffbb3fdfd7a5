"""The log as somebody at the table may read it: what was said, and beside it what only they know, their own hand.

What was entered was said aloud, so it is the same for everybody, also what was tried and could not be. A seat's hand is
read off the positions that seat sees, and told where it knows more of it than lies open; a referee is told the hand of
whoever moved.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from companion.journal import Journal, Logged
from companion.look import Sight, Viewer
from companion.values import parted

__all__ = ["Hand", "Told", "told"]


class Hand(NamedTuple):
    """What a turn did to a hand, as the game writes its cards: what left it, what came, and what it is then."""

    player: int
    gave: str
    got: str
    now: str


class Told(NamedTuple):
    """An entry of the log: whose turn it was (for a turn or an attempt at one), whether it is still part of the game,
    what it did to the reader's own hand (None where it did nothing, or where nothing is known that does not lie open),
    and whether it counts as a turn: what only tells something does not."""

    entry: Logged
    player: int | None
    kept: bool
    hand: Hand | None = None
    counts: bool = True


def told(sight: Sight, journal: Journal, viewer: Viewer, *, hands: bool = True) -> list[Told]:
    """Every entry, also what was taken back, for a viewer; `hands` follows the viewer's own hand, the referee's that of
    whoever moved."""
    standing = {entry.n for entry in journal.line()}
    found = []
    for entry in journal.entries:
        kept = entry.kind in ("undo", "redo", "attempt", "mend") or entry.n in standing
        if entry.kind not in ("turn", "attempt"):
            found.append(Told(entry, None, kept))
            continue
        before = journal.after(entry.parent)
        mover = sight.game.rules.turn(sight.state(before))
        if entry.kind == "attempt":
            found.append(Told(entry, mover, kept))
            continue
        whose = viewer if isinstance(viewer, int) else mover
        hand = None
        if hands and whose is not None and (had := sight.hand(before, viewer, whose)) is not None:
            now = sight.hand(entry.position, viewer, whose) or ""
            apart = sight.game.hands.APART if sight.game.hands is not None else ""
            gave, got = _less(had, now, apart), _less(now, had, apart)
            hand = Hand(whose, gave, got, now) if gave or got else None
        found.append(Told(entry, mover, kept, hand, journal.counts(entry)))
    return found


def _less(cards: str, others: str, apart: str) -> str:
    return apart.join(sorted((Counter(parted(cards, apart)) - Counter(parted(others, apart))).elements()))
