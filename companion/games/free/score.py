"""The rows of `score:`, as they come to at the end and as they run."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Entry, Result, Standing
from companion.games.free.counting import ended, rows, total
from companion.games.free.moves import Move
from companion.games.free.state import State
from specs.base.languages import say, verbatim


def result(state: State) -> Result | None:
    """The result of a game that is over; None before."""
    return settle(state) if state.over else None


def settle(state: State) -> Result:
    """The result if the game ended here: what was counted, the rows of the end, who is ahead in `ties`."""
    end, seats = state.kit.end, range(len(state.players))
    found, standings = rows(state, "end"), []
    for seat in seats:
        told = [(state.kit.said(row.text), "?" if row.points is None else row.points) for row in found[seat]]
        lines = [verbatim(f"{text}: {points}") for text, points in told]
        if counted := state.counted("score", seat):
            lines.insert(0, say("counted on the way: {points}", points=counted))
        facts = {"rows": {row.text: row.points for row in found[seat]}}
        standings.append(Standing(seat, 0, 0, total(state, seat), tuple(lines), facts))
    if end.won is not None or end.lost is not None:
        won = ended(state, state.turn) == "won"
        return Result(tuple(standings), tuple(seats) if won else ())
    sign = -1 if end.wins == "least" else 1
    ranks = [(sign * each.score, *(state.counted(name, each.player) for name in end.ties)) for each in standings]
    return Result(tuple(standings), tuple(seat for seat in seats if ranks[seat] == max(ranks)))


def opening(state: State) -> Sequence[Entry]:
    """What each player has at the start."""
    return [entry for seat in range(len(state.players)) if (entry := _entry(seat, total(state, seat)))]


def trail(before: State, move: Move, after: State) -> Sequence[Entry]:
    """What a ply changed in each player's score."""
    changes = ((seat, total(after, seat) - total(before, seat)) for seat in range(len(after.players)))
    return [entry for seat, change in changes if (entry := _entry(seat, change))]


def _entry(seat: int, points: int) -> Entry | None:
    return Entry(seat, points, say("score")) if points else None
