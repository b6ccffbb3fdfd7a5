"""The public transcript format of Seven Circles (JSON), read and written.

`segments` are lists of fields; a player's `stacks` give a height for each field (negative: a growth tower, 0: burned;
a name in capitals: all seven fields of that island); `turns` are lists of moves, each from a field to a field, and
turn i belongs to player i modulo their number, also when that player is out. An older form has `events` instead,
whose entries of type `turn` hold the moves. The format's name is also read as its public engine misspells it.

The format knows one reading of the rules. A game of ours under other rules is written where it plays the same under
that reading, with a key `rules` more, which others overlook.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.contract import IllegalMove, Player, Setup, SyntaxFault, ValueFault
from companion.games.circles.board import Board, board_of, field_cell
from companion.games.circles.notation import format as turn_text
from companion.games.circles.notation import parse
from companion.games.circles.notation import text as line_of
from companion.games.circles.rules import apply, begin
from companion.games.circles.state import (
    BURNED,
    CHOICES,
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
from specs.base.languages import say
from specs.model.shapes.hexes import Cell, name, neighbours

NAME = "Atlantis transcript"
MISSPELT = "Atlantis trancript"
READING = Rules("cancel", "later", "areas-only")
PLAYERS = 6


# ---- reading -------------------------------------------------------------------------------------


def read(text: str) -> tuple[tuple[Player, ...], Setup, tuple[str, ...]]:
    """Players as they are named and coloured there, setup, and turns in our notation.

    Raises SyntaxFault for no JSON, ValueFault for no transcript or a turn that cannot have been.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise SyntaxFault(f"not JSON: {error}", f"an {NAME}") from None
    if not isinstance(value, dict):
        raise SyntaxFault(f"{str(value)[:40]!r}", f"an {NAME}")
    if value.get("format") not in (NAME, MISSPELT):
        raise ValueFault(("format",), f"{str(value.get('format'))[:40]!r}", NAME)
    board = board_of(tuple(_segment(segment, number) for number, segment in enumerate(_list(value, "segments"))))
    people = _list(value, "players")
    if not 1 <= len(people) <= PLAYERS:
        raise ValueFault(("players",), f"{len(people)} players", f"1 to {PLAYERS}")
    fields = [0] * len(board.cells)
    players = tuple(_player(board, person, number, fields) for number, person in enumerate(people))
    start = begin(board, fields, players, _rules(value))
    return (
        players,
        Setup(options={"position": line_of(start)}, rules=start.rules._asdict()),
        tuple(_lines(start, value)),
    )


def _rules(value: Mapping[str, Any]) -> Rules:
    given = value.get("rules", {})
    if not isinstance(given, dict):
        raise ValueFault(("rules",), str(given)[:40], "a mapping")
    for option, choice in given.items():
        choices = CHOICES._asdict().get(option, "").split()
        if choice not in choices:
            expected = " or ".join(choices) or f"one of {', '.join(Rules._fields)}"
            raise ValueFault(("rules", option), f"'{str(choice if choices else option)[:20]}'", expected)
    return READING._replace(**given)


def _lines(start: State, value: Mapping[str, Any]) -> Iterator[str]:
    """The turns of everybody who has one, each tried: whoever is out has an empty turn, which is left out."""
    state = start
    for number, (path, turn) in enumerate(_turns(value)):
        mover = number % len(start.players)
        line = _turn(turn, path)
        if state.over or state.turn != mover:
            if line != "-":
                why = "the game is over" if state.over else f"{start.players[mover].name} has no turn here"
                raise ValueFault(path, f"'{line[:40]}', but {why}", "an empty turn")
            continue
        try:
            state = apply(state, parse(state, line))
        except (IllegalMove, SyntaxFault) as fault:
            why = fault.message if isinstance(fault, IllegalMove) else fault.found
            raise ValueFault(path, f"'{line[:40]}' of {start.players[mover].name}", f"a legal turn: {why}") from None
        yield line


