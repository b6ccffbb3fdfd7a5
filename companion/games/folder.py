"""A game's folder: its modules and files, found by name; and the list of games."""

import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from companion.contract.values import NOTHING
from specs.base.languages import word

ANY = "free"  # the rules for any spec
RULES = ("rules.py", "rules.pyc")  # the second if only compiled files are installed
LOOKS = ("look", "words", "choices")  # modules searched for a name


def names() -> tuple[str, ...]:
    """Return the names of the games with rules, found by their folders."""
    found = set[str]()
    for path in import_module("companion.games").__path__:
        with os.scandir(path) as entries:
            found |= {each.name for each in entries if any(os.path.isfile(f"{each.path}/{rules}") for rules in RULES)}
    return tuple(sorted(found - {ANY}))


class Folder:
    """The folder of a game, by its package; empty for rules without one."""

    def __init__(self, package: str) -> None:
        self.package = package
        self._parts: dict[str, Any] = {}

    @property
    def help(self) -> Mapping[str, Sequence[str]]:
        """Return how a turn is typed: lines by topic, the first topic the turn as a whole, from the game's `help.yaml`;
        empty if it has none.

        >>> Folder("companion.games.atlantis").help["bridge"]
        ['Once a game, `bridge SPACE` makes a gap free for everybody, also for this walk.']
        """
        from specs.read.yaml_nodes import read_text

        file = self.file("help.yaml")
        if file is None:
            return NOTHING
        return {topic: word(text).splitlines() for topic, text in read_text(file.read_bytes(), str(file)).value.items()}

    def file(self, name: str) -> Path | None:
        """Return a file of the game's folder; None if there is none of that name."""
        found = Path(import_module(self.package).__path__[0], name) if self.package else None
        return found if found is not None and found.exists() else None

    def part(self, name: str) -> Any:
        """Return a module of the game's folder; None if there is none."""
        if name not in self._parts:
            module = f"{self.package}.{name}"
            try:
                self._parts[name] = import_module(module) if self.package else None
            except ModuleNotFoundError as error:
                if error.name != module:
                    raise
                self._parts[name] = None
        return self._parts[name]

    def given(self, name: str, *modules: str) -> Any:
        """Return what a module of the game's folder defines by that name; None if none does."""
        found = (getattr(self.part(module), name, None) for module in modules or LOOKS)
        return next((each for each in found if each is not None), None)
