"""Machines at a table with pages: what the one to move waits for, and its turn, ply by ply, each for all to see."""

from companion.contract.values import JSON
from companion.lab.opponents import eyes_of, make
from companion.record.bots import due
from companion.table import Table
from specs.base.languages import say


class Machines:
    """The machines of a game: whether they make their turns, what the one to move was shown of its hand, and of so many
    entries, what somebody types for it."""

    def __init__(self) -> None:
        self.moving, self.knows = False, ""
        self.asked = -1, ""

    def facts(self, table: Table) -> dict[str, JSON] | None:
        """The machine to move: whether it thinks, and what somebody must show or type before it can. None where a
        person is to move."""
        if not due(table) or (turn := table.turn) is None:
            return None
        if self.asked[0] == table.stored.last:
            return {"thinks": "", "asks": "", "typed": self.asked[1]}
        asks = eyes_of(table, turn).asks()
        if asks and "?" in self.knows:
            asks = say("What did {who} draw? Type that alone, or all it holds.", who=table.names[turn])
        thinks = say("{who} is thinking …", who=table.names[turn]) if self.moving and not asks else ""
        return {"thinks": thinks, "asks": asks, "typed": ""}

    def ply(self, table: Table, words: str = "") -> Table | None:
        """The table after one ply of the machine to move; None where none was made. Raises as `Table.enter` does."""
        made = make(table, words, self.knows, most=1)
        self.knows = made.knows
        if made.typed:
            self.asked = table.stored.last, made.asks
        return made.changes[-1].table if made.changes else None
