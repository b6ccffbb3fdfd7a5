"""A game as text (YAML) and back: who played, how it was set up, every turn in the game's own notation.

    game: atlantis
    rules_version: 1
    players: [{name: Ann, colour: red}, Bob]
    setup: {seed: 42, cards: dealt}
    rules: {buys_per_turn: 1}
    moves:
    - 2:HH pay O5
    - stood 1:F [gap.unpaid 4]   # broke a rule, but the table let it stand
    - note: Bob spilled his tea
    - undo: 1                    # the last entry was taken back ...
    - redo: 1                    # ... and put back
    - attempt: 1:HH              # refused by what is hidden; no turn

`read` finds every fault of a file at once, each with its line and column.

    >>> record, source = read(b"{game: atlantis, players: [Ann, Bob], setup: {seed: 1}, moves: [1:H]}", "a.yaml")
    >>> record.players[1], record.lines
    (Player(name='Bob', colour='white'), (Line(kind='turn', text='1:H', count=0),))
    >>> read(write(record).encode(), "b.yaml")[0] == record
    True
    >>> read(b"game: atlantis", "c.yaml")
    Traceback (most recent call last):
    ...
    specs.ground.errors.SpecError: c.yaml:1:1: a record without 'players'; expected 'players:'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.contract import Player, Setup, SyntaxFault
from companion.games import Game
from companion.journal import Kind
from companion.seating import seat
from specs.ground.errors import Fault, SpecError
from specs.ground.seeds import EXPECTED, is_seed
from specs.ground.unfit import Unfit
from specs.options import OptionFault, check_setup, rule_text

if TYPE_CHECKING:
    from specs.document import Document, KeyPath
    from specs.nodes import Tree

__all__ = ["KEYS", "Line", "Record", "Source", "quoted", "read", "read_final", "write"]

MOST_LINES = 10_000  # turns, notes, undo and redo of one game
SPECIAL: tuple[Kind, ...] = ("note", "undo", "redo", "attempt")
KEYS = ("game", "rules_version", "players", "setup", "rules", "moves")


@dataclass(frozen=True, slots=True)
class Line:
    """An item of `moves`: a turn, a note or an attempt with its `text`, or an undo or redo of `count` entries."""

    kind: Kind
    text: str = ""
    count: int = 0


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game. `setup.rules` holds every option in force, so that other defaults never change it."""

    game: str
    rules_version: int
    players: tuple[Player, ...]
    setup: Setup
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Source:
    """Where a record's values stand, and the spec they are held to: `mark(path)` is a value's line and column."""

    file: str
    mark: Callable[[KeyPath], tuple[int, int]]
    document: Document

    def fault(self, path: KeyPath, unfit: Unfit) -> Fault:
        return Fault(self.file, *self.mark(path), unfit.found, unfit.expected, unfit.hint)


# ---- from text -----------------------------------------------------------------------------------


def read(data: bytes, file: str) -> tuple[Record, Source]:
    """A record from its file's bytes; `file` names it in faults. Raises SpecError with every fault."""
    from specs.nodes import read_text

    reader = _Reader(read_text(data, file))
    record = reader.record()
    return record, reader.source()


def read_final(data: bytes, file: str) -> tuple[Record, Source, Mapping[str, Any]]:
    """A final position's file as far as it is like a record (without players where it names none), and all of its
    values, the game's own among them. Raises SpecError with every fault."""
    from specs.nodes import read_text

    reader = _Reader(read_text(data, file))
    record, values = reader.final()
    return record, reader.source(), values


