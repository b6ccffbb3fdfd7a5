"""A toy game that shows that the shell knows none: take 1 to `most` pebbles; the last pebble costs 2 points."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from companion.game import (
    Entry,
    IllegalMove,
    Player,
    Result,
    Setup,
    SetupOption,
    Span,
    Standing,
    SyntaxFault,
    ValueFault,
)

if TYPE_CHECKING:
    from generator.draw.scene import Scene
    from specs.document import Document


@dataclass(frozen=True, slots=True)
class Position:
    pile: int
    turn: int
    taken: tuple[int, ...]
    names: tuple[str, ...]
    colours: tuple[str, ...]
    most: int
    last_wins: bool


@dataclass(frozen=True, slots=True)
class Take:
    count: int


@dataclass(frozen=True, slots=True)
class Tell:
    """`reveal N`: somebody counted the pile and says what it is; no turn."""

    count: int


Move = Take | Tell


class Pebbles:
    id = "pebbles"
    rules_version = 1
    transcript = "pebbles in JSON"
    min_players, max_players = 2, 4
    colours: tuple[str, ...] = ("red", "white", "blue", "black")
    setup_options = (
        SetupOption("pile", "how many pebbles lie there"),
        SetupOption("speed", "how fast to play", ("slow", "fast")),
    )

    def new(self, document: Document, players: Sequence[Player], setup: Setup) -> Position:
        if "pile" in setup.options:
            pile = self._count(setup.options["pile"], ("setup", "pile"))
        elif setup.seed is not None:
            pile = 10 + int(Random(setup.seed).random() * 11)
        else:
            raise SyntaxFault("no setup", "a seed, or --pile with a number")
        names, colours = tuple(p.name for p in players), tuple(p.colour for p in players)
        most, last_wins = setup.rules["most"], setup.rules["last_wins"]
        assert isinstance(most, int)
        return Position(pile, 0, (0,) * len(players), names, colours, most, bool(last_wins))

    def _count(self, text: object, path: tuple[str | int, ...]) -> int:
        if not str(text).isascii() or not str(text).isdigit() or len(str(text)) > 4:
            raise ValueFault(path, f"'{text}' pebbles", "a number up to 9999")
        return int(str(text))

    def final(self, document: Document, values: Mapping[str, Any]) -> Position:
        players = values.get("players")
        if not isinstance(players, list) or not 2 <= len(players) <= 4:
            raise ValueFault(("players",), "not 2 to 4 players", "a list of players with name and taken")
        for i, player in enumerate(players):
            if not isinstance(player, dict) or not isinstance(player.get("name"), str):
                raise ValueFault(("players", i), "a player without a name", "a mapping with name and taken")
        taken = tuple(self._count(p.get("taken", ""), ("players", i, "taken")) for i, p in enumerate(players))
        names = tuple(p["name"] for p in players)
        return Position(0, 0, taken, names, self.colours[: len(names)], 3, False)

    def parse(self, state: Position, text: str) -> Move:
        word = text.strip().lower()
        if word.isascii() and word.isdigit() and len(word) < 5:
            return Take(int(word))
        if word.startswith("reveal ") and word[7:].isascii() and word[7:].isdigit() and len(word) < 12:
            return Tell(int(word[7:]))
        raise SyntaxFault(f"'{text}'", "how many pebbles to take, such as 2")

    def format(self, state: Position, move: Move) -> str:
        return str(move.count) if isinstance(move, Take) else f"reveal {move.count}"

    def apply(self, state: Position, move: Move) -> Position:
        if state.pile == 0:
            raise IllegalMove("game.over", "the pile is empty and the game is over", "the end")
        if isinstance(move, Tell):
            if move.count != state.pile:
                raise IllegalMove("pile.count", f"{state.pile} pebbles lie there, not {move.count}", "counting")
            return state
        if not 1 <= move.count <= state.most:
            raise IllegalMove("take.count", f"{move.count} pebbles; a turn takes 1 to {state.most}", "taking")
        return self._taken(state, move.count)

    def _taken(self, state: Position, count: int) -> Position:
        if count > state.pile:
            raise IllegalMove("take.pile", f"{count} pebbles; {state.pile} are left", "taking")
        taken = tuple(n + count * (i == state.turn) for i, n in enumerate(state.taken))
        pile = state.pile - count
        if pile == 0:
            last = 2 if state.last_wins else -2
            taken = tuple(n + last * (i == state.turn) for i, n in enumerate(taken))
        return replace(state, pile=pile, taken=taken, turn=(state.turn + 1) % len(taken))

    def stand(self, state: Position, move: Move) -> tuple[Position, IllegalMove, int]:
        try:
            self.apply(state, move)
        except IllegalMove as refusal:
            if refusal.rule != "take.count":
                raise
            return self._taken(state, move.count), refusal, move.count - state.most
        raise AssertionError("asked about a legal turn")

    def legal_moves(self, state: Position) -> Iterator[Take]:
        return map(Take, range(1, min(state.most, state.pile) + 1))

    def assume(self, state: Position, known: str) -> Position:
        raise SyntaxFault(f"'{known}'", "nothing: all is open in this game")

    def nearest(self, state: Position, move: Move) -> Take | None:
        return min(self.legal_moves(state), key=lambda take: abs(take.count - move.count), default=None)

    def is_turn(self, move: Move) -> bool:
        return isinstance(move, Take)

    def warnings(self, state: Position, move: Move) -> Sequence[str]:
        return ["that was the last pebble"] if isinstance(move, Take) and move.count == state.pile else []

    def turn(self, state: Position) -> int | None:
        return state.turn if state.pile else None

    def settle(self, state: Position) -> Result:
        best = max(state.taken)
        standings = tuple(Standing(i, 0, 0, n, (f"{n} pebbles",), {"pebbles": n}) for i, n in enumerate(state.taken))
        return Result(standings, tuple(i for i, n in enumerate(state.taken) if n == best))

    def result(self, state: Position) -> Result | None:
        return None if state.pile else self.settle(state)

    def opening(self, state: Position) -> Sequence[Entry]:
        return ()

    def trail(self, before: Position, move: Move, after: Position) -> Sequence[Entry]:
        if isinstance(move, Tell):
            return []
        last = [Entry(before.turn, 2 if before.last_wins else -2, "the last pebble")] if after.pile == 0 else []
        return [Entry(before.turn, move.count, f"takes {move.count}"), *last]

    def seen(self, before: Position, move: Move, after: Position) -> Sequence[str]:
        return [f"the pile at {move.count}"] if isinstance(move, Tell) else []

    def chain(self, before: Position, move: Move) -> Sequence[str]:
        return [f"a pebble rolls: {n}" for n in range(1, move.count + 1)] if isinstance(move, Take) else []

    def read_transcript(self, text: str) -> tuple[Sequence[Player], Setup, Sequence[str]]:
        value = json.loads(text)
        if "pebbles" not in value:
            raise ValueFault((), "no pebbles", "how many pebbles there were")
        pile = self._count(value["pebbles"], ("pebbles",))
        players = [Player(name, colour) for name, colour in zip(value["who"], self.colours, strict=False)]
        return players, Setup(None, {"pile": str(pile)}), [str(count) for count in value["taken"]]

    def write_transcript(self, start: Position, moves: Sequence[Move]) -> str:
        return json.dumps({"pebbles": start.pile, "who": start.names, "taken": [move.count for move in moves]})

    def text(self, state: Position) -> str:
        players = ",".join(f"{n}={c}={t}" for n, c, t in zip(state.names, state.colours, state.taken, strict=True))
        return f"{state.pile} {state.turn} {state.most} {int(state.last_wins)}|{players}"

    def parse_state(self, text: str) -> Position:
        try:
            numbers, _, players = text.partition("|")
            pile, turn, most, last_wins = map(int, numbers.split())
            seats = [player.split("=") for player in players.split(",")]
            names, colours, taken = zip(*seats, strict=True)
            return Position(pile, turn, tuple(map(int, taken)), names, colours, most, bool(last_wins))
        except ValueError:
            raise SyntaxFault(f"'{text[:40]}'", "a position of pebbles") from None

    def facts(self, state: Position) -> Mapping[str, Any]:
        seats = zip(state.names, state.colours, state.taken, strict=True)
        return {"pile": state.pile, "players": [{"name": n, "colour": c, "taken": t} for n, c, t in seats]}

    def prompt(self, state: Position) -> str:
        return f"1 to {min(state.most, state.pile)} pebbles"

    def board(self, state: Position, width: int) -> Sequence[Sequence[Span]]:
        heap = "o" * state.pile
        return [[Span(heap[i : i + width], "grey")] for i in range(0, len(heap), width)] or [[Span("empty", "dim")]]

    def picture(self, state: Position, document: Document) -> Scene:
        from generator.draw.scene import Scene

        return Scene((0, 0, 20.0 * max(1, state.pile), 20.0), ())


GAME = Pebbles()
