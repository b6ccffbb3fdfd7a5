"""Lists the legal moves, each once. An unseen card stands for any colour of which one may still be unseen, and so does
a card that will be turned up; if the companion deals, a move does not say what that is."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import Final

from companion.games.gods.moves import (  # isort: skip
    Build, Built, Convert, Demolish, Discard, Draw, Feast, Migrate, Move, Opponent, Pass, Recruit, Spot, Step, Swap,
    Taken, Travel,
)  # fmt: skip
from companion.games.gods.state import (  # isort: skip
    COLOURS, COST, HAND_LIMIT, INDEX, NEEDED, NEUTRAL, NO_CARD, NO_CARDS, PLACES, Cards, State, could_hold, letters,
    count, owner, plus, stock, unseen, upcoming,
)  # fmt: skip
from companion.games.gods.temples import one_higher

Held = Sequence[int]  # the most cards of each colour that the hand can have
TRIES: Final = 4


def moves(s: State) -> Iterator[Move]:
    """Yield every move of the current phase."""
    if s.phase == "act":
        found = 0
        for found, move in enumerate(actions(s), 1):  # noqa: B007
            yield move
        if not found:
            yield Pass()
    elif s.phase == "draw":
        yield from draws(s)
    elif s.phase == "discard":
        yield from map(Discard, discards(s))
    elif s.phase == "opponent":
        yield from map(Opponent, turned_up(s, 0, s.followers[1]))


def turned_up(s: State, at: int, added: Cards = NO_CARDS, before: int | None = None) -> Sequence[int | None]:
    """Return the colours that the card turned up can have: the next card, or the one after it (`at` 1), once a card
    `before` has gone; `added` are cards that go to the discards first. None: the companion deals; NO_CARD: there is
    none."""
    if s.table.dealt:
        return (None,)
    if len(upcoming(s, at + 1, added)) <= at:
        return (NO_CARD,)
    anew = len(s.deck) <= at  # the discards then become the deck
    left = [unseen(s, c) - (c == before) + (s.discards[c] + added[c] if anew else 0) for c in COLOURS]
    return [colour for colour, number in zip(COLOURS, left, strict=True) if number > 0]


def draws(s: State) -> Iterator[Draw]:
    refills = turned_up(s, 0)
    for card in COLOURS:
        if s.row[card]:
            yield from [Draw(Taken(card, refill)) for refill in refills]
    if s.deck or s.discards != NO_CARDS:
        yield Draw(Taken(NO_CARD, NO_CARD))


def discards(s: State) -> Iterator[Cards]:
    """Yield every choice of hand cards that leaves the limit."""
    return iter(_chosen(s.hands[s.turn], tuple(could_hold(s, s.turn, colour) for colour in COLOURS)))


@lru_cache(maxsize=64)  # repeated while a turn is typed
def _chosen(hand: Cards, held: tuple[int, ...]) -> Sequence[Cards]:
    excess, found = sum(hand) - HAND_LIMIT, list[Cards]()
    for chosen in product(*[range(min(excess, number), -1, -1) for number in held]):
        unknown = sum([max(0, n - hand[colour]) for colour, n in enumerate(chosen, 1)]) if hand[0] else 0
        if sum(chosen) == excess and unknown <= hand[0]:
            found.append((0, *chosen))
    return found


# ---- actions, by kind ----------------------------------------------------------------------------


def actions(s: State) -> Iterator[Move]:
    """Yield every action except passing."""
    held = _held(s)
    for kind in (travels, builds, demolitions, conversions, feasts, recruits, migrations):
        yield from kind(s, held)


def _held(s: State) -> Held:
    return s.hands[s.turn] if not s.hands[s.turn][0] else [0, *[could_hold(s, s.turn, c) for c in COLOURS]]


def travels(s: State, held: Held) -> Iterator[Move]:
    return iter([Travel(card) for card in COLOURS if held[card]])


def builds(s: State, held: Held) -> Iterator[Move]:
    me, region = s.turn, s.marker
    tiles, assistant = stock(s.sites[me]), s.assistants[me]
    for neutral in (False, True) if s.table.neutral[region] else (False,):
        temple = s.sites[me][region + NEUTRAL * neutral]
        cost = sum(temple) + 1
        if cost > held[region] + assistant or (neutral and owner(s, region + NEUTRAL) is not None):
            continue
        for at, tile, _ in one_higher(temple, tiles):
            if cost <= held[region]:
                yield Build(Built(neutral, at, tile, False))
            if assistant:
                yield Build(Built(neutral, at, tile, True))


def demolitions(s: State, held: Held) -> Iterator[Move]:
    for place, temple in enumerate(s.sites[s.turn]):
        yield from [Demolish(Spot(place, number)) for number in range(1, len(temple) + 1)]


def conversions(s: State, held: Held) -> Iterator[Move]:
    for seat, followers in enumerate(s.followers if not s.converted else ()):
        if seat != s.turn:
            yield from [Convert(card, seat) for card in COLOURS if followers[card]]


def recruits(s: State, held: Held) -> Iterator[Move]:
    return map(Recruit, range(1, held[s.marker] + 1))


def migrations(s: State, held: Held) -> Iterator[Move]:
    if s.deck or s.discards != NO_CARDS:
        yield Migrate()


def feasts(s: State, held: Held) -> Iterator[Move]:
    """Yield feasts of the marker's region, once it has the followers."""
    ability, left = s.table.abilities[s.marker], plus(s.followers[s.turn], s.marker, -COST)
    if left[s.marker] < NEEDED - COST:
        return
    if ability == "draw-deck" or (ability == "assistant" and not s.assistants[s.turn]):
        yield Feast()
    elif ability == "draw-row":
        yield from _from_row(s)
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


def _from_row(s: State) -> Iterator[Feast]:
    """Yield two cards of the open row; the second may be what is turned up for the first."""
    paid = plus(NO_CARDS, s.marker, COST)
    deck = upcoming(s, 1, paid)
    for first, refill in product(COLOURS, turned_up(s, 0, paid)):
        if s.row[first]:
            shown = refill if refill is not None or not deck else INDEX[deck]
            row = plus(s.row, first, -1)
            row = row if shown in (None, NO_CARD) else plus(row, shown)
            for second, refill2 in product(COLOURS, turned_up(s, 1, paid, refill)):
                if row[second]:
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

_OFTEN: Final[tuple[Callable[[State, Held], Iterator[Move]], ...]] = (
    *(builds,) * 6, *(travels, recruits, feasts, migrations) * 2, demolitions, conversions,
)  # fmt: skip


def pick(s: State, random: Random) -> Move:
    """Return a random legal move, without listing them all. They are not equally likely."""
    hand, chance, found = s.hands[s.turn], random.random, list[Move]()
    if s.phase == "discard" and not hand[0]:
        kept = letters(hand)
        while len(kept) > HAND_LIMIT:
            at = int(chance() * len(kept))
            kept = kept[:at] + kept[at + 1 :]
        return Discard(tuple(map(int.__sub__, hand, count(kept))))
    if s.phase == "act":
        held = _held(s)
        for _ in range(TRIES):
            found = found or list(_OFTEN[int(chance() * len(_OFTEN))](s, held))
    found = found or list(moves(s))
    return found[int(chance() * len(found))]
