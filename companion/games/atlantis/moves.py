"""Every legal turn, for a hand that is known or partly unseen.

An unseen card stands for any item of which one may still be unseen, so what is listed is what the hand
could hold; `rules.assume` narrows it to a hand that is told. Each turn has the cheapest payment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from companion.game import IllegalMove
from companion.games.atlantis import hands
from companion.games.atlantis.payment import NOTHING_PAID, Payment, pick, sums, target
from companion.games.atlantis.rules import Ruling, apply, buy
from companion.games.atlantis.state import (
    ITEM_OF,
    LETTERS,
    MAINLAND,
    NO_CARDS,
    UNKNOWN,
    Cards,
    Move,
    State,
    Stuck,
    Turn,
    behind,
    cards_text,
    count,
    gaps,
    occupied,
    set_of,
    worth,
)

_UNSEEN_PRICE = 1000  # more than any debt that can be paid: such a gap can only be bridged
_new = tuple.__new__


def legal_moves(state: State) -> Iterator[Move]:
    """Every legal turn: without a purchase first, then by the tiles given up; by figure, by cards in the order
    F O H A R S C, without the bridge first, then by its space. `stuck` is listed where the hand is known."""
    if state.over:
        return
    unsure = UNKNOWN in state.tops or UNKNOWN in state.unders
    for buys in purchases(state):
        hand, tiles, _, discards, _ = buy(state, buys, Ruling(lenient=False))
        found: Sequence[Move] = turns(state, buys, hand, tiles, discards)
        if not found and not hand[0]:
            found = [Stuck(buys, cards_text(hand))]
        if unsure:
            for move in found:
                yield from _certain(state, move)
        else:
            yield from found


def purchases(state: State) -> Iterator[tuple[int, ...]]:
    """Which tiles may be given up for cards: none, then one, then more if the rules in use allow it."""
    yield ()
    tiles, limit = state.tiles[state.turn], state.table.buys_per_turn
    for number in range(1, min(limit or len(tiles), len(tiles)) + 1):
        yield from sorted(set(combinations(tiles, number))) if number < 3 else _distinct(tiles, number)


def _distinct(tiles: tuple[int, ...], number: int) -> Iterator[tuple[int, ...]]:
    """Distinct choices of sorted tiles, one by one: there may be millions."""
    if not number:
        yield ()
        return
    for i, code in enumerate(tiles):
        if i and tiles[i - 1] == code:
            continue
        for rest in _distinct(tiles[i + 1 :], number - 1):
            yield (code, *rest)


def turns(state: State, buys: tuple[int, ...], hand: Cards, tiles: tuple[int, ...], discards: Cards) -> list[Turn]:
    """The turns after these purchases, with the hand, tiles and discards they left."""
    me = state.turn
    figures = state.figures
    own = figures[me * 3 : me * 3 + 3]
    open_gaps = [gap for gap in gaps(state.tops, state.bridges) if not gap.bridged]
    owed: list[int] = []  # at each space, what a walk from Atlantis has crossed
    total = 0
    for gap in open_gaps:
        owed += [total] * (gap.end - len(owed))
        total += gap.price or _UNSEEN_PRICE
    owed += [total] * (MAINLAND + 1 - len(owed))
    pool = hands.pool(discards, state.hands) if hand[0] else hand
    walks = {start: _walks(state, start, hand, pool) for start in {*own} if start != MAINLAND}
    size, points = sum(hand), worth(tiles)
    bridging = open_gaps if state.unlaid[me] else ()
    reach = 0
    paid: dict[tuple[int, int], Payment] = {}

    def payment(due: int, left: int) -> Payment:
        nonlocal reach
        key = (due, left)
        if key not in paid:
            reach = reach or sums([code & 7 for code in tiles])
            chosen = target(reach, left, due)
            assert chosen is not None, "what all together can pay, some can"
            paid[key] = (pick(tiles, chosen[0]) if chosen[0] else (), chosen[1])
        return paid[key]

    found: list[Turn] = []
    for n, start in enumerate(own):
        if start == MAINLAND:
            continue
        before = owed[start]
        for cards, to in walks[start]:
            due = owed[to] - before
            left = size - len(cards)
            if due <= points + left:
                given, coins = payment(due, left) if due else NOTHING_PAID
                found.append(_new(Turn, (buys, n + 1, cards, 0, given, coins, "", 0)))
            for gap in bridging:
                bridged = due - (gap.price or _UNSEEN_PRICE) if start < gap.start and gap.end <= to else due
                if bridged <= points + left:
                    given, coins = payment(bridged, left) if bridged else NOTHING_PAID
                    found += [
                        _new(Turn, (buys, n + 1, cards, space, given, coins, "", 0))
                        for space in range(gap.start, gap.end)
                    ]
    return found


def _walks(state: State, start: int, hand: Cards, pool: Cards) -> list[tuple[str, int]]:
    """The cards of each walk that ends on a free tile or the mainland, and where."""
    items = state.tops.translate(ITEM_OF)
    find = items.find
    standing = state.figures
    unseen_tops = UNKNOWN in state.tops
    found: list[tuple[str, int]] = []

    def extend(position: int, hand: Cards, pool: Cards, played: str) -> None:
        wild = hand[0]
        barrier = find(8, position + 1) if unseen_tops else -1
        for item in range(1, 8):
            if not (hand[item] or (wild and pool[item] > 0)):
                continue
            to = find(item, position + 1)
            if to < 0:
                to = MAINLAND
            if 0 < barrier < to:
                continue
            if to == MAINLAND or to not in standing:
                found.append((played + LETTERS[item], to))
                continue
            spent, left = list(hand), pool
            if hand[item]:
                spent[item] -= 1
            else:
                spent[0] -= 1
                left = (*pool[:item], pool[item] - 1, *pool[item + 1 :])
            extend(to, tuple(spent), left, played + LETTERS[item])

    extend(start, hand, pool, "")
    return found


def _certain(state: State, move: Move) -> Iterator[Move]:
    """The move if all it depends on is seen; where the tile it brings to light prices the end, one move for each
    tile that may be there."""
    try:
        apply(state, move)
    except IllegalMove:
        if isinstance(move, Turn):
            yield from _told(state, move)
    else:
        yield move


def _told(state: State, move: Turn) -> Iterator[Move]:
    start = state.figures[state.turn * 3 + move.figure - 1]
    to = next(to for cards, to in _walks(state, start, count(move.cards), NO_CARDS) if cards == move.cards)
    taken = behind(state.tops, (occupied(state.figures) - {start}) | {to}, to)
    if taken and state.unders[taken] == UNKNOWN:
        for code in sorted(set(state.unseen[set_of(taken)])):
            told = move._replace(reveal=code)
            try:
                apply(state, told)
            except IllegalMove:
                continue
            yield told