def _turns(value: Mapping[str, Any]) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Each turn's moves with their path, from `turns` or from `events`."""
    if "events" not in value:
        for number, turn in enumerate(_list(value, "turns", optional=True)):
            yield ("turns", number), turn
        return
    if "turns" in value:
        raise ValueFault(("events",), "'turns' and 'events'", "one of them")
    for number, event in enumerate(_list(value, "events")):
        sort = event.get("type") if isinstance(event, dict) else event
        if sort == "turn":
            yield ("events", number, "moves"), event.get("moves")
        elif sort != "chat":
            raise ValueFault(("events", number), f"an event '{str(sort)[:20]}'", "a turn or a chat")


def _list(value: Mapping[str, Any], key: str, *, optional: bool = False) -> list[Any]:
    found = value.get(key, [] if optional else None)
    if not isinstance(found, list):
        what = f"a {type(found).__name__}" if key in value else f"no {key}"
        raise ValueFault((key,), what, "a list")
    return found


def _segment(segment: Any, number: int) -> tuple[Cell, ...]:
    if not isinstance(segment, list) or not segment:
        raise ValueFault(("segments", number), str(segment)[:40], "a list of fields")
    cells: list[Cell] = []
    for word in segment:
        named = _named(word) if isinstance(word, str) else ()
        if not named:
            raise ValueFault(("segments", number), f"field {str(word)[:20]!r}", "a field such as a1")
        cells += named
    # an island of seven lists its centre first here, as our own boards do
    for middle in cells:
        if len(cells) == 7 and set(neighbours(middle)) < set(cells):
            return (middle, *neighbours(middle))
    return tuple(cells)


def _named(word: str) -> tuple[Cell, ...]:
    """The field of a name; for a name in capitals the seven of that island; nothing for no name."""
    cell = field_cell(word)
    if cell is None:
        return ()
    return (cell,) if word.lower() == word else (cell, *neighbours(cell))


def _player(board: Board, person: Any, number: int, fields: list[int]) -> Player:
    if not isinstance(person, dict) or not isinstance(person.get("stacks"), dict):
        raise ValueFault(("players", number), "a player without 'stacks'", "a mapping of fields to heights")
    index = {cell: at for at, cell in enumerate(board.cells)}
    for word, tall in person["stacks"].items():
        path = ("players", number, "stacks", word)
        if not isinstance(tall, int) or isinstance(tall, bool) or abs(tall) > MAX_HEIGHT:
            raise ValueFault(path, str(tall)[:20], "a whole number")
        where = _named(word)
        if not where or not set(where) <= set(index):
            raise ValueFault(path, f"field {word[:20]!r}", "a field of the board")
        for one in where:
            if fields[index[one]]:
                raise ValueFault(path, f"field {word[:20]!r} a second time", "each field once")
            fields[index[one]] = field(number, abs(tall), STACK if tall > 0 else TOWER) if tall else BURNED
    return Player(str(person.get("name") or f"Player {number + 1}"), str(person.get("color") or ""))


def _turn(turn: Any, path: tuple[str | int, ...]) -> str:
    if not isinstance(turn, list):
        raise ValueFault(path, str(turn)[:40], "a list of moves")
    for move in turn:
        if not isinstance(move, list) or len(move) != 2 or not all(isinstance(end, str) for end in move):
            raise ValueFault(path, str(move)[:40], "a move such as ['a1', 'b2']")
        if None in map(field_cell, move):
            raise ValueFault(path, str(move)[:40], "a move such as ['a1', 'b2']")
    return " ".join(f"{source}-{target}" for source, target in turn).lower() or "-"


# ---- writing -------------------------------------------------------------------------------------


