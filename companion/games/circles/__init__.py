"""Seven Circles, the game called Atlantis that was never published: `GAME` keeps the contract of `companion.game`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from companion.game import JSON, Entry, Game, IllegalMove, Player, Result, Setup, SetupOption, Span, SyntaxFault
from companion.games.circles import notation, rules
from companion.games.circles.state import State, Turn

if TYPE_CHECKING:
    from generator.draw.scene import Scene
    from specs.document import Document


class Circles:
    """The functions of this package under the contract's names. What a plain turn does not need is imported late."""

    id = "circles"
    rules_version = 1
    min_players = 2
    max_players = 6
    colours: tuple[str, ...] = ("red", "blue", "green", "yellow", "purple", "orange")
    transcript = "Atlantis transcript (JSON)"
    setup_options: tuple[SetupOption, ...] = (
        SetupOption("layout", "which islands lie where, by the name of a layout in the spec"),
        SetupOption("position", "a position's whole line, to start from instead of a layout"),
    )

    def new(self, document: Document, players: Sequence[Player], setup: Setup) -> State:
        from companion.games.circles.setup import new

        return new(document, players, setup)

    def final(self, document: Document, values: Mapping[str, JSON]) -> State:
        from companion.games.circles.setup import final

        return final(document, values)

    def parse(self, state: State, text: str) -> Turn:
        return notation.parse(state, text)

    def format(self, state: State, move: Turn) -> str:
        return notation.format(state, move)

    def apply(self, state: State, move: Turn) -> State:
        return rules.apply(state, move)

    def stand(self, state: State, move: Turn) -> tuple[State, IllegalMove, int]:
        return rules.stand(state, move)

    def legal_moves(self, state: State) -> Iterator[Turn]:
        return rules.legal_turns(state)

    def assume(self, state: State, known: str) -> State:
        raise SyntaxFault(f"'{known[:20]}'", "nothing: in this game everybody sees everything")

    def nearest(self, state: State, move: Turn) -> Turn | None:
        return rules.nearest(state, move)

    def is_turn(self, move: Turn) -> bool:
        return True

    def warnings(self, state: State, move: Turn) -> Sequence[str]:
        return ()

    def turn(self, state: State) -> int | None:
        return None if state.over else state.turn

    def result(self, state: State) -> Result | None:
        return self.settle(state) if state.over else None

    def settle(self, state: State) -> Result:
        from companion.games.circles.score import settle

        return settle(state)

    def opening(self, state: State) -> Sequence[Entry]:
        from companion.games.circles.score import opening

        return opening(state)

    def trail(self, before: State, move: Turn, after: State) -> Sequence[Entry]:
        from companion.games.circles.score import trail

        return trail(before, move, after)

    def seen(self, before: State, move: Turn, after: State) -> Sequence[str]:
        return ()

    def text(self, state: State) -> str:
        return notation.text(state)

    def parse_state(self, text: str) -> State:
        return notation.parse_state(text)

    def facts(self, state: State) -> Mapping[str, JSON]:
        from companion.games.circles.score import facts

        return facts(state)

    def chain(self, before: State, move: Turn) -> Sequence[str]:
        from companion.games.circles.view import chain

        return chain(before, move)

    def read_transcript(self, text: str) -> tuple[Sequence[Player], Setup, Sequence[str]]:
        from companion.games.circles.transcript import read

        return read(text)

    def write_transcript(self, start: State, moves: Sequence[Turn]) -> str:
        from companion.games.circles.transcript import write

        return write(start, moves)

    def prompt(self, state: State) -> str:
        from companion.games.circles.view import prompt

        return prompt(state)

    def board(self, state: State, width: int) -> Sequence[Sequence[Span]]:
        from companion.games.circles.view import board

        return board(state, width)

    def picture(self, state: State, document: Document) -> Scene:
        from companion.games.circles.picture import picture

        return picture(state, document)


GAME: Game[State, Turn] = Circles()
