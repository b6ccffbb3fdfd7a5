"""The automatic consequences of a turn's moves (rules "Explosion", "Growth"), and the areas that count ("End and
score")."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from companion.games.circles.board import Board
from companion.games.circles.state import BURNED, EMPTY, KIND, ONE, OWNER, TOWER, owner
from specs.base.named import NamedTuple

EITHER: Final = OWNER & ~TOWER  # the bits that identify the player of a stack or tower


class Explosion(NamedTuple):
    """One explosion: its player, the field, whether it was a tower, where each piece went, and how many were
    discarded."""

    who: int
    field: int
    tower: bool
    targets: tuple[int, ...]
    lost: int


def explode(
    board: Board,
    fields: list[int],
    seat: int,
    chain: list[Explosion] | None = None,
    choose: Callable[[list[int]], int] | None = None,
) -> None:
    """Explode a player's stacks and towers, in place, until none is ready. `chain` records each; `choose` picks the
    next of the waiting fields by its index (the order does not change the result)."""
    stack = (seat + 1) << 2
    tower, around = stack | TOWER, board.neighbours
    waiting = [at for at, value in enumerate(fields) if value & EITHER == stack]
    while waiting:
        at = waiting.pop() if choose is None else waiting.pop(choose(waiting))
        value = fields[at]
        tag = value & OWNER
        if value & EITHER != stack:
            continue
        near = around[at]
        alive = [other for other in near if not fields[other] & KIND]
        if value >> 5 < len(alive):
            continue
        if tag == stack:
            fields[at] = tower
            # its neighbours lose an alive neighbour; it may itself have none and burn at once
            waiting += [other for other in near if fields[other] & EITHER == stack]
            waiting.append(at)
        else:
            fields[at] = BURNED
        for other in alive:
            there = fields[other]
            if there == EMPTY or there & OWNER == stack:
                fields[other] = (there or stack) + ONE
                waiting.append(other)
            else:  # the arriving piece and one of another player's are removed
                fields[other] = there - ONE if there - ONE >= ONE else EMPTY
        if chain is not None:
            chain.append(Explosion(seat, at, tag == tower, tuple(alive), (value >> 5) - len(alive)))


def grow(fields: list[int], seat: int) -> int:
    """Add one piece to each of a player's growth towers, in place; return how many there are."""
    tower = (seat + 1) << 2 | TOWER
    own = [at for at, value in enumerate(fields) if value & OWNER == tower]
    for at in own:
        fields[at] += ONE
    return len(own)


# ---- areas ---------------------------------------------------------------------------------------


class Area(NamedTuple):
    """Connected alive fields. `owner` is the only player with pieces there, -1 for none, -2 for several."""

    fields: list[int]
    owner: int
    stable: bool


def areas(board: Board, fields: Sequence[int]) -> Iterator[Area]:
    """Yield all areas, in the order of their first fields."""
    seen = [value & KIND for value in fields]
    for start in range(len(fields)):
        if seen[start]:
            continue
        seen[start] = 1
        members, whose, towers = [start], -1, False
        for at in members:
            if fields[at]:
                mine = owner(fields[at])
                whose = mine if whose in (-1, mine) else -2
            for other in board.neighbours[at]:
                if not seen[other]:
                    seen[other] = 1
                    members.append(other)
                elif fields[other] & KIND == TOWER:
                    towers = True
        yield Area(members, whose, whose != -2 and not towers)


def settled(board: Board, fields: Sequence[int]) -> bool:
    """Return whether every area is stable: no tower beside anything alive, and no two players in one area."""
    around = board.neighbours
    for at, value in enumerate(fields):
        if value & KIND == TOWER and not all(fields[other] & KIND for other in around[at]):
            return False
    seen = [value & KIND for value in fields]
    for start, value in enumerate(fields):
        if value and not seen[start]:
            members, tag = [start], value & OWNER
            for at in members:
                for other in around[at]:
                    if fields[other] and not fields[other] & KIND and fields[other] & OWNER != tag:
                        return False
                    if not seen[other]:
                        seen[other] = 1
                        members.append(other)
    return True


def scores(board: Board, fields: Sequence[int], seats: int) -> tuple[int, ...]:
    """Return each player's alive fields in areas that hold only that player's pieces."""
    totals = [0] * seats
    for area in areas(board, fields):
        if area.owner >= 0:
            totals[area.owner] += len(area.fields)
    return tuple(totals)
