"""Says what a ply did, in a sentence for everybody at the table."""

from typing import Any

from companion.contract import Ply
from companion.games.gods import moves
from companion.games.gods.state import NO_CARD, ROMAN, State
from companion.games.gods.text import card_words, hue
from specs.base.languages import Said, say


def in_words(made: Ply) -> Said | None:
    """Return the sentence; None if the ply needs none of its own."""
    s: State = made.before.state
    who, here = made.before.players[s.turn].name, hue(s.marker)
    match made.move:
        case moves.Travel(card):
            return say("{who} travels to the {colour} region", who=who, colour=hue(card))
        case moves.Build(what):
            values = {"tile": ROMAN[what.tile], "colour": here}
            if what.neutral:
                return say("{who} builds {tile} on the neutral site of the {colour} region", who=who, **values)
            return say("{who} builds {tile} in the {colour} region", who=who, **values)
        case moves.Demolish():
            return say("{who} takes a tile back from the {colour} region", who=who, colour=here)
        case moves.Convert(card, player):
            whom = made.before.players[1 - s.turn if player is None else player].name
            return say("{who} wins the {colour} follower of {whom}", who=who, colour=hue(card), whom=whom)
        case moves.Feast():
            return say("{who} holds the feast of the {colour} region", who=who, colour=here)
    return _of_cards(s, who, made.move)


def _of_cards(s: State, who: str, move: Any) -> Said | None:
    match move:
        case moves.Draw(taken) if taken.card == NO_CARD:
            return say("{who} draws from the deck", who=who)
        case moves.Draw(taken):
            return say("{who} takes the {colour} card of the open row", who=who, colour=hue(taken.card))
        case moves.Recruit(number):
            return say("{who} recruits {cards}", who=who, cards=card_words(number, s.marker))
        case moves.Migrate():
            return say("{who} draws from the deck", who=who)
        case moves.Pass():
            return say("{who} can do nothing", who=who)
        case moves.Discard(cards):
            return say("{who} discards {cards}", who=who, cards=card_words(sum(cards)))
        case moves.Opponent():
            return say("The opponent draws a follower")
    return None
