"""How fast Atlantis: Island of Gods is refereed: random play, every action through `apply`."""

from __future__ import annotations

import random
import statistics
import time

from measure import table

from companion import games
from companion.contract import Player, Setup
from companion.games.gods.playout import playout
from companion.games.gods.state import State
from specs.load import load

GAME = games.Game("gods")
RUNS, SECONDS, ACTIONS = 5, 0.5, 400
SIDES = {"front sides": "", "back sides": "B2 G2 R2 Y2"}


def start(players: int, seed: int, sides: str) -> State:
    document = load("gods")
    names = zip(("Ann", "Bob", "Cy", "Di"), document.spec.players.colours, strict=True)
    people = [Player(name, colour) for name, colour in names][:players]
    state: State = GAME.setup.new(document, people, Setup(seed, {"cards": "dealt", "sides": sides}))
    return state


def rate(starts: list[State], chance: random.Random) -> float:
    """Actions a second of random play, of at most so many actions a game."""
    begin, plies = time.perf_counter(), 0
    while time.perf_counter() - begin < SECONDS:
        plies += playout(starts[int(chance.random() * len(starts))], chance.random, ACTIONS)[1]
    return plies / (time.perf_counter() - begin)


def listed(starts: list[State], chance: random.Random) -> float:
    """The same, each action picked of the list of every legal one."""
    begin, plies = time.perf_counter(), 0
    while time.perf_counter() - begin < SECONDS:
        state = starts[int(chance.random() * len(starts))]
        for _ in range(ACTIONS):
            moves = list(GAME.rules.legal_moves(state))
            if not moves:
                break
            state = GAME.rules.apply(state, moves[int(chance.random() * len(moves))])
            plies += 1
    return plies / (time.perf_counter() - begin)


def main() -> None:
    rows = []
    for players in (1, 2, 3, 4):
        for name, sides in SIDES.items():
            starts = [start(players, seed, sides) for seed in range(10)]
            chance = random.Random(2009)
            quick = statistics.median(rate(starts, chance) for _ in range(RUNS))
            every = statistics.median(listed(starts, chance) for _ in range(RUNS))
            rows.append([f"{players}", name, f"{quick:,.0f}", f"{every:,.0f}"])
    table("Island of Gods, random play, actions a second", ["players", "boards", "an action", "of every action"], rows)


if __name__ == "__main__":
    main()
