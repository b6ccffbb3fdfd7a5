"""The turns one purchase, or none, leads to: counted without being made, and made, with their payment, one by one."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.atlantis.outlook import UNPRICED, Outlook, Walks
from companion.games.atlantis.payment import NOTHING_PAID, Payment, Purse
from companion.games.atlantis.state import Cards, Turn, worth

_NO_BRIDGE = range(1)  # the space a turn without a bridge tells: 0
_new = tuple.__new__


class Offer:
    """Walks, and what there is for them: of the cards a purchase brings, `drawn` can be played; `tiles` pay, and so do
    the `cards` that are left of so many."""

    __slots__ = ("_buys", "_cards", "_drawn", "_outlook", "_tiles", "_walks", "_wealth")

    def __init__(
        self,
        outlook: Outlook,
        buys: tuple[int, ...],
        walks: Walks,
        drawn: int,
        tiles: tuple[int, ...],
        cards: int,
        wealth: int,
    ) -> None:
        self._outlook = outlook
        self._buys = buys
        self._walks = walks
        self._drawn = drawn
        self._tiles = tiles
        self._cards = cards
        self._wealth = wealth

    @classmethod
    def after(
        cls,
        outlook: Outlook,
        buys: tuple[int, ...],
        hand: Cards,
        tiles: tuple[int, ...],
        discards: Cards,
        drawn: int = 0,
    ) -> Offer:
        """The turns after these purchases with the hand, tiles and discards they left; `drawn` more cards can be paid
        with, but not played."""
        cards = sum(hand) + drawn
        return cls(outlook, buys, outlook.walks_after(hand, discards), 0, tiles, cards, worth(tiles) + cards)

    def count(self) -> int:
        """How many turns there are."""
        water = self._outlook.water
        found = self._walks.payable(self._drawn, self._wealth) * (1 + water)
        if water and self._wealth < self._walks.dearest:
            for _, start, own in self._walks.figures:
                for takes, _, to, need in own:
                    if takes > self._wealth and need <= self._drawn:
                        found += sum([len(spaces) for spaces, _ in self._ways(start, to, takes)])
        return found

    def nth(self, at: int) -> Turn:
        """The turn of that place, from 0."""
        wealth, drawn, water = self._wealth, self._drawn, self._outlook.water
        for figure, start, walks in self._walks.figures:
            for takes, cards, to, need in walks:
                if need > drawn or (takes > wealth and not water):
                    continue
                if takes <= wealth and at > water:
                    at -= 1 + water
                    continue
                for spaces, left in self._ways(start, to, takes):
                    if at < len(spaces):
                        tiles, coins = NOTHING_PAID
                        if left > len(cards):
                            tiles, coins = self._payment(Purse(self._tiles), left, len(cards))
                        return Turn(self._buys, figure, cards, spaces[at], tiles, coins, "", 0)
                    at -= len(spaces)
        raise IndexError(at)

    def __iter__(self) -> Iterator[Turn]:
        buys, wealth, drawn, bridging = self._buys, self._wealth, self._drawn, self._outlook.bridging
        purse = Purse(self._tiles)
        paid: dict[tuple[int, int], Payment] = {}
        for figure, start, walks in self._walks.figures:
            for takes, cards, to, need in walks:
                if need > drawn:
                    continue
                if bridging:
                    ways = self._ways(start, to, takes)
                elif takes <= wealth:
                    ways = [(_NO_BRIDGE, takes)]
                else:
                    continue
                used = len(cards)
                for spaces, left in ways:
                    payment = paid.get((left, used))
                    if payment is None:
                        payment = paid[left, used] = self._payment(purse, left, used)
                    tiles, coins = payment
                    for bridge in spaces:
                        yield _new(Turn, (buys, figure, cards, bridge, tiles, coins, "", 0, None, None, None))

    def _ways(self, start: int, to: int, takes: int) -> list[tuple[range, int]]:
        """A walk bare, then with the bridge on each gap, where that can be paid: the spaces for the bridge, and what
        the walk takes then."""
        wealth = self._wealth
        found = [(_NO_BRIDGE, takes)] if takes <= wealth else []
        for first, end, price, _ in self._outlook.bridging:
            left = takes - (price or UNPRICED) if start < first and end <= to else takes
            if left <= wealth:
                found.append((range(first, end), left))
        return found

    def _payment(self, purse: Purse, takes: int, used: int) -> Payment:
        payment = purse.cheapest(takes - used, self._cards - used)
        assert payment is not None, "what takes no more than there is can be paid"
        return payment
