"""Seven Circles: islands with stones, towers and burned ground, before a turn and after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot, sqrt
from typing import Any

from companion.games.circles.board import field_cell
from companion.games.circles.rules import Table, chain
from companion.games.circles.state import BURNED, TOWER, State, Turn, height, kind, owner
from specs.hexes import distance, name

from .drawn import Drawn

WORDS = ("red", "blue")
PIECES: Mapping[str, Sequence[str]] = {
    "red-stone": ("v",), "red-tower": ("v",), "blue-stone": ("v",), "burned": (), "field": (),
}  # fmt: skip
Frame = list[tuple[str, str]]  # each field's name and each thing on it


def told(states: Sequence[State], moves: Sequence[Turn]) -> Mapping[str, Any]:
    before, me = states[0], states[0].turn
    pairs = list(zip(states, moves, strict=False))
    burst = [step for state, move in pairs for step in chain(state, move)]
    found: dict[str, Any] = {
        "who": before.players[me].colour,
        "other": before.players[1 - me].colour,
        "bursts": [len(step.targets) + step.discarded for step in burst],
        "living": [len(step.targets) for step in burst],
        "towers": [height(value) for state in states for value in state.fields if kind(value) == TOWER],
        "lost": states[-1].tallies[me].gone - before.tallies[me].gone,
    }
    for single in moves[0].singles:
        cells, moved = before.board.cells, _unfolded(before, moves[0], exploded=False)
        between = next(ray for ray in before.board.rays[single.source] if single.target in ray)
        found |= {
            "pieces": single.steps,
            "far": distance(cells[single.source], cells[single.target]),
            "over": sum(height(before.fields[at]) for at in between[: between.index(single.target)]),
            "left": height(moved.fields[single.target]),
        }
    return found


def _unfolded(state: State, turn: Turn, *, exploded: bool) -> State:
    """A turn without its growth, and without its explosions too."""
    table = Table(state)
    for single in turn.singles:
        table.move(single)
    if exploded:
        table.explode()
    return state._replace(fields=tuple(table.fields))


def picture(drawn: Sequence[Drawn], shows: Mapping[str, Any]) -> object:
    """What is drawn belongs to the nearest frame, and there to a field."""
    frames = shows["frames"]
    found: list[Frame] = [[] for _ in frames]
    for part in drawn:
        near = min(range(len(frames)), key=lambda n: hypot(part.x - frames[n]["x"], part.y - frames[n]["y"]))
        colour, _, what = part.name.partition("-")
        thing = f"{colour} {what} of {part.values['v']}" if what else part.name
        found[near].append((_field(part, frames[near]), thing))
    return [sorted(frame) for frame in found]


def _field(part: Drawn, frame: Mapping[str, Any]) -> str:
    down = (part.y - frame["y"]) / (frame["step"] * sqrt(3) / 2)
    right = (part.x - frame["x"]) / frame["step"] - down / 2
    if max(abs(right - round(right)), abs(down - round(down))) > 0.05:
        return f"between fields, at {part.x:.1f}, {part.y:.1f}"
    q, r = field_cell(frame["field"]) or (0, 0)
    return name((q + round(right), r + round(down)))


def shown(states: Sequence[State], moves: Sequence[Turn], shows: Mapping[str, Any]) -> object:
    return [_frame(states, moves, frame) for frame in shows["frames"]]


def _frame(states: Sequence[State], moves: Sequence[Turn], frame: Mapping[str, Any]) -> Frame:
    turns = frame["turns"]
    exploded = frame.get("exploded", False)
    state = _unfolded(states[turns - 1], moves[turns - 1], exploded=True) if exploded else states[turns]
    found = []
    for cell, value in zip(state.board.cells, state.fields, strict=True):
        found.append((name(cell), "field"))
        if kind(value) == BURNED:
            found.append((name(cell), "burned"))
        elif value:
            what = "tower" if kind(value) == TOWER else "stone"
            found.append((name(cell), f"{state.players[owner(value)].colour} {what} of {height(value)}"))
    return sorted(found)
