"""Every legal turn, for a hand that is known or partly unseen.

An unseen card stands for any item of which one may still be unseen, so what is listed is what the hand
could hold; `rules.assume` narrows it to a hand that is told. Each turn has the cheapest payment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat

from companion.contract import IllegalMove
from companion.games.atlantis import hands
from companion.games.atlantis.payment import Payment, pick, sums, target
from companion.games.atlantis.resolve import STRICT, apply, buy, walk
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
    gaps,
    occupied,
    set_of,
)

_UNSEEN_PRICE = 1000  # more than any debt that can be paid: such a gap can only be bridged
_ITEMS = range(1, 8)
_new = tuple.__new__


def legal_moves(state: State) -> Iterator[Move]:
    """Every legal turn: without a purchase first, then by the tiles given up; by figure, by cards in the order
    F O H A R S C, without the bridge first, then by its space. `stuck` where nothing else is,
    with the hand, or one it could be."""
    if state.over:
        return
    unsure = UNKNOWN in state.tops or UNKNOWN in state.unders
    outlook = Outlook(state)
    for buys in purchases(state):
        hand, tiles, _, discards, _ = buy(state, buys, STRICT)
        found: Sequence[Move] = outlook.turns(buys, hand, tiles, discards)
        if not found:
            found = [Stuck(buys, hands.possible(hand, hands.pool(discards, state.hands)))]
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
        yield from _distinct(tiles, number)


def _distinct(tiles: tuple[int, ...], number: int) -> Iterator[tuple[int, ...]]:
    """Distinct choices of sorted tiles, one by one: there may be millions."""
    for i, code in enumerate(tiles):
        if i and tiles[i - 1] == code:
            continue
        if number == 1:
            yield (code,)
        else:
            for rest in _distinct(tiles[i + 1 :], number - 1):
                yield (code, *rest)


class Outlook:
    """What a position offers the player to move, whatever is in the hand: gaps, prices, and where each card leads."""

    __slots__ = ("_ahead", "_items", "_standing", "_walks", "bridging", "hands", "owed", "own", "unseen_tops")

    def __init__(self, state: State) -> None:
        me = state.turn
        self.hands = state.hands
        self.own = state.figures[me * 3 : me * 3 + 3]
        self.unseen_tops = UNKNOWN in state.tops
        self._items = state.tops.translate(ITEM_OF)
        self._standing = occupied(state.figures)
        self._ahead: dict[int, list[int]] = {}
        self._walks: dict[tuple[int, Cards], list[tuple[str, int, int]]] = {}
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

    def walks(self, start: int, hand: Cards, pool: Cards) -> list[tuple[str, int, int]]:
        """Each walk of a hand, whose unseen cards may be any of `pool`, that ends on a free tile or the mainland: its
        cards, where it ends, the cards left."""
        key = (start, hand)
        found = self._walks.get(key)
        if found is None:
            found = self._walks[key] = []
            size = sum(hand)
            if size:
                kinds = [(item, LETTERS[item]) for item in _ITEMS if hand[item] or (hand[0] and pool[item] > 0)]
                self._extend(start, list(hand), list(pool), kinds, size - 1, "", found)
        return found

    def _extend(
        self,
        position: int,
        hand: list[int],
        pool: list[int],
        kinds: list[tuple[int, str]],
        left: int,
        played: str,
        found: list[tuple[str, int, int]],
    ) -> None:
        leads = self._ahead.get(position) or self.ahead(position)
        for item, letter in kinds:
            known = hand[item]
            if not known and not (hand[0] and pool[item] > 0):
                continue
            to = leads[item]
            if to > 0:
                found.append((played + letter, to, left))
            elif to and left:
                source = item if known else 0
                hand[source] -= 1
                pool[item] -= not known
                self._extend(-to, hand, pool, kinds, left - 1, played + letter, found)
                hand[source] += 1
                pool[item] += not known

    def turns(self, buys: tuple[int, ...], hand: Cards, tiles: tuple[int, ...], discards: Cards) -> Sequence[Turn]:
        """The turns after these purchases, with the hand, tiles and discards they left."""
        pool = hands.pool(discards, self.hands) if hand[0] else NO_CARDS
        values = [code & 7 for code in tiles]
        points, reach = sum(values), sums(values)
        owed, bridging = self.owed, self.bridging
        paid: dict[tuple[int, int], Payment] = {}
        rows: list[tuple[object, ...]] = []
        append = rows.append
        for figure, start in enumerate(self.own, start=1):
            if start == MAINLAND:
                continue
            before = owed[start]
            for cards, to, left in self.walks(start, hand, pool):
                due = owed[to] - before
                if not due:
                    append((buys, figure, cards, 0, (), 0, "", 0))
                elif due <= points + left:
                    given, coins = paid.get((due, left)) or _payment(paid, tiles, reach, left, due)
                    append((buys, figure, cards, 0, given, coins, "", 0))
                for first, end, price, _ in bridging:
                    rest = due - (price or _UNSEEN_PRICE) if start < first and end <= to else due
                    if rest <= points + left:
                        given, coins = paid.get((rest, left)) or _payment(paid, tiles, reach, left, rest)
                        for space in range(first, end):
                            append((buys, figure, cards, space, given, coins, "", 0))
        return list(map(_new, repeat(Turn), rows))


def _payment(paid: dict[tuple[int, int], Payment], tiles: tuple[int, ...], reach: int, left: int, due: int) -> Payment:
    total, coins = target(reach, left, due)
    payment = paid[due, left] = (pick(tiles, total), coins)
    return payment


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
    index = state.turn * 3 + move.figure - 1
    to = walk(state, state.figures[index], move.cards, occupied(state.figures), STRICT)
    taken = behind(state.tops, (*state.figures[:index], to, *state.figures[index + 1 :]), to)
    if taken and state.unders[taken] == UNKNOWN:
        for code in sorted(set(state.unseen[set_of(taken)])):
            told = move._replace(reveal=code)
            try:
                apply(state, told)
            except IllegalMove:
                continue
            yield told
