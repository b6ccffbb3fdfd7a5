"""Says what a ply did, in a sentence for everybody at the table."""

from typing import Any

from companion.contract import Ply
from companion.games.escape.board import Step
from companion.games.escape.moves import Go, Move, Place, Put, Reveal, Roll, Sink
from companion.games.escape.state import State
from companion.games.escape.texts import SYMBOLS, UNWRITTEN, Way
from specs.base.languages import Said, say, word


def in_words(made: Ply) -> Said | None:
    """Return the sentence; None if the ply needs none of its own."""
    s: State = made.before.state
    who, move = made.before.players[s.turn].name, made.move
    match move:
        case Place(h):
            return say("{who} places an Atlantean on {hex}", who=who, hex=s.name(h))
        case Sink(h):
            return say("{who} sinks {hex}", who=who, hex=s.name(h))
        case Move(None):
            return say("{who} moves no further", who=who) if s.steps else say("{who} moves nobody", who=who)
        case Move(Step() as step):
            here, there = s.name(step.source), s.name(step.target)
            if here == there:
                return say("{who} goes overboard on {hex}", who=who, hex=here)
            return say("{who} moves from {here} to {there}", who=who, here=here, there=there)
        case Put(goal):
            whose = made.before.players[goal.seat].name if goal.seat != UNWRITTEN else who
            return say("An Atlantean of {whose} goes to {hex}", whose=whose, hex=s.name(goal.target))
        case Reveal(symbol):
            return say("{symbol} came up", symbol=word(SYMBOLS[symbol]))
    return _dice(s, move)


def _dice(s: State, move: Any) -> Said | None:
    """Say what the dice show, and what the creature does."""
    match move:
        case Roll(creature, number):
            return say("The dice show {dice}", dice=f"{word(creature)} {number}")
        case Go(None):
            return say("no {beast} moves", beast=word(s.dice.creature if s.dice else "", "no"))
        case Go(Way() as way) if s.dice:
            here, there = s.name(way.source), s.name(way.target)
            return say("{who} moves from {here} to {there}", who=word(s.dice.creature, "the"), here=here, there=there)
    return None
