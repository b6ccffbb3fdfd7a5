"""What a place at the table may do to the game. Every deed says which state of the game it was meant for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion import report
from companion.contract import Refused, SyntaxFault
from companion.journal import Logged, NothingThere
from companion.page import shown
from companion.page.live import Answer, Live, beaten, refusal
from companion.page.seats import TABLE
from companion.table import Overtaken
from companion.turns import Untaken

Deed = Callable[[Live, int, Mapping[str, Any]], list[str]]


def enter(live: Live, place: int, given: Mapping[str, Any]) -> list[str]:
    """A line of turns, or what came to light; what it did. Raises Answer."""
    line, stood = _text(given, "text"), given.get("stood") is True
    seen = live.as_seen(live.position(), place)
    _allowed(live, place, seen, line)
    try:
        change = live.table.enter(line, stood=stood)
    except Untaken as refused:
        raise _as_seen(live, seen, line, refused) from None
    first = live.table.ply + 1
    live.table = change.table
    said: list[str] = []
    for step in change.steps:
        said += change.table.confirmation(step, first)
        first += step.ply
    return said


def note(live: Live, place: int, given: Mapping[str, Any]) -> list[str]:
    """Words for the log. Raises Answer."""
    words = _text(given, "text")
    live.table = live.table.note(words).table
    return [f"Noted: {words}"]


def undo(live: Live, place: int, given: Mapping[str, Any]) -> list[str]:
    """The last turn taken back, and what the table has seen since. Raises Answer."""
    change = live.table.undo()
    live.table = change.table
    return [
        *(f"Taken back: {_named(e)}" for e in change.entries),
        *(f"The table has seen {s} since" for s in change.seen),
    ]


def redo(live: Live, place: int, given: Mapping[str, Any]) -> list[str]:
    """The turn that was taken back put back. Raises Answer."""
    change = live.table.redo()
    live.table = change.table
    return [f"Put back: {_named(entry)}" for entry in change.entries]


def amend(live: Live, place: int, given: Mapping[str, Any]) -> list[str]:
    """An earlier turn corrected; where later ones break, what breaks is told first (428). Raises Answer."""
    line, ply = _text(given, "text"), given.get("ply")
    if not isinstance(ply, int) or isinstance(ply, bool):
        raise Answer(400, "no 'ply'; expected the number of the turn to correct")
    _may_correct(live, place, ply)
    try:
        correction = live.table.amend(ply, line, stood=given.get("stood") is True)
    except Untaken as refused:
        raise refusal(refused, nearest=False) from None
    found = correction.corrected
    told = [
        f"Turn {each.refused.ply}, {each.refused.text}, {'would stand' if each.stands else 'cannot stand'}: "
        f"{report.refusal(each.refused)[0]}"
        for each in found.breaks
    ]
    told += [f"Left out: {_named(entry)}" for entry in found.left_out]
    if told and given.get("agree") is not True:
        raise Answer(428, "Later turns break.", broken=told)
    live.table = correction.keep()
    return [f"Corrected: {found.now.ply}. {found.now.text} (was {found.was.text})"]


def _may_correct(live: Live, place: int, ply: int) -> None:
    """Raises Answer where a refusal could tell this place what only the player of that turn sees."""
    found = [e for e in live.table.journal.line() if e.kind == "turn" and e.ply == ply]
    if not found:
        return
    before = live.position(found[-1].parent)
    player = live.game.rules.turn(live.state(before))
    if player is not None and place != player and live.as_seen(before, TABLE) != live.as_seen(before, player):
        raise Answer(403, f"That was {live.names[player]}'s turn: it is corrected on {live.names[player]}'s own page.")


def done(deed: Deed, live: Live, place: int, given: Mapping[str, Any]) -> list[str]:
    """Do it, if the game still stands as the page saw it. Raises Answer."""
    live.look()
    last = given["last"]
    try:
        if last != live.table.stored.last:
            raise Overtaken(live.table.journal.entries[max(0, last) :], live.table)
        return deed(live, place, given)
    except Overtaken as overtaken:
        live.table = overtaken.table
        raise beaten(overtaken) from None
    except NothingThere as nothing:
        raise Answer(422, str(nothing), rule="", source="", nearest="") from None
    except SyntaxFault as fault:
        raise Answer(422, f"{fault.found}; expected {fault.expected}", rule="syntax", source="", nearest="") from None


def _named(entry: Logged) -> str:
    return f"{entry.ply}. {entry.text}" if entry.kind == "turn" else f"note: {entry.text}"


def _text(given: Mapping[str, Any], name: str) -> str:
    found = given.get(name, "")
    if not isinstance(found, str) or not found.strip() or len(found) > 400 or not found.isprintable():
        raise Answer(400, f"'{name}'; expected a line of 1 to 400 characters")
    return found.strip()


def _as_seen(live: Live, seen: Any, line: str, refused: Untaken) -> Answer:
    """A refusal as its player can follow it: where the same rule forbids it by what that place sees, in those words,
    so that they tell nothing of what is hidden."""
    try:
        shown.steps_of(live.game, seen, line)
    except Untaken as plain:
        if plain.rule == refused.rule:
            return refusal(plain)
    return refusal(refused, nearest=False)


def _allowed(live: Live, place: int, seen: Any, line: str) -> None:
    """Raises Answer where this place may not enter that: a seat its own turns, anybody what came to light."""
    turn = live.game.rules.turn(seen)
    if turn is None or live.enters(place, turn):
        return
    try:
        if not live.game.rules.is_turn(live.game.notation.parse(seen, line)):
            return
    except Refused:
        pass
    name = live.names[turn]
    if place == TABLE:
        raise Answer(403, f"{name} sees what this page does not: the turn is entered on {name}'s own page.")
    raise Answer(403, f"It is {name}'s turn.")
