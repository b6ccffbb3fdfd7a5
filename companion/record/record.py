"""A game as text (YAML) and back: who played, how it was set up, every turn in the game's own notation.

    game: atlantis
    about: {date: 2026-11-22, start: 19:30, place: Ann's kitchen}
    players: [{name: Ann, colour: red}, Bob]
    setup: {seed: 42, cards: dealt}
    rules: {buys_per_turn: 1}
    moves:
    - 2:HH pay O5
    - stood 1:F [gap.unpaid 4]   # broke a rule, but the table let it stand
    - note: Bob spilled his tea
    - leave: Bob                 # somebody went home
    - undo: 1                    # the last entry was taken back ...
    - redo: 1                    # ... and put back
    - attempt: 1:HH              # refused by what is hidden; no turn
    - players: Bob is called Bert   # what was changed of them

`read` finds every fault of a file at once, each with its line and column.

    >>> record, source = read(b"{game: atlantis, players: [Ann, Bob], setup: {seed: 1}, moves: [1:H]}", "a.yaml")
    >>> record.players[1], record.lines
    (Player(name='Bob', colour='white'), (Line(kind='turn', text='1:H'),))
    >>> read(write(record).encode(), "b.yaml")[0] == record
    True
    >>> read(b"game: atlantis", "c.yaml")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ...
    specs.base.errors.SpecError: c.yaml:1:1: a record without 'players'; expected 'players:', a list of names ...
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, TypeVar, cast

from msgspec import UNSET, Meta, UnsetType, defstruct
from msgspec.structs import asdict

from companion.contract import Player, Setup, SyntaxFault, ValueFault
from companion.contract.finals import BoundTo, FinalPlayer, FinalPosition, Named, RuleOptions, Seats
from companion.games import ANY, Game, bound
from companion.record.about import UNNOTED, About, checked
from companion.record.options import rule_text
from companion.record.seating import seat
from companion.table.journal import Kind
from specs.base import seeds
from specs.base.errors import Fault, KeyPath, Place, SpecError, Unfit, bad, of_unfit
from specs.model.document import Document
from specs.model.values import AS_WRITTEN, Frozen, Written
from specs.read.typed import convert, limited
from specs.read.yaml_nodes import Tree, read_text

MOST_LINES = 10_000  # turns, notes, undo and redo in one game
LINES = f"a list of turns, at most {MOST_LINES:,}"
ITEM = "a turn, or one of 'note: text', 'leave: player', 'undo: count', 'redo: count', 'attempt: turn', 'players: ...'"
Count = Annotated[int, Meta(ge=1, description="how many entries, 1 or more")]
F = TypeVar("F", bound=FinalPosition)


@dataclass(frozen=True, slots=True)
class Line:
    """An item of `moves`: a turn, a note, a leave, an attempt or a change of players with its text, or an undo or redo
    with its number of entries."""

    kind: Kind
    text: str


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game. `setup.rules` holds every option in force, so that later defaults never change it."""

    game: str
    players: tuple[Player, ...]
    setup: Setup
    lines: tuple[Line, ...] = ()
    about: About = UNNOTED

    @property
    def referee(self) -> Game:
        """Return the game, bound to its spec if it has one."""
        return Game(self.game, self.setup.spec)


@dataclass(frozen=True, slots=True)
class Source:
    """The places of a record's values, and the spec to check them against: `mark(path)` is a value's line and
    column."""

    file: str
    mark: Callable[[KeyPath], tuple[int, int]]
    document: Document

    def fault(self, path: KeyPath, unfit: Unfit) -> Fault:
        return of_unfit(unfit, Place(self.file, *self.mark(path)))


# ---- from text -----------------------------------------------------------------------------------


class _Special(Frozen, frozen=True, kw_only=True):
    """An item of `moves` that is not a turn: exactly one of these."""

    CALLED: ClassVar[str] = "a mapping"
    HINT: ClassVar[str] = "put a turn with a blank after its colon in quotes"  # `2: HH` reads as a mapping

    note: Written | UnsetType = UNSET
    undo: Count | UnsetType = UNSET
    redo: Count | UnsetType = UNSET
    leave: Written | UnsetType = UNSET
    attempt: Written | UnsetType = UNSET
    players: Written | UnsetType = UNSET


