"""Reads and writes the public transcript format of Seven Circles (JSON).

`segments` are lists of fields; a player's `stacks` give a height for each field (negative: a growth tower, 0: burned; a
name in capitals: all seven fields of that island); `turns` are lists of moves, each from a field to a field, and turn i
belongs to player i modulo their number, also when that player is out. An older form has `events` instead, whose entries
of type `turn` hold the moves. The format's name is also read as its public engine misspells it.

The format knows one variant of the rules. A game of ours under other rules is written if it plays the same under that
variant, with an extra key `rules`, which other programs ignore.
"""

import json
from collections.abc import Iterator, Sequence
from functools import reduce
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import Meta, Struct

from companion.contract import STRICT, Forbidden, Player, Position, Setup, SyntaxFault, ValueFault, entering, position
from companion.contract.sentences import Ruleset, sentence
from companion.games.circles.board import Board, board_of
from companion.games.circles.moves import End, Go, Move, made
from companion.games.circles.rules import Circles, begun, finished
from companion.games.circles.state import BURNED, MAX_HEIGHT, STACK, TOWER, State, Table, field, height, kind, owner
from companion.games.circles.text import TEXT
from specs.base.languages import Said, say
from specs.base.unfit import KeyPath
from specs.model.shapes.hexes import Cell, cell_of, name, neighbours

NAME = "Atlantis transcript"
READING: Final = Table("cancel", "later", "areas-only")
GAME: Final = Ruleset(Circles(), TEXT)

Moves = tuple[tuple[str, str], ...]


class Person(Struct):
    stacks: dict[str, Annotated[int, Meta(ge=-MAX_HEIGHT, le=MAX_HEIGHT)]]
    name: str = ""
    color: str = ""


class Event(Struct):
    type: Literal["turn", "chat"]
    moves: Moves = ()


class Transcript(Struct):
    CALLED: ClassVar[str] = "a transcript"

    segments: tuple[Annotated[tuple[str, ...], Meta(min_length=1)], ...]
    players: Annotated[tuple[Person, ...], Meta(min_length=1, max_length=6, description="a list of 1 to 6 players")]
    format: str = ""
    turns: tuple[Moves, ...] | None = None
    events: tuple[Event, ...] | None = None
    rules: dict[str, str] = {}


# ---- reading -------------------------------------------------------------------------------------


def read(file: Transcript) -> tuple[tuple[Player, ...], Setup, tuple[str, ...]]:
    """Read players with their names and colours, setup, and plies in our notation.

    Raises SyntaxFault, ValueFault for anything that is not a transcript, or for an impossible turn.
    """
    if file.format not in (NAME, "Atlantis trancript"):
        raise ValueFault(("format",), f"{file.format[:40]!r}", NAME)
    board = board_of(tuple(_segment(words, number) for number, words in enumerate(file.segments)))
    fields = [0] * len(board.cells)
    for number, person in enumerate(file.players):
        _lay(board, person, number, fields)
    players = tuple(Player(each.name or f"Player {n}", each.color) for n, each in enumerate(file.players, 1))
    rules = READING._asdict() | file.rules  # options that the spec does not declare are refused later
    table = Table(*[rules[option] for option in Table._fields])
    start = Position(begun(board, fields, len(players), table), players)
    setup = Setup(options={"position": position.write(GAME.rules, start)}, rules=rules)
    return players, setup, tuple(_plies(start, file))


def _plies(here: Position, file: Transcript) -> Iterator[str]:
    """Yield the plies of everybody who has a turn, each tried: a player who is out has an empty turn, which is left
    out."""
    for number, (path, moves) in enumerate(_turns(file)):
        mover, line = number % len(here.players), _line(moves, path)
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


def _turns(file: Transcript) -> list[tuple[KeyPath, Moves]]:
    """Return each turn's moves with their path, from `turns` or from `events`."""
    if file.events is None:
        return [(("turns", number), moves) for number, moves in enumerate(file.turns or ())]
    if file.turns is not None:
        raise ValueFault(("events",), "'turns' and 'events'", "one of them")
    return [(("events", n, "moves"), event.moves) for n, event in enumerate(file.events) if event.type == "turn"]


