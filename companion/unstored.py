"""A game that is kept nowhere, for programs that want the rules and no file: all there is of it is the table's value.

>>> from companion.games import Game
>>> table = Game("circles").new("Ann", "Bob")
>>> later = table.move(table.legal_moves()[0])
>>> table.ply, later.ply, later.undo().table.ply
(0, 1, 0)
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

from companion.contract import Player
from companion.journal import Journal
from companion.store import Stored, StoreError

__all__ = ["Unstored"]


class Unstored:
    """In a store's place: says how a game stands, and keeps none of it, for its table has the journal."""

    path = Path("no store")

    def add(self, game: Stored, journal: Journal) -> Stored:
        return game

    def append(self, game: Stored, journal: Journal, turn: int | None) -> Stored:
        return game.after(journal, turn)

    def rewrite(self, game: Stored, players: Sequence[Player], journal: Journal, turn: int | None) -> Stored:
        return game._replace(players=tuple(players), start=journal.start).after(journal, turn)

    def ended(self, game: Stored) -> None:
        """Nobody looked at a clock."""

    def close(self) -> None:
        """Nothing is open."""

    def get(self, game: int | None = None) -> NoReturn:
        """Raises StoreError: nothing can be looked up."""
        raise StoreError("this game is in no store")

    def entries(self, game: Stored) -> NoReturn:
        """Raises StoreError: its table has them."""
        raise StoreError("this game is in no store")
