"""The contract every game keeps, and the two ways a turn can be refused.

The shell (record, store, CLI) knows games only through `Game`; a game is a package
`companion.games.NAME` whose attribute `GAME` keeps this protocol, found by name. States are frozen
and hashable, and every function here is pure: no clock, no file, no chance but what the setup's
seed gives. Importing a game must not import `specs`' YAML reader: only `new` needs a spec.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from generator.scene import Scene
    from specs.document import Document, KeyPath

State = TypeVar("State")
Move = TypeVar("Move")

# Values are named tuples where a move at the table needs them: dataclasses would cost it 0.6 ms each.
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
JSON = Any  # nested None, bool, int, float, str, lists and mappings with str keys


class Refused(Exception):
    """A turn, position or setup the referee does not take."""


class SyntaxFault(Refused):
    """Text that cannot be read as a turn, a position or a setup.

    `column` counts from 1 in the text given; `found` and `expected` are short phrases.
    """

    rule = "syntax"

    def __init__(self, found: str, expected: str, column: int = 1) -> None:
        super().__init__(f"column {column}: {found}; expected {expected}")
        self.found, self.expected, self.column = found, expected, column


class IllegalMove(Refused):
    """A turn that was understood and that the rules forbid.

    `rule` is the refusal id, such as `gap.unpaid`; `message` one sentence about this table with its
    numbers; `source` where the rulebook says so.
    """

    def __init__(self, rule: str, message: str, source: str) -> None:
        super().__init__(f"{message} [{rule}; {source}]")
        self.rule, self.message, self.source = rule, message, source


class ValueFault(Refused):
    """A value of a file that cannot be, by its path of keys; the shell adds the line and column."""

    def __init__(self, path: KeyPath, found: str, expected: str) -> None:
        super().__init__(f"{'.'.join(map(str, path))}: {found}; expected {expected}")
        self.path, self.found, self.expected = path, found, expected


class Player(NamedTuple):
    name: str
    colour: str


class Setup(NamedTuple):
    """What a record says about the start: `options` are the game's own (`cards`, `path`, `layout`)."""

    seed: int | None = None
    options: Mapping[str, str] = NOTHING
    rules: Mapping[str, str | int | bool] = NOTHING


class SetupOption(NamedTuple):
    """A setup option a game takes, shown by `companion new --help GAME`; empty `choices` = free text."""

    name: str
    text: str
    choices: tuple[str, ...] = ()


class Entry(NamedTuple):
    """One line of a sum: what a turn or the settlement gained or cost a player, in points."""

    player: int
    points: int
    text: str


class Standing(NamedTuple):
    """A player's end: what was owed, what was given up to pay it, the score, and the sum shown line by line.

    `facts` is the same for programs, such as the gaps owed.
    """

    player: int
    due: int
    paid: int
    score: int
    lines: tuple[str, ...]
    facts: Mapping[str, JSON] = NOTHING


class Result(NamedTuple):
    standings: tuple[Standing, ...]
    winners: tuple[int, ...]


class Span(NamedTuple):
    """A run of terminal text; `style` is a space-separated list of names from `companion.terminal.STYLES`:
    colours, `on_` colours for the ground, `bold`, `dim`, `reverse`."""

    text: str
    style: str = ""


class Game(Protocol[State, Move]):
    """One game's rules. `parse`, `format`, `text` and `parse_state` round-trip exactly."""

    id: str
    rules_version: int
    min_players: int
    max_players: int
    colours: tuple[str, ...]
    setup_options: tuple[SetupOption, ...]
    transcript: str
    """The name of a public transcript format the game reads and writes, empty where there is none."""

    def new(self, document: Document, players: Sequence[Player], setup: Setup) -> State:
        """The first position. Raises SyntaxFault for a setup that cannot be, ValueFault where one of its
        values is at fault: the path is the record's, such as ("setup", "path") or ("rules", "buys_per_turn")."""
        ...

    def final(self, document: Document, values: Mapping[str, JSON]) -> State:
        """A final position from a file's values (`game`, `players` and the game's own keys), to be settled
        without any history. Raises ValueFault."""
        ...

    def parse(self, state: State, text: str) -> Move:
        """A turn from its notation; payment and other defaults are filled in. Raises SyntaxFault."""
        ...

    def format(self, state: State, move: Move) -> str:
        """The canonical notation of a move: `parse(state, format(state, m)) == m`."""
        ...

    def apply(self, state: State, move: Move) -> State:
        """The position after a move. Raises IllegalMove."""
        ...

    def stand(self, state: State, move: Move) -> tuple[State, IllegalMove, int]:
        """The position after a turn that broke a rule but stood at the table, as far as it is physically
        possible; with the refusal and what it was worth in points. Raises IllegalMove where it cannot be."""
        ...

    def legal_moves(self, state: State) -> Iterator[Move]:
        """Every move `apply` accepts (up to other payments of the same debt), each once, in a stable order."""
        ...

    def assume(self, state: State, known: str) -> State:
        """The position with what only the player to move can see (a hidden hand, `FFOH`) taken as told, to
        list moves from. Raises SyntaxFault, or IllegalMove for what cannot be."""
        ...

    def nearest(self, state: State, move: Move) -> Move | None:
        """The legal turn most like a refused one."""
        ...

    def is_turn(self, move: Move) -> bool:
        """False for a record entry that only tells what is known (`reveal ...`), which is no ply."""
        ...

    def warnings(self, state: State, move: Move) -> Sequence[str]:
        """Legal but likely unintended: one sentence each."""
        ...

    def turn(self, state: State) -> int | None:
        """Whose turn it is, as an index of `players`; None once the game is over."""
        ...

    def result(self, state: State) -> Result | None:
        """Costs, payments, scores and winners with the sums shown; None before the end."""
        ...

    def settle(self, state: State) -> Result:
        """The result if the game ended with this position."""
        ...

    def opening(self, state: State) -> Sequence[Entry]:
        """What each player begins with, in points, at a first position: with it the trail of a whole game
        adds up to the scores."""
        ...

    def trail(self, before: State, move: Move, after: State) -> Sequence[Entry]:
        """What a move gained or cost each player."""
        ...

    def seen(self, before: State, move: Move, after: State) -> Sequence[str]:
        """What the table saw by this move, which taking it back cannot unsee: one phrase each ("the tile
        C4 on space 12", "2 cards Ann drew")."""
        ...

    def chain(self, before: State, move: Move) -> Sequence[str]:
        """How a move unfolded by itself, step by step, one line each; empty where moves do no more than they say."""
        ...

    def read_transcript(self, text: str) -> tuple[Sequence[Player], Setup, Sequence[str]]:
        """Players, setup and moves (in the game's notation) from a transcript. Raises SyntaxFault, ValueFault."""
        ...

    def write_transcript(self, start: State, moves: Sequence[Move]) -> str:
        """A game as a transcript. Raises SyntaxFault for what the format cannot say."""
        ...

    def text(self, state: State) -> str:
        """The whole position as one line: `parse_state(text(s)) == s`."""
        ...

    def parse_state(self, text: str) -> State:
        """A position from its line. Raises SyntaxFault."""
        ...

    def facts(self, state: State) -> Mapping[str, JSON]:
        """What `companion check --json` says of a position: `players` (a list) and the game's own keys."""
        ...

    def prompt(self, state: State) -> str:
        """What can be typed next, in one short line."""
        ...

    def board(self, state: State, width: int) -> Sequence[Sequence[Span]]:
        """The position as lines of at most `width` terminal columns."""
        ...

    def picture(self, state: State, document: Document) -> Scene:
        """The position drawn with the generator's faces, in mm."""
        ...
