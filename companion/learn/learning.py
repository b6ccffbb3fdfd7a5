"""A guided first game: a script in a game's folder, `learn.yaml`, which explains, asks for turns, and explains rules by
their refusals. This module knows no game; each turn of a script is checked against the rules when it is read.

    players: [Ann, Bob]             # the first is the learner
    setup: {seed: 3, cards: dealt}  # as a record's
    opening: What the game is about.
    begun: ["place D5 / place D8"]  # lines played before it begins; may be left out
    parts:                          # of the first player: asked for, ply by ply; of others: said and made
    - tell: What is to be seen here.
      slip: "1:A"                   # a turn that is refused, which `tell` invites to
      turn: "1:R"
      also: ["2:R"]                 # other turns after which the script continues
      then: What came of it.
    explained: {card.unavailable: "A sentence on the rule, shown with its refusal."}
    closing: What to do next.

>>> from companion.games import Game
>>> guide = first(Game("atlantis"))
>>> guide.asked, guide.part.turn, guide.left
(True, '1:R', ('1:R',))
>>> later, heard = guide.hear("1:R")
>>> heard.fits, later.number, later.asked, later.table.whose
(True, 1, False, 'Bob')
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, ClassVar, NamedTuple

from msgspec import Meta, field

from companion.contract import Refused, typed
from companion.games import Game, names
from companion.record.starting import new
from companion.table import Change, Store, Table, Untaken, split_stood
from specs.base.errors import KeyPath, SpecError, bad
from specs.base.languages import say
from specs.model.values import Frozen, Written
from specs.read.typed import convert, limited
from specs.read.yaml_nodes import Tree, read_text

SCRIPT = "learn.yaml"
LEARNER = 0  # the learner's seat
PLAYERS, PARTS = "the names of the players", "a list of what is said and done, 1 or more"


class Part(Frozen, frozen=True, kw_only=True):
    """A step of a lesson: the text before a turn, and after it."""

    CALLED: ClassVar[str] = "a part"

    tell: Written
    turn: Written
    also: tuple[Written, ...] = ()
    slip: Written = ""
    then: Written = ""


class Lesson(Frozen, frozen=True, kw_only=True):
    """A script as its file has it; every text is English, to be said by `word`."""

    CALLED: ClassVar[str] = "a lesson"

    players: Annotated[tuple[Written, ...], Meta(min_length=1, description=PLAYERS)]
    opening: Written
    closing: Written
    parts: Annotated[tuple[Part, ...], Meta(min_length=1, description=PARTS)]
    setup: dict[str, int | str] = field(default_factory=dict)
    begun: tuple[Written, ...] = ()
    explained: dict[str, str] = field(default_factory=dict)


class Way(NamedTuple):
    """One way a part can go: its plies, and the position after each."""

    plies: tuple[str, ...]
    positions: tuple[str, ...]


class Heard(NamedTuple):
    """The result of a typed turn: whether the lesson continues from there, and whether by another way than the one
    announced."""

    change: Change
    fits: bool
    other: bool = False


class Guide(NamedTuple):
    """A lesson so far: its table, the next part, the ways that part can go, and the plies of it still to come."""

    lesson: Lesson
    table: Table
    number: int = 0
    ways: tuple[Way, ...] = ()
    left: tuple[str, ...] = ()

    @property
    def part(self) -> Part | None:
        """Return the next part; None at the end."""
        return self.lesson.parts[self.number] if self.number < len(self.lesson.parts) else None

    @property
    def asked(self) -> bool:
        """Return whether the learner makes that part."""
        return self.part is not None and self.table.turn == LEARNER

    @property
    def turns(self) -> tuple[str, ...]:
        """Return what can be asked for now, as it is typed, the longest first: whole turns, plies, and a slip."""
        part = self.part
        given = [] if part is None else [part.turn, *part.also, part.slip]
        found = {typed(each) for each in (*given, *self.left, *(ply for way in self.ways for ply in way.plies))}
        return tuple(sorted(found, key=lambda each: (-len(each), each)))

    def hear(self, line: str) -> "tuple[Guide, Heard]":
        """Take a line of the learner; if it is not what the part expects, nor its beginning, the guide does not change.
        Raises as `Table.enter` does, also for a turn that claims to have stood."""
        change = self.table.enter(split_stood(line)[1], self.table.turn)
        for number, way in enumerate(self.ways):
            if change.table.position in way.positions:
                left = way.plies[way.positions.index(change.table.position) + 1 :]
                return self._after(change.table, left), Heard(change, fits=True, other=number > 0)
        return self, Heard(change, fits=False)

    def make(self) -> "tuple[Guide, list[Change]]":
        """Make the rest of the part, ply by ply, since a ply may reveal something."""
        table, changes = self.table, list[Change]()
        for ply in self.left:
            changes.append(table.enter(ply, table.turn))
            table = changes[-1].table
        return self._after(table, ()), changes

    def _after(self, table: Table, left: tuple[str, ...]) -> "Guide":
        return self._replace(table=table, left=left) if left else _at(self.lesson, table, self.number + 1)


def another_way(guide: Guide) -> str:
    """Return the text for a legal turn that the lesson does not continue from."""
    turn = typed(guide.left[0])
    return say("Legal, but the lesson needs another turn; yours is taken back. Type: {turn}", turn=turn)


def lessons() -> list[str]:
    """Return the games that have a lesson."""
    return [name for name in names() if has_lesson(Game(name))]


def has_lesson(game: Game) -> bool:
    return game.folder.file(SCRIPT) is not None


def first(game: Game) -> Guide:
    """Return a game's lesson at its beginning, not saved. Raises SpecError for a faulty script."""
    script = game.folder.file(SCRIPT)
    assert script is not None, "asked of a game that has a lesson"
    return read(script.read_bytes(), str(script), game)


