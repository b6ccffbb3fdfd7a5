"""Somebody leaves, which is to resign, in anybody's turn: stacks and towers left behind go on exploding and growing."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.circles.rules import resumed
from companion.games.circles.state import State
from companion.seating import gone


def away(state: State) -> Sequence[bool]:
    """Who has left or resigned."""
    return state.resigned


def leave(state: State, player: int) -> State:
    """The position once a player is gone: in their own turn, that turn goes by without a move."""
    return resumed(state._replace(resigned=gone(state.resigned, player, len(state.players))))
