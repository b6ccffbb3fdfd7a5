"""Games are found by their folder's name under `companion/games`; nothing lists them."""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import companion.games
from companion.game import Game, SyntaxFault


def names() -> tuple[str, ...]:
    """The games there are rules for, by name."""
    found = set[str]()
    for folder in companion.games.__path__:
        with os.scandir(folder) as entries:
            found |= {entry.name for entry in entries if os.path.isfile(os.path.join(entry.path, "__init__.py"))}
    return tuple(sorted(found))


def find(name: str) -> Game[Any, Any]:
    """A game's rules. Raises SyntaxFault for a name there are no rules for."""
    if name.isidentifier():
        try:
            game: Game[Any, Any] = import_module(f"companion.games.{name}").GAME
            return game
        except ModuleNotFoundError as error:
            if error.name != f"companion.games.{name}":
                raise
    raise SyntaxFault(f"game '{name}'", f"one of {', '.join(names())}")
