"""Somebody leaves: figures, tiles and cards stay where they are, and nobody moves them any more.

An occupied tile is an occupied tile, and what was collected is out of the game. Whoever is the last there has won.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.atlantis.pricing import priced_first, unseen_at_the_end
from companion.games.atlantis.ruling import refusal
from companion.games.atlantis.state import State
from companion.seating import following, gone


def away(state: State) -> Sequence[bool]:
    """Who has left."""
    return state.table.away


def leave(state: State, player: int) -> State:
    """The position once a player is gone. Raises reveal.needed where that ends the game, and a tile prices a gap that
    nobody has named."""
    count = len(state.table.names)
    table = state.table._replace(away=gone(state.table.away, player, count))
    turn = following(player, table.away, count) if state.turn == player else state.turn
    after = state._replace(table=table, turn=turn, over=table.away.count(False) == 1)
    hidden = unseen_at_the_end(after) if after.over else 0
    if hidden:
        raise refusal("reveal.needed", priced_first(hidden))
    return after
