"""The legal turn nearest to a refused one, and how a turn's explosions unfolded."""

from __future__ import annotations

from collections.abc import Sequence

from companion.contract import IllegalMove
from companion.games.circles.rules import Table
from companion.games.circles.rules import chain as explosions
from companion.games.circles.state import Single, State, Turn
from specs.base.languages import joined, say
from specs.model.shapes.hexes import Cell, distance, name

UNFOLDS = True


def nearest(state: State, move: Turn) -> Turn | None:
    """The legal turn most like a refused one: a move that is refused gives way to the nearest that is legal, one from
    the same field where there is one; a second move from an island is left out."""
    if state.over:
        return None
    table, cells = Table(state), state.board.cells
    names = [player.name for player in state.players]
    singles: list[Single] = []
    for single in move.singles:
        try:
            table.check(single, names)
        except IllegalMove as refusal:
            if refusal.rule == "move.island":
                continue
            source, target = cells[single.source], cells[single.target]

            def far(other: Single, source: Cell = source, target: Cell = target) -> tuple[int, int, Single]:
                away = distance(cells[other.source], source)
                return away, distance(cells[other.target], target), other

            found = min(table.singles(), key=far, default=None)
            if found is None or (found.source != single.source and refusal.rule == "move.moved"):
                continue
            single = found
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
        who = before.players[step.player].name
        to = joined([name(cells[target]) for target in step.targets]) or say("nowhere")
        if step.discarded:
            to = say("{fields}, {lost} discarded", fields=to, lost=step.discarded)
        values = {"field": name(cells[step.field]), "who": who, "to": to}
        if step.tower:
            told = say("{field}: {who}'s growth tower explodes to {to} and is burned", **values)
        else:
            told = say("{field}: {who}'s stack explodes to {to} and becomes a growth tower", **values)
        if step.player != before.turn:
            told = say("{what}, though {who} has resigned", what=told, who=who)
        found.append(told)
    return found
