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
from functools import reduce
from typing import Any, Final, NamedTuple

from companion.contract import entering, position
from companion.contract.game import Game, sentence
from companion.contract.judges import STRICT, Forbidden
from companion.contract.position import Position
from companion.faults import SyntaxFault, ValueFault
from companion.games.circles.board import Board, board_of, field_cell
from companion.games.circles.ground import BURNED, MAX_HEIGHT, STACK, TOWER, field, height, kind, owner
from companion.games.circles.movement import made
from companion.games.circles.moves import End, Go, Move
from companion.games.circles.rules import Circles, begun, finished
from companion.games.circles.state import State, Table
from companion.games.circles.text import TEXT
from companion.values import Player, Setup
from specs.base.languages import Said, say
from specs.model.shapes.hexes import Cell, name, neighbours

NAME = "Atlantis transcript"
MISSPELT: Final = "Atlantis trancript"
READING: Final = Table("cancel", "later", "areas-only")
CHOICES: Final = {"crossing": ("jump", "cancel"), "tie": ("pieces", "later"), "end": ("last-player", "areas-only")}
PLAYERS: Final = 6
GAME: Final = Game(Circles(), TEXT)

Path = tuple[str | int, ...]


# ---- reading -------------------------------------------------------------------------------------


def read(text: str) -> tuple[tuple[Player, ...], Setup, tuple[str, ...]]:
    """Players as they are named and coloured there, setup, and plies in our notation.

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
    table = _rules(value)
    start = Position(begun(board, fields, len(players), table), players)
    setup = Setup(options={"position": position.write(GAME.rules, start)}, rules=table._asdict())
    return players, setup, tuple(_plies(start, value))


def _rules(value: Mapping[str, Any]) -> Table:
    given = value.get("rules", {})
    if not isinstance(given, dict):
        raise ValueFault(("rules",), str(given)[:40], "a mapping")
    for option, choice in given.items():
        choices = CHOICES.get(option, ())
        if choice not in choices:
            expected = " or ".join(choices) or f"one of {', '.join(CHOICES)}"
            raise ValueFault(("rules", option), f"'{str(choice if choices else option)[:20]}'", expected)
    return READING._replace(**given)


def _plies(here: Position, value: Mapping[str, Any]) -> Iterator[str]:
    """The plies of everybody who has a turn, each tried: whoever is out has an empty turn, which is left out."""
    for number, (path, turn) in enumerate(_turns(value)):
        mover, line = number % len(here.players), _turn(turn, path)
        who = here.players[mover].name
        if here.state.over or here.state.turn != mover:
            if line != "-":
                why = "the game is over" if here.state.over else f"{who} has no turn here"
                raise ValueFault(path, f"'{line[:40]}', but {why}", "an empty turn")
            continue
        try:
            done = entering.enter(GAME, here, line).plies
        except entering.Stopped as stopped:
            fault = stopped.refusal
            why = fault.found if isinstance(fault, SyntaxFault) else sentence(TEXT, fault, here.players).message
            raise ValueFault(path, f"'{line[:40]}' of {who}", f"a legal turn: {why}") from None
        here = done[-1].after
        yield from [ply.text for ply in done]


def _turns(value: Mapping[str, Any]) -> Iterator[tuple[Path, Any]]:
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
        named = _named(word)
        if not named:
            raise ValueFault(("segments", number), f"field {str(word)[:20]!r}", "a field such as a1")
        cells += named
    # an island of seven lists its centre first here, as our own boards do
    for middle in cells:
        if len(cells) == 7 and set(neighbours(middle)) < set(cells):
            return (middle, *neighbours(middle))
    return tuple(cells)


def _named(word: object) -> tuple[Cell, ...]:
    """The field of a name; for a name in capitals the seven of that island; nothing for no name."""
    cell = field_cell(word) if isinstance(word, str) else None
    if cell is None:
        return ()
    return (cell,) if str(word).lower() == word else (cell, *neighbours(cell))


def _player(board: Board, person: Any, number: int, fields: list[int]) -> Player:
    if not isinstance(person, dict) or not isinstance(person.get("stacks"), dict):
        raise ValueFault(("players", number), "a player without 'stacks'", "a mapping of fields to heights")
    for word, tall in person["stacks"].items():
        path = ("players", number, "stacks", word)
        if not isinstance(tall, int) or isinstance(tall, bool) or abs(tall) > MAX_HEIGHT:
            raise ValueFault(path, str(tall)[:20], "a whole number")
        where = [board.number.get(name(cell)) for cell in _named(word)]
        if not where or None in where:
            raise ValueFault(path, f"field {word[:20]!r}", "a field of the board")
        for one in where:
            if fields[one or 0]:
                raise ValueFault(path, f"field {word[:20]!r} a second time", "each field once")
            fields[one or 0] = field(number, abs(tall), STACK if tall > 0 else TOWER) if tall else BURNED
    return Player(str(person.get("name") or f"Player {number + 1}"), str(person.get("color") or ""))


def _turn(turn: Any, path: Path) -> str:
    if not isinstance(turn, list):
        raise ValueFault(path, str(turn)[:40], "a list of moves")
    for move in turn:
        ends = [field_cell(end) for end in move if isinstance(end, str)] if isinstance(move, list) else []
        if len(ends) != 2 or len(move) != 2 or None in ends:
            raise ValueFault(path, str(move)[:40], "a move such as ['a1', 'b2']")
    return " ".join(f"{source}-{target}" for source, target in turn).lower() or "-"


# ---- writing -------------------------------------------------------------------------------------


class _Played(NamedTuple):
    """A turn of a game of ours, with the positions before and after it; its number is the same where it is not over."""

    number: int
    before: State
    plies: tuple[Move, ...]
    after: State


def _played(start: Position, moves: Sequence[Move]) -> Iterator[_Played]:
    """The turns of a game. Raises SyntaxFault for one that is not legal."""
    number, before, here, plies = 1, start.state, start.state, list[Move]()
    for move in moves:
        plies.append(move)
        try:
            here = GAME.rules.play(here, here.turn, move, STRICT)
        except Forbidden as fault:
            what = say(
                "turn {turn}, {moves}, which stood though {rule}",
                turn=number, moves=_text(start, before, plies), rule=fault.rule,
            )  # fmt: skip
            raise SyntaxFault(what, say("a game of legal turns")) from None
        if here.number > before.number:
            yield _Played(number, before, tuple(plies), here)
            number, before, plies = number + 1, here, []
    if plies:
        yield _Played(number, before, tuple(plies), here)


def _text(start: Position, before: State, plies: Sequence[Move]) -> str:
    here = start._replace(state=before)
    return " ".join([entering.written(GAME, here, move).removesuffix(" +") for move in plies])


def write(start: Position, moves: Sequence[Move]) -> str:
    """A game as a transcript; the players' list begins with whoever begins.

    Raises SyntaxFault for what the format cannot say: a tower of 0, a player with nothing, a game that would go
    otherwise under the format's reading of the rules.
    """
    s: State = start.state
    order = [(s.turn + step) % s.seats for step in range(s.seats)]
    written: dict[str, Any] = {
        "format": NAME,
        "version": "1.0",
        "segments": [[name(cell) for cell in segment] for segment in s.board.segments],
        "players": [_person(start, seat, burned=seat == order[0]) for seat in order],
        "turns": list(_written(start, moves)),
    }
    if s.table != READING:
        written["rules"] = s.table._asdict()
    return json.dumps(written, ensure_ascii=False, indent=1) + "\n"


def left_out(start: Position, moves: Sequence[Move]) -> Iterator[Said]:
    """What a transcript of the game does not say, one sentence each."""
    for number, before, plies, after in _played(start, moves):
        who, how = start.players[before.turn].name, plies[-1].how if isinstance(plies[-1], End) else ""
        if how == "agree":
            yield say("turn {turn}, {who}'s agree, is written as a turn without a move", turn=number, who=who)
        elif how == "resign":
            yield say(
                "turn {turn}, {who}'s resign, is written as turns without a move, so {who} may still win there",
                turn=number, who=who,
            )  # fmt: skip
        elif after.number == before.number:
            yield say("turn {turn} of {who} is not over, and is left out", turn=number, who=who)
    table = start.state.table
    ours = [f"{key}: {value}" for key, value in table._asdict().items() if value != getattr(READING, key)]
    if ours:
        yield say("programs that do not know our key 'rules' overlook {rules}", rules=", ".join(ours))


def _person(start: Position, seat: int, *, burned: bool) -> dict[str, Any]:
    player, stacks = start.players[seat], dict[str, int]()
    for where, value in zip(start.state.board.names, start.state.fields, strict=True):
        if kind(value) == BURNED:
            stacks |= {where: 0} if burned else {}
        elif value and owner(value) == seat:
            if not height(value):
                tower = say("{who}'s growth tower of 0 on {field}", who=player.name, field=where)
                raise SyntaxFault(tower, say("towers of 1 or more"))
            stacks[where] = -height(value) if kind(value) == TOWER else height(value)
    if not any(stacks.values()):
        nothing = say("{who} with nothing on the board", who=player.name)
        raise SyntaxFault(nothing, say("pieces of each player at the start"))
    return {"name": player.name, "color": player.colour, "stacks": stacks}


def _written(start: Position, moves: Sequence[Move]) -> Iterator[list[list[str]]]:
    """Each turn's moves, empty turns for whoever is out or has resigned among them. The game is played along under the
    format's reading. Raises SyntaxFault where it goes another way."""
    s: State = start.state
    theirs = begun(s.board, s.fields, s.seats, READING)._replace(turn=s.turn, over=False)
    mover = s.turn
    for number, before, plies, after in _played(start, moves):
        if after.number == before.number:
            return
        singles = [move for move in plies if isinstance(move, Go)]
        yield [[s.name(move.source), s.name(move.target)] for move in singles]
        theirs = finished(reduce(made, singles, theirs))
        mover = (mover + 1) % s.seats
        while mover != after.turn if not after.over else after.away[mover] and theirs.fields != after.fields:
            yield []
            if theirs.turn == mover and not theirs.over:
                theirs = finished(theirs)
            mover = (mover + 1) % s.seats
        if theirs.fields != after.fields:
            crossing, text = s.table.crossing, _text(start, before, plies)
            what = say("turn {turn}, {moves}, under crossing: {crossing}", turn=number, moves=text, crossing=crossing)
            expected = say(
                "a game that goes the same way under crossing: {crossing}, as transcripts read it",
                crossing=READING.crossing,
            )
            raise SyntaxFault(what, expected)
