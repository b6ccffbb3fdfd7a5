"""What a temple still needs: the fewest actions, then the fewest cards, from a site to the shape of a deity card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from itertools import combinations
from typing import NamedTuple

from companion.games.gods.state import TILES, State, Temple


class Way(NamedTuple):
    """`shapes` are the temple after each action, `prices` the cards of each: 0 for a demolition."""

    shapes: tuple[Temple, ...]
    prices: tuple[int, ...]

    @property
    def builds(self) -> int:
        return sum(1 for price in self.prices if price)

    @property
    def demolitions(self) -> int:
        return len(self.prices) - self.builds

    @property
    def cards(self) -> int:
        return sum(self.prices)


def one_higher(temple: Temple, stock: tuple[int, ...]) -> Iterator[Temple]:
    """Every temple that one build can make of this one with the tiles in stock, counted by level from entry 1."""
    if stock[1]:
        yield (*temple, 1)
    for at, tile in enumerate(temple):
        if tile < 3 and stock[tile + 1]:
            yield (*temple[:at], tile + 1, *temple[at + 1 :])
    level = sum(temple)
    if len(temple) > 1 and level < 3 and stock[level + 1]:
        yield (level + 1,)


@cache
def way(temple: Temple, goal: Temple, tiles: tuple[int, ...]) -> Way | None:
    """The cheapest way from a temple to another with `tiles` of each level for it, those in the temple included; by
    building and demolishing on this site alone. None where these tiles cannot do it."""
    best = {temple: (0, 0)}
    queue: list[tuple[int, int, Temple, tuple[Temple, ...], tuple[int, ...]]] = [(0, 0, temple, (), ())]
    while queue:
        actions, cards, here, shapes, prices = heappop(queue)
        if here == goal:
            return Way(shapes, prices)
        if (actions, cards) > best[here]:
            continue
        stock = tuple(number - here.count(level) for level, number in enumerate(tiles))
        built = [(there, sum(there)) for there in one_higher(here, stock)]
        torn = [((*here[:at], *here[at + 1 :]), 0) for at in range(len(here))]
        for there, price in built + torn:
            cost = (actions + 1, cards + price)
            if there not in best or cost < best[there]:
                best[there] = cost
                heappush(queue, (*cost, there, (*shapes, there), (*prices, price)))
    return None


def needs(state: State, player: int, region: int) -> Way | None:
    """What the temple of a region still needs, with the tiles in stock and on its own site; None where too many of
    the player's tiles are elsewhere."""
    temple = state.sites[player][region]
    tiles = tuple(number + temple.count(level) for level, number in enumerate(state.stock[player]))
    return way(temple, state.table.targets[player][region], tiles)


def missing(state: State, player: int, region: int) -> tuple[int, ...]:
    """The fewest tiles, by level, that must come back from elsewhere before the temple of a region can be built."""
    temple, stock = state.sites[player][region], state.stock[player]
    goal = state.table.targets[player][region]
    tiles = tuple(number + temple.count(level) for level, number in enumerate(stock))
    elsewhere = [level for level in (1, 2, 3) for _ in range(TILES - tiles[level])]
    for number in range(len(elsewhere) + 1):
        for back in combinations(elsewhere, number):
            if way(temple, goal, tuple(n + back.count(level) for level, n in enumerate(tiles))):
                return back
    return ()
