"""Hands: what is known of them, and one that is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.contract import Card, SyntaxFault
from companion.games.gods.state import COLOURS, LETTERS, NAMES, State, card_words, count, letters, refusal, unseen

if TYPE_CHECKING:
    from specs.document import Document


def known(state: State, player: int) -> str:
    """A player's hand, its known cards by letter and a `?` for each other."""
    return letters(state.hands[player])


def assume(state: State, hand: str, player: int | None = None) -> State:
    """The position with a hand told, that of the player to move unless named. Raises SyntaxFault, or IllegalMove where
    it cannot be."""
    told = "".join(hand.split()).upper()
    if set(told) - set(LETTERS[1:]):
        raise SyntaxFault(f"'{hand[:30]}'", "a hand, letters of B G R Y")
    me = state.turn if player is None else player
    name = state.table.names[me]
    held, cards = state.hands[me], count(told)
    if len(told) != sum(held):
        raise refusal("card.unavailable", f"{name} holds {card_words(sum(held))}; {len(told)} told")
    for colour in COLOURS:
        least, more = held[colour], cards[colour] - held[colour]
        if more < 0:
            shows = f"{told} has {cards[colour] or 'none'}"
            raise refusal("card.unavailable", f"{card_words(least, NAMES[colour])} of {name}'s hand known; {shows}")
        if more > unseen(state, colour):
            left = f"{card_words(unseen(state, colour), NAMES[colour])} unseen"
            raise refusal("card.impossible", f"{left}; {told} has {more} more than known")
    return state._replace(hands=(*state.hands[:me], cards, *state.hands[me + 1 :]))


def kinds(document: Document) -> Sequence[Card]:
    """The four colours, each as the first of its dwellers looks."""
    looks = {str(piece.row["letter"]): piece for piece in reversed(document.pieces["dwellers"])}
    return [Card(LETTERS[colour], NAMES[colour], looks.get(LETTERS[colour])) for colour in COLOURS]