Item = Annotated[Written | _Special, Meta(description=ITEM)]


class _Noted(Frozen, frozen=True, kw_only=True, forbid_unknown_fields=True):
    CALLED: ClassVar[str] = "what is noted of the evening"


_About: Any = defstruct("_About", [(name, Written, "") for name in About._fields], bases=(_Noted,), frozen=True)


class _File(FinalPosition, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A record's file; `setup` is in the game's own form."""

    CALLED: ClassVar[str] = "a record"

    about: _About = _About()
    players: Seats
    setup: Any = None
    rules: RuleOptions = None
    moves: Annotated[tuple[Item, ...], Meta(max_length=MOST_LINES, description=LINES)] | None = None


def read(data: bytes, file: str) -> tuple[Record, Source]:
    """Read a record from its file's bytes; `file` names it in faults. Raises SpecError with every fault."""
    record, source, values = _read(data, file, _File, lambda _: _File)
    lines, faults = list[Line](), list[Fault]()
    for number, item in enumerate(values.moves or ()):
        given: dict[Any, Any] = {"turn": item} if isinstance(item, str) else asdict(item)
        found = [Line(kind, str(said)) for kind, said in given.items() if said is not UNSET]
        if len(found) != 1:
            faults.append(source.fault(("moves", number), Unfit("wrong-type", "a mapping", ITEM)))
        lines += found
    try:
        about = checked(asdict(values.about))
    except ValueFault as fault:
        faults.append(source.fault(("about", *fault.path), fault))
    if faults:
        raise SpecError(faults)
    return replace(record, lines=tuple(lines), about=about), source


def read_final(data: bytes, file: str) -> tuple[Record, Source, FinalPosition]:
    """Read a final position's file as far as it is like a record (without players if it names none), and all of it as
    the game's own Struct. Raises SpecError with every fault."""
    return _read(data, file, Named, lambda game: game.ended)


def _read(data: bytes, file: str, base: type[Named], kind_of: Callable[[Game], type[F]]) -> tuple[Record, Source, F]:
    tree = read_text(data, file)
    faults, game = list(tree.faults), None
    if isinstance(tree.value, dict) and isinstance(tree.value.get("game"), str | int | float):
        try:
            name = tree.text(("game",))
            game = _bound(tree, file) if name == ANY else Game(name)
        except SyntaxFault as fault:
            faults.append(of_unfit(fault, tree.place(("game",))))
        except SpecError as error:
            raise SpecError(limited([*faults, *error.faults], file)) from None
    values, found = convert(tree, base if game is None else _taken_by(game, kind_of(game)))
    faults += found
    if values is None or game is None:
        raise SpecError(limited(faults, file))
    source, players = Source(file, tree.mark, game.document), tuple[Player, ...]()
    if isinstance(tree.value.get("players"), list) and ("players",) not in tree.removed:
        try:
            players = seat(list(map(_word, values.players)), source.document.spec.players)
        except SyntaxFault as fault:
            faults.append(source.fault(("players", fault.column - 1) if fault.column else ("players",), fault))
    if faults:
        raise SpecError(limited(faults, file))
    setup, rules = getattr(values, "setup", None), getattr(values, "rules", None)
    options = {} if setup is None else {name: text for name, text in asdict(setup).items() if text is not UNSET}
    setup = Setup(options.pop("seed", None), options, rules or {}, game.spec)
    return Record(game.name, players, setup), source, values


def _bound(tree: Tree, file: str) -> Game:
    """Return the game of a record that is bound to a spec: a file beside the record, or in the current folder, or a
    bundled one. Raises SpecError, also if that game is now played differently."""
    from specs.load import BUNDLED, load

    given = tree.value.get("spec")
    items = given.items() if isinstance(given, dict) else ()
    texts = {key: tree.text(("spec", key)) for key, value in items if isinstance(value, str | int | float)}
    name, kit = texts.get("file"), texts.get("kit")
    if name is None:
        raise bad("missing-key", tree.place(("spec",)), "no file of a spec", "spec: {file: my-game.yaml}")
    places = [folder / Path(name).name for folder in (Path(file).parent, Path(), BUNDLED)]
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise bad("missing-file", tree.place(("spec", "file")), f"no '{name}'", "a spec beside the record")
    game = bound(load(found), str(found.resolve()))
    if kit is not None and game.spec is not None and kit != game.spec.digest:
        expected = f"{game.spec.digest}, that of {found}: without kit: it is played by this edition"
        raise bad("other-edition", tree.place(("spec", "kit")), f"kit {kit} of another edition", expected)
    return game


def _word(player: str | FinalPlayer) -> str:
    """Write a player as one is typed."""
    if isinstance(player, str):
        return player
    return f"{player.name}:{player.colour}" if player.colour else player.name


def _taken_by(game: Game, kind: type[F]) -> type[F]:
    """Return a file's type with a game's own setup: the seed, and each of its options."""
    seed = Annotated[int, Meta(ge=0, le=seeds.MOST, description=seeds.EXPECTED)]
    text = [(option.name, _text(option.choices), UNSET) for option in game.setup_options]
    setup = defstruct("Setup", [("seed", seed, None), *text], bases=(Frozen,), frozen=True)
    fields: list[Any] = [("setup", setup, setup())] if "setup" in kind.__struct_fields__ else []
    fields += [("spec", BoundTo)] if game.spec is not None else []
    return cast(type[F], defstruct(kind.__name__, fields, bases=(kind,), frozen=True, kw_only=True))


def _text(choices: Sequence[str]) -> Any:
    known = f"one of {', '.join(choices)}"
    return Annotated[Literal[tuple(choices)], AS_WRITTEN, Meta(description=known)] if choices else Written


# ---- to text -------------------------------------------------------------------------------------


def write(record: Record) -> str:
    """Write a record as YAML, one line for each turn; `read` gives the same record back."""
    setup, spec = record.setup, record.setup.spec
    seed = {} if setup.seed is None else {"seed": str(setup.seed)}
    bound = {} if spec is None else {"file": Path(spec.file).name, "edition": spec.edition, "kit": spec.digest}
    head = [
        f"game: {quoted(record.game)}",
        *_part("about", _quoted(record.about.noted())),
        *_part("spec", _quoted({name: value for name, value in bound.items() if value})),
        "players:",
        *(f"- {{name: {quoted(player.name)}, colour: {quoted(player.colour)}}}" for player in record.players),
        *(_part("setup", seed | _quoted(dict(sorted(setup.options.items())))) or ["setup: {}"]),
        *_part("rules", {name: rule_text(value) for name, value in sorted(setup.rules.items())}),
        "moves:" if record.lines else "moves: []",
    ]
    lines = (f"- {'' if one.kind == 'turn' else f'{one.kind}: '}{quoted(one.text)}" for one in record.lines)
    return "\n".join([*head, *lines]) + "\n"


def _part(name: str, values: Mapping[str, str]) -> list[str]:
    return [f"{name}:", *(f"  {key}: {value}" for key, value in values.items())] if values else []


def _quoted(values: Mapping[str, str]) -> dict[str, str]:
    return {name: quoted(value) for name, value in values.items()}


def quoted(text: str) -> str:
    """Write text as a YAML scalar: plain if that reads back as the same text, else in double quotes."""
    import re

    # no ': ' and no ' #', no YAML indicator at either end, nothing that reads as another type
    if text.lower() != "null" and re.fullmatch(
        r"[A-Za-z0-9](?:[\w/~=@?;+.()-]|[,:'](?=\S)| (?=[\w~=@?(+-]))*", text, re.ASCII
    ):
        return text
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return f"\\{char}"
    return char if char.isprintable() else char.encode("unicode_escape").decode()
