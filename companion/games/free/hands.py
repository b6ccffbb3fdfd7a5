"""Hands: what is known of them, and one that is told, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.contract import Card, SyntaxFault
from companion.games.free.deeds import refusal
from companion.games.free.state import Piece, Site, State, place
from specs.base.languages import say, say_many
from specs.expand.table_kit import words_of
from specs.model.document import Document

APART = " "


def known(state: State, player: int) -> str:
    """A player's hand, a word a piece, `?` for one that is not known."""
    return APART.join(piece.word if piece.known else "?" for piece in _hand(state, player))


def places(state: State, player: int) -> Sequence[str]:
    """Where each of them lies, as choices name it."""
    return [place(state, Site("hand", player), at) for at in range(len(_hand(state, player)))]


def assume(state: State, hand: str, player: int | None = None) -> State:
    """The position with a hand told, that of the player to move unless named. Raises SyntaxFault, or IllegalMove where
    it cannot be."""
    me = state.turn if player is None else player
    kinds, held, words, who = state.plan.kinds, _hand(state, me), hand.lower().split(), state.players[me].name
    for word in words:
        if word not in kinds:
            raise SyntaxFault(f"'{word[:40]}'", say("a piece of this game"))
    told = tuple(Piece(kinds[word].word) for word in words)
    if len(told) != len(held):
        cards = say_many("{n} card", "{n} cards", len(held))
        raise refusal("piece.few", say("{who} holds {cards}; {told} told", who=who, cards=cards, told=len(told)))
    if Counter(map(state.component, told)) != Counter(map(state.component, held)):
        raise refusal("piece.elsewhere", say("the cards {who} holds have other backs", who=who))
    for piece in (Counter(piece for piece in held if piece.known) - Counter(told)).elements():
        raise refusal("piece.elsewhere", say("{piece} is in that hand", piece=piece.word))
    at = state.plan.numbers[Site("hand", me)]
    lies = (*state.lies[:at], told, *state.lies[at + 1 :])
    for word, count in Counter(piece.word for pieces in lies for piece in pieces if piece.known).items():
        if count > kinds[word.lower()].count:
            raise refusal("piece.gone", say("{piece} lies elsewhere: all of them are seen", piece=word))
    return state._replace(lies=lies)


def kinds(document: Document) -> Sequence[Card]:
    """Every kind of piece there is, as the first of it looks."""
    found = {word: piece for piece, word in reversed(words_of(document))}
    return [Card(word, word, piece) for word, piece in reversed(found.items())]


def _hand(state: State, player: int) -> tuple[Piece, ...]:
    return state.at(Site("hand", player))
