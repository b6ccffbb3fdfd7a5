"""Turns and positions as text.

A turn: `c2-a2 b4-c5`, `-` for no move, `agree`, `resign`. What the table did otherwise: `c2-a2=3` moved 3 pieces, and
behind the moves `explode none`, `grow none` left those out. A position: islands `|` fields that hold something `|`
the rest; `a1:2.3` is a stack of player 2 with 3 pieces, `a1^2.3` a growth tower, `a1#` burned.
"""

from __future__ import annotations

import re

from companion import positions
from companion.contract import SyntaxFault
from companion.games.circles.board import Board, board_of, field_cell, read_segments, segments_text
from companion.games.circles.state import (
    BURNED,
    CHOICES,
    EMPTY,
    FORGETTABLE,
    MAX_HEIGHT,
    STACK,
    TOWER,
    Rules,
    Single,
    State,
    Tally,
    Turn,
    field,
    height,
    kind,
    owner,
)
from companion.plies import plies
from specs.base.languages import say
from specs.model.shapes.hexes import line, name

__all__ = ["format", "parse", "parse_state", "plies", "read_fields", "text"]

WORDS = ("agree", "resign")
_MOVE = re.compile(r"^(-?[a-z]+(?:0|-?[1-9][0-9]*))-(-?[a-z]+(?:0|-?[1-9][0-9]*))(?:=([1-9][0-9]{0,3}))?\Z")
_VALUE = re.compile(
    r"^(?P<field>-?[a-z]+(?:0|-?[1-9][0-9]*))(?:#|(?P<kind>[:^])(?P<player>[1-6])\.(?P<height>[0-9]{1,5}))\Z"
)
KEYS = ("players", "turn", "plies", "passed", "resigned", "tallies", "rules", "over")


def parse(state: State, text: str) -> Turn:
    """A turn from its notation. Raises SyntaxFault."""
    words = text.lower().split()
    if not words:
        raise SyntaxFault(say("nothing"), say("moves such as c2-a2 b4-c5, or - for none"))
    forgot = set[str]()
    while len(words) >= 2 and words[-1] == "none" and words[-2] in FORGETTABLE:
        forgot.add(words[-2])
        del words[-2:]
    left_out = tuple(phase for phase in FORGETTABLE if phase in forgot)
    if len(words) == 1 and words[0] in WORDS:
        return Turn(word=words[0], forgot=left_out)
    if words in (["-"], []):
        return Turn(forgot=left_out)
    index = {cell: number for number, cell in enumerate(state.board.cells)}
    singles = []
    column = 1
    for word in words:
        column = text.lower().index(word, column - 1) + 1
        match = _MOVE.match(word)
        if match is None:
            raise SyntaxFault(f"'{word[:40]}'", say("a move such as c2-a2"), column)
        ends = []
        for part in match.groups()[:2]:
            cell = field_cell(part)
            if cell not in index:
                raise SyntaxFault(say("field {field}", field=part[:20]), say("a field of this board"), column)
            ends.append(index[cell])
        source, target = ends
        if source == target:
            raise SyntaxFault(f"'{word}'", say("two different fields"), column)
        straight = line(state.board.cells[source], state.board.cells[target])
        count = straight[1] if straight else _apart(state.board, source, target)
        singles.append(Single(source, target, int(match[3]) if match[3] else count))
        column += len(word)
    return Turn(tuple(singles), forgot=left_out)


def _apart(board: Board, source: int, target: int) -> int:
    (q, r), (s, t) = board.cells[source], board.cells[target]
    return max(abs(s - q), abs(t - r), abs(s + t - q - r))


def format(state: State, move: Turn) -> str:
    """The canonical notation of a turn."""
    cells = state.board.cells
    moves = [f"{name(cells[s.source])}-{name(cells[s.target])}{_told(state, s)}" for s in move.singles]
    return " ".join([move.word or " ".join(moves) or "-", *(f"{phase} none" for phase in move.forgot)])


def _told(state: State, single: Single) -> str:
    """How many pieces were moved, where it is not as many as the fields."""
    straight = line(state.board.cells[single.source], state.board.cells[single.target])
    far = straight[1] if straight else _apart(state.board, single.source, single.target)
    return "" if single.steps == far else f"={single.steps}"


def text(state: State) -> str:
    """The whole position as one line."""
    cells = state.board.cells
    words = []
    for number, value in enumerate(state.fields):
        if kind(value) == BURNED:
            words.append(f"{name(cells[number])}#")
        elif value:
            mark = "^" if kind(value) == TOWER else ":"
            words.append(f"{name(cells[number])}{mark}{owner(value) + 1}.{height(value)}")
    return positions.line(
        segments_text(state.board.segments),
        " ".join(words),
        players=positions.people(state.players),
        turn=state.turn + 1,
        plies=state.plies,
        passed=positions.marks(state.passed),
        resigned=positions.marks(state.resigned),
        tallies=",".join("/".join(map(str, tally)) for tally in state.tallies),
        rules="/".join(state.rules),
        over=state.over,
    )


def parse_state(text: str) -> State:
    """A position from its line. Raises SyntaxFault."""
    islands, holding, rest = positions.parts(text, 3, "islands | fields | players and the rest")
    keys = positions.Keys(rest, KEYS)
    board = board_of(read_segments(islands.text))
    players = keys.players(1, 6)
    count = len(players)
    return State(
        board=board,
        fields=read_fields(board, holding, count),
        players=players,
        turn=keys.whole("turn", 1, count) - 1,
        plies=keys.whole("plies"),
        passed=keys.marks("passed", count),
        resigned=keys.marks("resigned", count),
        tallies=keys.each("tallies", _tally, "pieces placed/grown/gone", count),
        rules=Rules(*keys.options("rules", [choices.split() for choices in CHOICES])),
        over=keys.flag("over"),
    )


def read_fields(board: Board, given: positions.Word, players: int) -> tuple[int, ...]:
    """The fields that hold something. Raises SyntaxFault."""
    index = {cell: number for number, cell in enumerate(board.cells)}
    fields = [EMPTY] * len(board.cells)
    for word, column in positions.words(*given):
        match = _VALUE.match(word)
        cell = field_cell(match["field"]) if match else None
        if match is None or cell not in index:
            raise SyntaxFault(f"'{word[:30]}'", "a field of this board, such as a1:2.3, a1^2.3 or a1#", column)
        number = index[cell]
        if fields[number]:
            raise SyntaxFault(f"field {match['field']} twice", "every field once", column)
        if match["kind"] is None:
            fields[number] = BURNED
            continue
        player, tall = int(match["player"]) - 1, int(match["height"])
        if player >= players or tall > MAX_HEIGHT or (match["kind"] == ":" and tall == 0):
            raise SyntaxFault(f"'{word}'", f"one of {players} players and a height of 1 or more", column)
        fields[number] = field(player, tall, STACK if match["kind"] == ":" else TOWER)
    return tuple(fields)


def _tally(word: str) -> Tally:
    placed, grown, gone = word.split("/")
    return Tally(positions.whole(placed), positions.whole(grown), positions.whole(gone))
