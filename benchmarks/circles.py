"""How fast Seven Circles is refereed: random play on the 3-player board, and chain reactions."""

from __future__ import annotations

import random
import statistics
import time

from measure import table

from companion import games
from companion.contract import Player, Setup
from companion.games.circles.board import board_of
from companion.games.circles.rules import Explosion, Table, begin, finish
from companion.games.circles.state import Rules, State, Turn, field
from specs.load import load
from specs.model.shapes.hexes import hexagon, island

GAME = games.Game("circles")

RUNS = 7
SECONDS = 1.0


def random_play(start: State, chance: random.Random) -> tuple[float, float]:
    """Single moves and turns a second: at each step one of the stacks that can move, or the end of the turn."""
    started, singles, turns = time.perf_counter(), 0, 0
    while time.perf_counter() - started < SECONDS:
        state = start
        while not state.over and state.plies < 500:
            play, made = Table(state), []
            while True:
                sources = play.sources()
                choice = int(chance.random() * (len(sources) + 1))
                if choice == len(sources):
                    break
                options = list(play.singles_from(sources[choice]))
                if not options:
                    break
                made.append(options[int(chance.random() * len(options))])
                play.move(made[-1])
            state = finish(state, play, Turn(tuple(made)))
            singles, turns = singles + len(made), turns + 1
    seconds = time.perf_counter() - started
    return singles / seconds, turns / seconds


def crowded(side: int, height: int) -> State:
    """A hexagon of islands on which every field holds a stack of one player."""
    board = board_of(tuple(island(place) for place in hexagon(side)))
    fields = tuple(field(0, height) for _ in board.cells)
    people = (Player("Ann", "red"), Player("Bob", "blue"))
    return begin(board, fields, people, Rules())


def explosion_phase(state: State) -> tuple[float, int]:
    """Milliseconds of a whole explosion phase, and how many explosions it has."""
    steps: list[Explosion] = []
    Table(state).explode(steps)
    times = []
    for _ in range(15):
        play = Table(state)
        begin = time.perf_counter()
        play.explode()
        times.append((time.perf_counter() - begin) * 1000)
    return statistics.median(times), len(steps)


def main() -> None:
    players = [
        Player(name, colour)
        for name, colour in zip(("Ann", "Bob", "Cy"), load("circles").spec.players.colours, strict=False)
    ]
    start = GAME.setup.new(load("circles"), players, Setup(options={"layout": "triangle-5"}))
    figures = [random_play(start, random.Random(seed)) for seed in range(RUNS)]
    singles, turns = (statistics.median(column) for column in zip(*figures, strict=True))
    table(
        "Seven Circles, random play, 3 players, triangle of side 5 (105 fields)",
        ["", "a second"],
        [["single moves, explosions and growth included", f"{singles:,.0f}"], ["turns", f"{turns:,.0f}"]],
    )
    rows = []
    for side, what in ((5, "61 islands, 427 fields"), (9, "217 islands, 1,519 fields")):
        ms, explosions = explosion_phase(crowded(side, 6))
        rows.append([what, f"{explosions:,}", f"{ms:.2f}", f"{ms * 1000 / explosions:.1f}"])
    table("a whole explosion phase, every field ready", ["", "explosions", "ms", "µs each"], rows)


if __name__ == "__main__":
    main()
