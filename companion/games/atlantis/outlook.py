"""What a position offers the player to move: where each card leads, and every walk of a hand, with what it takes.

Walks are found once for a hand, together with those of the cards a purchase would bring; purchases only change what can
be paid (`offer`). That what is listed here is what `resolve` accepts is held by the tests that try every turn there
could be.
"""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.atlantis import hands
from companion.games.atlantis.state import (
    ATLANTIS,
    ITEM_OF,
    ITEMS,
    LETTERS,
    MAINLAND,
    NO_CARDS,
    UNKNOWN,
    Cards,
    State,
    gaps,
    worth,
)

UNPRICED = 1000  # of a gap whose price an unseen tile decides: more than any debt that can be paid
_ITEMS = range(1, 8)
_UNSEEN = -1  # a copy of an item among the cards nobody has seen
_UNSEEN_ITEM = UNKNOWN >> 3

# A walk: what it takes of a player's wealth (cards played, gaps owed), its cards, where it ends, and how many of the
# cards a purchase draws it needs. Payable is what takes no more than there is.
Walk = tuple[int, str, int, int]
# An item in the hand: its letter, its number, and for each card of it how many must be drawn first.
Held = tuple[str, int, list[int]]
# Where a card leads: its letter, its copies as in Held, the space, its toll, and whether a figure stands there.
Lead = tuple[str, list[int], int, int, bool]


class Walks:
    """The walks of some cards as they are listed: `figures` tells for each where it stands and its walks, by cards in
    the order F O H A R S C. `dearest` is what the dearest takes; `drawn` cards may have to be drawn first."""

    __slots__ = ("dearest", "drawn", "figures")

    def __init__(self, figures: Sequence[tuple[int, int, list[Walk]]], drawn: int) -> None:
        self.figures, self.drawn = figures, drawn
        self.dearest = max([max(walks)[0] for _, _, walks in figures if walks], default=0)

    def payable(self, drawn: int, wealth: int) -> int:
        """How many need no more than so many cards drawn and take no more than there is."""
        if wealth < self.dearest:
            return sum([takes <= wealth and need <= drawn for _, _, own in self.figures for takes, _, _, need in own])
        if drawn < self.drawn:
            return sum([walk[3] <= drawn for _, _, own in self.figures for walk in own])
        return sum([len(own) for _, _, own in self.figures])


class Outlook:
    """The gaps, and where each card leads, whatever is in the hand."""

    __slots__ = ("_barred", "_figures", "_hands", "_items", "_kept", "_leads_of", "_reach", "_standing", "_tolls",
                 "bridging", "water")  # fmt: skip

    def __init__(self, state: State) -> None:
        me, tops = state.turn, state.tops
        self._hands = state.hands
        self._figures = state.figures[me * 3 : me * 3 + 3]
        self._standing = frozenset(state.figures)
        rear = ATLANTIS if state.unlaid[me] else min(self._figures)
        crossed = [gap for gap in gaps(tops, state.bridges, rear) if not gap[3]]
        self.bridging = crossed if state.unlaid[me] else []  # where the bridge can be laid
        self.water = sum([gap[1] - gap[0] for gap in self.bridging])  # on how many spaces
        self._items = tops.translate(ITEM_OF)
        self._barred = UNKNOWN in tops
        self._reach = sum(state.hands[me]) + worth(state.tiles[me])  # no walk can take more
        if self.bridging:
            self._reach += max([gap[2] or UNPRICED for gap in self.bridging])
        tolls: list[int] = []  # at each space, what a walk from the rearmost figure has crossed
        toll = told = 0
        for _, end, price, _ in crossed:
            tolls += [toll] * (end - told)
            told, toll = end, toll + (price or UNPRICED)
        self._tolls = tolls + [toll] * (MAINLAND + 1 - told)
        self._leads_of: dict[int, list[Lead]] = {}
        self._kept: dict[tuple[Cards, Cards], Walks] = {}

    def walks_after(self, hand: Cards, discards: Cards) -> Walks:
        """The walks of a hand and discards that purchases left; many purchases may leave the same."""
        pool = hands.pool(discards, self._hands) if hand[0] else NO_CARDS
        walks = self._kept.get((hand, pool))
        if walks is None:
            walks = self._kept[hand, pool] = self.walks(hand, pool)
        return walks

    def walks(self, hand: Cards, pool: Cards, drawn: str = "") -> Walks:
        """Each walk, without the bridge, of a hand and the cards drawn to it, that ends on a free tile or the mainland
        and is not out of all reach of what the player has.

        The hand's unseen cards may be any of `pool`.
        """
        blank, copies = hand[0], [[0] * number for number in hand]
        if blank:
            for item in _ITEMS:
                copies[item][:0] = [_UNSEEN] * min(blank, pool[item])
        for number, letter in enumerate(drawn, start=1):
            copies[ITEMS[letter]].insert(0, number)
        held = [(LETTERS[item], item, copies[item]) for item in _ITEMS if copies[item]]
        cards = sum(hand) + len(drawn)
        self._leads_of.clear()
        found: list[tuple[int, int, list[Walk]]] = []
        start, walks = MAINLAND, []  # type: int, list[Walk]
        for figure, space in enumerate(self._figures, start=1):
            if space == MAINLAND:
                continue
            if space != start:  # figures that stand together, on Atlantis, have the same walks
                start, walks = space, []
                self._follow(space, held, cards, blank, 1 - self._tolls[space], "", 0, walks)
            found.append((figure, start, walks))
        return Walks(found, len(drawn))

    def _follow(
        self,
        position: int,
        held: list[Held],
        left: int,
        blank: int,
        spent: int,
        played: str,
        need: int,
        found: list[Walk],
    ) -> None:
        """Every way to go on from a space, with one of the cards `left`, and where it leads onto a figure with more. A
        walk takes what is `spent` and the toll of where it ends."""
        reach = self._reach
        for letter, copies, to, toll, stands in self._leads_of.get(position) or self._leads(position, held):
            takes = spent + toll
            if not copies or takes > reach:
                continue
            copy = copies[-1]
            if copy < 0 and not blank:
                continue
            needs = copy if copy > need else need
            if not stands:
                found.append((takes, played + letter, to, needs))
            elif left > 1:
                copies.pop()
                self._follow(to, held, left - 1, blank - (copy < 0), spent + 1, played + letter, needs, found)
                copies.append(copy)

    def _leads(self, position: int, held: list[Held]) -> list[Lead]:
        """Where a card of each item leads; none whose way an unseen tile decides."""
        find, standing, tolls, start = self._items.find, self._standing, self._tolls, position + 1
        barrier = find(_UNSEEN_ITEM, start) if self._barred else -1
        found = self._leads_of[position] = []
        for letter, item, copies in held:
            to = find(item, start)
            if to < 0:
                to = MAINLAND
            if to < barrier or barrier < 0:
                found.append((letter, copies, to, tolls[to], to in standing and to < MAINLAND))
        return found
