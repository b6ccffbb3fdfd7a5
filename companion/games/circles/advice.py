"""The legal turn nearest to a refused one, and how a turn's explosions unfolded."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import IllegalMove, SyntaxFault
from companion.games.circles.rules import Table
from companion.games.circles.rules import chain as explosions
from companion.games.circles.state import Single, State, Turn
from specs.hexes import name


def assume(state: State, known: str) -> State:
    """Nothing is hidden here. Raises SyntaxFault."""
    raise SyntaxFault(f"'{known[:20]}'", "nothing: in this game everybody sees everything")


def nearest(state: State, move: Turn) -> Turn | None:
    """The legal turn most like a refused one: where a move is refused, the nearest from the same field."""
    if state.over:
        return None
    table = Table(state)
    names = [player.name for player in state.players]
    singles: list[Single] = []
    for single in move.singles:
        try:
            table.check(single, names)
        except IllegalMove:
            cells = state.board.cells
            others = [other for other in table.singles() if other.source == single.source]
            if not others:
                continue
            q, r = cells[single.target]
            single = min(
                others, key=lambda other: (abs(cells[other.target][0] - q) + abs(cells[other.target][1] - r), other)
            )
        table.move(single)
        singles.append(single)
    return Turn(tuple(singles))


def warnings(state: State, move: Turn) -> Sequence[str]:
    """None: a turn that is legal is clear."""
    return ()


def revealed(before: State, move: Turn, after: State) -> Sequence[str]:
    """Nothing: everybody sees everything."""
    return ()


def chain(before: State, move: Turn) -> Sequence[str]:
    """How a turn's explosions unfolded, one line each."""
    cells = before.board.cells
    found = []
    for step in explosions(before, move):
        what = "growth tower" if step.tower else "stack"
        becomes = "is burned" if step.tower else "becomes a growth tower"
        to = ", ".join(name(cells[target]) for target in step.targets) or "nowhere"
        lost = f", {step.discarded} discarded" if step.discarded else ""
        found.append(f"{name(cells[step.field])}: the {what} explodes to {to}{lost} and {becomes}")
    return found
