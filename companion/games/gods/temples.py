"""What a temple still needs: the fewest actions, then the fewest cards, from a site to the shape of a deity card."""

from collections.abc import Iterator
from functools import cache
from heapq import heappop, heappush
from itertools import combinations
from typing import Any

from companion.games.gods.state import TILES, State, Temple, stock, targets
from specs.base.named import NamedTuple


class Way(NamedTuple):
    """`shapes` are the temple after each action, `prices` the cards of each: 0 for a demolition."""

    shapes: tuple[Temple, ...]
    prices: tuple[int, ...]


def one_higher(temple: Temple, tiles: tuple[int, ...]) -> Iterator[tuple[int, int, Temple]]:
    """Yield every temple that one build can make of this one with the tiles in stock, counted by level from entry 1,
    and how: which tile is replaced (0: on top, -1: all), and by what."""
    if tiles[1]:
        yield 0, 1, (*temple, 1)
    for at, tile in enumerate(temple):
        if tile < 3 and tiles[tile + 1]:
            yield at + 1, tile + 1, (*temple[:at], tile + 1, *temple[at + 1 :])
    level = sum(temple)
    if len(temple) > 1 and level < 3 and tiles[level + 1]:
        yield -1, level + 1, (level + 1,)


@cache
def way(temple: Temple, goal: Temple, tiles: tuple[int, ...]) -> Way | None:
    """Return the cheapest way from a temple to another with `tiles` of each level, those in the temple included; by
    building and demolishing on this site alone. None if these tiles cannot do it."""
    best = {temple: (0, 0)}
    queue: list[tuple[int, int, Temple, tuple[Temple, ...], tuple[int, ...]]] = [(0, 0, temple, (), ())]
    while queue:
        actions, cards, here, shapes, prices = heappop(queue)
        if here == goal:
            return Way(shapes, prices)
        if (actions, cards) > best[here]:
            continue
        left = tuple([number - here.count(level) for level, number in enumerate(tiles)])
        built = [(there, sum(there)) for _, _, there in one_higher(here, left)]
        torn = [((*here[:at], *here[at + 1 :]), 0) for at in range(len(here))]
        for there, price in built + torn:
            cost = (actions + 1, cards + price)
            if there not in best or cost < best[there]:
                best[there] = cost
                heappush(queue, (*cost, there, (*shapes, there), (*prices, price)))
    return None


def needs(s: State, seat: int, region: int) -> Way | None:
    """Return what the temple of a region still needs, with the tiles in stock and on its own site; None if too many of
    the player's tiles are elsewhere."""
    sites = s.sites[seat]
    temple = sites[region]
    tiles = tuple([number + temple.count(level) for level, number in enumerate(stock(sites))])
    return way(temple, targets(s.table, seat)[region], tiles)


def missing(s: State, seat: int, region: int) -> tuple[int, ...]:
    """Return the fewest tiles, by level, that must come back from elsewhere before the temple of a region can
    be built."""
    temple, goal = s.sites[seat][region], targets(s.table, seat)[region]
    tiles = [number + temple.count(level) for level, number in enumerate(stock(s.sites[seat]))]
    elsewhere = [level for level in (1, 2, 3) for _ in range(TILES - tiles[level])]
    for number in range(len(elsewhere) + 1):
        for back in combinations(elsewhere, number):
            if way(temple, goal, tuple([n + back.count(level) for level, n in enumerate(tiles)])):
                return back
    return ()


def blocked(before: State, after: State) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield temples that building alone could complete before, and afterwards only with a demolition."""
    me, starved = before.turn, list[tuple[Temple, int]]()
    for region in before.table.order:
        was, now, goal = needs(before, me, region), needs(after, me, region), targets(before.table, me)[region]
        if was is None or 0 in was.prices:
            continue
        if now is None:
            starved.append((goal, region))
        elif 0 in now.prices:
            yield "demolition", {"temple": after.sites[me][region], "goal": goal, "colour": region}
    if starved:
        yield "starved", {"goals": tuple(starved)}
