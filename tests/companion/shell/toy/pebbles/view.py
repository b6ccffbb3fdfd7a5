"""The pile for people and programs; everybody sees all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.games.pebbles.state import Move, State

from companion.contract import Prompt, Span


def seen_by(state: State, seat: int | None) -> State:
    return state


def said(state: State, move: Move) -> str | None:
    return None


def facts(state: State) -> Mapping[str, Any]:
    seats = zip(state.names, state.colours, state.taken, strict=True)
    return {"pile": state.pile, "players": [{"name": n, "colour": c, "taken": t} for n, c, t in seats]}


def prompt(state: State) -> Prompt:
    return Prompt("take", "", f"1 to {min(state.most, state.pile)} pebbles")


def status(state: State) -> str:
    return f"{state.pile} left"


def board(state: State, width: int) -> Sequence[Sequence[Span]]:
    heap = "o" * state.pile
    return [[Span(heap[i : i + width], "grey")] for i in range(0, len(heap), width)] or [[Span("empty", "dim")]]
