"""The nearest number, and what a turn may have meant."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.pebbles.rules import legal_moves
from companion.games.pebbles.state import Move, State, Take, Tell

UNFOLDS = True


def nearest(state: State, move: Move) -> Take | None:
    return min(legal_moves(state), key=lambda take: abs(take.count - move.count), default=None)


def warnings(state: State, move: Move) -> Sequence[str]:
    return ["that was the last pebble"] if isinstance(move, Take) and move.count == state.pile else []


def revealed(before: State, move: Move, after: State) -> Sequence[str]:
    return [f"the pile at {move.count}"] if isinstance(move, Tell) else []


def chain(before: State, move: Move) -> Sequence[str]:
    return [f"a pebble rolls: {n}" for n in range(1, move.count + 1)] if isinstance(move, Take) else []
