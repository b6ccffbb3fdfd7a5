"""How fast Atlantis is refereed: random games beside python-chess's, single calls, and settling forty tiles.

Every turn of a playout goes through `apply`, as every move of a chess playout goes through `push`. Chess lists its
legal moves each time and picks one, as its users do. Atlantis is timed three ways: picking of a list of all legal turns
(with every purchase, chain of cards and space for the bridge there are often more than in chess), picking of the same
turns counted, of which only the one picked is made, and with `pick`, which needs neither. Time is the process's own,
so that a busy machine says the same.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import chess
from measure import table

from companion import games
from companion.contract.position import Position as State
from companion.contract.values import Player, Setup
from companion.games.atlantis.cards import cheapest
from companion.games.atlantis.moves import Move
from specs.load import load

GAME = games.Game("atlantis")
PLAIN = GAME.rules

ROUNDS = 7
SECONDS = 0.8
SEATS = [
    Player(name, colour)
    for name, colour in zip(("Ann", "Bob", "Cy", "Di"), load("atlantis").spec.players.colours, strict=True)
]


def starts(cards: str) -> list[State]:
    spec = load("atlantis")
    return [
        GAME.begin(spec, SEATS[:number], Setup(seed, {"cards": cards})) for seed in range(10) for number in (2, 3, 4)
    ]


def played(state: State, chance: random.Random) -> int:
    plies = 0
    while not state.state.over:
        state = GAME.apply(state, PLAIN.pick(state.state, chance))
        plies += 1
    return plies


def listed(state: State, chance: random.Random) -> int:
    plies = 0
    while not state.state.over:
        state = GAME.apply(state, chance.choice(list(GAME.moves(state))))
        plies += 1
    return plies


def counted(state: State, chance: random.Random) -> int:
    plies = 0
    while not state.state.over:
        state = GAME.apply(state, chance.choice(GAME.listed(state)))
        plies += 1
    return plies


def chess_game(chance: random.Random) -> int:
    board = chess.Board()
    while not board.is_game_over():
        board.push(chance.choice(list(board.legal_moves)))
    return len(board.move_stack)


def rate(game: Callable[[], int]) -> float:
    """Plies a second of the process's time, over whole games."""
    begin, plies = time.process_time(), 0
    while time.process_time() - begin < SECONDS:
        plies += game()
    return plies / (time.process_time() - begin)


def playouts(dealt: list[State], hidden: list[State]) -> None:
    chance = random.Random(2009)
    games: dict[str, Callable[[], int]] = {
        "python-chess": lambda: chess_game(chance),
        "Atlantis, a random turn": lambda: played(chance.choice(dealt), chance),
        "Atlantis, of all that are counted": lambda: counted(chance.choice(dealt), chance),
        "Atlantis, of all that are counted, hands hidden": lambda: counted(chance.choice(hidden), chance),
        "Atlantis, of a list of them": lambda: listed(chance.choice(dealt), chance),
        "Atlantis, of a list of them, hands hidden": lambda: listed(chance.choice(hidden), chance),
    }
    figures: dict[str, list[float]] = {name: [] for name in games}
    for _ in range(ROUNDS):
        for name, game in games.items():
            figures[name].append(rate(game))
    medians = {name: statistics.median(each) for name, each in figures.items()}
    rows = [[name, f"{each:,.0f}", f"{each / medians['python-chess']:.2f}"] for name, each in medians.items()]
    table("random games", ["", "plies/s", "x chess"], rows)


def along(start: State, chance: random.Random) -> tuple[list[State], list[Move]]:
    """The positions of a random game, and the turn made from each."""
    states: list[State] = []
    turns: list[Move] = []
    while not start.state.over:
        states.append(start)
        turns.append(chance.choice(list(GAME.moves(start))))
        start = GAME.apply(start, turns[-1])
    return states, turns


def microseconds(call: Callable[[], object], number: int) -> str:
    """The median of rounds, for each of `number` things done."""
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return f"{statistics.median(times) / number * 1e6:.1f}"


def calls(dealt: list[State]) -> None:
    chance = random.Random(42)
    states: list[State] = []
    turns: list[Move] = []
    for start in dealt:
        found = along(start, chance)
        states, turns = states + found[0], turns + found[1]
    lines = [GAME.text(state) for state in states]
    texts = [GAME.format(state, turn) for state, turn in zip(states, turns, strict=True)]
    number = len(states)
    rows = [
        ["legal_moves", microseconds(lambda: [list(GAME.moves(s)) for s in states], number)],
        ["apply", microseconds(lambda: [GAME.apply(s, t) for s, t in zip(states, turns, strict=True)], number)],
        [
            "parse",
            microseconds(lambda: [GAME.parse(s, t) for s, t in zip(states, texts, strict=True)], number),
        ],
        ["text", microseconds(lambda: [GAME.text(s) for s in states], number)],
        ["parse_state", microseconds(lambda: [GAME.read(line) for line in lines], number)],
        ["settle", microseconds(lambda: [GAME.settle(s) for s in states], number)],
    ]
    tiles = tuple(sorted((i % 7 + 1) << 3 | i * i % 7 + 1 for i in range(40)))
    debts = range(1, 150)
    rows.append(
        ["cheapest payment of 40 tiles", microseconds(lambda: [cheapest(tiles, 6, d) for d in debts], len(debts))]
    )
    table(f"one call, over the {number:,} positions of random games", ["", "µs"], rows)


def rules(_: Path) -> None:
    dealt = starts("dealt")
    playouts(dealt, starts("hidden"))
    calls(dealt)


if __name__ == "__main__":
    rules(Path())
