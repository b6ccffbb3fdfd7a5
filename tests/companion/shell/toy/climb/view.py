"""The table for a seat: its own hand, and how many cards the others hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.games.climb.state import Move, State

from companion.contract import Prompt, Span
from specs.base import measure


def seen_by(state: State, seat: int | None) -> State:
    hands = tuple(hand if n == seat else "?" * len(hand) for n, hand in enumerate(state.hands))
    return replace(state, hands=hands, deck="?" * len(state.deck))


def said(state: State, move: Move) -> str | None:
    return None


def facts(state: State) -> Mapping[str, Any]:
    seats = zip(state.names, state.colours, state.hands, strict=True)
    players = [{"name": name, "colour": colour, "hand": hand} for name, colour, hand in seats]
    return {"pile": state.pile, "deck": len(state.deck), "players": players}


def prompt(state: State) -> Prompt:
    return Prompt("turn", "", "a higher card, or draw" if state.deck else "a higher card; pass where you hold none")


def status(state: State) -> str:
    return f"{state.pile[-1:] or 'nothing'} lies on top, {len(state.deck)} cards to draw"


def board(state: State, width: int) -> Sequence[Sequence[Span]]:
    hands = [f"{name} {hand}" for name, hand in zip(state.names, state.hands, strict=True)]
    pile = [Span("pile ", "dim"), Span(state.pile or "empty", "bold")]
    return [pile, *([Span(measure.short(hand, width))] for hand in hands)]
