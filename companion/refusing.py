"""Why a game was not changed, or not shown: what a table raises beside what its game refuses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from companion.contract import IllegalMove, Refused, SyntaxFault
from companion.journal import Logged
from companion.store import StoreError
from companion.turns import Untaken

if TYPE_CHECKING:
    from companion.table import Table

__all__ = ["DEALER", "Attempted", "Hidden", "NoGame", "Overtaken"]

DEALER: Final = "what the companion deals"


class NoGame(StoreError):
    """There is no such game in the store."""


class Overtaken(Refused):
    """Somebody else changed the game meanwhile: `made` is what was entered since, `table` the game as it is now.
    Nothing was changed."""

    def __init__(self, made: Sequence[Logged], table: Table) -> None:
        meanwhile = ", ".join(f"{entry.kind} {entry.text}" for entry in made)
        super().__init__(f"Nothing was changed: somebody else entered this meanwhile: {meanwhile}.")
        self.made, self.table = tuple(made), table


class Attempted(Untaken):
    """A line that only what is hidden forbids: nothing is told but that, and it stands in the log of `table`."""

    def __init__(self, text: str, table: Table) -> None:
        sentence = "by what is hidden this cannot be; that it was tried stands in the log for everybody"
        super().__init__(IllegalMove("hidden", sentence, DEALER), text, table.ply + 1)
        self.table = table


class Hidden(SyntaxFault):
    """What was asked for would tell the viewer what only the referee may know."""
