"""How fast Escape from Atlantis is refereed: random play to the end, plies, turns and whole games a second."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable

from measure import table

from companion.contract import entering
from companion.contract.judges import STRICT
from companion.contract.position import Position
from companion.contract.rules import EVERYTHING
from companion.contract.values import Player, Setup
from companion.games import Game
from specs.load import load

RUNS = 5
SECONDS = 1.0
GAME = Game("escape")


def drawn(here: Position, chance: random.Random) -> int:
    """A game of plies by chance, as simulations play it: how many plies."""
    plies = 0
    while GAME.turn(here) is not None:
        here, plies = GAME.apply(here, entering.random_move(GAME, here, chance)), plies + 1
    return plies


def listed(here: Position, chance: random.Random) -> int:
    """A game of which each ply is one of the list of all."""
    rules, state, plies = GAME.rules, here.state, 0
    while rules.turn(state) is not None:
        moves = list(rules.moves(state, EVERYTHING))
        state, plies = rules.play(state, state.turn, moves[int(chance.random() * len(moves))], STRICT), plies + 1
    return plies


def figures(start: Position, play: Callable[[Position, random.Random], int], seed: int) -> tuple[float, float]:
    """Plies and whole games a second of processor time, so that a busy machine does not count."""
    plies, games, chance = 0, 0, random.Random(seed)
    begin = time.process_time()
    while time.process_time() - begin < SECONDS:
        plies, games = plies + play(start, chance), games + 1
    seconds = time.process_time() - begin
    return plies / seconds, games / seconds


def main() -> None:
    people = [Player(*who) for who in (("Ann", "red"), ("Bob", "blue"), ("Cy", "yellow"), ("Di", "green"))]
    rows = []
    for players in (2, 3, 4):
        start = GAME.begin(load("escape"), people[:players], Setup())
        for name, play in (("drawn by chance", drawn), ("of a list of them", listed)):
            found = [figures(start, play, seed) for seed in range(RUNS)]
            plies, games = (statistics.median(column) for column in zip(*found, strict=True))
            rows.append([f"{players} players, plies {name}", f"{plies:,.0f}", f"{games:,.1f}"])
    table("Escape from Atlantis, random play to the end", ["", "plies a second", "games a second"], rows)


if __name__ == "__main__":
    main()
