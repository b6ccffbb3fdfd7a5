"""Two servers of one game: whoever is first has entered it, the other hears so, and both show the same game."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random

import pytest
from often import times

from companion.games import Game
from companion.table.store import Store
from companion.table.table import open_game

from .conftest import Served, Servers

GAME = ("atlantis", "Ann", "Bob", "Cy", "--seed", "7", "--cards", "dealt")
TURNS = times(10, 200)


@pytest.mark.deep
def test_of_two_turns_entered_at_once_on_two_servers_one_is_taken_and_both_show_it(
    servers: Servers, tmp_path: Path
) -> None:
    one = servers.process(*GAME)
    both = (one, servers.process(db=one.db))
    for turn in range(TURNS):
        raced(both, Random(turn))
    record = tmp_path / "record.yaml"
    assert one.run("export", "--as", "referee", str(record)).status == 0
    assert one.run("import", "--check", str(record)).status == 0


def raced(both: tuple[Served, Served], chance: Random) -> None:
    """Two turns that are legal now, each typed at one of the servers; a game that is over goes back to its start."""
    with Store(both[0].db) as store:
        table = open_game(store)
        state, game = table.sight.state(table.journal.position), Game("atlantis")
        who, last = game.turn(state), len(table.journal.entries)
        lines = [game.format(state, move) for move in islice(game.moves(state), 50)]
    if who is None:
        assert both[0].run("undo", "0").status == 0
        return
    name = table.names[who]

    def enter(served: Served, line: str) -> int:
        while (status := served.ask("/api/enter", {"last": last, "text": line}, token=served.token(name))[0]) == 429:
            time.sleep(0.2)
        return status

    with ThreadPoolExecutor(2) as threads:
        answers = sorted(threads.map(enter, both, chance.choices(lines, k=2)))
    assert answers == [200, 409], lines
    until = time.monotonic() + 10
    while (seen := [served.view(name) for served in both]) and seen[0] != seen[1]:
        assert time.monotonic() < until, "they never show the same"
        time.sleep(0.05)
