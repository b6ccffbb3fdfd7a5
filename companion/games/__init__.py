"""The games there are rules for, found by their folders' names; nothing lists them.

>>> atlantis = Game("atlantis")
>>> atlantis.notation.plies("2:HH")
('2:HH',)
>>> Game("chess")
Traceback (most recent call last):
...
companion.contract.faults.SyntaxFault: column 1: game 'chess'; expected one of ...
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from companion.contract import NOTHING, Bound, SyntaxFault
from specs.base.languages import say, word

if TYPE_CHECKING:
    from companion.contract import (
        Advice,
        Bots,
        Choices,
        Hands,
        Leaving,
        Notation,
        Picture,
        Rules,
        Score,
        SetupFacet,
        Transcript,
        View,
        Words,
    )
    from specs.model.document import Document

__all__ = ["ANY", "Game", "bound", "names", "of"]

ANY = "free"  # the rules that are made from any spec

T = TypeVar("T")


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


class _Facet(Generic[T]):
    """A game's module of the attribute's name, imported when it is first asked for and then the game's own; `else_`
    where it need not be."""

    def __init__(self, *else_: Any) -> None:
        self.else_ = else_

    def __set_name__(self, _: type, name: str) -> None:
        self.name = name

    def __get__(self, game: Game, _: type) -> T:
        if game.contracted is not None:
            from companion.derived import facet

            game.__dict__[self.name] = facet(game.contracted, self.name)
            return cast(T, game.__dict__[self.name])
        module = f"companion.games.{game.name}.{self.name}"
        try:
            found = cast(T, import_module(module))
        except ModuleNotFoundError as error:
            if not self.else_ or error.name != module:
                raise
            found = cast(T, self.else_[0])
        game.__dict__[self.name] = found  # what is not there is not sought again either
        return found


class Game:
    """A game by its name: its facets, each its folder's module of that name, imported when it is first asked for.
    Raises SyntaxFault for a name there are no rules for. One that plays any spec is bound to a `spec`.

    `hands`, `leaving`, `choices`, `transcript`, `words`, `picture` and `bots` are None where the game has none;
    `advice` says nothing then.
    """

    rules: _Facet[Rules[Any, Any]] = _Facet()
    notation: _Facet[Notation[Any, Any]] = _Facet()
    setup: _Facet[SetupFacet[Any]] = _Facet()
    score: _Facet[Score[Any, Any]] = _Facet()
    view: _Facet[View[Any, Any]] = _Facet()
    advice: _Facet[Advice[Any, Any]] = _Facet(_NoAdvice())
    hands: _Facet[Hands[Any] | None] = _Facet(None)
    leaving: _Facet[Leaving[Any] | None] = _Facet(None)
    choices: _Facet[Choices[Any] | None] = _Facet(None)
    transcript: _Facet[Transcript[Any, Any] | None] = _Facet(None)
    words: _Facet[Words[Any] | None] = _Facet(None)
    picture: _Facet[Picture[Any] | None] = _Facet(None)
    bots: _Facet[Bots[Any, Any] | None] = _Facet(None)

    def __init__(self, name: str, spec: Bound | None = None) -> None:
        if name not in (names() if spec is None else (ANY,)):
            raise SyntaxFault(say("game '{name}'", name=name), say("one of {names}", names=", ".join(names())))
        about = import_module(f"companion.games.{name}")
        self.name = name
        self.folder: str = about.__path__[0]
        self.spec = spec
        self.contracted: Any = None
        if package := getattr(about, "CONTRACT", ""):
            from companion.derived import Contracted

            self.contracted = Contracted(package, lambda: self.document, *(() if spec is None else (spec.kit,)))

    def __repr__(self) -> str:
        return f"Game({self.name!r})"

    @property
    def called(self) -> str:
        """What it is called: its name, or the title of its spec."""
        return self.name if self.spec is None else self.spec.name

    @property
    def document(self) -> Document:
        """The spec with its pieces, as it is now. Raises SpecError."""
        from specs.load import load

        return load(self.name if self.spec is None else self.spec.file)

    def bound_to(self, document: Document) -> bool:
        """Whether a game can go on with a spec: any of its own, and what it is bound to as long as that is played
        alike. Raises Unfit."""
        return self.spec is None or self.spec._replace(kit=_kept(document)).digest == self.spec.digest

    @property
    def help(self) -> Mapping[str, Sequence[str]]:
        """How a turn is typed: lines by topic, the first topic the turn as a whole, from the game's `help.yaml`; empty
        where it has none.

        >>> Game("atlantis").help["bridge"]
        ['Once a game, `bridge SPACE` makes a gap free for everybody, also for the walk you are on.']
        """
        from pathlib import Path

        from specs.read.yaml_nodes import read_text

        file = Path(self.folder, "help.yaml")
        if not file.exists():
            return NOTHING
        return {topic: word(text).splitlines() for topic, text in read_text(file.read_bytes(), str(file)).value.items()}


def of(given: str) -> Game:
    """The game of a name; or, of a spec's file, the one that plays any. Raises SyntaxFault, SpecError.

    >>> of("Atlantis")
    Game('atlantis')
    """
    if not given.lower().endswith((".yaml", ".yml")):
        return Game(given.lower())
    from pathlib import Path

    from specs.load import load

    return bound(load(given), str(Path(given).resolve()))


def bound(document: Document, file: str) -> Game:
    """The game that plays any spec, bound to one, whose file it is. Raises SpecError."""
    from specs.base.errors import SpecError, bad
    from specs.base.unfit import Unfit
    from specs.check.spec import check

    if faults := check(document, icons=None, fonts=None):
        raise SpecError(faults)
    try:
        kept = _kept(document)
    except Unfit as fault:
        raise bad(fault.code, file, fault.found, fault.expected) from None
    return Game(ANY, Bound(file, document.spec.edition or "", kept, " ".join(document.spec.title.split())))


def _kept(document: Document) -> str:
    """What a game keeps of the spec it is made from. Raises Unfit."""
    kept: str = import_module(f"companion.games.{ANY}.rules").kept(document)
    return kept


def names() -> tuple[str, ...]:
    """The games there are rules for, by name."""
    return tuple(sorted(_folders("rules") - {ANY}))


def _folders(module: str) -> set[str]:
    """The games that have a module of that name."""
    folders = set[str]()
    for path in __path__:
        with os.scandir(path) as entries:
            folders |= {e.name for e in entries if e.name.isidentifier() and _is_file(e.path, f"{module}.py")}
    return folders


def _is_file(folder: str, name: str) -> bool:
    return os.path.isfile(os.path.join(folder, "__init__.py")) and os.path.isfile(os.path.join(folder, name))
