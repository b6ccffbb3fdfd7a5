"""How strong the opponents are, and how long they think: games of pairs at two seats, who begins taking turns.

`python benchmarks/lab.py 300` plays as many games of each pair and game (60 without a number), `atlantis gods` after it
only of those. Each pair of games is of one deal, with the seats changed. A shared win counts a half; brackets are
Wilson's 95 %. Time is the process's own.
"""

from __future__ import annotations

import statistics
import sys
import time
from random import Random
from typing import Any, NamedTuple

from measure import table

from companion.club.stats import wilson
from companion.games import Game, names
from companion.lab.eyes import Eyes
from companion.lab.match import play, plies
from companion.lab.players import ponder, share, weigh
from companion.starting import prepare

GAMES = 60
LONGEST = 1_500  # plies, after which a game is told not to have ended
PAIRS = (("greedy", "random"), ("steady", "greedy"))
PONDERED = 12  # positions of a game on which turns and hints are timed


class Tally(NamedTuple):
    won: float
    decided: int
    of_decided: float
    ended: int
    plies: int


def start(game: Game, seed: int) -> Any:
    """A first position of two players with everything dealt that can be."""
    options = {option.name: "dealt" for option in game.setup.OPTIONS if "dealt" in option.choices}
    return prepare(game.name, ["Ann", "Bob"], seed=seed if options else None, options=options)[1].state


def against(game: Game, one: str, other: str, games: int) -> Tally:
    """So many games of one against another."""
    won = of_decided = 0.0
    decided = ended = length = 0
    for number in range(games):
        seat = number % 2
        strengths = (one, other) if seat == 0 else (other, one)
        match = play(game, start(game, number // 2), strengths, f"lab {number}", LONGEST)
        result = game.score.settle(match.state)
        won += share(result, seat)
        decided += len(result.winners) == 1
        of_decided += share(result, seat) if len(result.winners) == 1 else 0
        ended, length = ended + match.ended, length + match.plies
    return Tally(won, decided, of_decided, ended, length)


def percent(won: float, games: int) -> str:
    low, high = wilson(round(won), games)
    return f"{100 * won / games:.1f} % [{100 * low:.0f}, {100 * high:.0f}]" if games else "-"


def strengths(games: list[Game], number: int) -> None:
    rows = []
    for game in games:
        for one, other in PAIRS:
            found = against(game, one, other, number)
            rows.append([
                f"{game.name}: {one} against {other}", percent(found.won, number),
                percent(found.of_decided, found.decided), f"{found.ended}", f"{found.plies / number:.0f}",
            ])  # fmt: skip
    table(f"{number} games each, 2 players", ["", "won", "of those decided", "ended", "plies"], rows)


def thinking(games: list[Game]) -> None:
    rows = []
    for game in games:
        first = start(game, 3)
        states = [first, *(state for _, state in plies(game, first, ("greedy", "greedy"), "lab"))]
        turns, hints = list[float](), list[float]()
        for state in states[:: max(1, len(states) // PONDERED)]:
            if (player := game.rules.turn(state)) is None:
                continue
            begun = time.process_time()
            found = ponder(Eyes(game, state, player), Random(1))
            turns.append(time.process_time() - begun)
            weigh(Eyes(game, state, player), [thought.move for thought in found[:3]], Random(1), 16)
            hints.append(time.process_time() - begun)
        told = [f"{1000 * pick(each):.0f}" for each in (turns, hints) for pick in (statistics.median, max)]
        rows.append([game.name, *told])
    table("thinking, ms", ["", "steady, a ply", "at most", "a hint", "at most"], rows)


def main(words: list[str]) -> None:
    number = next((int(word) for word in words if word.isdecimal()), GAMES)
    games = [Game(name) for name in names() if name in words or not set(words) & set(names())]
    thinking(games)
    strengths(games, number)


if __name__ == "__main__":
    main(sys.argv[1:])
