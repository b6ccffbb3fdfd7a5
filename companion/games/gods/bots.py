"""What a machine needs to play Island of Gods: cards as they could be, every action weighed, how far temples are.

A player aims at one temple at a time, whose completion leaves a way to the others: a finished I blocks a III that has
to pass through I.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from math import exp
from random import Random

from companion.games.gods import hands, playout
from companion.games.gods.moves import turned_up
from companion.games.gods.play import upcoming
from companion.games.gods.rules import apply, legal_moves
from companion.games.gods.state import (
    COLOURS,
    LETTERS,
    NEUTRAL,
    NO_CARD,
    NO_CARDS,
    OVER,
    TILES,
    Draw,
    FeastArea,
    Move,
    Opponent,
    Sites,
    State,
    Temple,
    count,
    plus,
    unseen,
)
from companion.games.gods.temples import way
from specs.deal import shuffle
from specs.ground.languages import say

PLAYOUTS, HORIZON, GREEDY, DOUBT = 24, 10, True, 0.0
ACTION, CARD, NO_WAY = 10.0, 0.5, 60.0  # what a temple lacks: each action and card of its way, or a way at all
HELD, THERE = 1.6, 2.5  # a card in hand of the temple aimed at, and the marker there
BLOCKED, NEUTRAL_TILE = 15.0, 12.0  # tiles that lie elsewhere, and one where the card wants none
ALONE = -60.0  # what a solo game's opponent is worth
SCALE = 12.0


def asks(seen: State) -> str:
    """The hand of who is to move, where the table alone knows it."""
    if not seen.hands[seen.turn][0]:
        return ""
    return say("What does {who} hold? Type its cards, such as BGRY.", who=seen.table.names[seen.turn])


def told(seen: State, words: str) -> State:
    """What is seen once the hand was told. Raises SyntaxFault, IllegalMove."""
    return hands.assume(seen, words)


def turns_up(seen: State, move: Move) -> str:
    """A card of the area is taken with the one that is turned up in its place, unless the deck is dealt."""
    if seen.table.dealt or not (seen.deck or seen.discards != NO_CARDS):
        return ""
    match move:
        case Draw(card=card) if card != NO_CARD:
            return f"draw {LETTERS[card]}>CARD"
        case FeastArea(first=first, second=second):
            return f"feast {LETTERS[first]}>CARD {LETTERS[second]}>CARD"
        case Opponent():
            return "opponent CARD"
    return ""


def sample(seen: State, chance: Random) -> State:
    """Unseen cards in hands and deck as they could be."""
    cards = shuffle([LETTERS[colour] for colour in COLOURS for _ in range(unseen(seen, colour))], chance)
    held = []
    for hand in seen.hands:
        drawn, cards = count("".join(cards[: hand[0]])), cards[hand[0] :]
        held.append((0, *map(int.__add__, hand[1:], drawn[1:])))
    table = seen.table._replace(dealt=True, seed=int(chance.random() * 2**31))
    return seen._replace(table=table, hands=tuple(held), deck="".join(cards[: len(seen.deck)]))


def filled(state: State, move: Move) -> Move:
    """The action with the cards this deck turns up."""
    match move:
        case Draw(card=card) if card != NO_CARD:
            return Draw(card, turned_up(upcoming(state, 1))[0])
        case FeastArea(first=first, second=second):
            deck = upcoming(state, 2, plus(NO_CARDS, state.marker, 2))
            return FeastArea(first, turned_up(deck[:1])[0], second, turned_up(deck[1:])[0])
        case Opponent():
            return Opponent(turned_up(upcoming(state, 1, state.followers[1]))[0])
    return move


def candidates(state: State, chance: Random, most: int) -> Sequence[Move]:
    """Every action, by what it leads to; of equals the first that is listed."""
    me, found = state.turn, []
    for move in legal_moves(state):
        if isinstance(move, FeastArea) and not plus(state.area, move.first, -1)[move.second]:
            continue  # it takes what it turned up
        after = apply(state, move)
        worth = value(after, me) if after.phase != OVER else 2.0 if after.winner == me else -1.0
        found.append((worth, move))
    found.sort(key=lambda one: one[0], reverse=True)
    return [move for _, move in found[:most]]


def by_chance(state: State, chance: Random) -> Move:
    """An action by chance."""
    return playout.random_move(state, chance.random)


def value(state: State, seat: int) -> float:
    """By how far everybody's temples are from the card."""
    worth = [_standing(state, player) for player in range(len(state.table.names))]
    return 1 / sum([exp(min(40.0, (each - worth[seat]) / SCALE)) for each in worth])


def _standing(state: State, player: int) -> float:
    if not state.table.cards[player] or (state.table.away and state.table.away[player]):
        return ALONE
    lacks, aims = _outlook(state.sites[player], state.table.targets[player])
    hand, marker = state.hands[player], state.marker
    best = max([HELD * min(hand[aim], cards + 1) + THERE * (aim == marker) for aim, cards in aims], default=0.0)
    return best - lacks


@lru_cache(maxsize=50_000)
def _outlook(sites: Sites, targets: Sites) -> tuple[float, tuple[tuple[int, int], ...]]:
    """What a player's temples lack, by the best order to complete them in; and the regions that such an order begins
    with, with the cards each still takes."""
    wanted = [region for region in COLOURS if targets[region]]
    left = [region for region in wanted if sites[region] != targets[region]]
    least, aims = NO_WAY * len(left), dict[int, int]()
    for order in permutations(left):
        complete = [targets[region] for region in wanted if region not in left]
        first = order[0] if order else 0
        others = [site for region, site in enumerate(sites) if region != first]
        lacks, cards = 0.0, 0
        for region in order:
            goal = targets[region]
            found = way(sites[region], goal, _free(others if region == first else complete, sites[region]))
            if found is None and region == first:  # tiles of it lie elsewhere
                found, lacks = way(sites[region], goal, _free(complete, sites[region])), BLOCKED
            lacks += ACTION * len(found.prices) + CARD * found.cards if found else NO_WAY
            cards = found.cards if found and region == first else cards
            complete.append(goal)
        if lacks < least:
            least, aims = lacks, {}
        if lacks == least and order:
            aims[first] = cards
    return least + NEUTRAL_TILE * sum(map(len, sites[NEUTRAL + 1 :])), tuple(aims.items())


def _free(temples: Sequence[Temple], own: Temple) -> tuple[int, ...]:
    """The tiles of each level that none of these temples holds, those a temple has itself among them."""
    held = [level for temple in temples for level in temple]
    return (0, *[max(TILES - held.count(level), own.count(level)) for level in (1, 2, 3)])
