"""Hands as letters, `?` for a card that is not known."""

from __future__ import annotations

from dataclasses import replace

from companion.games.climb.state import CARDS, State, in_order

from companion.contract import IllegalMove, SyntaxFault


def known(state: State, player: int) -> str:
    return state.hands[player]


def assume(state: State, hand: str) -> State:
    told = hand.strip().upper()
    if set(told) - set(CARDS):
        raise SyntaxFault(f"'{hand[:20]}'", "cards from A to L")
    others = state.pile + state.deck + "".join(h for n, h in enumerate(state.hands) if n != state.turn)
    kept = set(state.hand) - {"?"}
    if len(told) != len(state.hand) or len(set(told)) < len(told) or set(told) & set(others) or kept - set(told):
        raise IllegalMove("hand.cards", f"{len(state.hand)} cards that lie nowhere else, not {told}", "the hand")
    hands = tuple(in_order(told) if n == state.turn else other for n, other in enumerate(state.hands))
    return replace(state, hands=hands)
