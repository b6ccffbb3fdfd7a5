"""Seven Circles: islands with stones, towers and burned fields, before and after each ply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.contract.position import Position
from companion.games.circles.moves import Go, Move, made
from companion.games.circles.state import BURNED, TOWER, State, height, kind, owner, pieces
from companion.games.circles.unfolding import Explosion, explode, scores
from specs.load import load
from specs.model.shapes.hexes import distance

from .worked import Fields, Row, numbered

LOOKS = {str(row["colour"]): row for row in load("circles").spec.data["kinds"]}


def fields(positions: Sequence[Position], moves: Sequence[Move], shows: Mapping[str, Any]) -> Fields:
    """`lies0` is what lies on the islands at first, `lies1` after a ply; `burst1` the same before its growth. A field's
    `q` and `r` are counted from the middle of the first island, where an island's are its middle field's."""
    colours = [player.colour for player in positions[0].players]
    states: list[State] = [each.state for each in positions]
    me, bursts, lost = states[0].turn, list[Explosion](), 0
    moved, ungrown = dict[str, int | Sequence[Row]](), dict[str, Sequence[Row]]()
    for n, (s, move, after) in enumerate(zip(states, moves, states[1:], strict=False), 1):
        if isinstance(move, Go):
            moved |= _moved(s, move)
            s = made(s, move)
        burnt, chain = list(s.fields), list[Explosion]()
        explode(s.board, burnt, s.turn, chain)
        bursts += chain
        lost += pieces(states[n - 1].fields, me)[0] - pieces(burnt, me)[0]
        if tuple(burnt) != after.fields:
            ungrown[f"burst{n}"] = _lies(s, burnt, colours)
    return {
        "me": colours[me],
        "other": colours[1 - me],
        **numbered("bursts", (len(step.targets) + step.lost for step in bursts)),
        **numbered("living", (len(step.targets) for step in bursts)),
        **numbered("tower", (height(value) for s in states for value in s.fields if kind(value) == TOWER)),
        "lost": lost,
        **{f"lies{n}": _lies(s, s.fields, colours) for n, s in enumerate(states)},
        **moved,
        **(ungrown if bursts else {}),
        **({} if moves else _held(states[0])),
    }


def _held(s: State) -> dict[str, int]:
    """What each player holds at the end: fields, and pieces."""
    totals = scores(s.board, s.fields, s.seats)
    return {
        **{name: totals[seat] for seat, name in enumerate(("mine", "theirs"))},
        **{name: pieces(s.fields, seat)[0] for seat, name in enumerate(("my_pieces", "their_pieces"))},
    }


def _moved(s: State, move: Go) -> dict[str, int | Sequence[Row]]:
    ray = next(ray for ray in s.board.rays[move.source] if move.target in ray)
    return {
        "pieces": move.steps(s),
        "far": distance(s.board.cells[move.source], s.board.cells[move.target]),
        "over": sum(height(s.fields[at]) for at in ray[: ray.index(move.target)]),
        "left": height(made(s, move).fields[move.target]),
        "moved": [{**_at(s, move.source), **_at(s, move.target, "to_")}],
    }


def _at(s: State, field: int, end: str = "") -> Row:
    (q0, r0), (q, r) = s.board.segments[0][0], s.board.cells[field]
    return {f"{end}q": q - q0, f"{end}r": r - r0}


def _lies(s: State, fields: Sequence[int], colours: Sequence[str]) -> Sequence[Row]:
    middles = [s.board.cells.index(segment[0]) for segment in s.board.segments]
    found: list[Row] = [{**_at(s, middle), "thing": "island"} for middle in middles]
    for field, value in enumerate(fields):
        if kind(value) == BURNED:
            found.append({**_at(s, field), "thing": "burned"})
        elif value:
            look = LOOKS[colours[owner(value)]]
            thing = "tower" if kind(value) == TOWER else "stone"
            looks = {"c": look["colour"], "emblem": look["emblem"], "digit": look["digit"], "v": height(value)}
            found.append({**_at(s, field), "thing": thing, **looks})
    return found
