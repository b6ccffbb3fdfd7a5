"""Who is ashore, and who wins."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import Entry, Result, Standing
from companion.games.escape.state import (
    OVER,
    PLACE,
    TRIBE,
    Move,
    Roll,
    Sink,
    State,
    Steps,
    ashore,
    not_ashore,
    of,
    unplaced,
)


def result(state: State) -> Result | None:
    """The end's result; None before it."""
    return settle(state) if state.phase == OVER else None


def settle(state: State) -> Result:
    """The result if the game ended here: a point for everybody ashore, the most wins, ties share."""
    landed, elsewhere = ashore(state), not_ashore(state)
    names, corals = state.board.names, state.board.corals
    standings = []
    for player, colour in enumerate(state.table.colours):
        points = of(landed, colour)
        where = ", ".join(f"{of(state.stand[h], colour)} on {names[h]}" for h in corals if of(state.stand[h], colour))
        left = of(elsewhere, colour)
        lost = TRIBE - points - left - unplaced(state, player)
        lines = [f"{points} ashore" + (f": {where}" if where else ""), f"{left} not ashore, {lost} lost"]
        standings.append(Standing(player, 0, 0, points, tuple(lines)))
    there = [standing for standing in standings if not state.table.gone(standing.player)]
    best = max(standing.score for standing in there)
    return Result(tuple(standings), tuple(one.player for one in there if one.score == best))


def opening(state: State) -> Sequence[Entry]:
    """Who is ashore at a first position: nobody, as a rule."""
    landed = ashore(state)
    points = (of(landed, colour) for colour in state.table.colours)
    return [Entry(player, count, f"{count} ashore") for player, count in enumerate(points) if count]


def trail(before: State, move: Move, after: State) -> Sequence[Entry]:
    """Who came ashore, a point each, and who was lost, which costs none."""
    found = []
    landed = ashore(after) - ashore(before)
    gone = not_ashore(before) - not_ashore(after) - landed
    for player, colour in enumerate(before.table.colours):
        if isinstance(move, Steps) and of(landed, colour):
            where = ", ".join(after.board.names[h] for h in after.board.corals if after.stand[h] > before.stand[h])
            count = of(landed, colour)
            found.append(Entry(player, count, f"{count} ashore on {where}"))
        if before.phase != PLACE and of(gone, colour):
            found.append(Entry(player, 0, f"{of(gone, colour)} lost{_where(before, move)}"))
    return found


def _where(before: State, move: Move) -> str:
    """What took those who were lost, as far as it is one thing."""
    names = before.board.names
    if isinstance(move, Roll):
        return f" to the {move.creature} on {names[move.target]}"
    if isinstance(move, Sink):
        return f" when {names[move.hex]} sank"
    return " in the water"
