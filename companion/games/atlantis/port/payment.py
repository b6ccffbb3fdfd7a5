"""The cheapest payment: the least points lost, then the fewest cards, then the fewest tiles.

A card is one point, so whatever sum of tiles lies at most the number of cards below the debt can be
filled up exactly; which sums tiles can make, and with how many tiles, is kept as bits of one number.
"""

from __future__ import annotations

from collections.abc import Sequence

Payment = tuple[tuple[int, ...], int]
NOTHING_PAID: Payment = ((), 0)


def sums(values: Sequence[int]) -> int:
    """Bit s is set if some of the values add up to s."""
    reach = 1
    for value in values:
        reach |= reach << value
    return reach


def target(reach: int, cards: int, due: int) -> tuple[int, int]:
    """The sum of tiles and the number of cards that pay `due` with the least lost, where all together suffice."""
    below = (reach & (2 << due) - 1).bit_length() - 1
    if due - below <= cards:
        return below, due - below
    above = reach >> due
    return due + (above & -above).bit_length() - 1, 0


def pick(tiles: Sequence[int], total: int) -> tuple[int, ...]:
    """The fewest of the tiles whose values add up to exactly `total`, large ones first; sorted."""
    if not total:
        return ()
    single = [code for code in tiles if code & 7 == total]
    if single:
        return (min(single),)
    ordered = sorted(tiles, key=lambda code: (code & 7, -code))
    # layers[n][k]: the sums that exactly k of the first n tiles can make, as bits
    layers = [[1]]
    for code in ordered:
        last = layers[-1]
        layers.append([a | b << (code & 7) for a, b in zip([*last, 0], [0, *last], strict=True)])
    number = next(k for k, reach in enumerate(layers[-1]) if reach >> total & 1)
    chosen = []
    for n in range(len(ordered), 0, -1):
        value = ordered[n - 1] & 7
        if number and value <= total and number <= n and layers[n - 1][number - 1] >> (total - value) & 1:
            chosen.append(ordered[n - 1])
            total, number = total - value, number - 1
    return tuple(sorted(chosen))


class Purse:
    """Tiles to pay with, again and again: what their values can add up to is found once, and which make a sum."""

    __slots__ = ("_picked", "_reach", "_tiles", "_worth")

    def __init__(self, tiles: Sequence[int]) -> None:
        values = [code & 7 for code in tiles]
        self._tiles, self._worth, self._reach = tiles, sum(values), sums(values)
        self._picked: dict[int, tuple[int, ...]] = {}

    def cheapest(self, due: int, cards: int) -> Payment | None:
        """The tiles and how many of so many cards pay `due`; None if all together are too little."""
        if due <= 0:
            return NOTHING_PAID
        if self._worth + cards < due:
            return None
        total, coins = target(self._reach, cards, due)
        tiles = self._picked.get(total)
        if tiles is None:
            tiles = self._picked[total] = pick(self._tiles, total)
        return tiles, coins


def cheapest(tiles: Sequence[int], cards: int, due: int) -> Payment | None:
    """The tiles and the number of cards that pay `due`; None if all together are too little."""
    return Purse(tiles).cheapest(due, cards) if due > 0 else NOTHING_PAID


def least(tiles: Sequence[int], cards: int, due: int) -> int:
    """What the cheapest payment comes to; `due` itself where all together are too little.

    >>> least([0o17, 0o23], 1, 5), cheapest([0o17, 0o23], 1, 5)
    (7, ((15,), 0))
    >>> least([0o17], 1, 9), cheapest([0o17], 1, 9)
    (9, None)
    """
    values = [code & 7 for code in tiles]
    if due <= 0 or sum(values) + cards <= due:
        return due
    return sum(target(sums(values), cards, due))
