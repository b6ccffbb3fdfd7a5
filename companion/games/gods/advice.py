"""What helps at the table beside the rules: the nearest action, warnings, what was seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from companion.contract import IllegalMove
from companion.games.gods.rules import apply, legal_moves
from companion.games.gods.state import (
    ACT,
    NAMES,
    NEUTRAL,
    NO_CARD,
    OVER,
    Build,
    Demolish,
    Draw,
    Feast,
    FeastArea,
    FeastExchange,
    FeastMove,
    Migrate,
    Move,
    Opponent,
    State,
    Travel,
    card_words,
    place_text,
    shape_text,
)
from companion.games.gods.temples import needs

MOST_COMPARED = 2_000

UNFOLDS = False


def nearest(state: State, move: Move) -> Move | None:
    """The legal action most like a refused one; None where there is none."""
    found = islice(legal_moves(state), MOST_COMPARED) if state.phase != OVER else ()
    return min(found, key=lambda other: _distance(move, other), default=None)


def _distance(move: Move, other: Move) -> int:
    """How unlike two actions are: the verb counts most, then each thing said."""
    if type(move) is not type(other):
        return 1000 if move.verb.split()[0] != other.verb.split()[0] else 500
    return sum(_apart(mine, yours) for mine, yours in zip(move, other, strict=True))


def _apart(mine: object, yours: object) -> int:
    if mine == yours:
        return 0
    if isinstance(mine, tuple) and isinstance(yours, tuple):
        return sum(_apart(one, two) for one, two in zip(mine, yours, strict=True))
    return 10 + (abs(mine - yours) if isinstance(mine, int) and isinstance(yours, int) else 0)


def warnings(state: State, move: Move) -> Sequence[str]:
    """Legal but likely unintended."""
    return tuple(_warnings(state, move)) if state.phase == ACT else ()


def _warnings(state: State, move: Move) -> Iterator[str]:
    me = state.turn
    match move:
        case Travel(card=card) if card == state.marker:
            yield f"the marker stands in {NAMES[card]} already; the card goes for nothing"
        case Build(neutral=True):
            where = place_text(state.marker + NEUTRAL)
            yield f"tiles on {where} prevent the end until they are gone"
        case Demolish(place=place, number=number) if place <= NEUTRAL and _is_met(state, me, place):
            yield f"the temple in {NAMES[place]} was complete before tile {number} went"
    if isinstance(move, Build | FeastMove | FeastExchange):
        yield from _blocked(state, move)


def _is_met(state: State, player: int, region: int) -> bool:
    return state.sites[player][region] == state.table.targets[player][region]


def _blocked(state: State, move: Move) -> Iterator[str]:
    """Temples that building alone could complete before, and after only once something is demolished."""
    try:
        after = apply(state, move)
    except IllegalMove:
        return
    me, starved = state.turn, []
    for region in state.table.order:
        was, now = needs(state, me, region), needs(after, me, region)
        if was is None or was.demolitions:
            continue
        goal = f"{shape_text(state.table.targets[me][region])} in {NAMES[region]}"
        if now is None:
            starved.append(goal)
        elif now.demolitions:
            yield f"{shape_text(after.sites[me][region])} cannot become {goal} without a demolition"
    if starved:
        yield f"too few tiles are left for {', '.join(starved)} until some come back to stock"


def revealed(before: State, move: Move, after: State) -> Sequence[str]:
    """What the table saw by this action."""
    name = before.table.names[before.turn]
    match move:
        case Draw(card=card, refill=refill):
            if card == NO_CARD:
                return (f"the card {name} drew",)
            return (f"the {NAMES[refill]} card turned up",) if refill != NO_CARD else ()
        case Opponent(card=card):
            return (f"the opponent's {NAMES[card]} follower",)
        case Migrate():
            return (f"the card {name} drew",)
        case FeastArea(refill=refill, refill2=refill2):
            return tuple(f"the {NAMES[card]} card turned up" for card in (refill, refill2) if card != NO_CARD)
        case Feast():
            drawn = sum(after.hands[before.turn]) - sum(before.hands[before.turn])
            return (f"the {card_words(drawn)} {name} drew",) if drawn > 0 else ()
    return ()


def chain(before: State, move: Move) -> Sequence[str]:
    """Nothing: actions do what they say."""
    del before, move
    return ()
