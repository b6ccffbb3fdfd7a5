"""Seven Circles: islands with stones, towers and burned ground, before and after each ply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.circles.rules import Table, chain
from companion.games.circles.state import BURNED, TOWER, State, Turn, height, kind, owner
from specs.load import load
from specs.model.shapes.hexes import distance

from .worked import Fields, Row, numbered

LOOKS = {str(row["colour"]): row for row in load("circles").spec.tables["kinds"]}


def fields(states: Sequence[State], moves: Sequence[Turn], shows: Mapping[str, Any]) -> Fields:
    """`lies0` is what lies on the islands at first, `lies1` after a ply; `burst1` the same before its growth. A field's
    `q` and `r` are counted from the middle of the first island, where an island's are its middle field's."""
    before, after, me = states[0], states[-1], states[0].turn
    burst = [step for state, move in zip(states, moves, strict=False) for step in chain(state, move)]
    found: dict[str, str | int | Sequence[Row]] = {
        "me": before.players[me].colour,
        "other": before.players[1 - me].colour,
        **numbered("bursts", (len(step.targets) + step.discarded for step in burst)),
        **numbered("living", (len(step.targets) for step in burst)),
        **numbered("tower", (height(value) for state in states for value in state.fields if kind(value) == TOWER)),
        "lost": after.tallies[me].gone - before.tallies[me].gone,
        **{f"lies{n}": _lies(state) for n, state in enumerate(states)},
    }
    for n, (state, move) in enumerate(zip(states, moves, strict=False), 1):
        table = Table(state)
        for single in move.singles:
            cells = state.board.cells
            ray = next(ray for ray in state.board.rays[single.source] if single.target in ray)
            table.move(single)
            found |= {
                "pieces": single.steps,
                "far": distance(cells[single.source], cells[single.target]),
                "over": sum(height(state.fields[at]) for at in ray[: ray.index(single.target)]),
                "left": height(table.fields[single.target]),
                "moved": [{**_at(state, single.source), **_at(state, single.target, "to_")}],
            }
        table.explode()
        burnt = state._replace(fields=tuple(table.fields))
        if burst and burnt.fields != states[n].fields:
            found[f"burst{n}"] = _lies(burnt)
    return found


def _at(state: State, field: int, end: str = "") -> Row:
    (q0, r0), (q, r) = state.board.segments[0][0], state.board.cells[field]
    return {f"{end}q": q - q0, f"{end}r": r - r0}


def _lies(state: State) -> Sequence[Row]:
    middles = [state.board.cells.index(segment[0]) for segment in state.board.segments]
    found: list[Row] = [{**_at(state, middle), "thing": "island"} for middle in middles]
    for field, value in enumerate(state.fields):
        if kind(value) == BURNED:
            found.append({**_at(state, field), "thing": "burned"})
        elif value:
            look = LOOKS[state.players[owner(value)].colour]
            thing = "tower" if kind(value) == TOWER else "stone"
            looks = {"c": look["colour"], "emblem": look["emblem"], "digit": look["digit"], "v": height(value)}
            found.append({**_at(state, field), "thing": thing, **looks})
    return found
