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
from specs.base.languages import Said, joined, mark, say, word


def result(state: State) -> Result | None:
    """The end's result; None before it."""
    return settle(state) if state.phase == OVER else None


def ending(state: State) -> str:
    """Why a game that is over ended."""
    away = not_ashore(state)
    if state.table.away.count(False) == 1:
        return mark("one player is left")
    return mark("all of a player's people are ashore or lost") if away else mark("all people are ashore or lost")


def settle(state: State) -> Result:
    """The result if the game ended here: a point for everybody ashore, the most wins, ties share."""
    landed, elsewhere = ashore(state), not_ashore(state)
    names, corals = state.board.names, state.board.corals
    standings = []
    for player, colour in enumerate(state.table.colours):
        points = of(landed, colour)
        there = [(names[h], of(state.stand[h], colour)) for h in corals]
        where = joined([say("{n} on {hex}", n=count, hex=name) for name, count in there if count])
        left = of(elsewhere, colour)
        lost = TRIBE - points - left - unplaced(state, player)
        told = say("{n} ashore: {where}", n=points, where=where) if where else say("{n} ashore", n=points)
        rest = say("{left} not ashore, {lost} lost", left=left, lost=lost)
        standings.append(Standing(player, 0, 0, points, (told, rest)))
    still = [standing for standing in standings if not state.table.gone(standing.player)]
    best = max(standing.score for standing in still)
    return Result(tuple(standings), tuple(one.player for one in still if one.score == best))


def opening(state: State) -> Sequence[Entry]:
    """Who is ashore at a first position: nobody, as a rule."""
    landed = ashore(state)
    points = (of(landed, colour) for colour in state.table.colours)
    return [Entry(player, count, say("{n} ashore", n=count)) for player, count in enumerate(points) if count]


def trail(before: State, move: Move, after: State) -> Sequence[Entry]:
    """Who came ashore, a point each, and who was lost, which costs none."""
    found = []
    landed = ashore(after) - ashore(before)
    gone = not_ashore(before) - not_ashore(after) - landed
    for player, colour in enumerate(before.table.colours):
        if isinstance(move, Steps) and of(landed, colour):
            where = ", ".join(after.board.names[h] for h in after.board.corals if after.stand[h] > before.stand[h])
            count = of(landed, colour)
            found.append(Entry(player, count, say("{n} ashore on {hexes}", n=count, hexes=where)))
        if before.phase != PLACE and of(gone, colour):
            found.append(Entry(player, 0, _lost(before, move, of(gone, colour))))
    return found


def _lost(before: State, move: Move, count: int) -> Said:
    """How many were lost, and what took them, as far as it is one thing."""
    names = before.board.names
    if isinstance(move, Roll):
        beast, there = word(move.creature, "the"), names[move.target]
        return say("{n} lost to the {beast} on {hex}", n=count, beast=beast, hex=there)
    if isinstance(move, Sink):
        return say("{n} lost when {hex} sank", n=count, hex=names[move.hex])
    return say("{n} lost in the water", n=count)