class _Reader:
    """Walks the nodes, not the values: a turn such as `12` or a seed's digits count as they are written."""

    def __init__(self, tree: Tree) -> None:
        self.tree, self.faults = tree, list(tree.faults)
        self.document: Document | None = None

    def source(self) -> Source:
        assert self.document is not None
        return Source(self.tree.file, self.tree.mark, self.document)

    def sound(self) -> None:
        if self.faults:
            raise SpecError(list(dict.fromkeys(self.faults)))

    def fault(self, path: KeyPath, found: str, expected: str, hint: str = "", *, key: bool = False) -> None:
        place = self.tree.key_mark(path) if key else self.tree.mark(path)
        self.faults.append(Fault(self.tree.file, *place, found, expected, hint))

    def at(self, path: KeyPath) -> Any:
        value = self.tree.value
        for key in path:
            value = value[key]
        return value

    def text(self, path: KeyPath) -> str:
        """A scalar as it is written in the file."""
        node: Any = self.tree.root
        for key in path:
            node = self.tree.child(node, key)
        return str(node.value)

    def known(self, path: KeyPath, keys: Sequence[str]) -> None:
        from specs.explain import did_you_mean

        for key in self.at(path):
            if key not in keys:
                hint = did_you_mean(key, keys)
                self.fault((*path, key), f"unknown key '{key}'", f"one of {', '.join(keys)}", hint, key=True)

    def scalar(self, path: KeyPath, expected: str) -> str | None:
        from specs.explain import shown

        value = self.at(path)
        if value is None or isinstance(value, dict | list):
            self.fault(path, shown(value), expected)
            return None
        return self.text(path)

    def record(self) -> Record:
        values = self.mapping()
        self.known((), KEYS)
        for key in ("game", "players"):
            if key not in values:
                self.fault((), f"a record without '{key}'", f"'{key}:'")
        game = self.game()
        version = self.version(game) if "rules_version" in values else game.rules_version
        players = self.players(("name", "colour")) if "players" in values else ()
        lines = self.lines() if values.get("moves") is not None else []
        record = Record(game.name, version, players, self.start(game), tuple(lines))
        self.sound()
        return record

    def final(self) -> tuple[Record, Mapping[str, Any]]:
        values = self.mapping()
        if "game" not in values:
            self.fault((), "no 'game'", "a mapping that begins with 'game:'")
        game = self.game()
        players = self.players() if "players" in values else ()
        record = Record(game.name, game.rules_version, players, self.start(game))
        self.sound()
        return record, values

    def mapping(self) -> Mapping[str, Any]:
        from specs.explain import shown

        if not isinstance(self.tree.value, dict):
            self.fault((), shown(self.tree.value), "a mapping that begins with 'game:'")
            self.sound()
        values: Mapping[str, Any] = self.tree.value
        return values

    def game(self) -> Game:
        """The game, with its spec loaded. Raises SpecError where there is none: nothing more can be said then."""
        from specs.load import load

        name = self.scalar(("game",), "the name of a game") if "game" in self.tree.value else None
        try:
            game = Game(name or "")
        except SyntaxFault as fault:
            if name is not None:
                self.fault(("game",), fault.found, fault.expected)
            raise SpecError(list(dict.fromkeys(self.faults))) from None
        self.document = load(game.name)
        return game

    def start(self, game: Game) -> Setup:
        setup = self.setup(game) if "setup" in self.tree.value else Setup()
        return setup._replace(rules=self.rules() if "rules" in self.tree.value else {})

    def version(self, game: Game) -> int:
        version = self.at(("rules_version",))
        if not isinstance(version, int) or not 1 <= version <= game.rules_version:
            expected = f"a version of the rules this companion knows, 1 to {game.rules_version}"
            self.fault(("rules_version",), f"rules version {self.text(('rules_version',))}", expected)
            return game.rules_version
        return version

    def players(self, keys: Sequence[str] = ()) -> tuple[Player, ...]:
        """Who plays; with `keys`, a player's mapping has no others."""
        from specs.explain import shown

        values = self.at(("players",))
        if not isinstance(values, list):
            self.fault(("players",), shown(values), "a list of names in turn order")
            return ()
        words = []
        for i, value in enumerate(values):
            path: KeyPath = ("players", i)
            if isinstance(value, dict):
                if keys:
                    self.known(path, keys)
                if "name" not in value:
                    self.fault(path, "a player without 'name'", "'name:'")
                    continue
                given = [key for key in ("name", "colour") if key in value]
                words.append(":".join(self.scalar((*path, key), "text") or "" for key in given))
            else:
                words.append(self.scalar(path, "a name") or "")
        if self.faults:
            return ()
        try:
            return seat(words, self.source().document.spec.players)
        except SyntaxFault as fault:
            path = ("players", fault.column - 1) if fault.column else ("players",)
            self.fault(path, fault.found, fault.expected)
            return ()

    def setup(self, game: Game) -> Setup:
        from specs.explain import shown

        values = self.at(("setup",))
        if not isinstance(values, dict):
            self.fault(("setup",), shown(values), "a mapping")
            return Setup()
        known = {option.name: option.choices for option in game.setup.OPTIONS}
        self.known(("setup",), ("seed", *known))
        seed = None
        options: dict[str, str] = {}
        for key, value in values.items():
            if key == "seed":
                if is_seed(value):
                    seed = value
                else:
                    self.fault(("setup", "seed"), f"seed {shown(value)}", EXPECTED)
            else:
                text = self.scalar(("setup", key), "text")
                if text is None or key not in known:
                    continue
                try:
                    check_setup(known, key, text)
                    options[key] = text
                except OptionFault as fault:
                    self.fault(("setup", key), fault.found, fault.expected)
        return Setup(seed, options)

    def rules(self) -> dict[str, str | int | bool]:
        from specs.explain import shown

        values = self.at(("rules",))
        if values is None:
            return {}
        if not isinstance(values, dict):
            self.fault(("rules",), shown(values), "a mapping of rule options")
            return {}
        return {key: self.scalar(("rules", key), "a rule option's value") or "" for key in values}

    def lines(self) -> list[Line]:
        from specs.explain import shown

        values = self.at(("moves",))
        if not isinstance(values, list):
            self.fault(("moves",), shown(values), "a list of turns")
            return []
        if len(values) > MOST_LINES:
            self.fault(("moves",), f"{len(values):,} lines", f"at most {MOST_LINES:,}")
            return []
        found: list[Line] = []
        for i, value in enumerate(values):
            path: KeyPath = ("moves", i)
            if isinstance(value, dict):
                line = self.special(path, value)
            else:
                text = self.scalar(path, "a turn")
                line = Line("turn", text) if text is not None else None
            if line is not None:
                found.append(line)
        return found

    def special(self, path: KeyPath, value: Mapping[str, Any]) -> Line | None:
        from specs.explain import shown

        expected = "a turn, or one of 'note: text', 'undo: count', 'redo: count', 'attempt: turn'"
        kind = next((kind for kind in SPECIAL if len(value) == 1 and kind in value), None)
        if kind is None:
            # `2: HH` reads as a mapping: say what to do rather than what YAML thinks
            hint = "put a turn with a blank after its colon in quotes" if len(value) == 1 else ""
            self.fault(path, "a mapping", expected, hint)
            return None
        if kind in ("note", "attempt"):
            text = self.scalar((*path, kind), f"the {kind}'s text")
            return None if text is None else Line(kind, text)
        count = value[kind]
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            self.fault((*path, kind), f"{kind}: {shown(count)}", "how many entries, 1 or more")
            return None
        return Line(kind, count=count)


