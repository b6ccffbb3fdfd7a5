"""The games with rules, and the free table for any spec."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from companion.contract.values import Bound
from companion.games.folder import ANY, names
from companion.games.game import Game

if TYPE_CHECKING:
    from specs.model.document import Document

__all__ = ["ANY", "Game", "bound", "kept", "names", "of", "plays"]


def of(given: str) -> Game:
    """Return the game of a name, or the free table of a spec's file. Raises SyntaxFault, SpecError.

    >>> of("Atlantis")
    Game('atlantis')
    """
    if not given.lower().endswith((".yaml", ".yml")):
        return Game(given.lower())
    from specs.load import load

    return bound(load(given), str(Path(given).resolve()))


def bound(document: Document, file: str) -> Game:
    """Return the free table bound to a spec's file. Raises SpecError."""
    from specs.base.errors import SpecError, bad
    from specs.base.unfit import Unfit
    from specs.check.spec import check

    if faults := check(document, icons=None, fonts=None):
        raise SpecError(faults)
    try:
        kit = kept(document)
    except Unfit as fault:
        raise bad(fault.code, file, fault.found, fault.expected) from None
    return Game(ANY, Bound(file, document.spec.edition or "", kit, " ".join(document.spec.title.split())))


def kept(document: Document) -> str:
    """Return what a game keeps of the spec it is made from. Raises Unfit."""
    kit: str = import_module(f"companion.games.{ANY}.rules").kept(document)
    return kit


def plays(game: Game, document: Document) -> bool:
    """Return whether a game can continue with a spec: with any if it has rules of its own, otherwise only if the spec
    still plays the same. Raises Unfit."""
    return game.spec is None or game.spec._replace(kit=kept(document)).digest == game.spec.digest
