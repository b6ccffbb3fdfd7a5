"""What somebody could do, best first, with how often it wins and why: by that seat's view alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion import report
from companion.contract import Entry, IllegalMove
from companion.lab.eyes import Eyes
from companion.lab.opponents import chance_of, eyes_of
from companion.lab.players import ponder, weigh
from companion.table import Table
from specs.ground.languages import Said, say

__all__ = ["Hint", "hints"]

MOST, PLAYED = 3, 8  # hints, and the plies they are chosen from
WEIGHED, SURE = 16, 3  # positions on which the best are compared, and on which what is told has to happen


class Hint(NamedTuple):
    """A ply as it is typed, the share of the win it is worth by playouts, and what it does, a phrase each."""

    text: str
    worth: float
    why: tuple[Said | str, ...]


def hints(table: Table, seat: int, words: str = "") -> list[Hint]:
    """The best plies of the seat to move; `words` is what the table told of its hand or the dice. Raises SyntaxFault,
    IllegalMove."""
    eyes = eyes_of(table, seat)
    if words:
        eyes = eyes.told(words)
    chance = chance_of(table, eyes)
    found = ponder(eyes, chance, most=PLAYED)[:MOST]
    if len(found) > 1:
        found = weigh(eyes, [each.move for each in found], chance, WEIGHED)
    return [Hint(_line(eyes, each.move), each.worth, tuple(_why(table, eyes, each.move))) for each in found]


def _line(eyes: Eyes, move: Any) -> str:
    return eyes.turns_up(move) or eyes.line(move)


def _why(table: Table, eyes: Eyes, move: Any) -> list[Said | str]:
    """What a ply does for sure: what it does on every one of some positions that look as the seat sees it."""
    chance = chance_of(table, eyes)
    told = [list(_done(table, eyes, eyes.sample(chance), move)) for _ in range(SURE)]
    return [phrase for phrase in told[0] if all(phrase in other for other in told)]


def _done(table: Table, eyes: Eyes, before: Any, move: Any) -> Iterator[Said | str]:
    """What a ply gains or costs whom on a position, and what it leaves others to pay."""
    game, names = table.game, table.names
    move = eyes.bots.filled(before, move)
    try:
        after = game.rules.apply(before, move)
    except IllegalMove:
        return
    result = game.score.result(after)
    if result is not None and result.winners == (eyes.player,):
        yield say("wins at once")
    for entry in game.score.trail(before, move, after):
        if entry.player == eyes.player and entry.points:
            yield _gain(entry)
        elif entry.points and entry.player < len(names):
            yield say("{who}: {what}", who=names[entry.player], what=_gain(entry))
    if result is not None:
        return
    dues = [[each.due for each in game.score.settle(state).standings] for state in (before, after)]
    for player, (was, now) in enumerate(zip(*dues, strict=True)):
        if now > was and player != eyes.player and player < len(names):
            yield say("leaves {who} {n} more to pay on the way", who=names[player], n=now - was)


def _gain(entry: Entry) -> str:
    return f"{entry.text} {report.signed(entry.points)}"
