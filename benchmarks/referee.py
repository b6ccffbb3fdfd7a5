"""How fast the companion starts at the table, and how fast its rules run.

Processes are started cold, each figure the median of several runs beside a hello-world typer program. The rules are
timed beside python-chess in the same run. `make bench` runs this.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from itertools import islice
from pathlib import Path
from typing import Any

from measure import run, table
from playouts import rules

from companion.games import Game
from companion.record.record import read
from companion.record.replay import begin
from companion.table.play import Play
from companion.table.store import Store
from companion.table.stored import Stored, packed

PYTHON = sys.executable
COMPANION = str(Path(PYTHON).with_name("companion"))
GAMES = 10_000
PLIES = 12
RUNS = 21

HELLO = """\
import typer
app = typer.Typer()
@app.command()
def main(name: str = "table"):
    print("hello", name)
app()
"""
RECORD = b"game: atlantis\nplayers: [Ann, Bob, Cy]\nsetup: {seed: 42, cards: dealt}\n"


def crowd(file: Path, number: int) -> str:
    """A store of as many games in the middle of play; a turn that is legal in the latest."""
    record, source = read(RECORD, "benchmark")
    record, state = begin(record, source)
    game = Game(record.game)
    play = Play.begin(game, state)
    for _ in range(PLIES):
        turn = next(islice(game.moves(play.state), 1, None))
        play, _ = play.enter(game.format(play.state, turn))
    stored = Stored.fresh(game.name, record.players, packed(record.setup), play.journal, play.turn)
    with Store(file, create=True) as store:
        store.db.execute("PRAGMA synchronous=OFF")
        for _ in range(number):
            store.add(stored, play.journal)
    return str(game.format(play.state, next(iter(game.moves(play.state)))))


def timed(commands: dict[str, list[str]], kept: Path, used: Path) -> dict[str, float]:
    """Median ms of each command, in turn (A B A B ...), each on a fresh copy of the store."""
    figures: dict[str, list[float]] = {name: [] for name in commands}
    for counted in (False, *(True,) * RUNS):
        for name, argv in commands.items():
            shutil.copy(kept, used)
            figure = run(argv, {"COMPANION_DB": str(used)})
            if counted:
                figures[name].append(figure.ms)
    return {name: statistics.median(each) for name, each in figures.items()}


def cold(folder: Path) -> None:
    hello, kept, used = folder / "hello.py", folder / "kept.db", folder / "used.db"
    hello.write_text(HELLO)
    turn = crowd(kept, 1)
    names = ("hello-world typer program", "companion move", "companion show", "companion --help")
    argvs = ([PYTHON, str(hello)], [COMPANION, "move", turn], [COMPANION, "show"], [COMPANION, "--help"])
    figures = timed(dict(zip(names, argvs, strict=True)), kept, used)
    rows = [[name, f"{ms:.0f}", f"{ms / figures[names[0]]:.2f}"] for name, ms in figures.items()]
    table("a command at the table, cold", ["", "ms", "x hello"], rows)


def crowded(folder: Path) -> None:
    small, large, used = folder / "small.db", folder / "large.db", folder / "used.db"
    turn = crowd(small, 1)
    crowd(large, GAMES)
    commands = {"show": [COMPANION, "show"], "list": [COMPANION, "list"], "move": [COMPANION, "move", turn]}
    one, many = timed(commands, small, used), timed(commands, large, used)
    rows = [[name, f"{one[name]:.0f}", f"{many[name]:.0f}", f"{many[name] / one[name]:.2f}"] for name in commands]
    table(f"a store of {GAMES:,} games beside one of a single game, cold", ["", "1: ms", f"{GAMES:,}: ms", "x"], rows)


def main(*parts: Any) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        for part in parts:
            part(Path(temporary))


if __name__ == "__main__":
    main(rules, cold, crowded)
