"""Whole games as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence

from companion.games.pebbles.setup import count
from companion.games.pebbles.state import Move, State

from companion.contract import Player, Setup, ValueFault, Within

NAME = "pebbles in JSON"


def read(text: str) -> tuple[Sequence[Player], Setup, Sequence[str]]:
    value = json.loads(text)
    if "pebbles" not in value:
        raise ValueFault((), "no pebbles", "how many pebbles there were")
    with Within("pebbles"):
        pile = count(str(value["pebbles"]))
    players = [Player(name, "") for name in value["who"]]
    return players, Setup(None, {"pile": str(pile)}), [str(count) for count in value["taken"]]


def write(start: State, moves: Sequence[Move]) -> str:
    return json.dumps({"pebbles": start.pile, "who": start.names, "taken": [move.count for move in moves]})


def left_out(start: State, moves: Sequence[Move]) -> Sequence[str]:
    return ()
