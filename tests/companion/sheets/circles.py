"""Seven Circles: the fields that `shows: {fields: a1 b1 ...}` names, before a turn and, in a template whose name ends
in `-after`, after it. Whatever changes, and the fields around what explodes, must be among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import hypot, sqrt
from typing import Any

from companion.games.circles.board import field_cell
from companion.games.circles.rules import chain
from companion.games.circles.state import BURNED, EMPTY, TOWER, State, Turn, height, kind, owner
from specs.hexes import Cell, name

from .drawn import Drawn

WORDS = ("red", "blue", "green", "yellow", "purple", "orange")
PIECES: Mapping[str, Sequence[str]] = {"empty": (), "stack": ("c", "v"), "tower": ("c", "v"), "burnt": ()}
Placed = tuple[tuple[int, int], tuple[Any, ...]]


def told(states: Sequence[State], moves: Sequence[Turn]) -> Mapping[str, Any]:
    """`fields` by name, before; `blasts` in their order, each with its pieces and the living fields around it then."""
    blasts = [step for state, move in zip(states, moves, strict=False) for step in chain(state, move)]
    cells, first = states[0].board.cells, states[0]
    return {
        "fields": {name(cell): height(value) for cell, value in zip(cells, first.fields, strict=True)},
        "blasts": [{"pieces": len(step.targets) + step.discarded, "around": len(step.targets)} for step in blasts],
        "goes": [
            {"pieces": single.steps, "who": first.players[first.turn].colour} for m in moves for single in m.singles
        ],
    }


def picture(drawn: Sequence[Drawn], shows: Mapping[str, Any]) -> object:
    after = [part for part in drawn if any(around.endswith("-after") for around in part.inside)]
    return [_rows([part for part in drawn if part not in after]), _rows(after)]


def _rows(drawn: Sequence[Drawn]) -> list[Placed]:
    """What is drawn, by row and half fields from the left-most of the lowest row; the nearest two are a field apart."""
    pairs = [hypot(a.x - b.x, a.y - b.y) for a, b in combinations(drawn, 2)]
    apart = min((far for far in pairs if far > 0.1), default=1.0)
    low = max(drawn, key=lambda part: (round(part.y), -part.x), default=None)
    return sorted(
        (
            (round((low.y - part.y) / apart / sqrt(0.75)), round((part.x - low.x) / apart * 2)),
            (part.name, *(part.values[key] for key in PIECES[part.name])),
        )
        for part in drawn
        if low is not None
    )


def shown(states: Sequence[State], moves: Sequence[Turn], shows: Mapping[str, Any]) -> object:
    board, first, last = states[0].board, states[0].fields, states[-1].fields
    cells = [field_cell(word) for word in shows["fields"].split()]
    blasts = [step.field for state, move in zip(states, moves, strict=False) for step in chain(state, move)]
    needed = {n for n, value in enumerate(first) if value != last[n]}.union(*(board.neighbours[n] for n in blasts))
    if missing := [name(board.cells[n]) for n in sorted(needed) if board.cells[n] not in cells]:
        return f"that {', '.join(missing)} must be there too"
    return [_fields(states[0], cells), _fields(states[-1], cells) if moves else []]


def _fields(state: State, shown: Sequence[Cell]) -> list[Placed]:
    left, low = min(shown, key=lambda cell: (-cell[1], cell[0]))
    values = dict(zip(state.board.cells, state.fields, strict=True))
    return sorted(((low - r, 2 * (q - left) + r - low), _looks(state, values[q, r])) for q, r in shown)


def _looks(state: State, value: int) -> tuple[str | int, ...]:
    if value in (EMPTY, BURNED):
        return ("burnt" if value else "empty",)
    return "tower" if kind(value) == TOWER else "stack", state.players[owner(value)].colour, height(value)
