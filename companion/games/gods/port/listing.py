"""What may be done now. An unseen card stands for any colour of which one may still be unseen, and so does a card that
will be turned up; where the companion deals, a move does not say what that is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING

from companion.contract.judges import STRICT, Forbidden

from companion.games.gods.port.moves import (  # isort: skip
    Build, Built, Convert, Demolish, Discard, Draw, Feast, Migrate, Move, Opponent, Pass, Recruit, Spot, Step, Swap,
    Taken, Travel,
)  # fmt: skip
from companion.games.gods.port.state import (  # isort: skip
    COLOURS, COST, HAND_LIMIT, INDEX, NEEDED, NEUTRAL, NO_CARD, NO_CARDS, PLACES, Cards, State, could_hold, owner,
    plus, stock, upcoming,
)  # fmt: skip
from companion.games.gods.port.temples import one_higher

if TYPE_CHECKING:
    from companion.games.gods.port.rules import Gods

Chance = Callable[[], float]
TRIES = 4


def moves(rules: Gods, s: State) -> Iterator[Move]:
    """Every move of the phase at hand, each once; none but legal ones."""
    if s.phase == "act":
        found = False
        for move in actions(s):
            if type(move) is not Feast or s.table.dealt or _legal(rules, s, move):
                found = True
                yield move
        if not found:
            yield Pass()
    elif s.phase == "draw":
        yield from (move for move in draws(s) if s.table.dealt or _legal(rules, s, move))
    elif s.phase == "discard":
        yield from map(Discard, discards(s))
    elif s.phase == "opponent":
        found_ = map(Opponent, turned_up(s, upcoming(s, 1, s.followers[1])))
        yield from (move for move in found_ if s.table.dealt or _legal(rules, s, move))


def _legal(rules: Gods, s: State, move: Move) -> bool:
    try:
        rules.play(s, s.turn, move, STRICT)
    except Forbidden:
        return False
    return True


def turned_up(s: State, deck: str) -> Sequence[int | None]:
    """What the next card of a deck can be said to be."""
    if s.table.dealt:
        return (None,)
    return COLOURS if deck else (NO_CARD,)


def draws(s: State) -> Iterator[Draw]:
    deck = upcoming(s, 1)
    for card in COLOURS:
        if s.area[card]:
            yield from (Draw(Taken(card, refill)) for refill in turned_up(s, deck))
    if deck:
        yield Draw(Taken(NO_CARD, NO_CARD))


def discards(s: State) -> Iterator[Cards]:
    """Every choice of hand cards that leaves the limit."""
    excess = sum(s.hands[s.turn]) - HAND_LIMIT
    most = [min(excess, could_hold(s, s.turn, colour)) for colour in COLOURS]
    hidden = s.hands[s.turn][0]
    for chosen in product(*(range(number, -1, -1) for number in most)):
        if sum(chosen) == excess and (not hidden or _unseen_of(s, chosen) <= hidden):
            yield (0, *chosen)


def _unseen_of(s: State, chosen: Sequence[int]) -> int:
    """How many of these cards are unseen ones of the hand."""
    hand = s.hands[s.turn]
    return sum([max(0, number - hand[colour]) for colour, number in enumerate(chosen, 1)])


def actions(s: State) -> Iterator[Move]:
    """Every action but to pass."""
    me, region = s.turn, s.marker
    held = [0, *[could_hold(s, me, colour) for colour in COLOURS]]
    yield from [Travel(card) for card in COLOURS if held[card]]
    yield from builds(s, held[region])
    for place, temple in enumerate(s.sites[me]):
        yield from [Demolish(Spot(place, number)) for number in range(1, len(temple) + 1)]
    if not s.converted:
        for seat, followers in enumerate(s.followers):
            if seat != me:
                yield from [Convert(card, seat) for card in COLOURS if followers[card]]
    if s.followers[me][region] >= NEEDED:
        yield from feasts(s, held)
    yield from map(Recruit, range(1, held[region] + 1))
    if s.deck or s.discards != NO_CARDS:
        yield Migrate()


def builds(s: State, held: int) -> Iterator[Build]:
    me, region = s.turn, s.marker
    tiles = stock(s.sites[me])
    for neutral in (False, True) if s.table.neutral[region] else (False,):
        temple = s.sites[me][region + NEUTRAL * neutral]
        cost = sum(temple) + 1
        if cost > held + s.assistants[me] or (neutral and owner(s, region + NEUTRAL) is not None):
            continue
        for at, tile, _ in one_higher(temple, tiles):
            if cost <= held:
                yield Build(Built(neutral, at, tile, False))
            if s.assistants[me]:
                yield Build(Built(neutral, at, tile, True))


def feasts(s: State, held: Sequence[int]) -> Iterator[Feast]:
    """Feasts of the marker's region, once it has the followers."""
    ability, left = s.table.abilities[s.marker], plus(s.followers[s.turn], s.marker, -COST)
    if ability == "draw-deck" or (ability == "assistant" and not s.assistants[s.turn]):
        yield Feast()
    elif ability == "draw-area":
        yield from _from_area(s)
    elif ability == "swap-follower":
        yield from [Feast((Swap(out, card),)) for out, card in product(COLOURS, COLOURS) if left[out] and held[card]]
    elif ability == "take-follower":
        yield from [Feast((Taken(card),)) for card in COLOURS if left[card]]
    elif ability == "move-marker":
        yield from [Feast((Taken(card),)) for card in COLOURS if card != s.marker]
    elif ability == "move-tile":
        yield from _steps(s)
    elif ability == "swap-tiles":
        yield from _exchanges(s)