def read(data: bytes, file: str, game: Game) -> Guide:
    """Read a lesson from its file's bytes, checked against the rules turn by turn. Raises SpecError."""
    tree = read_text(data, file)
    lesson, found = convert(tree, Lesson)
    if faults := [*tree.faults, *found]:
        raise SpecError(limited(faults, file))
    with placed(tree, ("setup",)):
        table = begun(None, game, lesson)
    for number, line in enumerate(lesson.begun):
        table = _made(table, line, tree, ("begun", number))
    _whole(tree, table, lesson, 0)
    return _at(lesson, table, 0)


def begun(store: Store | None, game: Game, lesson: Lesson) -> Table:
    """Return the table of a lesson, before any line is played. Raises as `starting.new` does."""
    options = {name: str(value) for name, value in lesson.setup.items() if name != "seed"}
    seed = lesson.setup.get("seed")
    return new(store, game.name, lesson.players, seed=seed if isinstance(seed, int) else None, options=options)


def _at(lesson: Lesson, table: Table, number: int) -> Guide:
    guide = Guide(lesson, table, number)
    if (part := guide.part) is None:
        return guide
    ways = tuple(_way(table, line) for line in (part.turn, *part.also))
    return guide._replace(ways=ways, left=ways[0].plies)


def _way(table: Table, line: str) -> Way:
    plies, positions = tuple(table.game.plies(line)), list[str]()
    for ply in plies:
        table = table.enter(ply, table.turn).table
        positions.append(table.position)
    return Way(plies, tuple(positions))


# ---- a script held to the rules ------------------------------------------------------------------


@contextmanager
def placed(tree: Tree, path: KeyPath) -> Iterator[None]:
    """A block around a part of a script: what the rules refuse there is a fault at its place."""
    try:
        yield
    except SpecError as error:
        first = error.faults[0]
        raise bad(first.code, tree.place(path), first.found, first.expected) from None
    except Refused as refused:
        raise bad("wrong-value", tree.place(path), str(refused), "what the rules allow there") from None


def _made(table: Table, line: str, tree: Tree, path: KeyPath) -> Table:
    with placed(tree, path):
        for ply in table.game.plies(line):
            table = table.enter(ply, table.turn).table
    return table


def _whole(tree: Tree, table: Table, lesson: Lesson, begin: int) -> None:
    """Play the parts from one on to the end, and from each other way that is allowed. Raises SpecError."""
    for number, part in enumerate(lesson.parts[begin:], start=begin):
        path = ("parts", number)
        if part.slip:
            _slip(tree, table, lesson, part.slip, (*path, "slip"))
        for at, line in enumerate(part.also):
            _whole(tree, _made(table, line, tree, (*path, "also", at)), lesson, number + 1)
        table = _made(table, part.turn, tree, (*path, "turn"))


def _slip(tree: Tree, table: Table, lesson: Lesson, line: str, path: KeyPath) -> None:
    try:
        table.judged(line, table.turn)
    except Untaken as refused:
        if refused.rule not in lesson.explained:
            found = f"'{line}', which breaks {refused.rule}"
            raise bad("wrong-value", tree.place(path), found, "a rule under 'explained'") from None
        return
    raise bad("wrong-value", tree.place(path), f"'{line}', which breaks no rule", "a turn that is refused")
