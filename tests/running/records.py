"""The whole games in tests/records, each read and played once for all tests of a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.cli.files import replayed
from companion.contract.entering import Ply
from companion.games import Game, names
from companion.record.record import Record
from companion.record.starting import keep
from companion.table.play import Play
from companion.table.table import Table
from specs.load import load

RECORDS = sorted((Path(__file__).parents[1] / "records").rglob("*.yaml"))
spec = cache(load)


class Whole(NamedTuple):
    """A game as it was recorded, and as it is played by that."""

    game: Game
    record: Record
    play: Play
    steps: tuple[Ply, ...]

    @property
    def start(self) -> Any:
        return self.play.sight.state(self.play.journal.start)

    @property
    def states(self) -> list[Any]:
        """Every position."""
        return [self.start, *(step.after for step in self.steps)]

    @property
    def table(self) -> Table:
        return keep(None, self.record, self.play)


@cache
def records_of(name: str) -> list[Path]:
    """A game's records; one says in its first line which game it is."""
    return [file for file in RECORDS if file.read_text(encoding="utf-8").startswith(f"game: {name}\n")]


def brief(name: str) -> list[Path]:
    """The two shortest of a game's records, with which the quick tests are content."""
    return sorted(records_of(name), key=lambda file: file.stat().st_size)[:2]


QUICK = [file for name in names() for file in brief(name)]
each_record = pytest.mark.parametrize(
    "file", [pytest.param(file, id=file.stem, marks=[pytest.mark.deep] * (file not in QUICK)) for file in RECORDS]
)


def shortest(name: str) -> Table:
    """The shortest whole game of a kind."""
    return whole(brief(name)[0]).table


@cache
def whole(file: Path) -> Whole:
    record, play = replayed(file)
    return Whole(play.game, record, play, tuple(step for _, step in play.steps()))


def recorded(name: str, plies: int | None = None) -> Table:
    """A recorded game by its file's name, or its first so many plies."""
    found = whole(next(file for file in RECORDS if file.stem == name))
    return keep(None, found.record, found.play if plies is None else found.play.undo(plies)[0])
