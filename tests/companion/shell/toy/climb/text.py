"""Why a turn is refused."""

from __future__ import annotations

from companion.contract.sentences import Why

TEXT = {
    "card.hand": Why("playing", "{who} does not hold {card}"),
    "card.low": Why("playing", "{card} is lower than {top}"),
    "deck.empty": Why("drawing", "the deck is empty"),
    "pass.deck": Why("passing", "{number} cards can be drawn"),
    "pass.card": Why("passing", "{who} can play {card}"),
    "hand.cards": Why("the hand", "{number} cards that lie nowhere else, not {hand}"),
}
