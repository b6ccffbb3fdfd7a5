"""Whole games as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from companion.games.pebbles.setup import count

from companion.contract.faults import ValueFault, Within
from companion.contract.position import Position
from companion.contract.values import Player, Setup

NAME = "pebbles in JSON"


def read(text: str) -> tuple[Sequence[Player], Setup, Sequence[str]]:
    value = json.loads(text)
    if "pebbles" not in value:
        raise ValueFault((), "no pebbles", "how many pebbles there were")
    with Within("pebbles"):
        pile = count(str(value["pebbles"]))
    players = [Player(name, "") for name in value["who"]]
    return players, Setup(None, {"pile": str(pile)}), [str(count) for count in value["taken"]]


def write(start: Position, moves: Sequence[Any]) -> str:
    names = [player.name for player in start.players]
    return json.dumps({"pebbles": start.state.pile, "who": names, "taken": [move.count for move in moves]})


def left_out(start: Position, moves: Sequence[Any]) -> Sequence[str]:
    return ()
