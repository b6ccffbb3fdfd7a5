"""The log as somebody at the table may read it, and the trail of points.

What was entered was said aloud, so it is the same for everybody, also what was tried and could not be. A seat's hand is
read off the positions that seat sees, and shown where it knows more of it than lies open; a referee sees the hand of
whoever moved.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from companion.contract.values import Entry, parted
from companion.table import report
from companion.table.journal import ASIDE, Logged
from companion.table.look import Viewer, step_seen
from companion.table.play import Play
from companion.table.turns import Step


class Hand(NamedTuple):
    """What a turn did to a hand, as the game writes its cards: what left it, what came, and what it is then."""

    player: int
    gave: str
    got: str
    now: str


class Row(NamedTuple):
    """An entry of the log: whose turn it was (for a turn or an attempt at one), whether it is still part of the game,
    what it did to the reader's own hand (None where it did nothing, or where nothing is known that does not lie open),
    and whether it counts as a turn, which what only corrects knowledge does not."""

    entry: Logged
    player: int | None
    kept: bool
    hand: Hand | None = None
    counts: bool = True


def rows(play: Play, viewer: Viewer, *, hands: bool = True) -> list[Row]:
    """Every entry, also what was taken back, for a viewer; `hands` follows the viewer's own hand, the referee's that of
    whoever moved."""
    journal = play.journal
    standing, found = {entry.n for entry in journal.line()}, []
    for entry in journal.entries:
        kept = entry.kind in ASIDE or entry.n in standing
        mover = play.mover(entry) if entry.kind in ("turn", "attempt") else None
        turn = entry.kind == "turn"
        hand = _hand(play, entry, viewer, mover) if hands and turn else None
        found.append(Row(entry, mover, kept, hand, journal.counts(entry) if turn else True))
    return found


def _hand(play: Play, entry: Logged, viewer: Viewer, mover: int | None) -> Hand | None:
    """What a turn did to the viewer's hand, or the mover's for a referee."""
    sight, whose = play.sight, viewer if isinstance(viewer, int) else mover
    if whose is None or (had := sight.hand(play.journal.after(entry.parent), viewer, whose)) is None:
        return None
    now = sight.hand(entry.position, viewer, whose) or ""
    apart = play.game.apart if play.game.has_hands else ""
    gave, got = _less(had, now, apart), _less(now, had, apart)
    return Hand(whose, gave, got, now) if gave or got else None


def _less(cards: str, others: str, apart: str) -> str:
    return apart.join(sorted((Counter(parted(cards, apart)) - Counter(parted(others, apart))).elements()))


def step(play: Play, entry: Logged, viewer: Viewer) -> Step | None:
    """A turn of the log by what the viewer sees; None where it cannot be read from there."""
    before, after = (play.sight.of(at, viewer) for at in (play.journal.after(entry.parent), entry.position))
    return step_seen(play.game, before, entry.text, after, entry.ply, entry.rule, entry.points)


def trail(play: Play, viewer: Viewer) -> Iterator[tuple[Logged | None, Entry]]:
    """What each turn that stands gained or cost whom, first what players began with."""
    sight, journal, game = play.sight, play.journal, play.game
    start = sight.of(journal.start, viewer)
    totals, changes = [0] * len(game.facts(start)["players"]), game.opening(start)
    for entry in (None, *journal.line()):
        if entry is not None and entry.kind == "leave":
            before, after = (sight.of(at, viewer) for at in (journal.after(entry.parent), entry.position))
            changes = report.left_trail(game, before, after, entry.text, totals)
        elif entry is not None:
            made = step(play, entry, viewer) if entry.kind == "turn" else None
            changes = () if made is None else game.trail(made.before, made.move, made.after)
        for change in changes:
            totals[change.player] += change.points
            yield entry, change
