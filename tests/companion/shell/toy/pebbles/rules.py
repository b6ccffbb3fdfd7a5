"""What is legal: 1 to `most` pebbles, no more than there are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.games.pebbles.state import Move, State, Take, Tell

from companion.contract import IllegalMove


def turn(state: State) -> int | None:
    return state.turn if state.pile else None


def begins(state: State) -> bool:
    return True


def is_turn(move: Move) -> bool:
    return isinstance(move, Take)


def apply(state: State, move: Move) -> State:
    if state.pile == 0:
        raise IllegalMove("game.over", "the pile is empty and the game is over", "the end")
    if isinstance(move, Tell):
        if move.count != state.pile:
            raise IllegalMove("pile.count", f"{state.pile} pebbles lie there, not {move.count}", "counting")
        return state
    if not 1 <= move.count <= state.most:
        raise IllegalMove("take.count", f"{move.count} pebbles; a turn takes 1 to {state.most}", "taking")
    return _taken(state, move.count)


def _taken(state: State, count: int) -> State:
    if count > state.pile:
        raise IllegalMove("take.pile", f"{count} pebbles; {state.pile} are left", "taking")
    taken = tuple(n + count * (i == state.turn) for i, n in enumerate(state.taken))
    pile = state.pile - count
    if pile == 0:
        last = 2 if state.last_wins else -2
        taken = tuple(n + last * (i == state.turn) for i, n in enumerate(taken))
    return replace(state, pile=pile, taken=taken, turn=(state.turn + 1) % len(taken))


def stand(state: State, move: Move) -> tuple[State, tuple[IllegalMove, ...], int]:
    try:
        return apply(state, move), (), 0
    except IllegalMove as refusal:
        if refusal.rule != "take.count":
            raise
        return _taken(state, move.count), (refusal,), move.count - state.most


def legal_moves(state: State) -> Iterator[Take]:
    return map(Take, range(1, min(state.most, state.pile) + 1))
