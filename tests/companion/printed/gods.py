"""Island of Gods: a temple as it grows with the cards it costs, and what a god's card wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.contract.position import Position
from companion.games.gods.moves import Build, Move
from companion.games.gods.state import LETTERS, ROMAN, shape_text
from specs.load import load

from .worked import Fields, numbered

TABLES = load("gods").spec.data
REGIONS = {str(row["letter"]): row for row in TABLES["regions"]}
PAINTS = {str(row["player"]): str(row["paint"]) for row in TABLES["players"]}
DEITIES = {int(str(row["deity"])): row for row in TABLES["deities"]}


def fields(positions: Sequence[Position], moves: Sequence[Move], shows: Mapping[str, Any]) -> Fields:
    return _growth(positions, moves) if moves else _card(positions[0])


def _growth(positions: Sequence[Position], moves: Sequence[Move]) -> Fields:
    """What each action of a turn built in the region the marker comes to (`-`: nothing), and cost in hand cards."""
    states = [position.state for position in positions]
    me, site = states[0].turn, states[-1].marker
    assert states[-1].turn != me or not states[-1].left, "all actions of a turn"
    shapes = [
        shape_text(state.sites[me][site]) if isinstance(move, Build) else "-"
        for move, state in zip(moves, states[1:], strict=True)
    ]
    prices = [max(0, sum(before.hands[me]) - sum(after.hands[me])) for before, after in pairwise(states)]
    steps = list(zip(moves, shapes, prices, strict=True))
    built = [(shape, price) for _, shape, price in steps if shape != "-"]
    look = REGIONS[LETTERS[site]]
    return {
        "paint": PAINTS[positions[0].players[me].colour],
        **{key: str(look[key]) for key in ("hue", "wash", "emblem")},
        **numbered("temple", (shape for shape, _ in built)),
        **numbered("price", (price for _, price in built)),
        "builds": len(built),
        "level": ROMAN[sum(states[-1].sites[me][site])],
        "temples": [
            {"does": type(move).__name__.lower(), "shape": shape, "price": price} for move, shape, price in steps
        ],
    }


def _card(position: Position) -> Fields:
    """What the winner's card asked for, region by region in their order."""
    state = position.state
    wins = state.winner
    assert wins is not None, "an example of a card met ends a game"
    number = state.table.deities[wins]
    shapes = [shape_text(state.sites[wins][region]) for region in state.table.order]
    looks = [REGIONS[LETTERS[region]] for region in state.table.order]
    return {
        "paint": PAINTS[position.players[wins].colour],
        "boards": [
            {"number": n, "shape": shape, **{key: str(look[key]) for key in ("colour", "hue", "emblem")}}
            for n, (shape, look) in enumerate(zip(shapes, looks, strict=True), 1)
        ],
        "god": str(DEITIES[number]["name"]),
        "deity": number,
        "hue": str(DEITIES[number]["hue"]),
        "wants": [{"number": n, "shape": shape} for n, shape in enumerate(shapes, 1)],
    }
