"""What is said beside the rules: likely slips, what was seen, what a machine at a table asks for; and the sums."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from companion.contract.entering import Ply
from companion.contract.position import Position
from companion.contract.values import Entry
from companion.games.escape import moves, moving
from companion.games.escape.board import CORAL
from companion.games.escape.moves import Go, Move, Put, Reveal, Sink
from companion.games.escape.state import STEPS, TRIBE, State, ashore, elsewhere, of, unplaced
from companion.games.escape.text import dice_said
from companion.games.escape.texts import SYMBOLS, step_text
from specs.base.languages import Said, joined, mark, say, say_many, word

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


# ---- sums ----------------------------------------------------------------------------------------


def ending(p: Position) -> str:
    """Why a game that is over ended."""
    if p.state.away.count(False) == 1:
        return mark("one player is left")
    left = elsewhere(p.state.sea)
    return mark("all of a player's people are ashore or lost") if left else mark("all people are ashore or lost")


def lines(p: Position, seat: int) -> Iterator[Said]:
    """Where a player's Atlanteans came ashore, and how many did not."""
    s, sea = p.state, p.state.sea
    there = [(s.name(h), of(sea.stand[h], seat)) for h in sea.board.corals]
    points, left = sum(count for _, count in there), of(elsewhere(sea), seat)
    places = joined([say("{n} on {hex}", n=count, hex=name) for name, count in there if count])
    yield say("{n} ashore: {where}", n=points, where=places) if places else say("{n} ashore", n=points)
    yield say("{left} not ashore, {lost} lost", left=left, lost=TRIBE - points - left - unplaced(s, seat))


def trail(before: Position, move: moves.Ply, after: Position) -> Iterator[Entry]:
    """Who came ashore, a point each, and who was lost, which costs none."""
    was, now = before.state.sea, after.state.sea
    landed = ashore(now) - ashore(was)
    gone = elsewhere(was) - elsewhere(now) - landed
    for seat in range(before.state.seats):
        if count := of(landed, seat):
            where = ", ".join(now.board.names[h] for h in now.board.corals if now.stand[h] > was.stand[h])
            yield Entry(seat, count, say("{n} ashore on {hexes}", n=count, hexes=where))
        if before.state.phase != "place" and (count := of(gone, seat)):
            yield Entry(seat, 0, _lost(before.state, move, count))


def _lost(s: State, move: moves.Ply, count: int) -> Said:
    """How many were lost, and what took them, as far as it is one thing."""
    match move:
        case Go(way) if way is not None and s.dice is not None:
            beast, there = word(s.dice.creature, "the"), s.name(way.target)
            return say("{n} lost to the {beast} on {hex}", n=count, beast=beast, hex=there)
        case Put() | Reveal():
            return say("{n} lost when {hex} sank", n=count, hex=s.name(s.sinking))
    return say("{n} lost in the water", n=count)
