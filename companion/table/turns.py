"""Turns: from what was typed to the next position and journal. Every surface and every replay go through here.

>>> split_stood("stood 2:HH [gap.unpaid 4]")
(True, '2:HH')
>>> stood_text("2:HH", "gap.unpaid", 4)
'stood 2:HH [gap.unpaid 4]'
"""

from contextlib import suppress
from typing import Any, Final

from companion.contract import Forbidden, IllegalMove, Refused, SyntaxFault
from companion.contract.entering import Entered, Ply, Stopped
from companion.contract.sentences import DEALT, OTHERS, OVER
from companion.games import Game
from specs.base.languages import say

DEALER: Final = "what the companion deals"
STOOD = "stood"


class Untaken(Refused):
    """A refused turn: the refusal, the turn as typed, and the closest legal turn. `part` says which turn of how many on
    its line it was; none of the line was entered."""

    def __init__(
        self, refusal: IllegalMove | SyntaxFault, text: str, ply: int, nearest: str = "", part: tuple[int, int] = (1, 1)
    ) -> None:
        super().__init__(str(refusal))
        self.refusal, self.text, self.ply, self.nearest, self.part = refusal, text, ply, nearest, part
        self.rule, self.unseen = refusal.rule, refusal.unseen
        self.message: str = refusal.message if isinstance(refusal, IllegalMove) else refusal.said


def split_stood(text: str) -> tuple[bool, str]:
    """Return whether a text begins with "stood", and the turn itself. What a record adds in brackets after such a turn
    is dropped: it follows from the rules."""
    words = text.strip()
    if words[: len(STOOD) + 1].lower().rstrip() != STOOD:
        return False, words
    turn = words[len(STOOD) :].strip()
    if turn.endswith("]") and "[" in turn:
        turn = turn[: turn.rindex("[")].strip()
    return True, turn


def stood_text(turn: str, rule: str, points: int) -> str:
    """Write a turn that stood as records do: `stood 2:HH [gap.unpaid 4]`; several rules joined by commas."""
    return f"{STOOD} {turn} [{rule} {points}]"


def take(game: Game, state: Any, text: str, ply: int, *, stood: bool = False) -> Ply:
    """Return the step a turn makes from a position; `ply` is its number. Raises Untaken.

    A turn that is marked as stood but breaks no rule is an ordinary turn.
    """
    (marked, turn), move = split_stood(text), None
    try:
        move = game.parse(state, turn)
        return game.made(state, move)
    except (SyntaxFault, IllegalMove) as refusal:
        if move is None or not (stood or marked):
            raise Untaken(refusal, turn, ply, _nearest(game, state, refusal, turn)) from None
        try:
            return game.made(state, move, stood=True)
        except IllegalMove as impossible:
            raise Untaken(impossible, turn, ply) from None


def handed_back(game: Game, done: Entered) -> str:
    """Say what became of the rest of a line that was not entered; empty if all of it was."""
    why = done.why
    if why is not None:
        refused = why if isinstance(why, SyntaxFault) else game.refusal(why, done.plies[-1].after)
        return say("{rest} was not entered: {why}", rest=done.rest, why=str(refused))
    return say("{rest} was not entered: you typed it before this was known", rest=done.rest) if done.rest else ""


def untaken(game: Game, stopped: Stopped, ply: int) -> Untaken:
    """Make a refusal with the closest legal turn, as far as its viewer sees; `ply` is the number of the first turn of
    its line."""
    why, view = stopped.refusal, stopped.view
    refusal = game.refusal(why, view) if isinstance(why, Forbidden) else why
    number, nearest = ply + stopped.part[0] - 1, _nearest(game, view, refusal, stopped.text)
    return Untaken(refusal, stopped.text, number, nearest, stopped.part)


def _nearest(game: Game, view: Any, refusal: IllegalMove | SyntaxFault, text: str) -> str:
    """Return the legal turn closest to a refused one, or written most like an unreadable one; empty if there is none,
    or if it could tell what is hidden."""
    found = None
    if not refusal.unseen and refusal.rule not in (DEALT, OTHERS, OVER):
        with suppress(Refused):
            found = game.nearest(view, text if isinstance(refusal, SyntaxFault) else game.parse(view, text))
    return "" if found is None else game.format(view, found)