def _line(moves: Moves, path: KeyPath) -> str:
    for move in moves:
        if None in map(cell_of, move):
            raise ValueFault(path, str([*move])[:40], "a move such as ['a1', 'b2']")
    return " ".join(map("-".join, moves)).lower() or "-"


def _segment(words: Sequence[str], number: int) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    for word in words:
        if not (named := _named(word)):
            raise ValueFault(("segments", number), f"field {word[:20]!r}", "a field such as a1")
        cells += named
    # an island of seven gets its centre first, as in our own boards
    middle = next((cell for cell in cells if len(cells) == 7 and {*neighbours(cell)} < {*cells}), None)
    return tuple(cells) if middle is None else (middle, *neighbours(middle))


def _named(word: str) -> tuple[Cell, ...]:
    """Return the field of a name; for a name in capitals the seven of that island; empty for any other."""
    cell = cell_of(word)
    if cell is None:
        return ()
    return (cell,) if word.lower() == word else (cell, *neighbours(cell))


def _lay(board: Board, person: Person, number: int, fields: list[int]) -> None:
    """Lay out what a player has."""
    for word, tall in person.stacks.items():
        where = [board.number.get(name(cell), -1) for cell in _named(word)]
        path = ("players", number, "stacks", word)
        if not where or -1 in where:
            raise ValueFault(path, f"field {word[:20]!r}", "a field of the board")
        for one in where:
            if fields[one]:
                raise ValueFault(path, f"field {word[:20]!r} a second time", "each field once")
            fields[one] = field(number, abs(tall), STACK if tall > 0 else TOWER) if tall else BURNED


# ---- writing -------------------------------------------------------------------------------------


Played = tuple[State, list[Move], State]  # a turn: its plies, and the positions before and after


def _played(start: Position, moves: Sequence[Move]) -> Iterator[Played]:
    """Yield the turns of a game; the last may be unfinished. Raises SyntaxFault for an illegal one."""
    before, here, plies = start.state, start.state, list[Move]()
    for move in moves:
        plies.append(move)
        try:
            here = GAME.rules.play(here, here.turn, move, STRICT)
        except Forbidden as fault:
            turn, text = here.number - start.state.number + 1, _text(start, before, plies)
            what = say("turn {turn}, {moves}, which stood though {rule}", turn=turn, moves=text, rule=fault.rule)
            raise SyntaxFault(what, say("a game of legal turns")) from None
        if here.number > before.number:
            yield before, plies, here
            before, plies = here, []
    if plies:
        yield before, plies, here


def _text(start: Position, before: State, plies: Sequence[Move]) -> str:
    here = start._replace(state=before)
    return " ".join([entering.written(GAME, here, move).removesuffix(" +") for move in plies])


def write(start: Position, moves: Sequence[Move]) -> str:
    """Write a game as a transcript; the players' list begins with the first player.

    Raises SyntaxFault for what the format cannot express: a tower of 0, a player without anything, a game that would go
    differently under the format's variant of the rules.
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
    """Yield what a transcript of the game does not say, one sentence each."""
    for number, (before, plies, after) in enumerate(_played(start, moves), 1):
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
        nothing = say("{who} with no stones on the board", who=player.name)
        raise SyntaxFault(nothing, say("stones of each player at the start"))
    return {"name": player.name, "color": player.colour, "stacks": stacks}


def _written(start: Position, moves: Sequence[Move]) -> Iterator[list[list[str]]]:
    """Yield each turn's moves, with empty turns for players who are out or have resigned. The game is replayed under
    the format's variant. Raises SyntaxFault if it goes differently."""
    s: State = start.state
    theirs = begun(s.board, s.fields, s.seats, READING)._replace(turn=s.turn, over=False)
    mover = s.turn
    for number, (before, plies, after) in enumerate(_played(start, moves), 1):
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
                "a game that is the same under crossing: {crossing}, the rule of transcripts",
                crossing=READING.crossing,
            )
            raise SyntaxFault(what, expected)
