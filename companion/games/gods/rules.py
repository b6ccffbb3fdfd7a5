"""What is legal, and what it does; `resolve` holds the rules themselves.

`legal_moves` gives what `apply` takes: its candidates go through the same check.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.contract import IllegalMove
from companion.games.gods.play import STRICT
from companion.games.gods.resolve import legal, resolve
from companion.games.gods.state import (
    DRAW,
    DRAWS,
    OPPONENT,
    OVER,
    Move,
    State,
    complete,
    refusal,
)
from companion.ruling import Ruling


def turn(state: State) -> int | None:
    """Whose turn it is; None once the game is over."""
    return None if state.phase == OVER else state.turn


def begins(state: State) -> bool:
    """Whether a player's turn begins here: with the first draw, in a solo game with the opponent's card."""
    return state.phase == OPPONENT or (state.phase == DRAW and state.left == DRAWS and not state.table.solo)


def is_turn(move: Move) -> bool:
    """Every line of this game is a ply."""
    del move
    return True


def apply(state: State, move: Move) -> State:
    """The position after an action. Raises IllegalMove."""
    return resolve(state, move, STRICT)


def stand(state: State, move: Move) -> tuple[State, tuple[IllegalMove, ...], int]:
    """The position after an action the table let stand, the rules it broke, and the temples it completed.

    Raises IllegalMove for what cannot be: cards, tiles and sites that are not there, a neutral site for two.
    """
    ruling = Ruling(refusal, lenient=True)
    after = resolve(state, move, ruling)
    if not ruling.broken:
        return after, (), 0
    gained = len(complete(after, state.turn)) - len(complete(state, state.turn))
    return after, tuple(why for why, _ in ruling.broken), gained


def legal_moves(state: State) -> Iterator[Move]:
    """Every action of the phase at hand that the cards known and unseen allow, each once, lazily, in a stable order."""
    from companion.games.gods.moves import candidates

    return (move for move in candidates(state) if legal(state, move))
