"""What is said beside the rules: likely slips, what was seen, and what a machine at a table asks for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.contract.entering import Ply
from companion.contract.position import Position
from companion.games.escape import moves, moving
from companion.games.escape.board import CORAL
from companion.games.escape.moves import Move, Reveal, Sink
from companion.games.escape.state import STEPS
from companion.games.escape.text import dice_said
from companion.games.escape.texts import SYMBOLS, step_text
from specs.base.languages import Said, say, say_many, word

UNFOLDS: Final = True
SLIPS: Final = ("water.deadly",)


def warnings(made: Ply) -> Iterator[Said]:
    """Legal but likely unintended, beside the SLIPS: steps left that would bring one ashore."""
    s, ends = made.before.state, isinstance(made.move, Sink) or made.move == Move(None)
    if ends and s.phase == "move" and s.steps < STEPS:
        landing = next((step for step in moving.steps(s) if s.sea.ground[step.target] == CORAL), None)
        if landing is not None:
            yield say_many(
                "{n} step is left, and {step} would bring one ashore.",
                "{n} steps are left, and {step} would bring one ashore.",
                STEPS - s.steps, step=step_text(s.sea.board.names, landing),
            )  # fmt: skip


def revealed(before: Position, move: moves.Ply, after: Position) -> Sequence[Said]:
    """The back of a sunk piece, and the dice where a seed rolls them."""
    if isinstance(move, Reveal):
        name = before.state.name(before.state.sea.sinking)
        return [say("the {symbol} under {hex}", symbol=word(SYMBOLS[move.symbol], "the"), hex=name)]
    if isinstance(move, moves.Roll) and before.state.table.dice == "dealt":
        return [say("the dice: {dice}", dice=dice_said(after.state.dice))]
    return []


def asks(p: Position) -> str:
    """What came up, or the dice, where the table has them."""
    s = p.state
    if s.phase == "reveal":
        return say("What came up under {hex}?", hex=s.name(s.sinking))
    if s.phase != "dice" or s.table.dice == "dealt" or not any(s.sea.beasts):
        return ""
    who = p.players[s.turn].name
    return say("Roll the dice for {who}. What do they show? Type it, such as shark 2.", who=who)
