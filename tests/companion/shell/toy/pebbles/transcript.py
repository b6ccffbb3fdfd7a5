"""Whole games as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from companion.games.pebbles.setup import count
from msgspec import Struct

from companion.contract.faults import within
from companion.contract.position import Position
from companion.contract.values import Player, Setup

NAME = "pebbles in JSON"


class Transcript(Struct):
    pebbles: int
    who: tuple[str, ...] = ()
    taken: tuple[int, ...] = ()


def read(file: Transcript) -> tuple[Sequence[Player], Setup, Sequence[str]]:
    with within("pebbles"):
        pile = count(str(file.pebbles))
    players = [Player(name, "") for name in file.who]
    return players, Setup(None, {"pile": str(pile)}), [str(count) for count in file.taken]


def write(start: Position, moves: Sequence[Any]) -> str:
    names = [player.name for player in start.players]
    return json.dumps({"pebbles": start.state.pile, "who": names, "taken": [move.count for move in moves]})


def left_out(start: Position, moves: Sequence[Any]) -> Sequence[str]:
    return ()
