"""Why a game was not changed, or not shown: what a table raises beside what its game refuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from companion.contract import IllegalMove, Refused, SyntaxFault
from companion.journal import Logged
from companion.store import StoreError
from companion.turns import Untaken, mover
from specs.base.languages import Said, joined, say, verbatim

if TYPE_CHECKING:
    from pathlib import Path

    from companion.table import Table

__all__ = ["DEALER", "Attempted", "Hidden", "NoGame", "Overtaken"]

DEALER: Final = "what the companion deals"


class NoGame(StoreError):
    """There is no such game in the store."""


class Overtaken(Refused):
    """Somebody else changed the game meanwhile: `made` is what was entered since, `table` the game as it is now.
    Nothing was changed."""

    def __init__(self, made: Sequence[Logged], table: Table) -> None:
        self.made, self.table = tuple(made), table
        super().__init__(
            say("Nothing was changed: somebody else entered this meanwhile: {entries}.", entries=self.entries())
        )

    def entries(self) -> Said:
        """What was entered since, by whom where that is known."""
        return joined([_told(entry, self.table) for entry in self.made])


def _told(entry: Logged, table: Table) -> Said:
    index = mover(table.game, table.journal, entry) if entry.kind in ("turn", "attempt") else None
    who = None if index is None or index >= len(table.names) else table.names[index]
    match entry.kind:
        case "leave":
            return say("{who} leaves", who=entry.text)
        case "attempt" if who is not None:
            return say("{who} tried {text}", who=who, text=entry.text)
        case "turn" if who is not None:
            return verbatim(f"{who} {entry.text}")
        case "turn":
            return verbatim(entry.text)
        case kind:
            return verbatim(f"{kind} {entry.text}")


class Attempted(Untaken):
    """A line that only what is hidden forbids: nothing is told but that, and it stands in the log of `table`."""

    def __init__(self, text: str, table: Table) -> None:
        sentence = say("by what is hidden this cannot be; that it was tried stands in the log for everybody")
        super().__init__(IllegalMove("hidden", sentence, DEALER), text, table.ply + 1)
        self.table = table


class Hidden(SyntaxFault):
    """What was asked for would tell the viewer what only the referee may know."""


def missing(number: int | None, path: Path) -> NoGame:
    """That there is no such game, or none at all."""
    if number is None:
        return NoGame(say("No games yet in {path}. `companion list` shows the games there are.", path=path))
    return NoGame(say("No game {n} in {path}. `companion list` shows the games there are.", n=number, path=path))
