"""Random play without listing every turn: for simulations, which need one legal turn a ply and need it fast."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.atlantis.moves import Listing
from companion.games.atlantis.payment import NOTHING_PAID, cheapest
from companion.games.atlantis.resolve import apply, buy
from companion.games.atlantis.ruling import STRICT
from companion.games.atlantis.state import (
    ITEM_OF,
    ITEMS,
    MAINLAND,
    UNKNOWN,
    Move,
    State,
    Turn,
    cards_text,
    gaps,
)

TRIES = 6
Chance = Callable[[], float]


def random_turn(state: State, chance: Chance) -> Move:
    """A legal turn: now and then a purchase, a figure that is not home, cards from the hand until it stands free.

    Where that leads nowhere a few times, one of all that are listed, as where cards or tiles are unseen. `chance` gives
    numbers from 0 up to but not with 1, such as `random.Random(seed).random`. Turns are not equally likely.
    """
    me = state.turn
    base = me * 3
    if not state.hands[me][0] and UNKNOWN not in state.tops and UNKNOWN not in state.unders:
        items = state.tops.translate(ITEM_OF)
        for _ in range(TRIES):
            figure = int(chance() * 3)
            start = state.figures[base + figure]
            if start != MAINLAND:
                turn = _try(state, figure + 1, start, items, chance)
                if turn is not None:
                    return turn
    listed = Listing(state)
    return listed[int(chance() * len(listed))]


def _try(state: State, figure: int, start: int, items: bytes, chance: Chance) -> Turn | None:
    owned = state.tiles[state.turn]
    at = int(chance() * (len(owned) + 1))
    buys = (owned[at],) if at < len(owned) else ()
    hand, tiles, *_ = buy(state, buys, STRICT)
    if hand[0]:
        return None
    held, played, position = cards_text(hand), "", start
    while held:
        at = int(chance() * len(held))
        played += held[at]
        position = items.find(ITEMS[held[at]], position + 1)
        held = held[:at] + held[at + 1 :]
        if position < 0:
            position = MAINLAND
            break
        if position not in state.figures:
            break
    else:
        return None
    crossed = [gap for gap in gaps(state.tops, state.bridges, start, position) if not gap[3]]
    bridge = 0
    if crossed and state.unlaid[state.turn] and chance() < 0.5:
        gap = crossed.pop(int(chance() * len(crossed)))
        bridge = gap[0] + int(chance() * (gap[1] - gap[0]))
    due = sum([gap[2] for gap in crossed])
    payment = cheapest(tiles, len(held), due) if due else NOTHING_PAID
    return None if payment is None else Turn(buys, figure, played, bridge, *payment, "", 0)


def playout(state: State, chance: Chance) -> tuple[State, int]:
    """The end of a random game and how many turns it took. Every turn goes through `apply`."""
    plies = 0
    while not state.over:
        state = apply(state, random_turn(state, chance))
        plies += 1
    return state, plies
