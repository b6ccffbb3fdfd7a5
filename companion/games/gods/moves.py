"""What may be done now: candidates, which `rules.legal_moves` puts through the check.

An unseen card stands for any colour of which one may still be unseen, and so does a card that will be turned up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from companion.games.gods.play import upcoming
from companion.games.gods.state import (
    ACT,
    COLOURS,
    DISCARD,
    DRAW,
    HAND_LIMIT,
    INDEX,
    NEUTRAL,
    NO_CARD,
    NO_CARDS,
    OPPONENT,
    PLACES,
    TOP,
    WHOLE,
    Build,
    Cards,
    Convert,
    Demolish,
    Discard,
    Draw,
    Feast,
    FeastArea,
    FeastColour,
    FeastExchange,
    FeastMove,
    FeastSwap,
    Migrate,
    Move,
    Opponent,
    Pass,
    Recruit,
    State,
    Step,
    Travel,
    could_hold,
    plus,
)


def candidates(state: State) -> Iterator[Move]:
    """Actions of the phase at hand, each once; few of them are not legal."""
    if state.phase == ACT:
        yield from actions(state)
        yield Pass()
    elif state.phase == DRAW:
        yield from draws(state)
    elif state.phase == DISCARD:
        yield from (Discard(cards) for cards in discards(state))
    elif state.phase == OPPONENT:
        yield from (Opponent(card) for card in turned_up(upcoming(state, 1, state.followers[1])))


def draws(state: State) -> Iterator[Draw]:
    next_card = upcoming(state, 1)
    for card in COLOURS:
        if state.area[card]:
            for refill in turned_up(next_card):
                yield Draw(card, refill)
    if next_card:
        yield Draw(NO_CARD, NO_CARD)


def turned_up(deck: str) -> Sequence[int]:
    """What the next card of a deck can be."""
    if not deck:
        return (NO_CARD,)
    return COLOURS if deck[0] == "?" else (INDEX[deck[0]],)


def discards(state: State) -> Iterator[Cards]:
    """Every choice of hand cards that leaves the limit."""
    hand = state.hands[state.turn]
    excess = sum(hand) - HAND_LIMIT
    most = [min(excess, could_hold(state, state.turn, colour)) for colour in COLOURS]
    for chosen in product(*(range(number, -1, -1) for number in most)):
        if sum(chosen) == excess:
            yield (0, *chosen)


def actions(state: State) -> Iterator[Move]:
    """Every action but to pass."""
    me, region = state.turn, state.marker
    held = [0, *(could_hold(state, me, colour) for colour in COLOURS)]
    yield from (Travel(card) for card in COLOURS if held[card])
    yield from builds(state, held[region])
    for place in PLACES:
        yield from (Demolish(place, number) for number in range(1, len(state.sites[me][place]) + 1))
    if not state.converted:
        for player, followers in enumerate(state.followers):
            if player != me:
                yield from (Convert(player, card) for card in COLOURS if followers[card])
    if state.followers[me][region] > 2:
        yield from feasts(state)
    yield from (Recruit(number) for number in range(1, held[region] + 1))
    yield Migrate()


def builds(state: State, held: int) -> Iterator[Build]:
    me, region = state.turn, state.marker
    stock = state.stock[me]
    payers = (False, True) if state.assistants[me] else (False,)
    for neutral in (False, True) if state.table.neutral[region] else (False,):
        temple = state.sites[me][region + NEUTRAL if neutral else region]
        level = sum(temple)
        if level + 1 > held + state.assistants[me]:
            continue
        found = [(TOP, 1)] if stock[1] else []
        found += [(n, tile + 1) for n, tile in enumerate(temple, start=1) if tile < 3 and stock[tile + 1]]
        if len(temple) > 1 and level < 3 and stock[level + 1]:
            found.append((WHOLE, level + 1))
        for at, tile in found:
            yield from (Build(neutral, at, tile, assistant) for assistant in payers)


def feasts(state: State) -> Iterator[Move]:
    """Feasts of the marker's region, once it has the followers."""
    match state.table.abilities[state.marker]:
        case "draw-deck" | "assistant":
            yield Feast()
        case "draw-area":
            yield from _from_area(state)
        case "swap-follower":
            yield from (FeastSwap(follower, card) for follower, card in product(COLOURS, COLOURS))
        case "take-follower" | "move-marker":
            yield from map(FeastColour, COLOURS)
        case "move-tile":
            yield from map(FeastMove, _steps(state))
        case _:
            yield from _exchanges(state)


def _from_area(state: State) -> Iterator[FeastArea]:
    deck = upcoming(state, 2, plus(NO_CARDS, state.marker, 2))
    for first, refill in product(COLOURS, turned_up(deck[:1])):
        if state.area[first]:
            area = plus(state.area, first, -1)
            if refill != NO_CARD:
                area = plus(area, refill)
            for second, refill2 in product(COLOURS, turned_up(deck[1:])):
                if area[second]:
                    yield FeastArea(first, refill, second, refill2)


def _steps(state: State) -> Iterator[Step]:
    sites = state.sites[state.turn]
    for place in PLACES:
        for number in range(1, len(sites[place]) + 1):
            for to in PLACES:
                if to != place:
                    yield from (Step(place, number, to, becomes) for becomes in range(1, len(sites[to]) + 2))


def _exchanges(state: State) -> Iterator[FeastExchange]:
    sites = state.sites[state.turn]
    for place in PLACES:
        for to in PLACES[place:]:
            here, there = range(1, len(sites[place]) + 1), range(1, len(sites[to]) + 1)
            for number, other, becomes, back in product(here, there, there, here):
                yield FeastExchange(Step(place, number, to, becomes), Step(to, other, place, back))
