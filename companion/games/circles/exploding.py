"""The second and third phase of a turn, which follow by themselves (rules "Explosion", "Growth")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from companion.games.circles.board import Board
from companion.games.circles.ground import BURNED, EMPTY, KIND, ONE, OWNER, TOWER

EITHER: Final = OWNER & ~TOWER  # the bits that hold whose stack or tower it is


class Explosion(NamedTuple):
    """One explosion: whose, the field, whether it was a tower, where a piece went, and how many were discarded."""

    seat: int
    field: int
    tower: bool
    targets: tuple[int, ...]
    discarded: int


def explode(
    board: Board,
    fields: list[int],
    seat: int,
    chain: list[Explosion] | None = None,
    choose: Callable[[list[int]], int] | None = None,
) -> None:
    """Explode a player's stacks and towers, in place, until none is ready. `chain` records each; `choose` picks which
    of the waiting fields comes next, by its place in the list (the order changes nothing)."""
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
            # its neighbours have one alive field less around them; it may itself have none and burn at once
            waiting += [other for other in near if fields[other] & EITHER == stack]
            waiting.append(at)
        else:
            fields[at] = BURNED
        for other in alive:
            there = fields[other]
            if there == EMPTY or there & OWNER == stack:
                fields[other] = (there or stack) + ONE
                waiting.append(other)
            else:  # one piece of another's and the one that comes go off the board
                fields[other] = there - ONE if there - ONE >= ONE else EMPTY
        if chain is not None:
            chain.append(Explosion(seat, at, tag == tower, tuple(alive), (value >> 5) - len(alive)))


def grow(fields: list[int], seat: int) -> int:
    """One piece more on each of a player's growth towers, in place; how many there are."""
    tower = (seat + 1) << 2 | TOWER
    own = [at for at, value in enumerate(fields) if value & OWNER == tower]
    for at in own:
        fields[at] += ONE
    return len(own)
