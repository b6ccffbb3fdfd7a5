"""What the ground alone decides, worked out when it is first asked and once for a ground: it changes only when a piece
sinks. Sets of hexes are numbers, one bit a hex."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import compress
from typing import NamedTuple

from companion.games.escape.board import Board
from companion.games.escape.state import CORAL, DIVE, IN_THE_WAY, ROOM, SAIL, SEA, SWIM, WALK, Step, total

KEPT = 64  # grounds at a time: a game has some forty


class Way(NamedTuple):
    """A hex that touches another, and the steps there."""

    to: int
    walk: Step
    swim: Step
    dive: Step
    sail: Step


@cache
def _ways_of(board: Board) -> tuple[tuple[Way, ...], ...]:
    """The ways from each hex: steps are made once for a board, and listed often."""
    return tuple(
        tuple(Way(t, *(Step(how, h, t) for how in (WALK, SWIM, DIVE, SAIL))) for t in near)
        for h, near in enumerate(board.around)
    )


class Shores:
    """`near[h]` are the hexes that touch h; `sea`, `land` (Atlantis) and `coral` those of such ground, `seas` and
    `pieces` the first two in order."""

    __slots__ = ("_steps", "_swum", "_ways", "around", "coral", "ground", "land", "near", "pieces", "sea", "seas")

    def __init__(self, board: Board, ground: bytes) -> None:
        self.ground, self.around, self.near = ground, board.around, near_of(board)
        self.seas = [h for h, at in enumerate(ground) if at == SEA]
        self.pieces = [h for h, at in enumerate(ground) if SEA < at < CORAL]
        self.sea, self.land = bits_of(self.seas), bits_of(self.pieces)
        self.coral = bits_of([h for h, at in enumerate(ground) if at == CORAL])
        self._ways = _ways_of(board)
        self._steps: dict[tuple[int, int, int], Sequence[Step]] = {}
        self._swum: dict[tuple[int, int], Sequence[int]] = {}

    def steps(self, how: int, h: int, open_: int) -> Sequence[Step]:
        """The steps from a hex to those that touch it, where those of them that are `open_` can be entered: pieces,
        boats and coral by a WALK, anything by a SWIM or SAIL. A walk comes with the dives beside it."""
        key = (how, h, open_)
        found = self._steps.get(key)
        if found is None:
            found = self._steps[key] = tuple(self._listed(how, h, open_))
        return found

    def _listed(self, how: int, h: int, open_: int) -> list[Step]:
        ways = [way for way in self._ways[h] if open_ >> way.to & 1]
        if how == SWIM:
            return [way.swim for way in ways]
        if how == SAIL:
            return [way.sail for way in ways]
        if not self.ground[h]:  # out of a boat: its own water is the only one to dive into
            return [*(way.walk for way in ways), Step(DIVE, h, h)]
        found = list[Step]()
        for way in self._ways[h]:
            found += [way.walk] if open_ >> way.to & 1 else []
            found += [way.dive] if self.ground[way.to] == SEA else []
        return found

    def swum(self, source: int, number: int) -> Sequence[int]:
        """The sea at most so many hexes from one, all the way by sea, in the board's order."""
        key = (source, number)
        if key not in self._swum:
            seen = edge = {source}
            for _ in range(number):
                edge = {t for h in edge for t in self.around[h] if self.ground[t] == SEA} - seen
                seen = seen | edge
            self._swum[key] = sorted(seen - {source})
        return self._swum[key]


@lru_cache(maxsize=KEPT)
def shores_of(board: Board, ground: bytes) -> Shores:
    return Shores(board, ground)


@lru_cache(maxsize=KEPT)
def full(stand: tuple[int, ...]) -> int:
    """Where nobody else can stand, by who stands there."""
    return bits_of([h for h in taken(stand) if total(stand[h]) >= ROOM])


@lru_cache(maxsize=KEPT)
def barred(beasts: tuple[int, ...]) -> int:
    """Where no boat can go, by the creatures there."""
    return bits_of([h for h in taken(beasts) if beasts[h] & IN_THE_WAY])


def taken(there: Sequence[int]) -> Iterator[int]:
    """The hexes with anybody there, of a number a hex; on most there is nobody."""
    return compress(range(len(there)), there)


@cache
def near_of(board: Board) -> tuple[int, ...]:
    return tuple(map(bits_of, board.around))


def bits_of(hexes: Sequence[int]) -> int:
    """Hexes as a set; those of a set are `state.hexes_of`."""
    return sum([1 << h for h in hexes])
