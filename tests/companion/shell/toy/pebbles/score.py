"""A pebble is a point; the last one is worth two more, or two less."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.pebbles.state import Move, State, Tell

from companion.contract import Entry, Result, Standing


def result(state: State) -> Result | None:
    return None if state.pile else settle(state)


def settle(state: State) -> Result:
    best = max(state.taken)
    standings = tuple(Standing(i, 0, 0, n, (f"{n} pebbles",), {"pebbles": n}) for i, n in enumerate(state.taken))
    return Result(standings, tuple(i for i, n in enumerate(state.taken) if n == best))


def opening(state: State) -> Sequence[Entry]:
    return ()


def trail(before: State, move: Move, after: State) -> Sequence[Entry]:
    if isinstance(move, Tell):
        return []
    last = [Entry(before.turn, 2 if before.last_wins else -2, "the last pebble")] if after.pile == 0 else []
    return [Entry(before.turn, move.count, f"takes {move.count}"), *last]
