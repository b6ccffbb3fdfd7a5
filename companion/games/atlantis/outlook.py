"""What a position offers the player to move: where each card leads, and every walk of a hand, with what it owes.

Walks are found once for a hand, together with those of the cards a purchase would bring; purchases only change what can
be paid. Turns are counted without being made, and made, with their payment, one by one as they are asked for.
That what is listed here is what `resolve` accepts is held by the tests that try every turn there could be.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from companion.games.atlantis import hands
from companion.games.atlantis.payment import Payment, cheapest
from companion.games.atlantis.state import (
    ITEM_OF,
    ITEMS,
    LETTERS,
    MAINLAND,
    NO_CARDS,
    UNKNOWN,
    Cards,
    State,
    Turn,
    gaps,
    occupied,
    worth,
)

_UNSEEN_PRICE = 1000  # more than any debt that can be paid: such a gap can only be bridged
_UNSEEN = -1  # a copy of an item among the cards nobody has seen
_ITEMS = range(1, 8)
_new = tuple.__new__

# What a walk takes of a player's wealth (cards played, gaps owed), its figure and cards, where it starts and ends, and
# how many of the cards a purchase draws it needs. Payable is what takes no more than there is.
Walk = tuple[int, int, str, int, int, int]
Copies = tuple[int, str, list[int]]  # an item, its letter, and for each card of it how many must be drawn first


class Outlook:
    """Gaps, prices, and where each card leads, whatever is in the hand."""

    __slots__ = (
        "_items",
        "_leads_of",
        "_standing",
        "_walks",
        "bridging",
        "hands",
        "owed",
        "own",
        "reach",
        "unseen_tops",
        "water",
    )

    def __init__(self, state: State) -> None:
        me = state.turn
        self.hands = state.hands
        self.own = state.figures[me * 3 : me * 3 + 3]
        self.unseen_tops = UNKNOWN in state.tops
        self._items = state.tops.translate(ITEM_OF)
        self._standing = occupied(state.figures)
        self._walks: dict[tuple[Cards, Cards], Walks] = {}
        open_gaps = [gap for gap in gaps(state.tops, state.bridges) if not gap[3]]
        self.bridging = open_gaps if state.unlaid[me] else []
        self.water = sum([gap[1] - gap[0] for gap in self.bridging])  # where the bridge can be laid
        self.reach = sum(state.hands[me]) + worth(state.tiles[me])
        if self.bridging:
            self.reach += max([gap[2] or _UNSEEN_PRICE for gap in self.bridging])
        self._leads_of: dict[int, list[int]] = {}
        owed: list[int] = []  # at each space, what a walk from Atlantis has crossed
        total = 0
        for _, end, price, _ in open_gaps:
            owed += [total] * (end - len(owed))
            total += price or _UNSEEN_PRICE
        owed += [total] * (MAINLAND + 1 - len(owed))
        self.owed = owed

    def walks(self, hand: Cards, pool: Cards, drawn: str = "") -> list[Walk]:
        """Each walk, without the bridge, of a hand and the cards drawn to it, that ends on a free tile or the mainland
        and is not out of all reach of what the player has.

        By figure, then by cards in the order F O H A R S C. The hand's unseen cards may be any of `pool`.
        """
        blank, copies = hand[0], [[0] * number for number in hand]
        if blank:
            for item in _ITEMS:
                copies[item][:0] = [_UNSEEN] * min(blank, pool[item])
        for number, letter in enumerate(drawn, start=1):
            copies[ITEMS[letter]].insert(0, number)
        held = [(item, LETTERS[item], copies[item]) for item in _ITEMS if copies[item]]
        self._leads_of = {}
        owed = self.owed
        found: list[Walk] = []
        steps: list[tuple[str, int, int]] = []
        start = MAINLAND
        for figure, space in enumerate(self.own, start=1):
            if space == MAINLAND:
                continue
            if space != start:  # figures that stand together, on Atlantis, have the same walks
                start, before, steps = space, owed[space], []
                self._follow(space, bisect_left(owed, before + self.reach), held, blank, "", 0, steps)
            found += [(owed[to] - before + len(cards), figure, cards, start, to, need) for cards, to, need in steps]
        return found

    def _follow(
        self,
        position: int,
        far: int,
        held: list[Copies],
        blank: int,
        played: str,
        need: int,
        found: list[tuple[str, int, int]],
    ) -> None:
        """Every way to go on from a space, to before `far`: with a card, and where it leads onto a figure with more."""
        leads = self._leads_of.get(position) or self._leads(position, held)
        for (_, letter, copies), to in zip(held, leads):  # noqa: B905 - as many of both; this is the innermost loop
            if to > 0:
                if to < far and copies:
                    copy = copies[-1]
                    if copy >= 0 or blank:
                        found.append((played + letter, to, copy if copy > need else need))
            elif copies and to and -to < far:
                copy = copies.pop()
                if copy >= 0:
                    self._follow(-to, far, held, blank, played + letter, copy if copy > need else need, found)
                elif blank:
                    self._follow(-to, far, held, blank - 1, played + letter, need, found)
                copies.append(copy)

    def _leads(self, position: int, held: Sequence[Copies]) -> list[int]:
        """Where a card of each item leads: a space, negative if a figure stands there, 0 if an unseen tile decides."""
        find, standing, start = self._items.find, self._standing, position + 1
        found = [find(item, start) for item, _, _ in held]
        found = [-to if to in standing else to if to > 0 else MAINLAND for to in found]
        if self.unseen_tops:
            barrier = find(8, start)
            if barrier > 0:
                found = [0 if barrier < abs(to) else to for to in found]
        self._leads_of[position] = found
        return found

    def offer(
        self, buys: tuple[int, ...], hand: Cards, tiles: tuple[int, ...], discards: Cards, drawn: int = 0
    ) -> Offer:
        """The turns after these purchases with the hand, tiles and discards they left; `drawn` more cards can be paid
        with, but not played."""
        pool = hands.pool(discards, self.hands) if hand[0] else NO_CARDS
        walks = self._walks.get((hand, pool))
        if walks is None:
            walks = self._walks[hand, pool] = Walks(self.walks(hand, pool))
        return Offer(self, buys, walks, tiles, sum(hand) + drawn)


class Walks:
    """The walks some cards can be played for, in the order they are listed in, and what the dearest takes."""

    __slots__ = ("dearest", "listed")

    def __init__(self, listed: list[Walk]) -> None:
        self.listed = listed
        self.dearest = max(listed)[0] if listed else 0


class Offer:
    """The turns that one purchase, or none, leads to: counted at once, made when they are asked for."""

    __slots__ = ("_buys", "_cards", "_outlook", "_tiles", "_walks", "_wealth")

    def __init__(
        self, outlook: Outlook, buys: tuple[int, ...], walks: Walks, tiles: tuple[int, ...], cards: int
    ) -> None:
        self._outlook, self._buys, self._walks, self._tiles, self._cards = outlook, buys, walks, tiles, cards
        self._wealth = worth(tiles) + cards

    def count(self) -> int:
        """How many turns there are."""
        walks, wealth, bridging = self._walks, self._wealth, self._outlook.bridging
        if walks.dearest <= wealth:
            return len(walks.listed) * (1 + self._outlook.water)
        dear = [walk for walk in walks.listed if walk[0] > wealth]
        found = (len(walks.listed) - len(dear)) * (1 + self._outlook.water)
        if bridging:  # the dear ones may be paid for with the bridge over one of the gaps they cross
            for takes, _, _, start, to, _ in dear:
                lacking = takes - wealth
                for first, end, price, _ in bridging:
                    if start < first and end <= to and (price or _UNSEEN_PRICE) >= lacking:
                        found += end - first
        return found

    def nth(self, at: int) -> Turn:
        """The turn of that place, from 0."""
        walks, wealth, full = self._walks, self._wealth, 1 + self._outlook.water
        if walks.dearest <= wealth:
            nth, at = divmod(at, full)
            return self._turn(walks.listed[nth], at)
        for walk in walks.listed:
            number = full if walk[0] <= wealth else len(self._bridges(walk)) if full > 1 else 0
            if at < number:
                return self._turn(walk, at)
            at -= number
        raise IndexError(at)

    def __iter__(self) -> Iterator[Turn]:
        paid: dict[tuple[int, int], Payment] = {}
        buys, wealth, bridging = self._buys, self._wealth, self._outlook.bridging
        for walk in self._walks.listed:
            takes, figure, cards, _, _, _ = walk
            if bridging:
                ways = self._bridges(walk)
            elif takes <= wealth:
                ways = [(0, takes - len(cards))]
            else:
                continue
            used = len(cards)
            for bridge, due in ways:
                payment = paid.get((due, used))
                if payment is None:
                    payment = paid[due, used] = self._payment(due, used)
                yield _new(Turn, (buys, figure, cards, bridge, payment[0], payment[1], "", 0, None, None, None))

    def _bridges(self, walk: Walk) -> list[tuple[int, int]]:
        """The walk bare (0), then with the bridge on each space of each gap, and what it owes, where that is there."""
        takes, _, cards, start, to, _ = walk
        wealth, used = self._wealth, len(cards)
        found = [(0, takes - used)] if takes <= wealth else []
        for first, end, price, _ in self._outlook.bridging:
            left = takes - (price or _UNSEEN_PRICE) if start < first and end <= to else takes
            if left <= wealth:
                found += [(space, left - used) for space in range(first, end)]
        return found

    def _payment(self, due: int, used: int) -> Payment:
        payment = cheapest(self._tiles, self._cards - used, due)
        assert payment is not None, "what takes no more than there is can be paid"
        return payment

    def _turn(self, walk: Walk, at: int) -> Turn:
        bridge, due = self._bridges(walk)[at]
        payment = self._payment(due, len(walk[2]))
        return _new(Turn, (self._buys, walk[1], walk[2], bridge, *payment, "", 0, None, None, None))
