"""Turns: from what was typed to the next position and journal. Every surface and every replay go through here.

>>> split_stood("stood 2:HH [gap.unpaid 4]")
(True, '2:HH')
>>> stood_text("2:HH", "gap.unpaid", 4)
'stood 2:HH [gap.unpaid 4]'
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from companion.contract.entering import Entered, Ply, Stopped
from companion.contract.faults import IllegalMove, Refused, SyntaxFault
from companion.contract.judges import Forbidden
from companion.contract.sentences import DEALT, OTHERS, OVER
from companion.games import Game
from specs.base.languages import say

DEALER: Final = "what the companion deals"
STOOD = "stood"


class Step(NamedTuple):
    """A turn that was taken. `text` is its canonical notation, without `stood`; `ply` is false for an entry
    that only tells what is known; `stood` are the refusals, if the table let it stand, and `points` their worth."""

    text: str
    player: int | None
    ply: bool
    move: Any
    before: Any
    after: Any
    stood: tuple[IllegalMove, ...] = ()
    points: int = 0


# The steps of a ply: from its position and text, how many plies came before it, and whether more of the line follow.
TakeOne = Callable[[Any, str, int, bool], Sequence[Step]]


class Untaken(Refused):
    """A turn that was refused: the refusal, the turn as typed, and the legal turn most like it. `part` says which it is
    of how many of its line, of which nothing was entered."""

    def __init__(self, refusal: IllegalMove | SyntaxFault, text: str, ply: int, nearest: str = "") -> None:
        super().__init__(str(refusal))
        self.refusal, self.text, self.ply, self.nearest = refusal, text, ply, nearest
        self.unseen = refusal.unseen
        self.part = (1, 1)

    @property
    def rule(self) -> str:
        return self.refusal.rule

    @property
    def message(self) -> str:
        return self.refusal.message if isinstance(self.refusal, IllegalMove) else str(self.refusal)


def split_stood(text: str) -> tuple[bool, str]:
    """("stood" or not, the turn itself). What a record adds in brackets behind a turn that stood is dropped:
    it follows from the rules."""
    words = text.strip()
    if words[: len(STOOD) + 1].lower().rstrip() != STOOD:
        return False, words
    turn = words[len(STOOD) :].strip()
    if turn.endswith("]") and "[" in turn:
        turn = turn[: turn.rindex("[")].strip()
    return True, turn


def stood_text(turn: str, rule: str, points: int) -> str:
    """A turn that stood, as records write it: `stood 2:HH [gap.unpaid 4]`; several rules with commas between."""
    return f"{STOOD} {turn} [{rule} {points}]"


def take(game: Game, state: Any, text: str, ply: int, *, stood: bool = False) -> Step:
    """The step a turn makes from a position; `ply` is the number it has or would have. Raises Untaken.

    A turn that is marked as stood but breaks no rule is an ordinary turn.
    """
    (marked, turn), move = split_stood(text), None
    try:
        move = game.parse(state, turn)
        made = game.made(state, move)
    except (SyntaxFault, IllegalMove) as refusal:
        if move is None or not (stood or marked):
            unclear = move is None or refusal.unseen or refusal.rule == OVER
            nearest = None if unclear else game.nearest(state, move)
            raise Untaken(refusal, turn, ply, "" if nearest is None else game.format(state, nearest)) from None
        try:
            made = game.made(state, move, stood=True)
        except IllegalMove as impossible:
            raise Untaken(impossible, turn, ply) from None
    return of_ply(game, made)


def of_ply(game: Game, made: Ply) -> Step:
    """A ply of the contract as a step."""
    why = tuple([game.refusal(each, made.before) for each in made.broken])
    player = game.turn(made.before)
    return Step(made.text, player, game.is_turn(made.move), made.move, made.before, made.after, why, made.points)


def follows(game: Game, state: Any) -> list[Step]:
    """What chance does now, where the companion deals."""
    return [of_ply(game, made) for made in game.dealt(state)[1]]


def dealing(game: Game, state: Any) -> bool:
    """Whether the companion decides by chance what comes next."""
    return bool(game.dealt(state)[1])


def steps_of(game: Game, state: Any, line: str, take_one: TakeOne) -> list[Step]:
    """The steps of a line ply by ply, each text split at the position that those before it led to. Raises Untaken,
    which says which ply of the line it is."""
    rest, number, found = [*game.plies(line)], 0, list[Step]()
    while rest:
        rest[:1] = game.split(state, rest[0])
        text, number = rest.pop(0), number + 1
        try:
            found += take_one(state, text, sum(step.ply for step in found), bool(rest))
        except Untaken as refused:
            refused.part = (number, number + len(rest))
            raise
        state = found[-1].after if found else state
    return found


def handed_back(game: Game, done: Entered) -> str:
    """What is said of the rest of a line that was not entered; empty where all of it was."""
    why = done.why
    if why is not None:
        refused = why if isinstance(why, SyntaxFault) else game.refusal(why, done.plies[-1].after)
        return say("{rest} was not entered: {why}", rest=done.rest, why=str(refused))
    return say("{rest} was not entered: it was typed before this was known", rest=done.rest) if done.rest else ""


def untaken(game: Game, state: Any, seen: Any, stopped: Stopped, ply: int) -> Untaken:
    """A refusal with the legal turn most like what was typed, by what the viewer has `seen`."""
    why, nearest = stopped.refusal, ""
    refusal = game.refusal(why, state) if isinstance(why, Forbidden) else why
    seen = seen if stopped.part[0] == 1 else stopped.view
    if isinstance(refusal, IllegalMove) and not refusal.unseen and refusal.rule not in (DEALT, OTHERS):
        with suppress(Refused):
            found = game.nearest(seen, game.parse(seen, stopped.text))
            nearest = "" if found is None else game.format(seen, found)
    refused = Untaken(refusal, stopped.text, ply, nearest)
    refused.part = stopped.part
    return refused
