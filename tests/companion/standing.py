"""What tests of several games ask of a turn that the table lets stand."""

from __future__ import annotations

from typing import Any

from companion.contract.faults import IllegalMove
from companion.contract.position import Position
from companion.games import Game


def stand(game: Game, state: Position, move: Any) -> tuple[Position, tuple[IllegalMove, ...], int]:
    """The position after a move whatever rules it breaks, these, and what that is worth. Raises IllegalMove."""
    step = game.made(state, move, stood=True)
    return step.after, step.stood, step.points
