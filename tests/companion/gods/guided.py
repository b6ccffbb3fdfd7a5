"""A player who builds towards the card and so brings games to their end: for tests, not for play."""

from __future__ import annotations

from collections.abc import Iterator

from companion.contract.judges import STRICT, Forbidden
from companion.contract.position import Position
from companion.games.gods.listing import builds
from companion.games.gods.moves import (
    Build,
    Convert,
    Demolish,
    Discard,
    Draw,
    Feast,
    Migrate,
    Move,
    Opponent,
    Pass,
    Spot,
    Taken,
    Travel,
)
from companion.games.gods.rules import built
from companion.games.gods.state import COLOURS, NEUTRAL, NO_CARD, NO_CARDS, PLACES, Cards, State, plus, targets
from companion.games.gods.temples import needs

from .tables import GAME, RULES


def wanted(state: State) -> list[tuple[int, int]]:
    """(region, price of the next level) of the dearest temple that can be built on: it needs the tiles most."""
    me, found = state.turn, []
    for region in state.table.order:
        way = needs(state, me, region)
        if way and way.prices and way.prices[0]:
            found.append((sum(way.prices), region, way.prices[0]))
    return [(region, price) for _, region, price in sorted(found, reverse=True)][:1]


def guided_move(state: State) -> Move:
    """An action of a position where every card is known."""
    if state.phase == "draw":
        return _draw(state)
    if state.phase == "discard":
        return Discard(_too_many(state))
    if state.phase == "opponent":
        return Opponent()
    return next((move for move in _ideas(state) if legal(state, move)), Pass())


def legal(state: State, move: Move) -> bool:
    try:
        RULES.play(state, state.turn, move, STRICT)
    except Forbidden:
        return False
    return True


def _ideas(state: State) -> Iterator[Move]:
    me, hand = state.turn, state.hands[state.turn]
    plan = wanted(state)
    for region, price in plan:
        if region == state.marker and hand[region] + state.assistants[me] >= price:
            yield from _build(state, region)
    for place in PLACES:  # what stands in the way
        temple, goal = state.sites[me][place], targets(state.table, me)[place]
        way = needs(state, me, place) if place <= NEUTRAL else None
        if temple and temple != goal and (place > NEUTRAL or not way or not way.prices or not way.prices[0]):
            yield Demolish(Spot(place, len(temple)))
    for region, price in plan:
        if region != state.marker and hand[region] >= price:
            spare = [c for c in COLOURS if c == region and hand[c] > price]
            yield from (Travel(card) for card in spare)
    if state.table.abilities[state.marker] in ("draw-deck", "assistant"):
        yield Feast()
    if sum(hand) < 9 or not plan:
        yield Migrate()
    if plan and hand[plan[0][0]] and state.marker != plan[0][0]:
        yield Travel(plan[0][0])
    for player, followers in enumerate(state.followers):
        yield from (Convert(card, player) for card in COLOURS if followers[card] and player != me)
    yield Migrate()
    yield from (Travel(card) for card in COLOURS if hand[card])


def _build(state: State, region: int) -> Iterator[Build]:
    """The next step of the cheapest way, the assistant paying."""
    way = needs(state, state.turn, region)
    if way:
        for move in reversed(list(builds(state, state.hands[state.turn]))):
            assert isinstance(move, Build)
            if not move.what.neutral and built(state.sites[state.turn][region], move.what)[0] == way.shapes[0]:
                yield move


def _draw(state: State) -> Move:
    hand = state.hands[state.turn]
    for region, price in wanted(state):
        if state.area[region] and hand[region] <= price:
            return Draw(Taken(region))
    if state.deck or any(state.discards):
        return Draw(Taken(NO_CARD, NO_CARD))
    return Draw(Taken(next(c for c in COLOURS if state.area[c])))


def _too_many(state: State) -> Cards:
    """The cards that the plan wants least."""
    hand, gone = state.hands[state.turn], NO_CARDS
    order = [region for region, _ in wanted(state)]
    rest = [colour for colour in COLOURS if colour not in order] + order[::-1]
    while sum(hand) > 5:
        colour = next(c for c in rest if hand[c])
        hand, gone = plus(hand, colour, -1), plus(gone, colour)
    return gone


def guided_game(position: Position, most: int = 2000) -> tuple[list[Move], Position]:
    """The moves of a game played so, and the position it came to."""
    moves = list[Move]()
    while position.state.phase != "over" and len(moves) < most:
        moves.append(guided_move(position.state))
        position = GAME.apply(position, moves[-1])
    return moves, position
