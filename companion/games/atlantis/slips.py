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
from specs.base.languages import Said, say


def where(state: State, space: int) -> Said:
    """A place of the path in words, to stand alone."""
    if space in (ATLANTIS, MAINLAND):
        return say("Atlantis") if space == ATLANTIS else say("the mainland")
    return say("space {space} ({tile})", space=space, tile=tile_text(state.tops[space]))


def no_space(space: int) -> Said:
    """That the path is not so long."""
    return say("there is no space {space}; the path has 1 to {last}", space=space, last=SPACES)


def placed(state: State, index: int, right: int, told: int, letters: str, ruling: Ruling) -> int:
    """Where a figure was put, `right` by its cards. Raises slip.to for what is no place to stand."""
    if told == right:
        return told
    name, tops = state.table.names[index // 3], state.tops
    if not ATLANTIS <= told <= MAINLAND:
        raise refusal("slip.to", no_space(told))
    if not tops[told]:
        raise refusal("slip.to", say("space {space} is water; a figure stands on a tile", space=told))
    start = state.figures[index]

    def worth(to: int) -> int:
        figures = (*state.figures[:index], to, *state.figures[index + 1 :])
        owed = sum(gap.price for gap in gaps(tops, state.bridges, start, to) if not gap.bridged)
        return (tops[behind(tops, figures, to)] & 7 if to else 0) - owed

    message = say(
        "{letters} leads {who}'s figure {figure} elsewhere: {right}, not {told}",
        letters=letters, who=name, figure=index % 3 + 1, right=where(state, right), told=where(state, told),
    )  # fmt: skip
    ruling.against("slip.to", message, worth(told) - worth(right))
    return told


def took(state: State, figures: tuple[int, ...], right: int, told: int, ruling: Ruling) -> int:
    """The space whose tile was taken, `right` by the rules; 0 for none. Raises slip.take where there is none."""
    if told == right:
        return told
    name, tops = state.table.names[state.turn], state.tops
    if not 0 <= told <= SPACES or (told and not tops[told]):
        raise refusal("slip.take", say("there is no tile on space {space} to take", space=told))
    if told and told in figures:
        raise refusal("slip.take", say("a figure stands on space {space}; its tile stays", space=told))
    gained, due = (tops[told] & 7 if told else 0), (tops[right] & 7 if right else 0)
    tile, other = (tile_text(tops[space]) if space else "" for space in (right, told))
    if not right:
        message = say("{who} takes no tile, not {told} on space {there}", who=name, told=other, there=told)
    elif not told:
        message = say("the tile {who} takes is {tile} on space {space}, not none", who=name, tile=tile, space=right)
    else:
        message = say(
            "the tile {who} takes is {tile} on space {space}, not {told} on space {there}",
            who=name, tile=tile, space=right, told=other, there=told,
        )  # fmt: skip
    ruling.against("slip.take", message, gained - due)
    return told


def drew(name: str, right: int, told: int, left: int, ruling: Ruling) -> int:
    """How many cards were drawn, `right` by the rules, where `left` can be. Raises slip.draw for more."""
    if told == right:
        return told
    if told > left:
        raise refusal("slip.draw", say("{cards} can be drawn; {told} were told", cards=hands.cards(left), told=told))
    cards = hands.cards(right)
    if told:
        message = say("{who} draws {cards} this turn, not {told}", who=name, cards=cards, told=told)
    else:
        message = say("{who} draws {cards} this turn, not none", who=name, cards=cards)
    ruling.against("slip.draw", message, told - min(right, left))
    return told


def counted(state: State, move: Counted) -> State:
    """A hand as it was counted at the table; what it has more or less came from the deck. Raises hand.count."""
    name, hand = state.table.names[move.player], state.hands[move.player]
    more = move.cards - sum(hand)
    held = hands.cards(sum(hand))
    if state.table.dealt and more:
        message = say("{who} holds {cards} by the seed; {counted} counted", who=name, cards=held, counted=move.cards)
        raise refusal("hand.count", message)
    if more > len(state.deck):
        message = say(
            "{who} holds {cards} and there are {left} in the deck; {counted} counted",
            who=name, cards=held, left=hands.cards(len(state.deck)), counted=move.cards,
        )  # fmt: skip
        raise refusal("hand.count", message)
    hand = _resized(hand, more)
    deck = state.deck[more:] if more >= 0 else "?" * -more + state.deck
    return state._replace(hands=(*state.hands[: move.player], hand, *state.hands[move.player + 1 :]), deck=deck)


def _resized(hand: Cards, more: int) -> Cards:
    """A hand with more cards, or fewer: the unseen ones first, and then it is known of none what it is."""
    if hand[0] + more >= 0:
        return (hand[0] + more, *hand[1:])
    return (sum(hand) + more, *(0 for _ in hand[1:]))
