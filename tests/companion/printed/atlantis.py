"""Atlantis: a run of the path, the figures on it, the walk and what it costs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.contract.judges import Noting
from companion.contract.position import Position
from companion.games.atlantis.moves import Walk, walk
from companion.games.atlantis.state import State, gaps
from companion.games.atlantis.texts import NOTHING, tile_text
from companion.games.atlantis.words import paid, result
from specs.load import load

from .worked import Fields, Row, numbered

TABLES = load("atlantis").spec.data
ITEMS = {str(row["letter"]): {key: row[key] for key in ("item", "hue", "wash")} for row in TABLES["items"]}
PEOPLE = {str(row["colour"]): {key: row[key] for key in ("person", "hue")} for row in TABLES["colours"]}


def fields(positions: Sequence[Position], moves: Sequence[Walk], shows: Mapping[str, Any]) -> Fields:
    """`shows` has the first and last space of the picture, where there is one: a place in it is counted from 0."""
    return {
        **(_turn(positions[0], moves[0], positions[-1].state) if moves else _settled(positions[0])),
        **(_picture(positions, moves, *shows["spaces"]) if shows else {}),
    }


def _settled(position: Position) -> Fields:
    state = position.state
    owed = result(position).standings[state.turn]
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


def _turn(position: Position, move: Walk, after: State) -> Fields:
    before = position.state
    me, figure = before.turn, before.turn * 3 + move.figure - 1
    (gap,) = gaps(before.path.tops, before.path.bridges, before.path.figures[figure], after.path.figures[figure])
    (taken,) = [code for code in after.tiles[me] if code not in before.tiles[me]]
    there = before.path.figures.index(_stops(before, move)[1])
    return {
        "me": position.players[me].colour,
        "other": position.players[there // 3].colour,
        **numbered("played", (str(ITEMS[letter]["item"]) for letter in move.cards)),
        "cards": len(move.cards),
        "price": gap.price,
        "near": before.path.tops[gap.start - 1] & 7,
        "far": before.path.tops[gap.end] & 7,
        **numbered("gives", (code & 7 for code in paid(move).tiles)),
        "takes": taken & 7,
        "draws": sum(after.hands[me]) - sum(before.hands[me]) + len(move.cards) + paid(move).coins,
    }


def _stops(state: State, move: Walk) -> list[int]:
    """Where a walk begins, and where each of its cards leads; on the way that may be an occupied tile."""
    start = state.path.figures[state.turn * 3 + move.figure - 1]
    return [walk(state, start, move.cards[:n], Noting()) for n in range(len(move.cards) + 1)]


def _picture(positions: Sequence[Position], moves: Sequence[Walk], first: int, last: int) -> Fields:
    """The path before the turn; pale figures are where they come to stand."""
    before, after = positions[0].state, positions[-1].state
    mainland = len(before.path.tops) - 1
    end = mainland if last == mainland - 1 else last
    colours = [player.colour for player in positions[0].players]
    texts = [_text(before, space) for space in range(first, last + 1)]
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
            for gap in gaps(before.path.tops, before.path.bridges, first + int(start), first + int(end))
        ],
        "standing": [
            {**PEOPLE[colours[figure // 3]], "at": _stands(state, figure, first), "comes": state is not before}
            for state in (before, after)[: 1 + len(hops)]
            for figure, space in enumerate(state.path.figures)
            if first <= space <= end and (state is before or space != before.path.figures[figure])
        ],
        "hops": hops,
        "taken": [
            {"at": space - first, "value": before.path.tops[space] & 7}
            for space in range(first, last + 1)
            if before.path.tops[space] != after.path.tops[space]
        ],
    }


def _stands(state: State, figure: int, first: int) -> float:
    """Where a figure stands; on the mainland beside those who came before it."""
    space = state.path.figures[figure]
    return space - first + round(0.4 * state.path.figures[:figure].count(space), 1)


def _text(state: State, space: int) -> str:
    top = state.path.tops[space]
    if top == NOTHING:
        return "=" if state.path.bridges >> space & 1 else "~"
    return tile_text(top)
