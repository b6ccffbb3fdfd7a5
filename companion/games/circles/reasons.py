"""Why a single move may not come next, in a sentence about the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.contract import IllegalMove
from companion.games.circles.state import KIND, OWNER, TOWER, Single, height, owner
from specs.base.languages import Said, say, say_many
from specs.model.shapes.hexes import line, name

if TYPE_CHECKING:
    from companion.games.circles.rules import Table

MOVEMENT = "Movement rules"


def refusal(table: Table, single: Single, names: Sequence[str]) -> IllegalMove:
    """Of a single move that is not listed."""
    board, fields = table.board, table.fields
    source, target, count = single
    me, value = names[table.player], fields[source]
    here = name(board.cells[source])
    if value & OWNER != table.tag:
        return IllegalMove("move.source", _nobody(value, here, me, names), MOVEMENT)
    if board.islands[source] in table.moved:
        message = say("{who} has already moved from the island of {here} this turn", who=me, here=here)
        return IllegalMove("move.island", message, MOVEMENT)
    there = name(board.cells[target])
    straight = line(board.cells[source], board.cells[target])
    if straight is None:
        message = say("{here} and {there} are not in a straight line", here=here, there=there)
        return IllegalMove("move.line", message, MOVEMENT)
    if straight[1] != count:
        far = say_many(
            "{here} to {there} is {n} field", "{here} to {there} is {n} fields", straight[1], here=here, there=there
        )
        moved = say_many("{n} was moved", "{n} were moved", count)
        return IllegalMove("move.count", say("{far}, so as many pieces go; {moved}", far=far, moved=moved), MOVEMENT)
    tall = height(value)
    free = tall - table.arrived.get(source, 0)
    if free < count:
        far = say_many("{there} is {n} field away", "{there} is {n} fields away", count, there=there)
        if tall < count:
            message = say("{far}; {here} has {tall} of {who}'s pieces", far=far, here=here, tall=tall, who=me)
            return IllegalMove("move.count", message, MOVEMENT)
        if free:
            message = say(
                "{late} of the {tall} pieces on {here} arrived this turn, so only {free} can move; {far}",
                late=table.arrived[source], tall=tall, here=here, free=free, far=far,
            )  # fmt: skip
            return IllegalMove("move.moved", message, MOVEMENT)
        message = say_many(
            "the piece on {here} arrived this turn and cannot move again",
            "all {n} pieces on {here} arrived this turn and cannot move again",
            tall, here=here,
        )  # fmt: skip
        return IllegalMove("move.moved", message, MOVEMENT)
    ray = board.rays[source][straight[0]]
    for passed in ray[:count]:
        if fields[passed] & KIND:
            where = name(board.cells[passed])
            if fields[passed] & KIND == TOWER:
                message = say("{field} is a growth tower: nothing moves onto it or over it", field=where)
            else:
                message = say("{field} is burned: nothing moves onto it or over it", field=where)
            return IllegalMove("move.blocked", message, MOVEMENT)
    message = say("between {here} and {there} there is no board", here=here, there=there)
    return IllegalMove("move.blocked", message, MOVEMENT)


def _nobody(value: int, here: str, me: str, names: Sequence[str]) -> Said:
    """That a player has no stack on a field, and what is there."""
    if value & KIND == TOWER:
        found = say("{here} is a growth tower of {owner}", here=here, owner=names[owner(value)])
    elif value & KIND:
        found = say("{here} is burned", here=here)
    elif value:
        found = say("{here} has {height} of {owner}'s", here=here, height=height(value), owner=names[owner(value)])
    else:
        found = say("{here} is empty", here=here)
    return say("{found}; {who} has no stack there", found=found, who=me)
