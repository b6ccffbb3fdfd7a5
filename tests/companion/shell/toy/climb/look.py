"""The table for a seat: its own hand, and how many cards the others hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.contract.position import Position
from companion.contract.values import Card, Prompt, Span
from specs.base import measure
from specs.model.document import Document


def facts(view: Position) -> Mapping[str, Any]:
    seats = zip(view.players, view.state.hands, strict=True)
    players = [{"name": p.name, "colour": p.colour, "hand": hand} for p, hand in seats]
    return {"pile": view.state.pile, "deck": len(view.state.deck), "players": players}


def prompt(view: Position) -> Prompt:
    how = "a higher card, or draw" if view.state.deck else "a higher card; pass where you hold none"
    return Prompt("turn", "", how)


def status(view: Position) -> str:
    return f"{view.state.pile[-1:] or 'nothing'} lies on top, {len(view.state.deck)} cards to draw"


def board(view: Position, width: int) -> Sequence[Sequence[Span]]:
    hands = [f"{p.name} {hand}" for p, hand in zip(view.players, view.state.hands, strict=True)]
    pile = [Span("pile ", "dim"), Span(view.state.pile or "empty", "bold")]
    return [pile, *([Span(measure.short(hand, width))] for hand in hands)]


def kinds(document: Document) -> list[Card]:
    return [Card(piece.row["card"], piece.row["card"], piece) for piece in document.pieces["cards"]]
