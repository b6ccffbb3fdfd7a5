"""A game's folder: its modules and files, found by name; the list of games; and the parts of one game: its rules, its
spec, and what is in its folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from companion.contract.codecs import NOWHERE, Codec, codecs_of
from companion.contract.faults import SyntaxFault, ValueFault
from companion.contract.rules import Rules
from companion.contract.sentences import Text
from companion.contract.values import NOTHING, Bound, Options, Player, Setup
from specs.base.languages import say, word

if TYPE_CHECKING:
    from specs.model.document import Document

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


class Parts:
    """The parts of a game by its name, by its rules, or, with a `spec`, of the free table of that spec. Raises
    SyntaxFault for an unknown name."""

    def __init__(self, given: str | Rules[Any, Any], spec: Bound | None = None) -> None:
        self.spec = spec
        if not isinstance(given, str):
            self.name, self.folder = type(given).__name__.lower(), Folder("")
            self.rules, self.sentences = given, getattr(given, "TEXT", NOTHING)
            return
        if given not in (names() if spec is None else (ANY,)):
            raise SyntaxFault(say("game '{name}'", name=given), say("one of {names}", names=", ".join(names())))
        self.name, self.folder = given, Folder(f"companion.games.{given}")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.name!r})"

    # ---- what it is made of --------------------------------------------------------------------------

    @cached_property
    def rules(self) -> Any:
        """Return the game's rules."""
        kept = () if self.spec is None else (self.spec.kit,)
        return self.folder.part("rules").rules(*kept)

    @cached_property
    def sentences(self) -> Text:
        """Return the sentences of the rules' refusals and effects."""
        return cast(Text, getattr(self.folder.part("text") or self.rules, "TEXT", NOTHING))

    @property
    def called(self) -> str:
        """Return its name, or the title of its spec."""
        return self.name if self.spec is None else self.spec.name

    @cached_property
    def document(self) -> Document:
        """Return the spec with its pieces, loaded at first use. Raises SpecError."""
        from specs.load import load  # loads the YAML reader, which a move at the table does not need

        return load(self.name if self.spec is None else self.spec.file)

    def given(self, name: str, *modules: str) -> Any:
        """Return what one of these modules in the game's folder defines by that name; None if none does."""
        return self.folder.given(name, *modules)

    def _shown(self, name: str, derived: Callable[..., Any], *given: Any) -> Any:
        """Call the folder's function of that name, else the one derived from the rules."""
        own = self.given(name)
        return own(*given) if own is not None else derived(self, *given)

    # ---- what a table agrees on ----------------------------------------------------------------------

    @property
    def setup_options(self) -> Any:
        """Return what a table agrees on before the first turn: `SetupOption`s."""
        return self.given("OPTIONS", "setup", "rules") or ()

    def agreed(self, document: Document, players: Sequence[Player], setup: Setup) -> Options:
        """Return what a table agreed on, if the spec's rule options are those that the rules know. Raises
        ValueFault."""
        _coloured(document, players)
        rules, table = document.spec.rule_options, getattr(self.rules, "TABLE", None)
        for name, option in rules.items() if table else ():
            for value in option.choices or (option.default,):
                _known(codecs_of(table).get(name), name, value)
        options = {option.name: next(iter(option.choices), "") for option in self.setup_options}
        defaults = {name: option.default for name, option in rules.items()}
        known = {"colours": tuple([player.colour for player in players]), "document": document}
        return Options({**defaults, **setup.rules, **options, **setup.options, **known})


def _known(codec: Codec[Any] | None, name: str, value: Any) -> None:
    """Raise ValueFault for a value of a rule option that the rules do not read."""
    try:
        if codec is not None and codec.read(codec.write(value, NOWHERE), NOWHERE) == value:
            return
    except ValueError:
        pass
    raise ValueFault(("rules", name), f"{name}: {value} in the spec", codec.expected if codec else "no such option")


def _coloured(document: Document, players: Sequence[Player]) -> None:
    """Raise ValueFault if a player's colour is not one of the game's, or is another's too."""
    colours = document.spec.players.colours
    for number, player in enumerate(players):
        if colours and player.colour not in set(colours) - {other.colour for other in players[:number]}:
            expected = f"one of {', '.join(colours)}, each once"
            raise ValueFault(("players", number), f"colour '{player.colour}'", expected)
