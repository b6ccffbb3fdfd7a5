"""A line of a game by the contract, as a table takes it: what was entered of it, what is said of the rest, why not.

>>> from companion import Game
>>> table = Game("atlantis").new("Ann", "Bob", seed=42)
>>> done = entered(table.game, table.state, "1:H / 1:O", "referee")
>>> [made.text for made in done.plies], handed_back(table.game, done)
(['1:H', '1:O'], '')
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from companion.contract.entering import Entered, Stopped, Viewer, enter
from companion.contract.faults import IllegalMove, Refused, SyntaxFault
from companion.contract.judges import Forbidden
from companion.contract.sentences import DEALT, HIDDEN, OTHERS
from companion.games import Game
from companion.table.turns import Untaken, split_stood
from specs.base.languages import say


def entered(game: Game, state: Any, line: str, viewer: Viewer, *, stood: bool = False) -> Entered:
    """What is entered of a line. Raises Stopped."""
    marked, turns = split_stood(line)
    return enter(game, state, turns, viewer, stood=stood or marked)


def only_hidden(stopped: Stopped) -> bool:
    """Whether only what is hidden forbids a line."""
    return isinstance(stopped.refusal, Forbidden) and stopped.refusal.rule == HIDDEN


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
