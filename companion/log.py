"""The log as somebody at the table may read it: what was said, and beside it what only they know, their own hand.

What was entered was said aloud, so it is the same for everybody. A seat's hand is read off the positions that seat sees
(`view.seen_by`), and told where it knows more of it than lies open; a referee is told the hand of whoever moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from companion.games import Game
from companion.journal import Journal, Logged

__all__ = ["Hand", "Told", "hand_at", "told"]

See = Callable[[Any], Any]  # a position as somebody sees it


class Hand(NamedTuple):
    """What a turn did to a hand, as letters of the game's cards: what left it, what came, and what it is then."""

    player: int
    gave: str
    got: str
    now: str


class Told(NamedTuple):
    """An entry of the log: whose turn it was (for a turn), whether it is still part of the game, what it did to the
    reader's own hand (None where it did nothing, or where nothing is known that does not lie open), and whether it
    counts as a turn: what only tells something does not."""

    entry: Logged
    player: int | None
    kept: bool
    hand: Hand | None = None
    counts: bool = True


def told(game: Game, journal: Journal, seat: int | None, seen: See, opened: See) -> list[Told]:
    """Every entry, also what was taken back, for who sees positions as `seen` does; `seat` is whose hand is followed,
    None for whoever moved. `opened` shows what lies open."""
    standing = {entry.n for entry in journal.line()}
    found = []
    for entry in journal.entries:
        kept = entry.kind in ("undo", "redo") or entry.n in standing
        if entry.kind != "turn":
            found.append(Told(entry, None, kept))
            continue
        before = game.notation.parse_state(journal.after(entry.parent))
        mover = game.rules.turn(before)
        whose = mover if seat is None else seat
        hand = None
        if whose is not None and (had := hand_at(game, before, whose, seen, opened)) is not None:
            now = hand_at(game, game.notation.parse_state(entry.position), whose, seen, opened)
            gave, got = _less(had, now or ""), _less(now or "", had)
            hand = Hand(whose, gave, got, now or "") if gave or got else None
        counts = entry.ply > (journal.entries[entry.parent - 1].ply if entry.parent else 0)
        found.append(Told(entry, mover, kept, hand, counts))
    return found


def hand_at(game: Game, state: Any, player: int, seen: See, opened: See) -> str | None:
    """A player's hand as letters, where who sees so knows more of it than lies open; else None."""
    own, everybody = (str(_player(game, look(state), player).get("known", "")) for look in (seen, opened))
    return own if own != everybody else None


def _player(game: Game, state: Any, player: int) -> Any:
    players: Sequence[Any] = game.view.facts(state)["players"]
    return players[player]


def _less(cards: str, others: str) -> str:
    return "".join(sorted((Counter(cards) - Counter(others)).elements()))
