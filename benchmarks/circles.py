"""How fast Seven Circles is refereed: random play on the 3-player board, and chain reactions."""

from __future__ import annotations

import random
import statistics
import time

from measure import table

from companion import games
from companion.contract.judges import STRICT
from companion.contract.rules import EVERYTHING
from companion.contract.values import Player, Setup
from companion.games.circles.board import board_of
from companion.games.circles.rules import begun
from companion.games.circles.state import State, Table, field
from companion.games.circles.unfolding import Explosion, explode
from specs.load import load
from specs.model.shapes.hexes import hexagon, island

GAME = games.Game("circles")
RULES = GAME.rules

RUNS = 7
SECONDS = 1.0


def random_play(start: State, chance: random.Random, *, listed: bool) -> tuple[float, float]:
    """Plies and turns a second: by chance, or picked from a list of all that are legal."""
    started, plies, turns = time.perf_counter(), 0, 0
    while time.perf_counter() - started < SECONDS:
        state = start
        while not state.over and state.number < 500:
            move = chance.choice(list(RULES.moves(state, EVERYTHING))) if listed else RULES.pick(state, chance)
            state = RULES.play(state, state.turn, move, STRICT)
            plies += 1
        turns += state.number
    seconds = time.perf_counter() - started
    return plies / seconds, turns / seconds


def crowded(side: int, height: int) -> State:
    """A hexagon of islands on which every field holds a stack of one player."""
    board = board_of(tuple(island(place) for place in hexagon(side)))
    fields = tuple(field(0, height) for _ in board.cells)
    return begun(board, fields, 2, Table("jump", "pieces", "last-player"))


def explosion_phase(state: State) -> tuple[float, int]:
    """Milliseconds of a whole explosion phase, and how many explosions it has."""
    steps: list[Explosion] = []
    explode(state.board, list(state.fields), state.turn, steps)
    times = []
    for _ in range(15):
        fields = list(state.fields)
        begin = time.perf_counter()
        explode(state.board, fields, state.turn)
        times.append((time.perf_counter() - begin) * 1000)
    return statistics.median(times), len(steps)


def main() -> None:
    players = [
        Player(name, colour)
        for name, colour in zip(("Ann", "Bob", "Cy"), load("circles").spec.players.colours, strict=False)
    ]
    start = GAME.begin(load("circles"), players, Setup(options={"layout": "triangle-5"})).state
    rows = []
    for listed, what in ((False, "a random move"), (True, "of a list of them")):
        figures = [random_play(start, random.Random(seed), listed=listed) for seed in range(RUNS)]
        plies, turns = (statistics.median(column) for column in zip(*figures, strict=True))
        rows.append([what, f"{plies:,.0f}", f"{turns:,.0f}"])
    table(
        "Seven Circles, random play, 3 players, triangle of side 5 (105 fields), explosions and growth included",
        ["", "plies a second", "turns a second"],
        rows,
    )
    rows = []
    for side, what in ((5, "61 islands, 427 fields"), (9, "217 islands, 1,519 fields")):
        ms, explosions = explosion_phase(crowded(side, 6))
        rows.append([what, f"{explosions:,}", f"{ms:.2f}", f"{ms * 1000 / explosions:.1f}"])
    table("a whole explosion phase, every field ready", ["", "explosions", "ms", "µs each"], rows)


if __name__ == "__main__":
    main()
