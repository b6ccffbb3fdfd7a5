"""What a position offers the player to move: where each card leads, and every walk of a hand, with what it owes.

Walks are found once for each place a figure stands on and each hand; purchases only change what can be paid.
That what is listed here is what `resolve` accepts is held by the tests that try every turn there could be.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat

from companion.games.atlantis import hands
from companion.games.atlantis.payment import NOTHING_PAID, Payment, pick, sums, target
from companion.games.atlantis.state import (
    ITEM_OF,
    LETTERS,
    MAINLAND,
    NO_CARDS,
    UNKNOWN,
    Cards,
    State,
    Turn,
    gaps,
    occupied,
)

_UNSEEN_PRICE = 1000  # more than any debt that can be paid: such a gap can only be bridged
_ITEMS = range(1, 8)
_new = tuple.__new__

Owing = tuple[int, int]  # what a walk owes, and how many cards it takes
Plan = tuple[str, int, Owing]  # a walk's cards, the bridge's space or 0, what it owes


class Outlook:
    """Gaps, prices, and where each card leads, whatever is in the hand."""

    __slots__ = ("_ahead", "_items", "_plans", "_standing", "bridging", "hands", "owed", "own", "unseen_tops")

    def __init__(self, state: State) -> None:
        me = state.turn
        self.hands = state.hands
        self.own = state.figures[me * 3 : me * 3 + 3]
        self.unseen_tops = UNKNOWN in state.tops
        self._items = state.tops.translate(ITEM_OF)
        self._standing = occupied(state.figures)
        self._ahead: dict[int, list[int]] = {}
        self._plans: dict[tuple[int, Cards], tuple[list[Plan], set[Owing]]] = {}
        open_gaps = [gap for gap in gaps(state.tops, state.bridges) if not gap[3]]
        self.bridging = open_gaps if state.unlaid[me] else []
        owed: list[int] = []  # at each space, what a walk from Atlantis has crossed
        total = 0
        for _, end, price, _ in open_gaps:
            owed += [total] * (end - len(owed))
            total += price or _UNSEEN_PRICE
        owed += [total] * (MAINLAND + 1 - len(owed))
        self.owed = owed

    def ahead(self, position: int) -> list[int]:
        """Where a card of each item leads: a space, negative if a figure stands there, 0 if an unseen tile decides."""
        find, standing, start = self._items.find, self._standing, position + 1
        found = [0]
        for item in _ITEMS:
            to = find(item, start)
            found.append(-to if to in standing else to if to > 0 else MAINLAND)
        if self.unseen_tops:
            barrier = find(8, start)
            if barrier > 0:
                found = [0 if barrier < abs(to) else to for to in found]
        self._ahead[position] = found
        return found

    def plans(self, start: int, hand: Cards, pool: Cards) -> tuple[list[Plan], set[Owing]]:
        """Each walk of a hand, whose unseen cards may be any of `pool`, that ends on a free tile or the mainland: bare,
        then with the bridge on each space of each gap. And everything that any of them owes."""
        found = self._plans.get((start, hand))
        if found is not None:
            return found
        walks: list[tuple[str, int]] = []
        left = sum(hand) - 1
        if hand[0]:
            kinds = [(item, LETTERS[item]) for item in _ITEMS if hand[item] or pool[item] > 0]
            self._unseen(start, list(hand), list(pool), kinds, left, "", walks)
        else:
            kinds = [(item, LETTERS[item]) for item in _ITEMS if hand[item]]
            self._seen(start, list(hand), kinds, left, "", walks)
        before, owed, bridging = self.owed[start], self.owed, self.bridging
        plans: list[Plan] = [(cards, 0, (owed[to] - before, len(cards))) for cards, to in walks]
        if bridging:
            bare, plans = plans, []
            for (cards, to), plan in zip(walks, bare, strict=True):
                plans.append(plan)
                due, used = plan[2]
                for first, end, price, _ in bridging:
                    owing = (due - (price or _UNSEEN_PRICE), used) if start < first and end <= to else plan[2]
                    if owing[0] < _UNSEEN_PRICE:
                        plans += [(cards, space, owing) for space in range(first, end)]
        found = self._plans[start, hand] = plans, {plan[2] for plan in plans}
        return found

    def _seen(
        self,
        position: int,
        hand: list[int],
        kinds: list[tuple[int, str]],
        left: int,
        played: str,
        found: list[tuple[str, int]],
    ) -> None:
        leads = self._ahead.get(position) or self.ahead(position)
        for item, letter in kinds:
            to = leads[item]
            if to > 0:
                if hand[item]:
                    found.append((played + letter, to))
            elif to and left and hand[item]:
                hand[item] -= 1
                self._seen(-to, hand, kinds, left - 1, played + letter, found)
                hand[item] += 1

    def _unseen(
        self,
        position: int,
        hand: list[int],
        pool: list[int],
        kinds: list[tuple[int, str]],
        left: int,
        played: str,
        found: list[tuple[str, int]],
    ) -> None:
        leads = self._ahead.get(position) or self.ahead(position)
        for item, letter in kinds:
            known = hand[item]
            if not known and not (hand[0] and pool[item] > 0):
                continue
            to = leads[item]
            if to > 0:
                found.append((played + letter, to))
            elif to and left:
                source = item if known else 0
                hand[source] -= 1
                pool[item] -= not known
                self._unseen(-to, hand, pool, kinds, left - 1, played + letter, found)
                hand[source] += 1
                pool[item] += not known

    def turns(
        self, buys: tuple[int, ...], hand: Cards, tiles: tuple[int, ...], discards: Cards, drawn: int = 0
    ) -> Sequence[Turn]:
        """The turns after these purchases with the hand, tiles and discards they left; `drawn` more cards can be paid
        with, but not played."""
        pool = hands.pool(discards, self.hands) if hand[0] else NO_CARDS
        values = [code & 7 for code in tiles]
        points, reach, size = sum(values), sums(values), sum(hand) + drawn
        paid: dict[Owing, Payment | None] = {}
        rows: list[tuple[object, ...]] = []
        for figure, start in enumerate(self.own, start=1):
            if start == MAINLAND:
                continue
            plans, owing = self.plans(start, hand, pool)
            for due, used in owing:
                if (due, used) not in paid:
                    left = size - used
                    paid[due, used] = _payment(tiles, reach, left, due) if due <= points + left else None
            rows += [
                (buys, figure, played, space, given[0], given[1], "", 0)
                for played, space, owes in plans
                if (given := paid[owes]) is not None
            ]
        return list(map(_new, repeat(Turn), rows))


def _payment(tiles: tuple[int, ...], reach: int, left: int, due: int) -> Payment:
    if not due:
        return NOTHING_PAID
    total, coins = target(reach, left, due)
    return pick(tiles, total), coins
