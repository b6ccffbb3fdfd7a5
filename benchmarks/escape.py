"""How fast Escape from Atlantis is refereed: random play to the end, plies and whole games a second."""

from __future__ import annotations

import random
import statistics
import time
from itertools import islice

from measure import table

from companion.contract import Player, Setup
from companion.games.escape import playout, rules, setup
from companion.games.escape.state import OVER, SEA, Move, State
from specs.load import load

RUNS = 5
SECONDS = 1.0
LISTED = 300


def drawn(state: State, chance: random.Random) -> Move:
    """A ply by chance, each of all that are listed as likely."""
    return playout.random_ply(state, chance.random)


def listed(state: State, chance: random.Random) -> Move:
    """A ply by chance among the first that are listed."""
    moves = list(islice(rules.legal_moves(state), LISTED))
    return moves[int(chance.random() * len(moves))]


def figures(start: State, pick: object, chance: random.Random) -> tuple[float, float]:
    """Plies and whole games a second of processor time, so that a busy machine does not count."""
    assert callable(pick)
    plies = games = 0
    begin = time.process_time()
    while time.process_time() - begin < SECONDS:
        state = start
        while state.phase != OVER:
            state = rules.apply(state, pick(state, chance))
            plies += 1
        games += 1
    seconds = time.process_time() - begin
    return plies / seconds, games / seconds


def main() -> None:
    people = [Player(*who) for who in (("Ann", "red"), ("Bob", "blue"), ("Cy", "yellow"), ("Di", "green"))]
    rows = []
    for players in (2, 3, 4):
        start = setup.new(load("escape"), people[:players], Setup())
        assert start.ground.count(SEA) > 100
        for name, pick in (("drawn from the whole list", drawn), (f"of its first {LISTED}, listed", listed)):
            found = [figures(start, pick, random.Random(seed)) for seed in range(RUNS)]
            plies, games = (statistics.median(column) for column in zip(*found, strict=True))
            rows.append([f"{players} players, plies {name}", f"{plies:,.0f}", f"{games:,.1f}"])
    table("Escape from Atlantis, random play to the end", ["", "plies a second", "games a second"], rows)


if __name__ == "__main__":
    main()
