"""The first phase of a turn: single moves, one from each island at most (rules "Movement")."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from companion.games.circles.ground import EMPTY, KIND, ONE, OWNER, TOWER, Ground, height, kind, owner
from companion.games.circles.moves import Go
from companion.games.circles.state import State
from specs.model.shapes.hexes import line

_new = tuple.__new__  # without the checks of a named tuple: a listing makes thousands


def free(s: State, at: int) -> int:
    """How many pieces may move from a field: none of an island moved from, none that arrived this turn."""
    value = s.fields[at]
    if value & OWNER != (s.turn + 1) << 2 or s.board.islands[at] in s.moved:
        return 0
    return value // ONE - (s.arrived(at) if s.late else 0)


def starts(s: State) -> list[int]:
    """The fields a move can start from next: those with a living field beside them."""
    (board, fields), tag, moved, late = s.ground, (s.turn + 1) << 2, s.moved, s.late
    islands, around = board.islands, board.neighbours
    return [
        at for at, value in enumerate(fields)
        if value & OWNER == tag and islands[at] not in moved and (not late or free(s, at))
        and not all(fields[other] & KIND for other in around[at])
    ]  # fmt: skip


def others(s: State, source: int, able: Sequence[int]) -> list[int]:
    """Those of such fields that a move can start from once one from `source` was made: those of other islands."""
    islands = s.board.islands
    return [at for at in able if islands[at] != islands[source]]


def ways(s: State, source: int) -> Iterator[Go]:
    """Every single move from a field, by direction and distance."""
    fields, most = s.fields, free(s, source)
    for ray in s.board.rays[source]:
        for target in ray[:most]:
            if fields[target] & KIND:
                break
            yield _new(Go, (source, target, 0, False, None, None))


def singles(s: State) -> Iterator[Go]:
    """Every single move that may come next, by field, direction and distance."""
    for source in starts(s):
        yield from ways(s, source)


def made(s: State, move: Go) -> State:
    """The position after a single move, in the same turn; what `check` looks for is taken as true."""
    source, target, moving = move.source, move.target, move.steps(s)
    fields, tag = list(s.fields), (s.turn + 1) << 2
    rest = fields[source] - moving * ONE
    fields[source] = rest if rest >= ONE else EMPTY
    for at in (*(_between(s, move) if s.table.crossing == "cancel" else ()), target):
        moving -= _cancel(fields, at, moving, tag)
    late = s.late
    if moving:
        fields[target] = (fields[target] or tag) + moving * ONE
        others = [each for each in late if each[0] != target]
        late = tuple(sorted([*others, (target, s.arrived(target) + moving)]))
    moved = (*s.moved, s.board.islands[source])
    if len(moved) > 1:
        moved = tuple(sorted({*moved}))
    return s._replace(ground=Ground(s.board, tuple(fields)), moved=moved, late=late)


def _between(s: State, move: Go) -> tuple[int, ...]:
    """What a move passes; nothing where it stood although no straight line leads there."""
    for ray in s.board.rays[move.source]:
        if move.target in ray:
            return ray[: ray.index(move.target)]
    return ()


def _cancel(fields: list[int], at: int, moving: int, tag: int) -> int:
    """Pieces of others and moving ones go off the board one for one; how many moving ones did. Towers and burned
    ground, which a turn that stood may have passed, stay as they are."""
    value = fields[at]
    if not value or value & KIND or value & OWNER == tag:
        return 0
    lost = min(moving, height(value))
    fields[at] = value - lost * ONE if height(value) > lost else EMPTY
    return lost


# ---- why not -------------------------------------------------------------------------------------


def possible(s: State, move: Go) -> bool:
    """Whether a table can have moved so: the pieces were there, and where they came is neither tower nor burned."""
    value, target = s.fields[move.source], s.fields[move.target]
    own = owner(value) == s.turn and not kind(value)
    return own and height(value) >= move.steps(s) and not kind(target)


def check(s: State, move: Go, refuse: Callable[..., None]) -> None:
    """Refuse a move that may not come next, for the first reason there is; places are numbers of fields."""
    here, there, count, board = move.source, move.target, move.steps(s), s.board
    value, fields = s.fields[here], s.fields
    if owner(value) != s.turn or kind(value):
        return refuse("move.source", who=s.turn, here=here, **_found(value))
    if board.islands[here] in s.moved:
        return refuse("move.island", who=s.turn, here=here)
    straight = line(board.cells[here], board.cells[there])
    if straight is None:
        return refuse("move.line", here=here, there=there)
    (direction, far), tall, left = straight, height(value), free(s, here)
    if far != count:
        return refuse("move.count", why="other", here=here, there=there, far=far, count=count)
    if tall < count:
        return refuse("move.count", why="few", who=s.turn, here=here, there=there, far=far, tall=tall)
    if left < count:
        some = {"why": "some", "late": tall - left, "free": left, "there": there, "far": far}
        return refuse("move.moved", here=here, tall=tall, **(some if left else {"why": "all"}))
    ray = board.rays[here][direction]
    for at in ray[:count]:
        if fields[at] & KIND:
            why = "tower" if kind(fields[at]) == TOWER else "burned"
            return refuse("move.blocked", why=why, field=at)
    return refuse("move.blocked", why="gap", here=here, there=there) if len(ray) < count else None


def _found(value: int) -> dict[str, Any]:
    """What is on a field where a player has no stack."""
    if not value:
        return {"why": "empty"}
    if owner(value) < 0:
        return {"why": "burned"}
    return {"why": "tower" if kind(value) == TOWER else "other", "whom": owner(value), "height": height(value)}
