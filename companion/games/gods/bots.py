"""Bots for Island of Gods: possible cards, every action weighed, how far temples are.

A player aims at one temple at a time, whose completion leaves a way to the others: a finished I blocks a III that has
to pass through I.
"""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import product
from math import exp, inf
from random import Random

from companion.contract import STRICT, Rules
from companion.games.gods import listing
from companion.games.gods.moves import Feast, Move, Taken

from companion.games.gods.state import (  # isort: skip
    COLOURS, LETTERS, NEUTRAL, TILES, State, Temple, count, plus, unseen,
)  # fmt: skip
from companion.games.gods.temples import one_higher
from specs.base.seeds import shuffle

PLAYOUTS, HORIZON, GREEDY, DOUBT = 12, 10, True, 0.0
CURVE = (0.08, 0.73, -0.12)
ACTION, CARD, NO_WAY = 20.0, 1.0, 600.0  # cost of a missing action, of a card on the way, and of having no way
SHORT, SPARE, ANY = 1.6, 0.3, 0.1  # cost of a card that the next build lacks; worth of a spare one, of any
READY = 1.0  # the marker is there, with the cards in hand
LOCKED = 2.0  # extra cost of a missing card that only lies with followers
FOLLOWER, FEAST = 0.4, 3  # worth of a follower for one's own feast, and of how many
NEUTRAL_TILE = 22.0  # cost of a tile on a neutral site where the card wants none
ALL_TILES = (0, TILES, TILES, TILES)
ALONE = -120.0  # value of a solo game's opponent
PATIENCE, RESTLESS = 12, 0.2  # shuffles after which it sometimes acts at random, and how often
SCALE = 20.0

Temples = tuple[Temple, ...]


def resample(seen: State, chance: Random) -> State:
    """Deal the unseen cards in hands and deck at random."""
    cards = shuffle([LETTERS[colour] for colour in COLOURS for _ in range(unseen(seen, colour))], chance)
    held = []
    for hand in seen.hands:
        drawn, cards = count("".join(cards[: hand[0]])), cards[hand[0] :]
        held.append((0, *map(int.__add__, hand[1:], drawn[1:])))
    table = seen.table._replace(dealt=True, seed=int(chance.random() * 2**31))
    return seen._replace(table=table, hands=tuple(held), deck="".join(cards[: len(seen.deck)]))


def candidates(rules: Rules[State, Move], s: State, chance: Random, most: int) -> Sequence[Move]:
    """Return every action, by what it leads to; of equal ones the first in the list. If there has been no progress for
    many shuffles, since each player holds what the other lacks, a random one comes first now and then."""
    me, found = s.turn, []
    for move in listing.moves(s):
        taken = [each.card for each in move.needs if isinstance(each, Taken)] if isinstance(move, Feast) else []
        if len(taken) > 1 and not plus(s.row, taken[0], -1)[taken[1]]:
            continue  # it takes the card that it turned up
        after = rules.play(s, me, move, STRICT)
        worth = value(after, me) if after.phase != "over" else 2.0 if after.winner == me else -1.0
        found.append((worth, move))
    found.sort(key=lambda one: one[0], reverse=True)
    if s.shuffles > PATIENCE and found[0][0] < 1 and chance.random() < RESTLESS:
        found.insert(0, found.pop(int(chance.random() * len(found))))
    return [move for _, move in found[:most]]


def value(state: State, seat: int) -> float:
    """Return a seat's share of the expected result, 0 to 1, by how far everybody's temples are from the card, and how
    near the seat's own next build is. The marker's distance for others does not count: if it did, a bot would always
    keep it away from them."""
    worth = [_standing(state, player) for player in range(len(state.hands))]
    worth[seat] += _next_build(state, seat)
    return 1 / sum([exp(min(40.0, (each - worth[seat]) / SCALE)) for each in worth], 0.0)


def _standing(state: State, player: int) -> float:
    if not state.table.cards[player] or (state.away and state.away[player]):
        return ALONE
    return ANY * sum(state.hands[player]) - _seen(state, player)[0]


