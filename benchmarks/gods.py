"""How fast Atlantis: Island of Gods is refereed: random play, every action through `apply`."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

from measure import table

from companion import games
from companion.contract.position import Position
from companion.contract.values import Player, Setup
from specs.load import load

GAME = games.Game("gods")
RULES = GAME.rules
RUNS, SECONDS, ACTIONS = 5, 0.5, 400
SIDES = {"front sides": "", "back sides": "B2 G2 R2 Y2"}


def start(players: int, seed: int, sides: str) -> Position:
    document = load("gods")
    names = zip(("Ann", "Bob", "Cy", "Di"), document.spec.players.colours, strict=True)
    people = [Player(name, colour) for name, colour in names][:players]
    state: Position = GAME.begin(document, people, Setup(seed, {"cards": "dealt", "sides": sides}))
    return state


def rate(starts: list[Position], chance: random.Random, pick: Callable[[Position], Any]) -> float:
    """Actions a second of random play, of at most so many actions a game, each picked so."""
    begin, plies = time.perf_counter(), 0
    while time.perf_counter() - begin < SECONDS:
        position = starts[int(chance.random() * len(starts))]
        for _ in range(ACTIONS):
            if GAME.turn(position) is None:
                break
            position = GAME.apply(position, pick(position))
            plies += 1
    return plies / (time.perf_counter() - begin)


def measured(starts: list[Position]) -> tuple[float, float]:
    """Actions a second: one picked fast, and one of the list of every legal one."""
    chance = random.Random(2009)

    def of_every(position: Position) -> Any:
        moves = list(GAME.moves(position))
        return moves[int(chance.random() * len(moves))]

    def picked(position: Position) -> Any:
        return RULES.pick(position.state, chance)

    quick, every = ([rate(starts, chance, pick) for _ in range(RUNS)] for pick in (picked, of_every))
    return statistics.median(quick), statistics.median(every)


def main() -> None:
    rows = []
    for players in (1, 2, 3, 4):
        for name, sides in SIDES.items():
            quick, every = measured([start(players, seed, sides) for seed in range(10)])
            rows.append([f"{players}", name, f"{quick:,.0f}", f"{every:,.0f}"])
    table("Island of Gods, random play, actions a second", ["players", "boards", "an action", "of every action"], rows)


if __name__ == "__main__":
    main()
