"""Areas, stability and the fields that count (rules "End and score")."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.games.circles.board import Board
from companion.games.circles.ground import KIND, TOWER, owner


class Area(NamedTuple):
    """Connected alive fields. `owner` is the only player with pieces there, -1 for nobody, -2 for several."""

    fields: list[int]
    owner: int
    stable: bool


def areas(board: Board, fields: Sequence[int], *, hurried: bool = False) -> Iterator[Area]:
    """All areas, in the order of their first fields; `hurried` looks no further at one once two players are in it."""
    around = board.neighbours
    seen = [value & KIND for value in fields]
    for start in range(len(fields)):
        if seen[start]:
            continue
        seen[start] = 1
        members, whose, towers = [start], -1, False
        for at in members:
            if fields[at]:
                mine = owner(fields[at])
                if whose not in (-1, mine):
                    whose = -2
                    if hurried:
                        break
                elif whose == -1:
                    whose = mine
            for other in around[at]:
                if not seen[other]:
                    seen[other] = 1
                    members.append(other)
                elif fields[other] & KIND == TOWER:
                    towers = True
        yield Area(members, whose, whose != -2 and not towers)


def settled(board: Board, fields: Sequence[int]) -> bool:
    """Whether every area is stable; looks no further than the first that is not."""
    around = board.neighbours
    # most positions have a growth tower beside something alive, which is quickly seen
    for at, value in enumerate(fields):
        if value & KIND == TOWER:
            for other in around[at]:
                if not fields[other] & KIND:
                    return False
    return all(area.stable for area in areas(board, fields, hurried=True))


def scores(board: Board, fields: Sequence[int], seats: int) -> tuple[int, ...]:
    """Each player's alive fields in areas that hold pieces of that player alone."""
    totals = [0] * seats
    for area in areas(board, fields):
        if area.owner >= 0:
            totals[area.owner] += len(area.fields)
    return tuple(totals)