def _seen(state: State, player: int) -> tuple[float, tuple[tuple[int, int], ...]]:
    sites, order = state.sites[player], state.table.order
    return outlook(
        tuple(sites[region] for region in order), state.table.cards[player], sum(map(len, sites[NEUTRAL + 1 :]))
    )


def _next_build(state: State, player: int) -> float:
    """Return how near a build is that the best ways continue with."""
    order, (_, aims) = state.table.order, _seen(state, player)
    return max([_nearness(state, player, order[at], price) for at, price in aims], default=0.0)


def _nearness(state: State, player: int, region: int, price: int) -> float:
    """Return how near a build of that price is. One card of the region is for the way there; followers come back by
    feasts alone."""
    there, held = region == state.marker, state.followers[player][region]
    short = price + (not there) - state.assistants[player] - state.hands[player][region]
    if short <= 0:
        return READY * there - SPARE * short
    locked = short - state.row[region] - state.discards[region] - state.deck.count(LETTERS[region])
    feast = FOLLOWER * min(FEAST, held) + READY * (there and held >= FEAST) if locked > 0 else 0.0
    return feast - SHORT * short - LOCKED * max(0, locked)


@lru_cache(maxsize=50_000)
def outlook(temples: Temples, card: Temples, neutral: int) -> tuple[float, tuple[tuple[int, int], ...]]:
    """Return what these temples lack to be a card's, with `neutral` tiles on neutral sites; and which of them, by their
    place on the card, the best ways build on first, with the cards it takes."""
    shapes, ways = _shapes(card), _ways(card)
    low = tuple(_lowered(temple, shapes) for temple in temples)
    lacks, aims = ways.get(low, NO_WAY), list[tuple[int, int]]()
    for at, temple in enumerate(low):
        for _, _, after in one_higher(temple, ALL_TILES):
            there = (*low[:at], after, *low[at + 1 :])
            if ways.get(there, NO_WAY) + ACTION + CARD * sum(after) <= lacks:
                aims.append((at, sum(after)))
    torn = sum(map(len, temples)) - sum(map(len, low))
    return lacks + ACTION * torn + NEUTRAL_TILE * neutral, tuple(aims)


def _lowered(temple: Temple, shapes: Mapping[Temple, object]) -> Temple:
    """Return what is left of a temple without its top tiles that no way to the card can use."""
    while temple not in shapes:
        temple = temple[:-1]
    return temple


@cache
def _shapes(card: Temples) -> Mapping[Temple, Sequence[tuple[float, Temple]]]:
    """Return the temples on the ways to a card, each with the results of one action, and its price."""
    most, high = max(2, *map(len, card)), max(4, *map(sum, card))
    found: dict[Temple, list[tuple[float, Temple]]] = {
        shape: [] for n in range(most + 1) for shape in product((1, 2, 3), repeat=n) if sum(shape) <= high
    }
    for shape in found:
        for _, _, higher in one_higher(shape, ALL_TILES):
            if higher in found:
                found[higher].append((ACTION + CARD * sum(higher), shape))
        for at in range(len(shape)):
            found[(*shape[:at], *shape[at + 1 :])].append((ACTION, shape))
    return found


@cache
def _ways(card: Temples) -> Mapping[Temples, float]:
    """Return how far it is to a card from its four temples as they can be, with the tiles there are."""
    shapes, found, edge = _shapes(card), {card: 0.0}, [(0.0, card)]
    while edge:
        lacks, here = heappop(edge)
        if lacks > found[here]:
            continue
        for at, temple in enumerate(here):
            for cost, before in shapes[temple]:
                there = (*here[:at], before, *here[at + 1 :])
                tiles = [level for each in there for level in each]
                if lacks + cost < found.get(there, inf) and all(tiles.count(level) <= TILES for level in (1, 2, 3)):
                    found[there] = lacks + cost
                    heappush(edge, (lacks + cost, there))
    return found
