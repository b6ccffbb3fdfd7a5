"""Atlantis: a run of the path, the figures on it, the walk and what it costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.games.atlantis.position import space_text
from companion.games.atlantis.resolve import walk
from companion.games.atlantis.ruling import refusal
from companion.games.atlantis.score import settle
from companion.games.atlantis.state import State, Turn, gaps
from companion.ruling import Ruling
from specs.load import load

from .worked import Fields, Row, numbered

TABLES = load("atlantis").spec.tables
ITEMS = {str(row["letter"]): {key: row[key] for key in ("item", "hue", "wash")} for row in TABLES["items"]}
PEOPLE = {str(row["colour"]): {key: row[key] for key in ("person", "hue")} for row in TABLES["colours"]}


def fields(states: Sequence[State], moves: Sequence[Turn], shows: Mapping[str, Any]) -> Fields:
    """`shows` has the first and last space of the picture, where there is one: a place in it is counted from 0."""
    return {
        **(_turn(states[0], moves[0], states[-1]) if moves else _settled(states[0])),
        **(_picture(states, moves, *shows["spaces"]) if shows else {}),
    }


def _settled(state: State) -> Fields:
    owed = settle(state).standings[state.turn]
    tiles, pays, figures = state.tiles[state.turn], owed.facts["pays"], owed.facts["gaps"]
    ahead = [gap for figure in figures for gap in figure["gaps"]]
    return {
        "tiles": len(tiles),
        "value": max((code & 7 for code in tiles), default=0),
        "worth": sum(code & 7 for code in tiles),
        "cards": sum(state.hands[state.turn]),
        "figures": len(figures),
        "gaps": len(ahead),
        **numbered("price", (gap["price"] for gap in ahead if not gap["bridged"])),
        "due": owed.due,
        "pays_tiles": len(pays["tiles"]),
        "pays_cards": pays["cards"],
        "paid": owed.paid,
        "score": owed.score,
    }


def _turn(before: State, move: Turn, after: State) -> Fields:
    me, figure = before.turn, before.turn * 3 + move.figure - 1
    (gap,) = gaps(before.tops, before.bridges, before.figures[figure], after.figures[figure])
    (taken,) = [code for code in after.tiles[me] if code not in before.tiles[me]]
    there = before.figures.index(_stops(before, move)[1])
    return {
        "me": before.table.colours[me],
        "other": before.table.colours[there // 3],
        **numbered("played", (str(ITEMS[letter]["item"]) for letter in move.cards)),
        "cards": len(move.cards),
        "price": gap.price,
        "near": before.tops[gap.start - 1] & 7,
        "far": before.tops[gap.end] & 7,
        **numbered("gives", (code & 7 for code in move.tiles)),
        "takes": taken & 7,
        "draws": sum(after.hands[me]) - sum(before.hands[me]) + len(move.cards) + move.coins,
    }


def _stops(state: State, move: Turn) -> list[int]:
    """Where a walk begins, and where each of its cards leads; on the way that may be an occupied tile."""
    ruling, start = Ruling(refusal, lenient=True), state.figures[state.turn * 3 + move.figure - 1]
    return [walk(state, start, move.cards[:n], ruling) for n in range(len(move.cards) + 1)]


def _picture(states: Sequence[State], moves: Sequence[Turn], first: int, last: int) -> Fields:
    """The path before the turn; pale figures are where they come to stand."""
    before, after = states[0], states[-1]
    texts = [space_text(before, space) for space in range(first, last + 1)]
    hops: list[Row] = []
    for move in moves:
        for letter, (start, end) in zip(move.cards, pairwise(_stops(before, move)), strict=True):
            hops.append({"item": str(ITEMS[letter]["item"]), "start": start - first, "end": end - first})
    walks = [(hops[0]["start"], hops[-1]["end"])] if hops else [(0, last - first)]
    return {
        "path": [
            {"item": "", "bridge": text == "="} if text in "~=" else {**ITEMS[text[0]], "value": int(text[1])}
            for text in (text.partition("@")[0] for text in texts)
        ],
        "waters": [
            {"start": gap.start - 1 - first, "end": gap.end - first, "price": 0 if gap.bridged else gap.price}
            for start, end in walks
            for gap in gaps(before.tops, before.bridges, first + int(start), first + int(end))
        ],
        "standing": [
            {**PEOPLE[state.table.colours[figure // 3]], "at": space - first, "comes": state is not before}
            for state in (before, after)[: 1 + len(hops)]
            for figure, space in enumerate(state.figures)
            if first <= space <= last and (state is before or space != before.figures[figure])
        ],
        "hops": hops,
        "taken": [
            {"at": space - first, "value": before.tops[space] & 7}
            for space in range(first, last + 1)
            if before.tops[space] != after.tops[space]
        ],
    }
