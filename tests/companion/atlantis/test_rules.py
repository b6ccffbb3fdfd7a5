"""The rulebook's three examples, the worked cases, and each ruling; refusals, what may stand and what is nearest."""

from typing import Any

from companion.contract.position import Position
from companion.games.atlantis.texts import SPACES
from tests.companion.ruling import rules

from .tables import GAME, Seat, table


def built(at: str = "", seats: Any = None, **more: Any) -> Position:
    """A path from space 1, and seats by what they hold, or by their hand alone."""
    spaces = {space: tile for space, tile in enumerate(at.split(), 1) if tile != "~"}
    held = (seats or {"Ann": {}, "Bob": {}}).items()
    people = (Seat(name, each) if isinstance(each, str) else Seat(name, **each) for name, each in held)
    return table(spaces, *people, **more)


def lies(here: Position, expected: str) -> str:
    """The path up to its last tile; or who is on the mainland, where that is expected."""
    tokens = GAME.text(here).partition(" |")[0].split()
    return " ".join(tokens[SPACES:] if expected.startswith("@") else tokens[:SPACES]).rstrip(" ~")


test_rules = rules(GAME, built, lies, __file__)
