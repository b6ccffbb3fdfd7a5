"""The public transcript format of Seven Circles (JSON), read and written.

`segments` are lists of fields, a player's `stacks` give a height for each field (negative: a growth tower, 0: burned;
a name in capitals: all seven fields of that island), `turns` are lists of moves, each from a field to a field.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from companion.contract import Player, Setup, SyntaxFault, ValueFault
from companion.games.circles.board import Board, board_of, field_cell
from companion.games.circles.notation import text as line_of
from companion.games.circles.rules import begin
from companion.games.circles.state import (
    BURNED,
    MAX_HEIGHT,
    STACK,
    TOWER,
    Rules,
    State,
    Turn,
    field,
    height,
    kind,
    owner,
)
from specs.hexes import Cell, name, neighbours

FORMAT = "Atlantis transcript"
NAME = f"{FORMAT} (JSON)"
# the transcript's reading of the rules
RULES = Rules("cancel", "later")


def read(text: str) -> tuple[tuple[Player, ...], Setup, tuple[str, ...]]:
    """Players, setup, and turns in our notation. Raises SyntaxFault for no JSON, ValueFault for no transcript."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SyntaxFault(f"not JSON: {error}", "an Atlantis transcript") from None
    if not isinstance(value, dict) or not str(value.get("format", "")).startswith("Atlantis trans"):
        raise ValueFault(
            ("format",), f"{str(value.get('format') if isinstance(value, dict) else value)[:40]!r}", FORMAT
        )
    board = board_of(tuple(_segment(segment, number) for number, segment in enumerate(_list(value, "segments"))))
    people = _list(value, "players")
    if not 1 <= len(people) <= 6:
        raise ValueFault(("players",), f"{len(people)} players", "1 to 6")
    fields = [0] * len(board.cells)
    players = tuple(_player(board, person, number, fields) for number, person in enumerate(people))
    nobody = tuple(False for _ in players)
    state = begin(board, State(board, tuple(fields), players, 0, 0, 0, nobody, (), RULES, False))
    moves = tuple(_turn(turn, number) for number, turn in enumerate(_list(value, "turns", optional=True)))
    return players, Setup(options={"position": line_of(state)}, rules=RULES._asdict()), moves


def write(start: State, moves: Sequence[Turn]) -> str:
    """A game as a transcript. Raises SyntaxFault for turns the format cannot say (`agree`, `resign`)."""
    cells = start.board.cells
    people = []
    for number, player in enumerate(start.players):
        stacks = {}
        for at, value in enumerate(start.fields):
            if value and kind(value) != BURNED and owner(value) == number:
                stacks[name(cells[at])] = -height(value) if kind(value) == TOWER else height(value)
            elif kind(value) == BURNED and number == 0:
                stacks[name(cells[at])] = 0
        people.append({"name": player.name, "color": player.colour, "stacks": stacks})
    for move in moves:
        if move.word:
            raise SyntaxFault(f"the turn '{move.word}'", "turns of moves, all that a transcript can say")
    written = {
        "format": FORMAT,
        "version": "1.0",
        "segments": [[name(cell) for cell in segment] for segment in start.board.segments],
        "players": people,
        "turns": [[[name(cells[s.source]), name(cells[s.target])] for s in move.singles] for move in moves],
    }
    return json.dumps(written, ensure_ascii=False, indent=1) + "\n"


def _list(value: Mapping[str, Any], key: str, *, optional: bool = False) -> list[Any]:
    found = value.get(key, [] if optional else None)
    if not isinstance(found, list):
        raise ValueFault((key,), f"{key}: {type(found).__name__}", "a list")
    return found


def _segment(segment: Any, number: int) -> tuple[Cell, ...]:
    if not isinstance(segment, list) or not segment:
        raise ValueFault(("segments", number), str(segment)[:40], "a list of fields")
    cells = []
    for word in segment:
        cell = field_cell(word) if isinstance(word, str) else None
        if cell is None:
            raise ValueFault(("segments", number), f"field {str(word)[:20]!r}", "a field such as a1")
        cells.append(cell)
    # an island of seven lists its centre first here, as our own boards do
    for middle in cells:
        if len(cells) == 7 and set(neighbours(middle)) < set(cells):
            return (middle, *neighbours(middle))
    return tuple(cells)


def _player(board: Board, person: Any, number: int, fields: list[int]) -> Player:
    if not isinstance(person, dict) or not isinstance(person.get("stacks"), dict):
        raise ValueFault(("players", number), "a player without 'stacks'", "a mapping of fields to heights")
    index = {cell: at for at, cell in enumerate(board.cells)}
    for word, tall in person["stacks"].items():
        cell = field_cell(word)
        where = (cell, *neighbours(cell)) if cell is not None and word.lower() != word else (cell,)
        if not isinstance(tall, int) or isinstance(tall, bool) or abs(tall) > MAX_HEIGHT:
            raise ValueFault(("players", number, "stacks", word), str(tall)[:20], "a whole number")
        for one in where:
            if one not in index:
                raise ValueFault(("players", number, "stacks", word), f"field {word[:20]!r}", "a field of the board")
            if fields[index[one]]:
                raise ValueFault(
                    ("players", number, "stacks", word), f"field {word[:20]!r} a second time", "each field once"
                )
            fields[index[one]] = field(number, abs(tall), STACK if tall > 0 else TOWER) if tall else BURNED
    return Player(str(person.get("name") or f"Player {number + 1}"), str(person.get("color") or "black"))


def _turn(turn: Any, number: int) -> str:
    if not isinstance(turn, list):
        raise ValueFault(("turns", number), str(turn)[:40], "a list of moves")
    words = []
    for move in turn:
        if (
            not isinstance(move, list)
            or len(move) != 2
            or any(not isinstance(end, str) or field_cell(end) is None for end in move)
        ):
            raise ValueFault(("turns", number), str(move)[:40], "a move such as ['a1', 'b2']")
        words.append(f"{move[0].lower()}-{move[1].lower()}")
    return " ".join(words) or "-"
