"""What is legal and what it does: turns are resolved in `resolve`, listed in `moves`."""

from __future__ import annotations

from companion.games.atlantis.moves import legal_moves
from companion.games.atlantis.resolve import apply, stand
from companion.games.atlantis.state import Counted, Move, Reveal, State

__all__ = ["apply", "begins", "is_turn", "legal_moves", "stand", "turn"]


def turn(state: State) -> int | None:
    """Whose turn it is; None once the game is over."""
    return None if state.over else state.turn


def begins(state: State) -> bool:
    """True: a turn is one ply."""
    del state
    return True


def is_turn(move: Move) -> bool:
    """False for a tile or a hand that is only told."""
    return not isinstance(move, Reveal | Counted)
