"""The ladder of the bots: on one scale for each game, on which random has 0 and 400 more mean ten wins to one loss.

`make ladder` plays 400 games of each pair of neighbours (ARGS: --seconds N and names of games) and writes the table of
docs/playtest.md. What was played is kept in build/ladder.jsonl, and gone on from; delete that file for other bots.

Random and *one ply* never change from version to version: one ply tries twenty legal lines by chance and takes the one
with the best margin if the game ended there. So the numbers of two versions can be compared. Two players, deals played
twice with the seats changed; a shared win is a half; brackets are Wilson's 95 %.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterator
from math import log10
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from lab import start

from companion.club.stats import wilson
from companion.games import Game, names
from companion.lab.players import LONGEST, Eyes, decide, share
from specs.base.files import replace_text

ROOT = Path(__file__).parents[1]
KEPT, PAGE = ROOT / "build" / "ladder.jsonl", ROOT / "docs" / "playtest.md"
GAMES, TRIED = 400, 20
PAIRS = (("one ply", "random"), ("greedy", "one ply"), ("greedy", "random"), ("steady", "greedy"))
_TABLE = re.compile(r"(?<=<!-- ladder -->\n).*?(?=<!-- end of ladder -->)", re.DOTALL)


def one_ply(eyes: Eyes, chance: Random) -> Any:
    """The best of some plies by chance, by what the seat is ahead if the game ended behind it."""
    position = eyes.sample(chance)

    def ahead(move: Any) -> int:
        points, winners = eyes.game.tally(eyes.game.apply(position, move))
        others = [each for seat, each in enumerate(points) if seat != eyes.player]
        return points[eyes.player] - max(others) + (eyes.player in winners)

    return max((eyes.bots.by_chance(position, chance) for _ in range(TRIED)), key=ahead)


class Played(NamedTuple):
    """A game of the first of a pair: its share of the win, and its plies and the seconds they took of a processor."""

    game: str
    one: str
    other: str
    number: int
    won: float
    plies: int
    seconds: float


def played(game: Game, one: str, other: str, number: int) -> Played:
    state, made, seconds, all_plies = start(game, number // 2), 0, 0.0, 0
    while (player := game.turn(state)) is not None and all_plies < LONGEST:
        mine, eyes = player == number % 2, Eyes(game, state, player)
        since = time.process_time()
        who, chance = one if mine else other, Random(f"ladder {number}/{player}/{all_plies}")
        move = one_ply(eyes, chance) if who == "one ply" else decide(eyes, who, chance)
        if mine:
            made, seconds = made + 1, seconds + time.process_time() - since
        state, all_plies = game.apply(state, move), all_plies + 1
    return Played(game.name, one, other, number, share(game.settle(state), number % 2), made, round(seconds, 4))


def kept() -> list[Played]:
    return [Played(*json.loads(line)) for line in KEPT.read_text().splitlines()] if KEPT.exists() else []


def collect(games: list[str], seconds: float) -> None:
    """Play on, each pair in turn, until each has its games or the time is over."""
    begun, there = time.monotonic(), kept()
    count = {(name, *pair): sum(each[:3] == (name, *pair) for each in there) for name in games for pair in PAIRS}
    spent = dict.fromkeys(count, 0.0)
    while time.monotonic() - begun < seconds and (left := [pair for pair in count if count[pair] < GAMES]):
        name, one, other = pair = min(left, key=spent.__getitem__)
        since = time.process_time()
        found = played(Game(name), one, other, count[pair])
        spent[pair], count[pair] = spent[pair] + time.process_time() - since, count[pair] + 1
        KEPT.parent.mkdir(exist_ok=True)
        with KEPT.open("a") as out:
            out.write(json.dumps(found) + "\n")


def rows() -> Iterator[str]:
    """The table's lines: each step of a ladder, how often it was won, where the upper one stands, what a ply takes."""
    there = kept()
    for name in names():
        stands = {"random": 0.0}
        for one, other in PAIRS:
            found = [each for each in there if each[:3] == (name, one, other)]
            if not found or other not in stands:
                continue
            won, number = sum(each.won for each in found), len(found)
            low, high = wilson(won, number)
            odds = (won + 0.5) / (number - won + 0.5)
            stands.setdefault(one, stands[other] + 400 * log10(odds))
            cost = 1000 * sum(each.seconds for each in found) / max(1, sum(each.plies for each in found))
            title = Game(name).document.spec.title
            shares = f"{100 * won / number:.1f} % [{100 * low:.0f}, {100 * high:.0f}]"
            yield f"| {title} | {one} against {other} | {number} | {shares} | {stands[one]:.0f} | {cost:.1f} |"


def main() -> None:
    asked = argparse.ArgumentParser(description="Play the ladder of the bots.")
    asked.add_argument("games", nargs="*", default=[])
    asked.add_argument("--seconds", type=float, default=float("inf"))
    given = asked.parse_args()
    collect(given.games or names(), given.seconds)
    heads = "| | | games | won | stands at | ms a ply |", "|---|---|---|---|---|---|"
    table = "\n".join([*heads, *rows()])
    print(table)
    page = PAGE.read_text(encoding="utf-8")
    replace_text(PAGE, _TABLE.sub(lambda _: f"\n{table}\n\n", page))


if __name__ == "__main__":
    main()
