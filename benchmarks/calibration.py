"""What a share of the win by playouts is worth: how often greedy opponents go on to win from there.

`python benchmarks/calibration.py FILE SECONDS [GAME...]` plays games of two greedy opponents for so many seconds, each
game for as long, and keeps in FILE (JSON, a line each), of a few turns of every game, what playouts said of the turn
and what share of the win its player had in the end. Then it fits the `CURVE` of each game's `bots.py` on all games. How
far that is off is found by two more fits, on the games of even and of odd numbers: each is tried on the games that it
was not fitted on, in each fifth of what it says. FILE grows from run to run.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

import numpy as np
from lab import start
from measure import table

from companion.club.stats import wilson
from companion.games import Game, names
from companion.lab.players import LONGEST, Eyes, plies, share, worths
from companion.lab.worth import PLAIN, of_curve

POSITIONS, SAMPLES, FIFTHS, STEPS = 3, 32, 5, 30


class Point(NamedTuple):
    """Of a game by its number: what so many playouts said, and the share of the win that came."""

    number: int
    said: float
    came: float


def played(game: Game, number: int) -> Iterator[Point]:
    """Points of one game, where it ended."""
    chance, first = Random(f"calibration {number}"), start(game, number)
    made = [*islice(plies(game, first, ("greedy", "greedy"), f"calibration {number}"), LONGEST)]
    if game.turn(made[-1][1]) is not None:
        return
    result, befores = game.settle(made[-1][1]), [first, *(state for _, state in made)]
    for at in chance.sample(range(len(made)), min(POSITIONS, len(made))):
        player = game.turn(befores[at])
        if player is not None and game.rules.turn(befores[at].state).seats:
            eyes = Eyes(game, befores[at], player)
            found = [worths(eyes, [made[at][0]], chance)[0] for _ in range(SAMPLES)]
            yield Point(number, fmean(found), share(result, player))


def collect(file: Path, seconds: float, games: Sequence[str]) -> None:
    """Play on for so many seconds."""
    spent, after = Counter(dict.fromkeys(games, 0.0)), Counter({name: len(found) for name, found in kept(file).items()})
    begun = time.monotonic()
    with file.open("a") as out:
        while time.monotonic() - begun < seconds:
            name = min(spent, key=spent.__getitem__)
            since = time.process_time()
            out.writelines(json.dumps([name, *point]) + "\n" for point in played(Game(name), after[name]))
            out.flush()
            spent[name] += time.process_time() - since
            after[name] += 1


def kept(file: Path) -> dict[str, list[Point]]:
    found = defaultdict(list)
    for line in file.read_text().splitlines() if file.exists() else ():
        name, *point = json.loads(line)
        found[name].append(Point(*point))
    return found


def fitted(points: Sequence[Point]) -> tuple[float, float, float]:
    """The curve that makes what came likeliest, by Newton's method."""
    seen = np.array([(point.said * SAMPLES + 0.5) / (SAMPLES + 1) for point in points])
    ahead, came = np.log(seen / (1 - seen)), np.array([point.came for point in points])
    terms, curve = np.stack([np.ones_like(ahead), ahead, np.tanh(ahead)]), np.array(PLAIN)
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(-curve @ terms))
        curve += np.linalg.solve(terms * expected * (1 - expected) @ terms.T, terms @ (came - expected))
    offset, slope, more = map(float, curve)
    return offset, slope, more


def tested(points: Sequence[Point]) -> list[str]:
    """For each fifth of what is said by the curve of the other half's games: the mean share by playouts alone, by that
    curve, and the one that came with Wilson's 95 %; the number of turns."""
    curves = [fitted([point for point in points if point.number % 2 != half]) for half in (0, 1)]
    found = defaultdict(list)
    for point in points:
        says = of_curve(curves[point.number % 2], point.said, SAMPLES)
        found[min(FIFTHS - 1, int(says * FIFTHS))].append((point.said, says, point.came))
    rows = []
    for fifth in sorted(found):
        a, b, c = (fmean(each) for each in zip(*found[fifth], strict=True))
        low, high = wilson(c * len(found[fifth]), len(found[fifth]))
        came = f"{100 * c:.0f} [{100 * low:.0f}, {100 * high:.0f}]"
        rows.append(f"{100 * a:.0f} → {100 * b:.0f}, {came} ({len(found[fifth])})")
    return rows


def main() -> None:
    file, seconds, *games = sys.argv[1:]
    collect(Path(file), float(seconds), games or names())
    rows = []
    for name, points in sorted(kept(Path(file)).items()):
        games_played = len({point.number for point in points})
        curve = "({:.2f}, {:.2f}, {:.2f})".format(*fitted(points))
        rows.append([name, str(games_played), curve, "; ".join(tested(points))])
    table("playouts → curve, came (turns)", ["", "games", "CURVE", "in fifths, by the curve of the other half"], rows)


if __name__ == "__main__":
    main()
