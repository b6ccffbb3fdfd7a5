"""Machines at a table with pages: what is told of the one to move, and its turn, ply by ply, each for all to see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from companion.contract import JSON
from companion.page.answer import Answer
from specs.base.languages import say

if TYPE_CHECKING:
    from companion.page.live import Live

__all__ = ["facts", "let", "ply"]


def facts(live: Live) -> dict[str, JSON] | None:
    """The machine to move: whether it thinks, and what somebody must tell or type before it can. None where a person is
    to move."""
    if not live.table.stored.machines:
        return None
    from companion.lab.opponents import eyes_of
    from companion.lab.seats import due

    if not due(live.table) or (turn := live.table.turn) is None:
        return None
    if live.asked[0] == live.table.stored.last:
        return {"thinks": "", "asks": "", "typed": live.asked[1]}
    asks = eyes_of(live.table, turn).asks()
    if asks and "?" in live.knows:
        asks = say("What did {who} draw? Type that alone, or all it holds.", who=live.names[turn])
    thinks = say("{who} is thinking …", who=live.names[turn]) if live.moving and not asks else ""
    return {"thinks": thinks, "asks": asks, "typed": ""}


def ply(live: Live, words: str = "") -> bool:
    """One ply of the machine to move; whether one was made. Raises as `Table.enter` does."""
    if not live.table.stored.machines:
        return False
    from companion.lab.opponents import make

    live.look()
    made = make(live.table, words, live.knows, most=1)
    live.knows = made.knows
    if made.typed:
        live.asked = live.table.stored.last, made.asks
    for change in made.changes:
        live.table = change.table
    return bool(made.changes)


def let(live: Live, place: int, given: Mapping[str, Any]) -> list[str]:
    """A machine is let move, told what it asked for. Raises Answer where none is to move."""
    if facts(live) is None:
        raise Answer(422, say("No machine is to move."), rule="", source="", nearest="")
    words = given.get("text", "")
    if not isinstance(words, str) or len(words) > 60:
        raise Answer(400, "'text'; expected what was asked for, at most 60 letters")
    who = live.table.whose
    return [live.table.last()] if words and ply(live, words) else [say("{who} is thinking …", who=who)]
