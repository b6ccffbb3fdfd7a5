"""Hands as letters, `?` for a card that is not known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.games.climb.state import CARDS, State, in_order

from companion.contract import Card, IllegalMove, SyntaxFault
from specs.model.document import Document

APART = ""


def known(state: State, player: int) -> str:
    return state.hands[player]


def places(state: State, player: int) -> Sequence[str]:
    return ()


def assume(state: State, hand: str, player: int | None = None) -> State:
    told, me = hand.strip().upper(), state.turn if player is None else player
    if set(told) - set(CARDS):
        raise SyntaxFault(f"'{hand[:20]}'", "cards from A to L")
    others = state.pile + state.deck + "".join(h for n, h in enumerate(state.hands) if n != me)
    kept = set(state.hands[me]) - {"?"}
    if len(told) != len(state.hands[me]) or len(set(told)) < len(told) or set(told) & set(others) or kept - set(told):
        raise IllegalMove("hand.cards", f"{len(state.hands[me])} cards that lie nowhere else, not {told}", "the hand")
    hands = tuple(in_order(told) if n == me else other for n, other in enumerate(state.hands))
    return replace(state, hands=hands)


def kinds(document: Document) -> list[Card]:
    return [Card(piece.row["card"], piece.row["card"], piece) for piece in document.pieces["cards"]]
