"""Turns and positions as text.

A turn: `c2-a2 b4-c5`, `-` for no move, `agree`, `resign`. What the table did otherwise: `c2-a2=3` moved 3 pieces, and
behind the moves `explode none`, `grow none` left those out. A position: islands `|` fields that hold something `|`
the rest; `a1:2.3` is a stack of player 2 with 3 pieces, `a1^2.3` a growth tower, `a1#` burned.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import quote, unquote

from companion.contract import Player, SyntaxFault
from companion.games.circles.board import Board, board_of, field_cell, read_segments, segments_text
from companion.games.circles.state import (
    BURNED,
    CHOICES,
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
from specs.hexes import line, name

WORDS = ("agree", "resign")
_MOVE = re.compile(r"^(-?[a-z]+(?:0|-?[1-9][0-9]*))-(-?[a-z]+(?:0|-?[1-9][0-9]*))(?:=([1-9][0-9]{0,3}))?\Z")
_VALUE = re.compile(
    r"^(?P<field>-?[a-z]+(?:0|-?[1-9][0-9]*))(?:#|(?P<kind>[:^])(?P<player>[1-6])\.(?P<height>[0-9]{1,5}))\Z"
)
_WHOLE = re.compile(r"^(0|[1-9][0-9]{0,8})\Z")
KEYS = ("players", "turn", "plies", "passed", "resigned", "tallies", "rules", "over")


def parse(state: State, text: str) -> Turn:
    """A turn from its notation. Raises SyntaxFault."""
    words = text.lower().split()
    if not words:
        raise SyntaxFault("nothing", "moves such as c2-a2 b4-c5, or - for none")
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
            raise SyntaxFault(f"'{word[:40]}'", "a move such as c2-a2", column)
        ends = []
        for part in match.groups()[:2]:
            cell = field_cell(part)
            if cell not in index:
                raise SyntaxFault(f"field {part[:20]}", "a field of this board", column)
            ends.append(index[cell])
        source, target = ends
        if source == target:
            raise SyntaxFault(f"'{word}'", "two different fields", column)
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


def plies(text: str) -> Sequence[str]:
    """The line: a turn is one ply, however many moves it has."""
    return (text,)


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
    rest = {
        "players": ",".join(
            f"{quote(player.name, safe='')}:{quote(player.colour, safe='')}" for player in state.players
        ),
        "turn": state.turn + 1,
        "plies": state.plies,
        "passed": _marks(state.passed),
        "resigned": _marks(state.resigned),
        "tallies": ",".join("/".join(map(str, tally)) for tally in state.tallies),
        "rules": "/".join(state.rules),
        "over": "yes" if state.over else "no",
    }
    return f"{segments_text(state.board.segments)} | {' '.join(words)} | " + " ".join(f"{k}={rest[k]}" for k in KEYS)


def parse_state(text: str) -> State:
    """A position from its line. Raises SyntaxFault."""
    parts = text.split("|")
    if len(parts) != 3:
        raise SyntaxFault(f"{len(parts)} parts", "islands | fields | players and the rest")
    board = board_of(read_segments(parts[0]))
    pairs = dict(word.partition("=")[::2] for word in parts[2].split())
    if tuple(pairs) != KEYS:
        raise SyntaxFault(f"'{' '.join(pairs)[:60]}'", f"{'=, '.join(KEYS)}=")
    players = tuple(_player(word) for word in pairs["players"].split(","))
    count = len(players)
    if not 1 <= count <= 6:
        raise SyntaxFault(f"{count} players", "1 to 6")
    tallies = tuple(_tally(word) for word in pairs["tallies"].split(","))
    turn = _whole(pairs["turn"], "turn")
    rules = pairs["rules"].split("/")
    if len(tallies) != count or not 1 <= turn <= count:
        raise SyntaxFault(f"'{parts[2].strip()[:60]}'", f"turn and tallies for {count} players")
    known = len(rules) == len(CHOICES) and all(
        word in choices.split() for word, choices in zip(rules, CHOICES, strict=True)
    )
    if not known or pairs["over"] not in ("yes", "no"):
        expected = f"rules={'/'.join(Rules())} over=no, for example"
        raise SyntaxFault(f"'rules={pairs['rules'][:40]} over={pairs['over'][:10]}'", expected)
    return State(
        board,
        read_fields(board, parts[1], count),
        players,
        turn - 1,
        _whole(pairs["plies"], "plies"),
        _flags(pairs["passed"], "passed", count),
        _flags(pairs["resigned"], "resigned", count),
        tallies,
        Rules(*rules),
        pairs["over"] == "yes",
    )


def read_fields(board: Board, given: str, players: int) -> tuple[int, ...]:
    """The fields that hold something. Raises SyntaxFault."""
    index = {cell: number for number, cell in enumerate(board.cells)}
    fields = [0] * len(board.cells)
    for word in given.split():
        match = _VALUE.match(word)
        cell = field_cell(match["field"]) if match else None
        if match is None or cell not in index:
            raise SyntaxFault(f"'{word[:30]}'", "a field of this board, such as a1:2.3, a1^2.3 or a1#")
        number = index[cell]
        if fields[number]:
            raise SyntaxFault(f"field {match['field']} twice", "every field once")
        if match["kind"] is None:
            fields[number] = BURNED
            continue
        player, tall = int(match["player"]) - 1, int(match["height"])
        if player >= players or tall > MAX_HEIGHT or (match["kind"] == ":" and tall == 0):
            raise SyntaxFault(f"'{word}'", f"one of {players} players and a height of 1 or more")
        fields[number] = field(player, tall, STACK if match["kind"] == ":" else TOWER)
    return tuple(fields)


def _player(word: str) -> Player:
    name, colon, colour = word.partition(":")
    if not colon or not name:
        raise SyntaxFault(f"'{word[:30]}'", "a player such as Ann:red")
    return Player(unquote(name), unquote(colour))


def _marks(flags: tuple[bool, ...]) -> str:
    return "".join("x" if flag else "." for flag in flags)


def _flags(word: str, what: str, players: int) -> tuple[bool, ...]:
    if len(word) != players or set(word) - set("x."):
        raise SyntaxFault(f"'{what}={word[:20]}'", f"an x or a . for each of {players} players")
    return tuple(mark == "x" for mark in word)


def _tally(word: str) -> Tally:
    numbers = word.split("/")
    if len(numbers) != 3:
        raise SyntaxFault(f"'{word[:30]}'", "pieces placed/grown/gone")
    return Tally(*(_whole(number, "tallies") for number in numbers))


def _whole(word: str, what: str) -> int:
    if not _WHOLE.match(word):
        raise SyntaxFault(f"{what}={word[:20]}", "a whole number")
    return int(word)
