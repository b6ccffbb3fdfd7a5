"""The referee: a game on a real table, followed, judged and settled. This is its door for other programs.

Nothing is printed and nobody is asked. A `Table` is a value: what is entered gives the table as it is then.

>>> from companion import Game
>>> table = Game("atlantis").new("Ann", "Bob", seed=42)
>>> table.move("1:F").whose
'Bob'

Behind it lie what every game gives (`contract`), the `games` with a folder each, one game in play (`table`), and what
people use: `cli` (the command line) and `page` (phones at the table). What is not named here may change from version to
version.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

__all__ = [
    "PUBLIC", "REFEREE", "Attempted", "Game", "Look", "Picture", "RecordStops", "SpecError", "SyntaxFault", "Table",
    "Untaken", "bot", "hints", "read", "review", "settle", "write",
]  # fmt: skip

if TYPE_CHECKING:
    from companion.api import Game, read, settle, write
    from companion.contract.faults import SyntaxFault
    from companion.lab.hints import hints
    from companion.lab.opponents import bot
    from companion.lab.review import review
    from companion.record.replay import RecordStops
    from companion.table import PUBLIC, REFEREE, Attempted, Look, Picture, Table, Untaken
    from specs.base.errors import SpecError

_HOMES = {
    "companion.contract.faults": ("SyntaxFault",),
    "companion.api": ("Game", "read", "settle", "write"),
    "companion.table": ("PUBLIC", "REFEREE", "Attempted", "Look", "Picture", "Table", "Untaken"),
    "companion.lab.hints": ("hints",),
    "companion.lab.opponents": ("bot",),
    "companion.lab.review": ("review",),
    "companion.record.replay": ("RecordStops",),
    "specs.base.errors": ("SpecError",),
}


def __getattr__(name: str) -> object:
    """A name of the door, loaded when it is first used: a move at the table needs few of them."""
    for home, names in _HOMES.items():
        if name in names:
            return globals().setdefault(name, getattr(import_module(home), name))
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
