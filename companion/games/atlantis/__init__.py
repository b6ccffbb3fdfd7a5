"""Atlantis, a game by Leo Colovini: `GAME` keeps the contract of `companion.game`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from companion.game import JSON, Entry, Game, IllegalMove, Player, Result, Setup, SetupOption, Span, SyntaxFault
from companion.games.atlantis import moves, notation, position, rules
from companion.games.atlantis.state import CODES, Move, Reveal, State

if TYPE_CHECKING:
    from generator.draw.scene import Scene
    from specs.document import Document


class Atlantis:
    """The functions of this package under the contract's names. What a plain turn does not need is imported late."""

    id = "atlantis"
    rules_version = 1
    min_players = 2
    max_players = 4
    colours: tuple[str, ...] = tuple(CODES)
    transcript = ""
    setup_options: tuple[SetupOption, ...] = (
        SetupOption(
            "path", "the 53 spaces from Atlantis to the mainland: F3/O5 is F3 on O5, F3/? unseen below, ~ water"
        ),
        SetupOption("cards", "hidden: the companion sees no hands; dealt: the seed deals them", ("hidden", "dealt")),
    )

    def new(self, document: Document, players: Sequence[Player], setup: Setup) -> State:
        from companion.games.atlantis.setup import new

        return new(document, players, setup)

    def final(self, document: Document, values: Mapping[str, JSON]) -> State:
        from companion.games.atlantis.setup import final

        return final(document, values)

    def parse(self, state: State, text: str) -> Move:
        return notation.parse(state, text)

    def format(self, state: State, move: Move) -> str:
        return notation.format(state, move)

    def apply(self, state: State, move: Move) -> State:
        return rules.apply(state, move)

    def stand(self, state: State, move: Move) -> tuple[State, IllegalMove, int]:
        return rules.stand(state, move)

    def legal_moves(self, state: State) -> Iterator[Move]:
        return moves.legal_moves(state)

    def assume(self, state: State, known: str) -> State:
        from companion.games.atlantis.advice import assume

        return assume(state, known)

    def nearest(self, state: State, move: Move) -> Move | None:
        from companion.games.atlantis.advice import nearest

        return nearest(state, move)

    def is_turn(self, move: Move) -> bool:
        return not isinstance(move, Reveal)

    def warnings(self, state: State, move: Move) -> Sequence[str]:
        from companion.games.atlantis.advice import warnings

        return warnings(state, move)

    def turn(self, state: State) -> int | None:
        return None if state.over else state.turn

    def result(self, state: State) -> Result | None:
        if not state.over:
            return None
        return self.settle(state)

    def settle(self, state: State) -> Result:
        from companion.games.atlantis.score import settle

        return settle(state)

    def opening(self, state: State) -> Sequence[Entry]:
        from companion.games.atlantis.score import opening

        return opening(state)

    def trail(self, before: State, move: Move, after: State) -> Sequence[Entry]:
        from companion.games.atlantis.score import trail

        return trail(before, move, after)

    def seen(self, before: State, move: Move, after: State) -> Sequence[str]:
        from companion.games.atlantis.advice import seen

        return seen(before, move, after)

    def chain(self, before: State, move: Move) -> Sequence[str]:
        return ()

    def read_transcript(self, text: str) -> tuple[Sequence[Player], Setup, Sequence[str]]:
        raise SyntaxFault("a transcript", "a record, the one format this game has")

    def write_transcript(self, start: State, moves: Sequence[Move]) -> str:
        raise SyntaxFault("a transcript", "a record, the one format this game has")

    def text(self, state: State) -> str:
        return position.text(state)

    def parse_state(self, text: str) -> State:
        return position.parse_state(text)

    def facts(self, state: State) -> Mapping[str, JSON]:
        from companion.games.atlantis.view import facts

        return facts(state)

    def prompt(self, state: State) -> str:
        from companion.games.atlantis.view import prompt

        return prompt(state)

    def board(self, state: State, width: int) -> Sequence[Sequence[Span]]:
        from companion.games.atlantis.view import board

        return board(state, width)

    def picture(self, state: State, document: Document) -> Scene:
        from companion.games.atlantis.picture import picture

        return picture(state, document)


GAME: Game[State, Move] = Atlantis()
