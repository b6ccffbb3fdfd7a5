"""Somebody leaves: their Atlanteans come off the board, but for those ashore, who count and win nothing.

What is left of that turn goes by: no piece is sunk, and the dice are rolled by whoever comes next. Boats stay.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.escape.rules import end_turn, next_to_place
from companion.games.escape.state import CORAL, OVER, PLACE, State
from companion.seating import gone


def away(state: State) -> Sequence[bool]:
    """Who has left."""
    return state.table.away


def leave(state: State, player: int) -> State:
    """The position once a player is gone."""
    table = state.table._replace(away=gone(state.table.away, player, len(state.table.players)))
    others = ~(15 << 4 * table.colours[player])
    stand = tuple(at if state.ground[h] == CORAL else at & others for h, at in enumerate(state.stand))
    after = state._replace(table=table, stand=stand, swim=tuple(at & others for at in state.swim))
    if table.away.count(False) == 1:
        return after._replace(phase=OVER, steps=0, tired=(), dice=())
    if state.turn != player:
        return after
    return next_to_place(after) if state.phase == PLACE else end_turn(after._replace(rolls=state.rolls - 1))
