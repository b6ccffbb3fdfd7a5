"""What other programs ask of the referee: new games, records in and out, ends."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from companion import games
from companion.contract.rules import Rules
from companion.contract.values import NOTHING, Result
from companion.record import transcript, written
from companion.record.record import write as write_record
from companion.record.replay import begin, final, play
from companion.record.starting import keep, new
from companion.table import REFEREE, Table, Viewer
from specs.load import load, survey
from specs.model.document import AnySpec, Document

__all__ = ["Game", "read", "settle", "write"]


class Game(games.Game):
    """A game by its name, by the file of a spec, or by its rules: a value with the eight functions, and the spec as
    `load` takes it if it has rule options or pieces. Its games can begin. Raises SyntaxFault, SpecError."""

    def __init__(self, given: str | Path | Rules[Any, Any], spec: AnySpec | None = None) -> None:
        if isinstance(given, str | Path):
            found = games.of(str(given))
            super().__init__(found.name, found.spec)
            return
        super().__init__(given)
        pieceless = {"game": self.name, "title": type(given).__name__}  # too little for a printed game, enough here
        self.document = load(spec) if spec is not None else cast(Document, survey(pieceless)[0])

    def new(
        self, *players: str, seed: int | None = None, rules: Mapping[str, str | int | bool] = NOTHING, **options: str
    ) -> Table:
        """A new game in no store, from what `companion new` takes: players as `Ann` or `Ann:red`, setup options by
        their names. Raises SyntaxFault, SpecError for what cannot be.

        >>> Game("circles").new("Ann", "Bob").whose
        'Ann'
        """
        return new(None, self, players, seed=seed, options=options, rules=rules)


def read(text: str | bytes, name: str = "record") -> Table:
    """A record (YAML) or a public transcript, every turn checked, as the table it leads to; `name` stands in faults.

    Raises SpecError for what cannot be read, `RecordStops` for the first turns that are refused.

    >>> table = read("{game: atlantis, players: [Ann, Bob], setup: {seed: 1}, moves: [1:H, 1:O]}")
    >>> table.ply, table.whose
    (2, 'Ann')
    """
    whole, start = begin(*transcript.read(text.encode() if isinstance(text, str) else text, name))
    return keep(None, whole, play(whole.referee, start, whole.lines))


def write(table: Table, viewer: Viewer = REFEREE) -> str:
    """A game as a record, which `read` takes. Raises SyntaxFault where it would tell a viewer what is hidden.

    >>> table = read("{game: circles, players: [Ann, Bob], moves: []}")
    >>> read(write(table)).position == table.position
    True
    """
    return write_record(written.record(table, viewer))


def settle(text: str | bytes, name: str = "end") -> Result:
    """A final position (YAML) with no history: costs, scores and winners. Raises SpecError.

    >>> from pathlib import Path
    >>> settle(Path("docs/examples/atlantis-end.yaml").read_text()).winners
    (1,)
    """
    game, state = final(text.encode() if isinstance(text, str) else text, name)
    return game.settle(state)