def _from_area(s: State) -> Iterator[Feast]:
    """Two cards of the area; the second may be what is turned up for the first."""
    deck = upcoming(s, 2, plus(NO_CARDS, s.marker, COST))
    for first, refill in product(COLOURS, turned_up(s, deck[:1])):
        if s.area[first]:
            shown = refill if refill is not None or not deck else INDEX[deck[0]]
            area = plus(s.area, first, -1)
            area = area if shown in (None, NO_CARD) else plus(area, shown)
            for second, refill2 in product(COLOURS, turned_up(s, deck[1:])):
                if area[second]:
                    yield Feast((Taken(first, refill), Taken(second, refill2)))


def _steps(s: State) -> Iterator[Feast]:
    sites = s.sites[s.turn]
    open_ = [to for to in PLACES if to <= NEUTRAL or (s.table.neutral[to - NEUTRAL] and owner(s, to) is None)]
    for place in PLACES:
        for number in range(1, len(sites[place]) + 1):
            for to in open_:
                if to != place:
                    yield from [Feast((Step(place, number, to, at),)) for at in range(1, len(sites[to]) + 2)]


def _exchanges(s: State) -> Iterator[Feast]:
    sites = s.sites[s.turn]
    for place in PLACES:
        for to in PLACES[place:]:
            here, there = range(1, len(sites[place]) + 1), range(1, len(sites[to]) + 1)
            for number, other, becomes, back in product(here, there, there, here):
                yield Feast((Step(place, number, to, becomes), Step(to, other, place, back)))


# ---- by chance -----------------------------------------------------------------------------------


def pick(rules: Gods, s: State, chance: Chance) -> Move:
    """A legal move, without a list where every card of the hand is known. Moves are not equally likely."""
    hand = s.hands[s.turn]
    if not hand[0] and s.table.dealt:
        if s.phase == "act":
            for _ in range(TRIES):
                move = _try(s, hand, int(chance() * 16), chance)
                if move is not None:
                    return move
        elif s.phase == "draw":
            card = 1 + int(chance() * 5)
            if card <= 4 and s.area[card]:
                return Draw(Taken(card))
            if s.deck or s.discards != NO_CARDS:
                return Draw(Taken(NO_CARD, NO_CARD))
        elif s.phase == "discard":
            gone = NO_CARDS
            for _ in range(sum(hand) - HAND_LIMIT):
                card = _one(hand, chance)
                hand, gone = plus(hand, card, -1), plus(gone, card)
            return Discard(gone)
    return _of(list(moves(rules, s)), chance)


def _try(s: State, hand: Cards, kind: int, chance: Chance) -> Move | None:
    """An action of a kind, None where there is none."""
    me, region = s.turn, s.marker
    if kind < 6:
        found = list(builds(s, hand[region]))
        return _of(found, chance) if found else None
    if kind < 8:
        return Travel(_one(hand, chance)) if any(hand) else None
    if kind < 10:
        return Recruit(1 + int(chance() * hand[region])) if hand[region] else None
    if kind < 12:
        ways = list(feasts(s, hand)) if s.followers[me][region] >= NEEDED else []
        return _of(ways, chance) if ways else None
    if kind < 14:
        return Migrate() if s.deck or s.discards != NO_CARDS else None
    if kind == 14:
        place = PLACES[int(chance() * 8)]
        temple = s.sites[me][place]
        return Demolish(Spot(place, 1 + int(chance() * len(temple)))) if temple else None
    seat = int(chance() * len(s.followers))
    followers = s.followers[seat]
    if s.converted or seat == me or not any(followers):
        return None
    return Convert(_one(followers, chance), seat)


def _of(listed: Sequence[Move], chance: Chance) -> Move:
    return listed[int(chance() * len(listed))]


def _one(cards: Cards, chance: Chance) -> int:
    """A colour by the cards there are of it."""
    at = int(chance() * sum(cards))
    for colour in COLOURS:
        at -= cards[colour]
        if at < 0:
            return colour
    raise ValueError("no cards to take one of")
