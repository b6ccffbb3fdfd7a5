"""How fast games are played beside each other, and how long opponents think. `make ladder` plays how strong they are.

`python benchmarks/lab.py` measures all, in some nine minutes; words choose: `playouts`, `greedy`, `workers`,
`thinking`, names of games, and a number of games (for `greedy` and `workers`, in place of 10,000 and 3,000).

Playouts are random games: ours by `by_chance`, on positions where all is known, each turn through `apply`, and those of
OpenSpiel by a legal action of its list, as its users play them. Of its games some that are written in Python are
compared; three have hidden hands as ours do, and all are far smaller.
Playouts and thinking are in the process's own time, so that a busy machine says nearly the same; games of several
processes are timed by the clock, and their work by what all of them took of a core.
"""

from __future__ import annotations

import resource
import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from measure import table

from companion.games import Game, names
from companion.lab.players import Eyes, plies, ponder, weigh
from companion.lab.playtest import planned
from companion.lab.runs import run
from companion.record.starting import prepare

SECONDS, ROUNDS = 1.0, 3  # of a rate, whose middle of so many is told
SPIEL = ("python_tic_tac_toe", "python_kuhn_poker", "python_liars_poker", "python_block_dominoes")
GREEDY, WORKERS = 10_000, 3_000
LONGEST = 1_500  # plies, after which a game is told not to have ended
PONDERED = 12  # positions of a game on which turns and hints are timed
PARTS = ("playouts", "greedy", "workers", "thinking")


def start(game: Game, seed: int) -> Any:
    """A first position of two players with everything dealt that can be."""
    options = {option.name: "dealt" for option in game.setup_options if "dealt" in option.choices}
    return prepare(game.name, ["Ann", "Bob"], seed=seed if options else None, options=options)[1].state


def thinking(games: list[Game]) -> None:
    rows = []
    for game in games:
        first = start(game, 3)
        states = [first, *(state for _, state in plies(game, first, ("greedy", "greedy"), "lab"))]
        turns, hints = list[float](), list[float]()
        for state in states[:: max(1, len(states) // PONDERED)]:
            if (player := game.turn(state)) is None:
                continue
            begun = time.process_time()
            found = ponder(Eyes(game, state, player), Random(1))
            turns.append(time.process_time() - begun)
            weigh(Eyes(game, state, player), [thought.move for thought in found[:3]], Random(1), 16)
            hints.append(time.process_time() - begun)
        told = [f"{1000 * pick(each):.0f}" for each in (turns, hints) for pick in (statistics.median, max)]
        rows.append([game.name, *told])
    table("thinking, ms", ["", "steady, a ply", "at most", "a hint", "at most"], rows)


# ---- how fast ------------------------------------------------------------------------------------


def rate(game: Callable[[], int]) -> float:
    """Plies a second of the process's time, over whole games."""
    found = []
    for _ in range(ROUNDS):
        begun, made = time.process_time(), 0
        while time.process_time() - begun < SECONDS:
            made += game()
        found.append(made / (time.process_time() - begun))
    return statistics.median(found)


def ours(game: Game, chance: Random) -> Callable[[], int]:
    starts = [start(game, seed) for seed in range(10)]

    def playout() -> int:
        state, made = starts[int(chance.random() * len(starts))], 0
        while game.turn(state) is not None and made < LONGEST:
            assert game.bots is not None
            state, made = game.apply(state, game.bots.by_chance(state, chance)), made + 1
        return made

    return playout


def spiel(name: str, chance: Random) -> Callable[[], int]:
    """A game of OpenSpiel's. Raises ImportError."""
    import pyspiel

    import_module("open_spiel.python.games")
    game = pyspiel.load_game(name)

    def playout() -> int:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                action = chance.choices(actions, weights)[0]
            else:
                action = chance.choice(state.legal_actions())
            state.apply_action(action)
            made += 1
        return made

    return playout


def playouts(games: list[Game]) -> None:
    rows = [[game.name, f"{rate(ours(game, Random(2009))):,.0f}"] for game in games]
    for name in SPIEL:
        try:
            rows.append([f"OpenSpiel, {name}", f"{rate(spiel(name, Random(2009))):,.0f}"])
        except ImportError:
            rows.append([f"OpenSpiel, {name}", "not here"])
    table("random games, 2 players, plies a second", ["", "plies"], rows)


class Took(NamedTuple):
    """Seconds by the clock, and of all processes' time."""

    clock: float
    work: float


def timed(game: str, number: int, jobs: int, cluster: str = "") -> Took:
    """Greedy games of two, with all that `simulate` counts of them."""
    plan = planned(game, ("greedy", "greedy"), 1)

    def work() -> float:
        used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(each.ru_utime + each.ru_stime for each in used)

    clock, before = time.perf_counter(), work()
    run(plan, number, jobs, cluster=cluster)
    return Took(time.perf_counter() - clock, work() - before)


def greedy(game: str, number: int) -> None:
    """So many games on two processes."""
    found = timed(game, number, 2)
    row = [f"{found.clock:.0f}", f"{1000 * found.work / number:.1f}"]
    table(f"{game}: {number:,} greedy games on two processes", ["s", "ms of a core a game"], [row])


def workers(game: str, number: int) -> None:
    """The same games by one process, by two, and by two workers of Dask's, from the first import to the last row."""
    ways = {"one process": (1, ""), "two": (2, ""), "two of Dask's": (2, "local")}
    found = {name: timed(game, number, *way) for name, way in ways.items()}
    alone, two = found["one process"], found["two"]
    rows = [
        [name, f"{each.clock:.1f}", f"{alone.clock / each.clock:.2f}", f"{100 * (each.clock / two.clock - 1):+.0f} %",
         f"{each.work:.1f}", f"{100 * (each.work / alone.work - 1):+.0f} %"]
        for name, each in found.items()
    ]  # fmt: skip
    heads = ["", "s", "x one", "beside two", "s of a core", "beside one"]
    table(f"{game}: {number:,} greedy games", heads, rows)


def main(words: list[str]) -> None:
    number = next((int(word) for word in words if word.isdecimal()), 0)
    games = [Game(name) for name in names() if name in words or not set(words) & set(names())]
    games = [game for game in games if game.bots is not None]
    parts = [part for part in PARTS if part in words] or PARTS
    if "playouts" in parts:
        playouts(games)
    if "thinking" in parts:
        thinking(games)
    if "workers" in parts:
        workers(games[0].name, number or WORKERS)
    if "greedy" in parts:
        greedy(games[0].name, number or GREEDY)


if __name__ == "__main__":
    main(sys.argv[1:])
