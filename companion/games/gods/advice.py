"""What helps at the table beside the rules: the nearest action, warnings, what was seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from companion.contract import IllegalMove
from companion.games.gods.feasts import COST
from companion.games.gods.rules import apply, legal_moves, stand
from companion.games.gods.state import (
    ACT,
    COLOURS,
    FOLLOWER_LIMIT,
    NEUTRAL,
    NO_CARD,
    NO_CARDS,
    OVER,
    SOLO_TURNS,
    WHOLE,
    Build,
    Cards,
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
    State,
    Travel,
    hue,
    place_text,
    plus,
    shape_text,
)
from companion.games.gods.temples import needs
from specs.base.languages import Said, joined, say, say_many

MOST_COMPARED = 2_000

UNFOLDS = True


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
            yield say("the marker stands in {colour} already; the card goes for nothing", colour=hue(card))
        case Build(neutral=True):
            where = place_text(state.marker + NEUTRAL)
            yield say("tiles on {place} prevent the end until they are gone", place=where)
        case Demolish(place=place, number=number) if place <= NEUTRAL and _is_met(state, me, place):
            yield say("the temple in {colour} was complete before tile {tile} went", colour=hue(place), tile=number)
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
        values = {"goal": shape_text(state.table.targets[me][region]), "colour": hue(region)}
        if now is None:
            starved.append(say("{goal} in {colour}", **values))
        elif now.demolitions:
            shape = shape_text(after.sites[me][region])
            yield say("{shape} cannot become {goal} in {colour} without a demolition", **values, shape=shape)
    if starved:
        yield say("too few tiles are left for {goals} until some come back to stock", goals=joined(starved))


def revealed(before: State, move: Move, after: State) -> Sequence[str]:
    """What the table saw by this action."""
    name = before.table.names[before.turn]
    match move:
        case Draw(card=card, refill=refill):
            if card == NO_CARD:
                return (say("the card {who} drew", who=name),)
            return (_turned_up(refill),) if refill != NO_CARD else ()
        case Opponent(card=card):
            return (say("the opponent's {colour} follower", colour=hue(card)),)
        case Migrate():
            return (say("the card {who} drew", who=name),)
        case FeastArea(refill=refill, refill2=refill2):
            return tuple(_turned_up(card) for card in (refill, refill2) if card != NO_CARD)
        case Feast():
            drawn = sum(after.hands[before.turn]) - sum(before.hands[before.turn])
            return (
                (say_many("the {n} card {who} drew", "the {n} cards {who} drew", drawn, who=name),) if drawn > 0 else ()
            )
    return ()


def _turned_up(card: int) -> Said:
    return say("the {colour} card turned up", colour=hue(card))


# ---- what hands do beyond what was said ------------------------------------------------------------


def chain(before: State, move: Move) -> Sequence[str]:
    """What hands do beyond what an action says: cards paid, followers to the discards, a deck made anew."""
    try:
        after, _, _ = stand(before, move)
    except IllegalMove:
        return ()
    return tuple(_unfolded(before, move, after))


def _unfolded(before: State, move: Move, after: State) -> Iterator[str]:
    me, region = before.turn, before.marker
    gone = _discarded(before, move)
    if isinstance(move, Build):
        yield from _paid(before, move, after)
    elif isinstance(move, Opponent) and any(gone):
        yield say("the old follower, {colour}, goes to the discards", colour=hue(gone.index(1)))
    elif not isinstance(move, Travel | Discard | Opponent) and any(gone):
        yield say_many(
            "{n} {colour} follower goes to the discards", "{n} {colour} followers go to the discards",
            gone[region], colour=hue(region),
        )  # fmt: skip
    shuffled = after.shuffles > before.shuffles
    if shuffled:
        cards = sum(before.discards) + sum(gone)
        yield say_many(
            "the deck is empty: shuffle the {n} discard into a new one",
            "the deck is empty: shuffle the {n} discards into a new one",
            cards,
        )
    if isinstance(move, Feast):
        drawn = sum(after.hands[me]) - sum(before.hands[me])
        if drawn > 0:
            yield say_many("{n} card goes from the deck to the hand", "{n} cards go from the deck to the hand", drawn)
        else:
            yield say("an assistant token is taken")
    elif isinstance(move, Opponent) and after.solo_turns > before.solo_turns:
        yield say("turn token {token} of {last} is laid", token=after.solo_turns, last=SOLO_TURNS)
    for colour in COLOURS:
        lay = 0 if shuffled else before.discards[colour] + gone[colour]
        if over := after.discards[colour] - lay:
            yield say_many(
                "{n} {colour} follower over {limit} goes to the discards",
                "{n} {colour} followers over {limit} go to the discards",
                over, colour=hue(colour), limit=FOLLOWER_LIMIT,
            )  # fmt: skip


def _discarded(before: State, move: Move) -> Cards:
    """What an action itself puts on the discards."""
    match move:
        case Travel(card=card):
            return plus(NO_CARDS, card)
        case Discard(cards=cards):
            return cards
        case Opponent():
            return before.followers[1]
        case Feast() | FeastArea() | FeastSwap() | FeastColour() | FeastMove() | FeastExchange():
            return plus(NO_CARDS, before.marker, min(COST, before.followers[before.turn][before.marker]))
    return NO_CARDS


def _paid(before: State, move: Build, after: State) -> Iterator[str]:
    me, region = before.turn, before.marker
    cards = sum(before.hands[me]) - sum(after.hands[me])
    if cards:
        yield say_many(
            "{n} {colour} card goes from the hand to the followers",
            "{n} {colour} cards go from the hand to the followers",
            cards, colour=hue(region),
        )  # fmt: skip
    if before.assistants[me] and not after.assistants[me]:
        yield say("the assistant token goes back to its region")
    old = before.sites[me][region + NEUTRAL if move.neutral else region]
    back = old if move.at == WHOLE else (old[move.at - 1],) if move.at else ()
    if back:
        told = shape_text(back)
        yield say_many("{tiles} goes back to the stock", "{tiles} go back to the stock", len(back), tiles=told)
