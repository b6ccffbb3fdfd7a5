"""Somebody leaves: their tiles come off the neutral sites; cards, followers and temples stay where they are.

Followers can still be converted; what is in the hand is out of the game. What is left of that turn goes by. A solo game
is lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.gods.play import STRICT, Play
from companion.games.gods.state import NEUTRAL, PLACES, State
from companion.seating import gone


def away(state: State) -> Sequence[bool]:
    """Who has left."""
    return state.table.away


def leave(state: State, player: int) -> State:
    """The position once a player is gone."""
    play = Play(state, STRICT)
    play.table = state.table._replace(away=gone(state.table.away, player, len(state.table.names)))
    for place in PLACES[NEUTRAL:]:
        play.clear(player, place)
    if play.table.away.count(False) == 1:
        play.end(play.table.away.index(False))
    elif play.me == player:
        play.next_turn()
    return play.frozen()
