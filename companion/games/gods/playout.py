"""Random play without listing every action: for simulations, which need one legal action and need it fast."""

from __future__ import annotations

from collections.abc import Callable

from companion.games.gods.moves import builds, feasts, turned_up
from companion.games.gods.play import upcoming
from companion.games.gods.resolve import legal
from companion.games.gods.rules import apply, legal_moves
from companion.games.gods.state import (
    ACT,
    COLOURS,
    DISCARD,
    DRAW,
    HAND_LIMIT,
    NO_CARD,
    NO_CARDS,
    OVER,
    PLACES,
    Convert,
    Demolish,
    Discard,
    Draw,
    Migrate,
    Move,
    Opponent,
    Recruit,
    State,
    Travel,
    plus,
)

Chance = Callable[[], float]
TRIES = 4


def random_move(state: State, chance: Chance) -> Move:
    """A legal action of a position where every card is known, else one of all that are listed. `chance` gives numbers
    from 0 up to but not with 1, such as `random.Random(seed).random`. Actions are not equally likely."""
    hand = state.hands[state.turn]
    if not hand[0]:
        if state.phase == ACT:
            for _ in range(TRIES):
                move = _try(state, hand, int(chance() * 16), chance)
                if move is not None:
                    return move
        elif state.phase == DRAW:
            card = 1 + int(chance() * 5)
            next_card = upcoming(state, 1)
            if card > 4 or not state.area[card]:
                if next_card:
                    return Draw(NO_CARD, NO_CARD)
            elif next_card != "?":
                return Draw(card, turned_up(next_card)[0])
        elif state.phase == DISCARD:
            gone = NO_CARDS
            for _ in range(sum(hand) - HAND_LIMIT):
                card = _one(hand, chance)
                hand, gone = plus(hand, card, -1), plus(gone, card)
            return Discard(gone)
        else:
            next_card = upcoming(state, 1, state.followers[1])
            if next_card != "?":
                return Opponent(turned_up(next_card)[0])
    listed = list(legal_moves(state))
    return listed[int(chance() * len(listed))]


def _try(state: State, hand: tuple[int, ...], kind: int, chance: Chance) -> Move | None:
    """An action of a kind, None where there is none."""
    me, region = state.turn, state.marker
    if kind < 6:
        listed: list[Move] = list(builds(state, hand[region]))
        return _of(state, listed, chance)
    if kind < 8:
        return Travel(_one(hand, chance)) if any(hand) else None
    if kind < 10:
        return Recruit(1 + int(chance() * hand[region])) if hand[region] else None
    if kind < 12:
        if state.followers[me][region] < 3:
            return None
        listed = list(feasts(state))
        return _of(state, listed, chance)
    if kind < 14:
        return Migrate() if state.deck or state.discards != NO_CARDS else None
    if kind == 14:
        place = PLACES[int(chance() * 8)]
        temple = state.sites[me][place]
        return Demolish(place, 1 + int(chance() * len(temple))) if temple else None
    player = int(chance() * len(state.followers))
    followers = state.followers[player]
    if state.converted or player == me or not any(followers):
        return None
    return Convert(player, _one(followers, chance))


def _of(state: State, listed: list[Move], chance: Chance) -> Move | None:
    if not listed:
        return None
    move = listed[int(chance() * len(listed))]
    return move if legal(state, move) else None


def _one(cards: tuple[int, ...], chance: Chance) -> int:
    """A colour by the cards there are of it."""
    at = int(chance() * sum(cards))
    for colour in COLOURS:
        at -= cards[colour]
        if at < 0:
            return colour
    raise ValueError("no cards to take one of")


def playout(state: State, chance: Chance, most: int) -> tuple[State, int]:
    """The position after at most so many random actions, and how many they were. Each goes through `apply`."""
    plies = 0
    while plies < most and state.phase != OVER:
        state = apply(state, random_move(state, chance))
        plies += 1
    return state, plies
