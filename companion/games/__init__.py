"""The games there are rules for, found by their folders' names; nothing lists them.

>>> atlantis = Game("atlantis")
>>> atlantis.commands["reveal"]
'Tell what came to light on the table. This is no turn.'
>>> atlantis.notation.plies("2:HH")
('2:HH',)
>>> Game("chess")
Traceback (most recent call last):
...
companion.contract.SyntaxFault: column 1: game 'chess'; expected one of ...
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from companion.contract import NOTHING, SyntaxFault

if TYPE_CHECKING:
    from companion.contract import (
        Advice,
        Choices,
        Hands,
        Notation,
        Picture,
        Rules,
        Score,
        SetupFacet,
        Transcript,
        View,
        Words,
    )
    from companion.table import Table

__all__ = ["Game", "names"]


class Game:
    """A game by its name: its facets, each its folder's module of that name, imported when it is first asked for.
    Raises SyntaxFault for a name there are no rules for.

    `hands`, `choices`, `transcript`, `words` and `picture` are None where the game has none; `advice` says nothing
    then.
    """

    def __init__(self, name: str) -> None:
        if name not in names():
            raise SyntaxFault(f"game '{name}'", f"one of {', '.join(names())}")
        about = import_module(f"companion.games.{name}")
        self.name = name
        self.rules_version: int = about.RULES_VERSION
        self.earlier: Mapping[int, Mapping[str, str]] = getattr(about, "EARLIER", {})
        self.commands: Mapping[str, str] = about.COMMANDS
        self._folder: str = about.__path__[0]

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    def new(
        self, *players: str, seed: int | None = None, rules: Mapping[str, str | int | bool] = NOTHING, **options: str
    ) -> Table:
        """A new game in no store, from what `companion new` takes: players as `Ann` or `Ann:red`, setup options by
        their names. Raises SyntaxFault, SpecError for what cannot be.

        >>> Game("circles").new("Ann", "Bob").whose
        'Ann'
        """
        from companion.starting import new
        from companion.unstored import Unstored

        return new(Unstored(), self.name, players, seed=seed, options=options, rules=rules)

    @property
    def help(self) -> Mapping[str, Sequence[str]]:
        """How a turn is typed: lines by topic, the first topic the turn as a whole, from the game's `help.yaml`; empty
        where it has none.

        >>> Game("atlantis").help["bridge"]
        ['Once a game, `bridge SPACE` makes a gap free for everybody, also for the walk you are on.']
        """
        from pathlib import Path

        from specs.nodes import read_text

        file = Path(self._folder, "help.yaml")
        if not file.exists():
            return NOTHING
        return {topic: text.splitlines() for topic, text in read_text(file.read_bytes(), str(file)).value.items()}

    @property
    def rules(self) -> Rules[Any, Any]:
        module: Rules[Any, Any] = self._module("rules")
        return module

    @property
    def notation(self) -> Notation[Any, Any]:
        module: Notation[Any, Any] = self._module("notation")
        return module

    @property
    def setup(self) -> SetupFacet[Any]:
        module: SetupFacet[Any] = self._module("setup")
        return module

    @property
    def score(self) -> Score[Any, Any]:
        module: Score[Any, Any] = self._module("score")
        return module

    @property
    def view(self) -> View[Any, Any]:
        module: View[Any, Any] = self._module("view")
        return module

    @property
    def advice(self) -> Advice[Any, Any]:
        return self._module("advice", optional=True) or _NoAdvice()

    @property
    def hands(self) -> Hands[Any] | None:
        module: Hands[Any] | None = self._module("hands", optional=True)
        return module

    @property
    def choices(self) -> Choices[Any] | None:
        module: Choices[Any] | None = self._module("choices", optional=True)
        return module

    @property
    def transcript(self) -> Transcript[Any, Any] | None:
        module: Transcript[Any, Any] | None = self._module("transcript", optional=True)
        return module

    @property
    def words(self) -> Words[Any] | None:
        module: Words[Any] | None = self._module("words", optional=True)
        return module

    @property
    def picture(self) -> Picture[Any] | None:
        module: Picture[Any] | None = self._module("picture", optional=True)
        return module

    def _module(self, facet: str, *, optional: bool = False) -> Any:
        module = f"companion.games.{self.name}.{facet}"
        try:
            return import_module(module)
        except ModuleNotFoundError as error:
            if not optional or error.name != module:
                raise
            return None


def names() -> tuple[str, ...]:
    """The games there are rules for, by name."""
    folders = set[str]()
    for path in __path__:
        with os.scandir(path) as entries:
            folders |= {e.name for e in entries if e.name.isidentifier() and _is_file(e.path, "rules.py")}
    return tuple(sorted(folders))


def _is_file(folder: str, name: str) -> bool:
    return os.path.isfile(os.path.join(folder, "__init__.py")) and os.path.isfile(os.path.join(folder, name))


class _NoAdvice:
    """The advice of a game that has none: turns do what they say."""

    UNFOLDS = False

    def nearest(self, state: Any, move: Any) -> Any:
        return None

    def warnings(self, state: Any, move: Any) -> Sequence[str]:
        return ()

    def revealed(self, before: Any, move: Any, after: Any) -> Sequence[str]:
        return ()

    def chain(self, before: Any, move: Any) -> Sequence[str]:
        return ()
