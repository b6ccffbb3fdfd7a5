"""The contract of a game as one object; `companion.contract` holds its facets, which take this one's place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from companion.contract import (
    JSON,
    NOTHING,
    Entry,
    IllegalMove,
    Move,
    Player,
    Refused,
    Result,
    Setup,
    SetupOption,
    Span,
    Standing,
    State,
    SyntaxFault,
    ValueFault,
)

if TYPE_CHECKING:
    from generator.draw.scene import Scene
    from specs.document import Document

__all__ = [
    "JSON",
    "NOTHING",
    "Entry",
    "Game",
    "IllegalMove",
    "Move",
    "Player",
    "Refused",
    "Result",
    "Setup",
    "SetupOption",
    "Span",
    "Standing",
    "State",
    "SyntaxFault",
    "ValueFault",
]


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
