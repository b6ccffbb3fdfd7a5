"""How a game went: everybody's points after each turn, as numbers and as a line of small bars.

>>> curve(["Ann", "Bob"], [(0, (0, 0)), (1, (4, 0)), (2, (4, 8))], 40)
['Ann  ▁▄▄  4', 'Bob  ▁▁█  8']
"""

from collections.abc import Sequence

from companion.table import REFEREE, Table, Viewer
from companion.table.report import number
from specs.base import measure
from specs.base.languages import say

Trail = Sequence[tuple[int, tuple[int, ...]]]  # each ply's number, and every player's points after it
BARS = "▁▂▃▄▅▆▇█"


def points(table: Table, viewer: Viewer) -> Trail:
    """Return everybody's points after each ply, from the start, as far as a viewer may see; once the game is over, all
    of them. A solo game's opponent is last."""
    seen = REFEREE if table.turn is None else viewer
    now = [0] * len(everybody(table))
    after: dict[int, tuple[int, ...]] = {0: tuple(now)}
    for entry, change in table.trail(seen):
        now[change.player] += change.points
        after[entry.ply if entry is not None else 0] = tuple(now)
    found, last = list[tuple[int, tuple[int, ...]]](), after[0]
    for ply in range(table.ply + 1):
        last = after.get(ply, last)
        found.append((ply, last))
    return found


def everybody(table: Table) -> list[str]:
    """Return who has points: the players, and a solo game's opponent."""
    return [str(player["name"]) for player in table.game.facts(table.start)["players"]]


def went(table: Table, viewer: Viewer, width: int) -> list[str]:
    """Return the course of a game: a heading, then a line for each player; empty if no points changed."""
    trail = points(table, viewer)
    if len({each for _, each in trail}) < 2:
        return []
    return [say("Points after each turn:"), *curve(everybody(table), trail, width)]


def curve(names: Sequence[str], trail: Trail, width: int, most: int = 1) -> list[str]:
    """Return a line for each player: the name, the points after each turn as bars of one scale, which reaches at least
    `most`, and the total."""
    if len(trail) < 2:
        return []
    values = [value for _, each in trail for value in each]
    low, high = min(0, *values), max(most, *values)
    ends = [number(value) for value in trail[-1][1]]
    across, end = max(map(measure.width, names)), max(map(len, ends))
    room = max(4, min(width, 80) - across - end - 4)
    count = min(room, len(trail))
    picked = [trail[at * (len(trail) - 1) // (count - 1)][1] for at in range(count)]
    return [
        f"{measure.left(name, across)}  "
        + "".join(BARS[(each[player] - low) * (len(BARS) - 1) // (high - low)] for each in picked)
        + f"  {ends[player]:>{end}}"
        for player, name in enumerate(names)
    ]
