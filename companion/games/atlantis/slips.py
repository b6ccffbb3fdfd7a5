"""What tables get wrong with their hands: a figure put elsewhere, another tile taken, too many cards drawn or too few.

Each is told with the turn in words of its own (`to 17`, `take 12`, `draw 0`). Telling what is right breaks nothing.
Worth is what the player has more by it than the rules give, in points: less than nothing where it was a loss.
"""

from __future__ import annotations

from companion.games.atlantis import hands
from companion.games.atlantis.ruling import refusal
from companion.games.atlantis.state import (
    ATLANTIS,
    MAINLAND,
    SPACES,
    Cards,
    Counted,
    State,
    behind,
    gaps,
    tile_text,
)
from companion.ruling import Ruling


def where(state: State, space: int) -> str:
    """A place of the path in words."""
    if space in (ATLANTIS, MAINLAND):
        return "Atlantis" if space == ATLANTIS else "the mainland"
    return f"space {space} ({tile_text(state.tops[space])})"


def placed(state: State, index: int, right: int, told: int, letters: str, ruling: Ruling) -> int:
    """Where a figure was put, `right` by its cards. Raises slip.to for what is no place to stand."""
    if told == right:
        return told
    name, tops = state.table.names[index // 3], state.tops
    if not ATLANTIS <= told <= MAINLAND:
        raise refusal("slip.to", f"there is no space {told}; the path has 1 to {SPACES}")
    if not tops[told]:
        raise refusal("slip.to", f"space {told} is water; a figure stands on a tile")
    start = state.figures[index]

    def worth(to: int) -> int:
        figures = (*state.figures[:index], to, *state.figures[index + 1 :])
        owed = sum(gap.price for gap in gaps(tops, state.bridges, start, to) if not gap.bridged)
        return (tops[behind(tops, figures, to)] & 7 if to else 0) - owed

    message = f"{letters} leads {name}'s figure {index % 3 + 1} to {where(state, right)}, not to {where(state, told)}"
    ruling.against("slip.to", message, worth(told) - worth(right))
    return told


def took(state: State, figures: tuple[int, ...], right: int, told: int, ruling: Ruling) -> int:
    """The space whose tile was taken, `right` by the rules; 0 for none. Raises slip.take where there is none."""
    if told == right:
        return told
    name, tops = state.table.names[state.turn], state.tops
    if not 0 <= told <= SPACES or (told and not tops[told]):
        raise refusal("slip.take", f"there is no tile on space {told} to take")
    if told and told in figures:
        raise refusal("slip.take", f"a figure stands on space {told}; its tile stays")
    rightly = (
        f"the tile {name} takes is {tile_text(tops[right])} on space {right}" if right else f"{name} takes no tile"
    )
    really = f"{tile_text(tops[told])} on space {told}" if told else "none"
    gained, due = (tops[told] & 7 if told else 0), (tops[right] & 7 if right else 0)
    ruling.against("slip.take", f"{rightly}, not {really}", gained - due)
    return told


def drew(name: str, right: int, told: int, left: int, ruling: Ruling) -> int:
    """How many cards were drawn, `right` by the rules, where `left` can be. Raises slip.draw for more."""
    if told == right:
        return told
    if told > left:
        raise refusal("slip.draw", f"{hands.cards(left)} can be drawn; {told} were told")
    message = f"{name} draws {hands.cards(right)} this turn, not {told or 'none'}"
    ruling.against("slip.draw", message, told - min(right, left))
    return told


def counted(state: State, move: Counted) -> State:
    """A hand as it was counted at the table; what it has more or less came from the deck. Raises hand.count."""
    name, hand = state.table.names[move.player], state.hands[move.player]
    more = move.cards - sum(hand)
    if state.table.dealt and more:
        raise refusal("hand.count", f"{name} holds {hands.cards(sum(hand))} by the seed; {move.cards} counted")
    if more > len(state.deck):
        left = f"{hands.cards(len(state.deck))} in the deck"
        raise refusal("hand.count", f"{name} holds {hands.cards(sum(hand))} and there are {left}; {move.cards} counted")
    hand = _resized(hand, more)
    deck = state.deck[more:] if more >= 0 else "?" * -more + state.deck
    return state._replace(hands=(*state.hands[: move.player], hand, *state.hands[move.player + 1 :]), deck=deck)


def _resized(hand: Cards, more: int) -> Cards:
    """A hand with more cards, or fewer: the unseen ones first, and then it is known of none what it is."""
    if hand[0] + more >= 0:
        return (hand[0] + more, *hand[1:])
    return (sum(hand) + more, *(0 for _ in hand[1:]))
