"""The rules of undo: one's own last turn freely, another's with that player's consent; the table's page may do it for
anyone.

What is said here is public: every page is told the same.
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.contract.values import JSON
from companion.page.seats import TABLE
from companion.record.bots import seated
from companion.table import PUBLIC, Logged, Table
from specs.base.languages import listed, say

MOST_TOLD = 4  # turns taken back that are said one by one


class Wish(NamedTuple):
    """A seat's request to take the last turn back, or to correct one by its `ply`; the number of entries at that time,
    and who has agreed."""

    seat: int
    last: int
    ply: int | None = None
    yes: frozenset[int] = frozenset()


def behind(table: Table, ply: int | None) -> Sequence[Logged]:
    """Return what a correction of a ply replays, that ply first; without one, what an undo takes back."""
    if ply is None:
        return table.play.undo()[1][::-1]
    return [entry for entry in table.journal.line() if entry.ply >= ply and entry.kind in ("turn", "leave")]


def wished(table: Table, wish: Wish | None, place: int | None) -> dict[str, JSON] | None:
    """Return who asks to take back or correct which turn, whether this place may answer, and which turn it may correct
    now; None if nobody asks."""
    if wish is None or wish.last != table.stored.last:
        return None
    who, back = table.names[wish.seat], behind(table, wish.ply)
    says = say("{who} asks to take back: {turn}", who=who, turn=turns_of(table, back))
    if wish.ply is not None:
        says = say("{who} asks to correct: {turn}", who=who, turn=turns_of(table, back[:1]))
    waits = owners(table, back) - {wish.seat} - wish.yes
    answers = place != wish.seat and bool(waits) and (place == TABLE or place in waits)
    return {"says": says, "answers": answers, "ply": wish.ply, "granted": place == wish.seat and not waits}


def owners(table: Table, entries: Sequence[Logged]) -> set[int]:
    """Return the players who must agree before entries are changed: not for what chance or a bot did."""
    play, done = table.play, (entry for entry in entries if entry.kind in ("turn", "leave"))
    people = {*range(len(table.names))} - {*seated(table)}
    return people & {owner for entry in done if not play.dealt(entry) and (owner := play.owner(entry)) is not None}


def named(table: Table, seats: set[int]) -> str:
    return listed([table.names[seat] for seat in sorted(seats)])


def turns_of(table: Table, entries: Sequence[Logged]) -> str:
    """Say what entries did, as everybody saw it."""
    steps = ((entry, table.play.step(entry, PUBLIC) if entry.kind == "turn" else None) for entry in entries)
    return "; ".join(one.text if step is None else f"{one.ply}. {table.game.in_words(step)}" for one, step in steps)


def taken(table: Table) -> list[str]:
    """Say who took back what, and what everyone has seen by it, as long as nothing was played since."""
    journal = table.journal
    if not (entries := journal.taken()):
        return []
    by = next(entry.seat for entry in reversed(journal.entries) if entry.kind == "undo")
    if len(entries) <= MOST_TOLD:
        turns, seen = turns_of(table, entries), table.play.revealed(entries)
    else:
        turns = say("turns {first} to {last}, which the log lists", first=entries[0].ply, last=entries[-1].ply)
        seen = []
    first = say("The table took back: {turn}.", turn=turns)
    if by is not None:
        first = say("{who} took back: {turn}.", who=table.names[by], turn=turns)
    return [first, say("Everyone has seen: {what}.", what=listed(seen))] if seen else [first]
