"""Hands, deck and discards: what is known of them, and what is impossible.

A hand's counts are cards it certainly holds, and a number of unseen ones. If the seed gives the deck, every card has
its letter and none is unseen.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any, Final

from companion.games.atlantis.state import COPIES, NO_CARDS, State, add, ordered, without
from companion.games.atlantis.texts import ITEMS, LETTERS, Cards, Paid, cards_text, count, tile_text
from specs.base.seeds import chance, shuffle

Facts = Mapping[str, Any]


def pool(discards: Cards, hands: Sequence[Cards]) -> Cards:
    """Return how many cards of each item may still be among the unseen ones: there are 15 of each."""
    return (0, *[COPIES - sum(column) for column in [*zip(discards, *hands, strict=True)][1:]])


def spend(hand: Cards, letters: str, left: Cards) -> Cards | None:
    """Return the hand without the cards; None if it cannot hold them. `left` is what `pool` returns."""
    counts, taken = list(hand), NO_CARDS
    for letter in letters:
        item = ITEMS[letter]
        if counts[item]:
            counts[item] -= 1
        elif counts[0] and left[item] > taken[item]:
            counts[0] -= 1
            taken = add(taken, letter)
        else:
            return None
    return tuple(counts)


def lacks(hand: Cards, letters: str, left: Cards) -> Facts:
    """Return why a hand cannot hold the cards, as facts."""
    if len(letters) > sum(hand):
        return {"why": "size", "cards": (sum(hand),), "letters": letters, "n": len(letters)}
    item = next(ITEMS[letters[n]] for n in range(len(letters)) if spend(hand, letters[: n + 1], left) is None)
    needed = letters.count(LETTERS[item])
    if hand[0] and needed - hand[item] > left[item]:
        return {"why": "seen", "seen": COPIES - left[item], "all": COPIES, "item": item, "more": needed - hand[item]}
    return {"why": "hand", "hand": cards_text(hand), "letters": letters, "cards": (needed, item)}


def mismatch(hand: Cards, letters: str, left: Cards) -> Facts | None:
    """Return why a hand shown as `letters` cannot be this hand of the same size, as facts; None if it can."""
    counts = count(letters)
    for item in range(1, 8):
        if counts[item] < hand[item]:
            why = "must" if counts[item] else "none"
            return {"why": why, "cards": (hand[item], item), "letters": letters, "shown": counts[item]}
    for item in range(1, 8):
        most = hand[item] + min(hand[0], left[item])
        if counts[item] > most:
            return {"why": "most", "cards": (most, item), "letters": letters, "shown": counts[item]}
    return None


def possible(hand: Cards, left: Cards) -> str:
    """Return the hand with its unseen cards taken to be the first items of which enough may be unseen."""
    letters, unseen = cards_text((0, *hand[1:])), hand[0]
    for item in range(1, 8):
        number = min(unseen, left[item]) if unseen else 0
        letters, unseen = letters + LETTERS[item] * number, unseen - number
    return ordered(letters)


def give(hand: Cards, coins: int, dealt: bool) -> tuple[Cards, Cards]:
    """Return the hand without `coins` unnamed cards, and the cards given.

    A hand known from the seed gives those it has most of, at a tie the first in the order F O H A R S C. Otherwise it
    may have given any: what certainly remains is counted, the rest is unseen.
    """
    if not dealt:
        known = [max(0, n - coins) for n in hand[1:]]
        return (sum(hand) - coins - sum(known), *known), (coins, *NO_CARDS[1:])
    counts, given = list(hand), list(NO_CARDS)
    for _ in range(coins):
        item = counts.index(max(counts))
        counts[item] -= 1
        given[item] += 1
    return tuple(counts), tuple(given)


def resized(hand: Cards, more: int) -> Cards:
    """Return a hand with more or fewer cards: unseen ones go first, and then none is known for certain."""
    return (hand[0] + more, *hand[1:]) if hand[0] + more >= 0 else (sum(hand) + more, *NO_CARDS[1:])


Drawn = tuple[str, str, Cards, int]  # cards drawn, deck, discards, number of shuffles


def draw(state: State, deck: str, discards: Cards, shuffles: int, number: int) -> Drawn:
    """Draw cards and return them with what is left. When a card is wanted from an empty deck, the discards become the
    new deck."""
    if number <= len(deck):
        return deck[:number], deck[number:], discards, shuffles
    drawn, seed = deck, state.table.seed
    known = state.table.dealt and seed is not None
    deck = reshuffled(discards, seed or 0, shuffles + 1) if known else "?" * sum(discards)
    if not deck:
        return drawn, deck, discards, shuffles
    number -= len(drawn)
    return drawn + deck[:number], deck[number:], NO_CARDS, shuffles + 1


def reshuffled(discards: Cards, seed: int, shuffles: int) -> str:
    """Return the discards, in the order F O H A R S C, shuffled by `seed * 1000 + shuffles`."""
    return "".join(shuffle(cards_text(discards), chance(seed * 1000 + shuffles)))


Bought = tuple[Cards, tuple[int, ...], str, Cards, int]  # hand, tiles, deck, discards, number of shuffles


def bought(state: State, buys: tuple[int, ...]) -> Bought | None:
    """Return what the player to move has after the purchases (rulebook: Buying Cards); None for tiles that are not
    there."""
    me = state.turn
    hand, tiles, deck, discards, shuffles = state.hands[me], state.tiles[me], state.deck, state.discards, state.shuffles
    if not buys:
        return hand, tiles, deck, discards, shuffles
    left = without(tiles, buys)
    if left is None:
        return None
    number = sum([(code & 7) >> 1 for code in buys])
    drawn, deck, discards, shuffles = draw(state, deck, discards, shuffles, number)
    return add(hand, drawn), left, deck, discards, shuffles


# ---- payments -------------------------------------------------------------------------------------


NOTHING_PAID: Final = Paid((), 0)
MOST_SWAPPED = 10  # tiles and cards: a payment of more gets no others offered


def sums(values: Sequence[int]) -> int:
    """Return a set of bits: bit s is set if some of the values add up to s."""
    reach = 1
    for value in values:
        reach |= reach << value
    return reach


def target(reach: int, cards: int, due: int) -> tuple[int, int]:
    """Return the sum of tiles and the number of cards that pay `due` with the least loss, if everything together
    suffices."""
    below = (reach & (2 << due) - 1).bit_length() - 1
    if due - below <= cards:
        return below, due - below
    above = reach >> due
    return due + (above & -above).bit_length() - 1, 0


def pick(tiles: Sequence[int], total: int) -> tuple[int, ...]:
    """Return the fewest of the tiles whose values add up to exactly `total`, large ones first; sorted."""
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


class Purse(dict[tuple[int, int], Paid | None]):
    """Tiles for several payments: by a debt and a number of cards, the cheapest payment; None if everything together is
    too little. The possible sums, and the tiles for each, are computed once."""

    __slots__ = ("_picked", "_reach", "_tiles")

    def __init__(self, tiles: Sequence[int]) -> None:
        self._tiles, self._reach = tiles, 0
        self._picked: dict[int, tuple[int, ...]] = {}

    def __missing__(self, key: tuple[int, int]) -> Paid | None:
        due, cards = key
        self._reach = reach = self._reach or sums([code & 7 for code in self._tiles])
        found = None
        if due < reach.bit_length() + cards:
            total, coins = target(reach, cards, due)
            tiles = self._picked.get(total)
            if tiles is None:
                tiles = self._picked[total] = pick(self._tiles, total)
            found = Paid(tiles, coins)
        self[key] = found
        return found


def cheapest(tiles: Sequence[int], cards: int, due: int) -> Paid | None:
    """Return the tiles and the number of cards that pay `due`; None if everything together is too little."""
    return Purse(tiles)[due, cards] if due > 0 else NOTHING_PAID


def least(tiles: Sequence[int], cards: int, due: int) -> int:
    """Return what the cheapest payment comes to; `due` itself if everything together is too little.

    >>> least([0o17, 0o23], 1, 5), cheapest([0o17, 0o23], 1, 5)
    (7, Paid(tiles=(15,), coins=0, named=''))
    >>> least([0o17], 1, 9), cheapest([0o17], 1, 9)
    (9, None)
    """
    values = [code & 7 for code in tiles]
    return due if due <= 0 or sum(values) + cards <= due else sum(target(sums(values), cards, due))


def swapped(paid: Paid, tiles: tuple[int, ...], hand: Cards, owed: int) -> Iterator[tuple[Paid, str]]:
    """Yield other payments that suffice, each with what it has that the given one has not, as text: one more tile or
    known card. Of the given payment, each keeps as little as possible."""
    unnamed = "?" * paid.coins if hand[0] else cards_text(give(hand, paid.coins, dealt=True)[1])
    spent = [*map(tile_text, paid.tiles), *(paid.named or unnamed)]
    own = Counter([*map(tile_text, tiles), *("" if hand[0] else cards_text(hand))])
    for more in own - Counter(spent) if len(spent) <= MOST_SWAPPED else ():
        ways = chain.from_iterable(combinations(spent, number) for number in range(len(spent) + 1))
        *_, kept = min((_worth(way), n, way) for n, way in enumerate(ways) if _worth((*way, more)) >= owed)
        letters = ordered("".join(unit for unit in (*kept, more) if len(unit) == 1))
        given = sorted(ITEMS[unit[0]] << 3 | int(unit[1]) for unit in (*kept, more) if len(unit) > 1)
        yield Paid(tuple(given), len(letters), "" if "?" in letters else letters), more


def _worth(units: Sequence[str]) -> int:
    """Return what tiles (as text) and letters of cards are worth."""
    return sum(int(unit[1:] or 1) for unit in units)
