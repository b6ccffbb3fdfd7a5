"""The pile for people and programs; everybody sees all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.pebbles.rules import Take, Tell

from companion.contract.entering import Ply
from companion.contract.position import Position
from companion.contract.values import Entry, Prompt, Result, Span, Standing

UNFOLDS = True


def facts(view: Position) -> Mapping[str, Any]:
    seats = zip(view.players, view.state.taken, strict=True)
    return {"pile": view.state.pile, "players": [{"name": p.name, "colour": p.colour, "taken": t} for p, t in seats]}


def prompt(view: Position) -> Prompt:
    return Prompt("take", "", f"1 to {min(int(view.state.most), view.state.pile)} pebbles")


def status(view: Position) -> str:
    return f"{view.state.pile} left"


def board(view: Position, width: int) -> Sequence[Sequence[Span]]:
    heap = "o" * view.state.pile
    return [[Span(heap[i : i + width], "grey")] for i in range(0, len(heap), width)] or [[Span("empty", "dim")]]


def result(view: Position) -> Result:
    taken = view.state.taken
    standings = tuple(Standing(i, 0, 0, n, (f"{n} pebbles",), {"pebbles": n}) for i, n in enumerate(taken))
    return Result(standings, tuple(i for i, n in enumerate(taken) if n == max(taken)))


def opening(view: Position) -> Sequence[Entry]:
    return ()


def trail(before: Position, move: Any, after: Position) -> Sequence[Entry]:
    if isinstance(move, Tell):
        return []
    seat = before.state.turn
    last = [Entry(seat, 2 if before.state.last_wins else -2, "the last pebble")] if after.state.pile == 0 else []
    return [Entry(seat, move.count, f"takes {move.count}"), *last]


def warnings(made: Ply) -> Sequence[str]:
    last = isinstance(made.move, Take) and made.move.count == made.before.state.pile
    return ["that was the last pebble"] if last else []


def revealed(before: Position, move: Any, after: Position) -> Sequence[str]:
    return [f"the pile at {move.count}"] if isinstance(move, Tell) else []


def chain(made: Ply) -> Sequence[str]:
    return [f"a pebble rolls: {n}" for n in range(1, made.move.count + 1)] if isinstance(made.move, Take) else []