# ---- to text -------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """A record as YAML, one line a turn; `read` gives the same record back."""
    head = [
        f"game: {quoted(record.game)}",
        f"rules_version: {record.rules_version}",
        "players:",
        *(f"- {{name: {quoted(player.name)}, colour: {quoted(player.colour)}}}" for player in record.players),
    ]
    setup = [] if record.setup.seed is None else [f"  seed: {record.setup.seed}"]
    setup += [f"  {key}: {quoted(value)}" for key, value in sorted(record.setup.options.items())]
    head += ["setup:", *setup] if setup else ["setup: {}"]
    if record.setup.rules:
        head += ["rules:", *(f"  {key}: {rule_text(value)}" for key, value in sorted(record.setup.rules.items()))]
    head += ["moves:"] if record.lines else ["moves: []"]
    return "\n".join([*head, *map(_line_text, record.lines)]) + "\n"


def _line_text(line: Line) -> str:
    match line.kind:
        case "turn":
            return f"- {quoted(line.text)}"
        case "note" | "attempt":
            return f"- {line.kind}: {quoted(line.text)}"
        case "undo" | "redo":
            return f"- {line.kind}: {line.count}"


def quoted(text: str) -> str:
    """Text as a YAML scalar: plain where that reads back as the same text, else in double quotes."""
    import re

    # no ': ' and no ' #', nothing an indicator could begin or end, nothing that reads as another type
    if text.lower() != "null" and re.fullmatch(
        r"[A-Za-z0-9](?:[\w/~=@?;+.()-]|[,:'](?=\S)| (?=[\w~=@?(+-]))*", text, re.ASCII
    ):
        return text
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}

    def escaped(c: str) -> str:
        if c in escapes:
            return escapes[c]
        if c.isprintable() or c == " ":
            return c
        return f"\\x{ord(c):02x}" if ord(c) < 256 else f"\\u{ord(c):04x}" if ord(c) < 65536 else f"\\U{ord(c):08x}"

    return '"' + "".join(map(escaped, text)) + '"'
