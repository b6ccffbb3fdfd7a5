"""Each rule of Seven Circles with a drawn position (the drawing's shape is in drawing.py; `+` leaves a turn open)."""

from typing import Any

from drawing import GAME, USUAL, drawn, position, row, third

from companion.contract.position import Position
from companion.games.circles.state import Table
from tests.companion.ruling import rules


def built(at: str = "", rules: str = "", **more: Any) -> Position:
    """A whole drawing, or the third row of five; without one, how a game begins."""
    if not at:
        return GAME.new("Ann", "Bob").state
    return (position if "\n" in at else row)(at, rules=Table(*(*rules.split(), *USUAL[len(rules.split()) :])), **more)


def lies(here: Position, expected: str) -> str:
    return (drawn(here) if "\n" in expected.strip() else third(drawn(here))).strip()


test_rules = rules(GAME, built, lies, __file__)