def write(start: State, moves: Sequence[Turn]) -> str:
    """A game as a transcript; the players' list begins with whoever begins.

    Raises SyntaxFault for what the format cannot say: a tower of 0, a player with nothing, a game that would go
    otherwise under the format's reading of the rules.
    """
    count = len(start.players)
    order = [(start.turn + step) % count for step in range(count)]
    written: dict[str, Any] = {
        "format": NAME,
        "version": "1.0",
        "segments": [[name(cell) for cell in segment] for segment in start.board.segments],
        "players": [_person(start, number, burned=number == order[0]) for number in order],
        "turns": list(_written(start, moves)),
    }
    if start.rules != READING:
        written["rules"] = start.rules._asdict()
    return json.dumps(written, ensure_ascii=False, indent=1) + "\n"


def left_out(start: State, moves: Sequence[Turn]) -> Sequence[str]:
    """What a transcript of the game does not say, one sentence each."""
    players, found, state = start.players, [], start
    for number, turn in enumerate(moves, 1):
        who = players[state.turn].name
        if turn.word == "agree":
            told = say("turn {turn}, {who}'s agree, is written as a turn without a move", turn=number, who=who)
            found.append(told)
        elif turn.word == "resign":
            told = say(
                "turn {turn}, {who}'s resign, is written as turns without a move, so {who} may still win there",
                turn=number, who=who,
            )  # fmt: skip
            found.append(told)
        state = apply(state, turn)
    if start.rules != READING:
        ours = [f"{key}: {value}" for key, value in start.rules._asdict().items() if value != getattr(READING, key)]
        found.append(say("programs that do not know our key 'rules' overlook {rules}", rules=", ".join(ours)))
    return found


def _person(start: State, number: int, *, burned: bool) -> dict[str, Any]:
    cells, player = start.board.cells, start.players[number]
    stacks = {}
    for at, value in enumerate(start.fields):
        if kind(value) == BURNED:
            if burned:
                stacks[name(cells[at])] = 0
        elif value and owner(value) == number:
            if not height(value):
                tower = say("{who}'s growth tower of 0 on {field}", who=player.name, field=name(cells[at]))
                raise SyntaxFault(tower, say("towers of 1 or more"))
            stacks[name(cells[at])] = -height(value) if kind(value) == TOWER else height(value)
    if not any(stacks.values()):
        nothing = say("{who} with nothing on the board", who=player.name)
        raise SyntaxFault(nothing, say("pieces of each player at the start"))
    return {"name": player.name, "color": player.colour, "stacks": stacks}


def _written(start: State, moves: Sequence[Turn]) -> Iterator[list[list[str]]]:
    """Each turn's moves, empty turns for whoever is out or has resigned among them. The game is played along under the
    format's reading. Raises SyntaxFault where it goes another way."""
    cells, count = start.board.cells, len(start.players)
    ours, theirs = start, begin(start.board, start.fields, start.players, READING)._replace(turn=start.turn, over=False)
    mover = start.turn
    for number, turn in enumerate(moves, 1):
        try:
            after = apply(ours, turn)
        except IllegalMove as fault:
            what = say(
                "turn {turn}, {moves}, which stood though {rule}",
                turn=number, moves=turn_text(ours, turn), rule=fault.rule,
            )  # fmt: skip
            raise SyntaxFault(what, say("a game of legal turns")) from None
        yield [[name(cells[s.source]), name(cells[s.target])] for s in turn.singles]
        theirs = apply(theirs, Turn(turn.singles))
        mover = (mover + 1) % count
        while mover != after.turn if not after.over else after.resigned[mover] and theirs.fields != after.fields:
            yield []
            if theirs.turn == mover and not theirs.over:
                theirs = apply(theirs, Turn())
            mover = (mover + 1) % count
        if theirs.fields != after.fields:
            what = say(
                "turn {turn}, {moves}, under crossing: {crossing}",
                turn=number, moves=turn_text(ours, turn), crossing=start.rules.crossing,
            )  # fmt: skip
            expected = say(
                "a game that goes the same way under crossing: {crossing}, as transcripts read it",
                crossing=READING.crossing,
            )
            raise SyntaxFault(what, expected)
        ours = after
