"""A position of the free table: which piece lies at which site, the counters and dice, whose turn it is.

A site is a zone, or one of its cells; of a zone that each player has, every player has one. What lies at a site is a
row or a stack, the first or top first. A piece is called by its kind's word, `?cards` where only its back is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.contract import Player
from specs.expand.table_kit import Kind, Kit, Zone

MOST_STEPS = 11  # that a piece is turned by


class Piece(NamedTuple):
    """A piece as it lies: face down or up, turned by so many steps clockwise."""

    word: str
    down: bool = False
    turn: int = 0

    @property
    def known(self) -> bool:
        return not self.word.startswith("?")


class Site(NamedTuple):
    """Where pieces lie: a zone, whose it is (None: everybody's), and the cell, empty where the zone has none."""

    zone: str
    owner: int | None = None
    cell: str = ""


class Plan(NamedTuple):
    """What a kit comes to with so many players, looked up by name; words in small letters.
    A copy's printed id is its kind."""

    sites: tuple[Site, ...]
    numbers: dict[Site, int]
    zones: dict[tuple[str, int | None], tuple[int, ...]]  # the numbers of a zone's sites, and whose
    kinds: dict[str, Kind]
    cells: dict[str, list[str]]  # the zones that have a cell of that name
    counters: tuple[tuple[str, int | None], ...]  # each counter, and whose
    fields: frozenset[str]  # that expressions use

    def counter(self, name: str, seat: int) -> int:
        """The number of a counter: the player's, where each has one."""
        return self.counters.index((name, seat) if (name, seat) in self.counters else (name, None))


class State(NamedTuple):
    """`lies` has what lies at each site, `counts` each counter in the plan's order, `dice` the faces thrown, None for
    one not known. `phase` is one of the turn's, from 0. `round` counts from 1 and began with the player `first`;
    `chance` is how often chance was asked. With `dealt`, all comes from the seed, which no view has."""

    kit: Kit
    players: tuple[Player, ...]
    lies: tuple[tuple[Piece, ...], ...]
    counts: tuple[int, ...]
    dice: tuple[tuple[int | None, ...], ...]
    turn: int = 0
    phase: int = 0
    round: int = 1
    first: int = 0
    chance: int = 0
    seed: int | None = None
    dealt: bool = False
    over: bool = False

    @property
    def plan(self) -> Plan:
        return planned(self.kit, len(self.players))

    @property
    def phased(self) -> str:
        """The phase of the turn by its name; empty where turns have none."""
        phases = self.kit.turn.phases
        return phases[self.phase] if phases else ""

    @property
    def lying(self) -> Iterator[tuple[Site, tuple[Piece, ...]]]:
        """Every site with what lies there."""
        return zip(self.plan.sites, self.lies, strict=True)

    def at(self, site: Site) -> tuple[Piece, ...]:
        return self.lies[self.plan.numbers[site]]

    def within(self, zone: str, seat: int | None) -> Sequence[tuple[Site, tuple[Piece, ...]]]:
        """The sites of a zone with what lies there: the player's own, where each has one."""
        numbers = self.plan.zones[zone, seat if self.kit.zones[zone].each else None]
        return [(self.plan.sites[n], self.lies[n]) for n in numbers]

    def counted(self, counter: str, seat: int) -> int:
        """A counter: the player's, where each has one."""
        return self.counts[self.plan.counter(counter, seat)]

    def zone(self, site: Site) -> Zone:
        return self.kit.zones[site.zone]

    def kind(self, piece: Piece) -> Kind:
        """A piece's kind. Raises KeyError for one that is not known."""
        return self.plan.kinds[piece.word.lower()]

    def component(self, piece: Piece) -> str:
        """A piece's component, which its back tells too."""
        return self.kind(piece).component if piece.known else piece.word[1:]


@lru_cache(maxsize=64)
def planned(kit: Kit, players: int) -> Plan:
    """The plan of a kit for so many players."""
    sites: list[Site] = []
    zones: dict[tuple[str, int | None], tuple[int, ...]] = {}
    cells: dict[str, list[str]] = {}
    for name, zone in kit.zones.items():
        for owner in range(players) if zone.each else (None,):
            zones[name, owner] = tuple(range(len(sites), len(sites) + len(zone.cells or ("",))))
            sites += [Site(name, owner, cell) for cell in zone.cells or ("",)]
        for cell in zone.cells:
            cells.setdefault(cell.lower(), []).append(name)
    counters = [(n, seat) for n, each in kit.counters.items() for seat in (range(players) if each.each else (None,))]
    kinds = {kind.word.lower(): kind for kind in kit.kinds}
    copies = {f"{word}-{n:0{width}}": kind for word, kind in kinds.items() for n in range(1, kind.count + 1)
              for width in (1, 2, len(str(kind.count)))}  # fmt: skip
    kinds |= {word: kind for word, kind in copies.items() if word not in kinds and word not in cells}
    fields = frozenset(field for kind in kit.kinds for field in kind.fields)
    numbers = {site: n for n, site in enumerate(sites)}
    return Plan(tuple(sites), numbers, zones, kinds, cells, tuple(counters), fields)


@lru_cache(maxsize=64)
def seats(players: tuple[Player, ...]) -> tuple[str, ...]:
    """What each player is called in a turn: the name, with `_` for what is neither letter, digit nor hyphen."""
    found: list[str] = []
    for number, player in enumerate(players, 1):
        word = re.sub(r"[^\w-]", "_", player.name)
        found.append(word if word.lower() not in map(str.lower, found) else f"{word}_{number}")
    return tuple(found)


def place(state: State, site: Site, at: int | None = None) -> str:
    """A site as turns write it: `market`, `Ann.hand`, `land.i9`; with the number of a piece from 0 where it has one."""
    owner = () if site.owner is None else (seats(state.players)[site.owner],)
    number = () if at is None else (str(at + 1),)
    return ".".join((*owner, site.zone, *filter(None, (site.cell,)), *number))


def sees(state: State, site: Site, piece: Piece, seat: int | None) -> bool:
    """Whether a player (None: everybody) sees which piece it is, by where and how it lies."""
    see = state.zone(site).see
    if state.over and site.owner is not None:
        return True
    if see == "own":
        return seat is not None and seat == site.owner
    return see == "all" and not piece.down


def unknown(state: State, piece: Piece) -> Piece:
    """A piece of which only the back is known."""
    return piece._replace(word=f"?{state.component(piece)}")


@lru_cache(maxsize=16)  # of one position it is asked for every turn that is tried
def seen_by(state: State, seat: int | None) -> State:
    """The position as that player can know it; once the game is over, what is anybody's own lies open."""
    lies = tuple(
        tuple([piece if sees(state, site, piece, seat) else unknown(state, piece) for piece in pieces])
        if pieces
        else ()
        for site, pieces in state.lying
    )
    return state._replace(lies=lies, seed=None)
