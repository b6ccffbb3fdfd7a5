"""A kit for a number of players: the sites where pieces lie, the counters, the words.

A site is a zone, or one of its cells; of a zone that each player has, every player has one. A piece is called by its
kind's word, `?cards` if only its back is known. A seat is called `@1` in states, and by its player's name at a table.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from companion.contract.values import Player
from specs.base.languages import Said, verbatim
from specs.expand.table_kit import Kind, Kit

MOST_STEPS = 11  # rotation steps of a piece


class Piece(NamedTuple):
    """A piece as it lies: face down or up, turned clockwise by `turn` steps."""

    word: str
    down: bool = False
    turn: int = 0

    @property
    def known(self) -> bool:
        return not self.word.startswith("?")

    @property
    def text(self) -> str:
        """Return the piece as it is shown: `red-9~^2`."""
        return f"{self.word}{'~' * self.down}{f'^{self.turn}' if self.turn else ''}"


class Site(NamedTuple):
    """Where pieces lie: a zone, its player, and the cell, empty if the zone has none. The player is left out if the
    zone is common, or in a turn if it is one's own. `at` is the number of a piece there, from 0, in a turn that names
    one."""

    zone: str
    owner: int | None = None
    cell: str = ""
    at: int | None = None

    def text(self, names: Sequence[str] = ()) -> str:
        """Return the site as turns write it: `market`, `Ann.hand`, `land.i9`, `hand.3`; `names` are what seats are
        called."""
        owner = "" if self.owner is None or not names else names[self.owner]
        return ".".join(filter(None, (owner, self.zone, self.cell, "" if self.at is None else str(self.at + 1))))

    def said(self, players: Sequence[Player]) -> Said:
        """Return the site as players write it."""
        return verbatim(self.text(seats(tuple(players))))


class Ref(NamedTuple):
    """Pieces as they are named: so many of a kind, one by its number at a place, or all at a place (no `at`)."""

    kind: str
    place: Site | None = None
    n: int = 1

    def text(self, names: Sequence[str]) -> str:
        """Return pieces as turns write them."""
        if self.place is not None:
            return self.place.text(names)
        return f"{self.n} {self.kind}" if self.n > 1 else self.kind


class Plan(NamedTuple):
    """A kit for a number of players, looked up by name; words in small letters. A copy's printed id is its kind."""

    sites: tuple[Site, ...]
    numbers: dict[Site, int]
    zones: dict[tuple[str, int | None], tuple[int, ...]]  # the numbers of a zone's sites, by player
    kinds: dict[str, Kind]
    words: dict[str, str]  # how positions write pieces: words of kinds, and backs
    counters: tuple[tuple[str, int | None], ...]  # each counter and its player
    fields: frozenset[str]  # fields that expressions use

    def counter(self, name: str, seat: int) -> int:
        """Return the number of a counter: the player's, if each has one."""
        return self.counters.index((name, seat) if (name, seat) in self.counters else (name, None))


@lru_cache(maxsize=64)
def planned(kit: Kit, players: int) -> Plan:
    """Return the plan of a kit for a number of players."""
    sites: list[Site] = []
    zones: dict[tuple[str, int | None], tuple[int, ...]] = {}
    cells = {cell.lower() for zone in kit.zones.values() for cell in zone.cells}
    for name, zone in kit.zones.items():
        for owner in range(players) if zone.each else (None,):
            zones[name, owner] = tuple(range(len(sites), len(sites) + len(zone.cells or ("",))))
            sites += [Site(name, owner, cell) for cell in zone.cells or ("",)]
    counters = [
        (n, seat) for n, each in kit.counters.items() for seat in (range(players) if each.per_player else (None,))
    ]
    kinds = {kind.word.lower(): kind for kind in kit.kinds}
    copies = {f"{word}-{n:0{width}}": kind for word, kind in kinds.items() for n in range(1, kind.count + 1)
              for width in (1, 2, len(str(kind.count)))}  # fmt: skip
    kinds |= {word: kind for word, kind in copies.items() if word not in kinds and word not in cells}
    fields = frozenset(field for kind in kit.kinds for field in kind.fields)
    numbers = {site: n for n, site in enumerate(sites)}
    words = {word: kind.word for word, kind in kinds.items()}
    words |= {back.lower(): back for back in {f"?{kind.component}" for kind in kit.kinds}}
    return Plan(tuple(sites), numbers, zones, kinds, words, tuple(counters), fields)


@lru_cache(maxsize=64)
def seats(players: tuple[Player, ...]) -> tuple[str, ...]:
    """Return what each player is called in a turn: the name, with `_` for anything but letters, digits and hyphens."""
    found: list[str] = []
    for number, player in enumerate(players, 1):
        word = re.sub(r"[^\w-]", "_", player.name)
        found.append(word if word.lower() not in map(str.lower, found) else f"{word}_{number}")
    return tuple(found)


@lru_cache(maxsize=64)
def unnamed(number: int) -> tuple[str, ...]:
    """Return what seats are called while players have no names."""
    return tuple(f"@{seat}" for seat in range(1, number + 1))
