"""Areas, stability and scores (rules/circles.md, "End and score")."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.contract import Entry, Result, Standing
from companion.games.circles.board import Board
from companion.games.circles.state import KIND, TOWER, State, Turn, owner, pieces
from specs.base.languages import Said, mark, say, say_many
from specs.model.shapes.hexes import name


def fields_said(number: int) -> Said:
    return say_many("{n} field", "{n} fields", number)


def pieces_said(number: int) -> Said:
    return say_many("{n} piece", "{n} pieces", number)


class Area(NamedTuple):
    """Connected alive fields. `owner` is the only player with pieces there, -1 for nobody, -2 for several."""

    fields: tuple[int, ...]
    owner: int
    stable: bool


def areas(board: Board, fields: Sequence[int]) -> tuple[Area, ...]:
    """All areas, in the order of their first fields."""
    seen = [bool(value & KIND) for value in fields]
    found = []
    for start in range(len(fields)):
        if seen[start]:
            continue
        seen[start] = True
        members, whose, towers = [start], -1, False
        for at in members:
            if fields[at]:
                mine = owner(fields[at])
                whose = mine if whose in (-1, mine) else -2
            for other in board.neighbours[at]:
                if fields[other] & KIND == TOWER:
                    towers = True
                elif not seen[other]:
                    seen[other] = True
                    members.append(other)
        found.append(Area(tuple(members), whose, whose != -2 and not towers))
    return tuple(found)


def settled(board: Board, fields: Sequence[int]) -> bool:
    """Whether every area is stable; looks no further than the first that is not."""
    around = board.neighbours
    # most positions have a growth tower beside something alive, which is quickly seen
    for at, value in enumerate(fields):
        if value & KIND == TOWER and any(not fields[other] & KIND for other in around[at]):
            return False
    seen = [value & KIND for value in fields]
    for start in range(len(fields)):
        if seen[start]:
            continue
        seen[start] = 1
        members, whose = [start], 0
        for at in members:
            mine = fields[at] >> 2 & 7
            if mine and mine != whose:
                if whose:
                    return False
                whose = mine
            for other in around[at]:
                if not seen[other]:
                    seen[other] = 1
                    members.append(other)
    return True


def scores(state: State) -> tuple[int, ...]:
    """Each player's alive fields in areas that hold pieces of that player alone."""
    totals, fields, around = [0] * len(state.players), state.fields, state.board.neighbours
    seen = [value & KIND for value in fields]
    for start, value in enumerate(fields):
        if seen[start] or not value:
            continue
        seen[start] = 1
        members, whose = [start], value >> 2 & 7
        for at in members:
            mine = fields[at] >> 2 & 7
            if mine and mine != whose:
                whose = 0
            for other in around[at]:
                if not seen[other]:
                    seen[other] = 1
                    members.append(other)
        if whose:
            totals[whose - 1] += len(members)
    return tuple(totals)


def ending(state: State) -> str:
    """Why a game that is over ended: everything at rest before all else that may be true of it too."""
    if settled(state.board, state.fields):
        return mark("every area is stable")
    playing = [number for number in {owner(value) for value in state.fields} if number >= 0]
    playing = [number for number in playing if not state.resigned[number]]
    if not playing:
        return mark("nobody is left")
    passed = len(playing) > 1 and all(state.passed[number] for number in playing)
    return mark("everybody passed") if passed else mark("one player is left")


def settle(state: State) -> Result:
    """The result if the game ended here: fields, then pieces left or, by the option, the later mover."""
    totals = scores(state)
    left = [pieces(state.fields, number)[0] for number in range(len(state.players))]
    found = areas(state.board, state.fields)
    standings = []
    for number, total in enumerate(totals):
        lines = [_area(state, area) for area in found if area.owner == number]
        lines.append(say("{fields}, {pieces} left", fields=fields_said(total), pieces=pieces_said(left[number])))
        standings.append(Standing(number, 0, 0, total, tuple(lines)))

    def rank(number: int) -> tuple[int, int]:
        return totals[number], number if state.rules.tie == "later" else left[number]

    candidates = [number for number in range(len(totals)) if not state.resigned[number]] or list(range(len(totals)))
    best = max(map(rank, candidates))
    return Result(tuple(standings), tuple(number for number in candidates if rank(number) == best))


def _area(state: State, area: Area) -> Said:
    number, field = len(area.fields), name(state.board.cells[area.fields[0]])
    if area.stable:
        return say_many("{n} field around {field}", "{n} fields around {field}", number, field=field)
    return say_many(
        "{n} field around {field} (a growth tower still borders them)",
        "{n} fields around {field} (a growth tower still borders them)",
        number, field=field,
    )  # fmt: skip


def result(state: State) -> Result | None:
    """The result of a game that is over; None before."""
    return settle(state) if state.over else None


def opening(state: State) -> Sequence[Entry]:
    """The fields each player holds alone at the start."""
    held = enumerate(scores(state))
    return [Entry(number, total, say("fields held at the start")) for number, total in held if total]


def trail(before: State, move: Turn, after: State) -> Sequence[Entry]:
    """What a turn changed in each player's fields."""
    changes = zip(scores(before), scores(after), strict=True)
    return [Entry(number, new - old, _change(new - old)) for number, (old, new) in enumerate(changes) if new != old]


def _change(fields: int) -> Said:
    if fields > 0:
        return say_many("{n} field won", "{n} fields won", fields)
    return say_many("{n} field lost", "{n} fields lost", -fields)
