"""Hands: what is known of them, and one that is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.contract import Card, SyntaxFault
from companion.games.gods.state import COLOURS, LETTERS, State, card_words, count, letters, named, refusal, unseen
from specs.base.languages import say

if TYPE_CHECKING:
    from specs.model.document import Document

APART = ""


def known(state: State, player: int) -> str:
    """A player's hand, its known cards by letter and a `?` for each other."""
    return letters(state.hands[player])


def places(state: State, player: int) -> Sequence[str]:
    """Cards have no place: a turn says what is done with them by what it leads to."""
    return ()


def assume(state: State, hand: str, player: int | None = None) -> State:
    """The position with a hand told, that of the player to move unless named. Raises SyntaxFault, or IllegalMove where
    it cannot be."""
    told = "".join(hand.split()).upper()
    if set(told) - set(LETTERS[1:]):
        raise SyntaxFault(f"'{hand[:30]}'", say("a hand, letters of B G R Y"))
    me = state.turn if player is None else player
    name = state.table.names[me]
    held, cards = state.hands[me], count(told)
    if len(told) != sum(held):
        message = say("{who} holds {cards}; {told} told", who=name, cards=card_words(sum(held)), told=len(told))
        raise refusal("card.unavailable", message)
    for colour in COLOURS:
        least, more = held[colour], cards[colour] - held[colour]
        if more < 0:
            values = {"cards": card_words(least, colour), "who": name, "told": told}
            if cards[colour]:
                message = say("{cards} of {who}'s hand known; {told} has {shown}", **values, shown=cards[colour])
            else:
                message = say("{cards} of {who}'s hand known; {told} has none", **values)
            raise refusal("card.unavailable", message)
        if more > unseen(state, colour):
            left = card_words(unseen(state, colour), colour)
            message = say("{cards} unseen; {told} has {more} more than known", cards=left, told=told, more=more)
            raise refusal("card.impossible", message)
    return state._replace(hands=(*state.hands[:me], cards, *state.hands[me + 1 :]))


def kinds(document: Document) -> Sequence[Card]:
    """The four colours, each as the first of its dwellers looks."""
    looks = {str(piece.row["letter"]): piece for piece in reversed(document.pieces["dwellers"])}
    return [Card(LETTERS[colour], named(colour), looks.get(LETTERS[colour])) for colour in COLOURS]
