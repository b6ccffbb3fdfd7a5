"""A card left in the hand costs a point."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.climb.rules import turn
from companion.games.climb.state import Draw, Move, Play, State

from companion.contract import Entry, Result, Standing


def result(state: State) -> Result | None:
    return None if turn(state) is not None else settle(state)


def settle(state: State) -> Result:
    left = [len(hand) for hand in state.hands]
    standings = tuple(Standing(n, 0, 0, -count, (f"{count} cards left",)) for n, count in enumerate(left))
    return Result(standings, tuple(n for n, count in enumerate(left) if count == min(left)))


def opening(state: State) -> Sequence[Entry]:
    return [Entry(n, -len(hand), f"{len(hand)} cards") for n, hand in enumerate(state.hands)]


def trail(before: State, move: Move, after: State) -> Sequence[Entry]:
    match move:
        case Play(card):
            return [Entry(before.turn, 1, f"plays {card}")]
        case Draw():
            return [Entry(before.turn, -1, "draws")]
        case _:
            return []
