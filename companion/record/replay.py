"""Playing a record: its setup, then every line; and a stored journal as a record's lines again.

>>> from companion.games import Game, plays
>>> from companion.record.record import read
>>> record, start = begin(*read(b"{game: atlantis, players: [Ann, Bob], setup: {seed: 1}, moves: [1:H, 1:O]}", "x"))
>>> played = play(Game("atlantis"), start, record.lines)
>>> played.journal.ply, [line.text for line in lines_of(played.journal.entries)]
(2, ['1:H', '1:O'])
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from itertools import takewhile
from typing import Any

from companion.contract import IllegalMove, Ply, Setup, SyntaxFault, ValueFault, within
from companion.games import Game, plays
from companion.record.options import OptionFault, check_setup, rules_in_force
from companion.record.record import Line, Record, Source, read_final
from companion.table import Logged, NothingThere, Play, Untaken
from companion.table.turns import stood_text
from specs.base.errors import SpecError, Unfit
from specs.base.languages import say

MANY = 20  # refused turns that are listed


class RecordStops(Exception):
    """Refused lines of a record: the index of the first in `lines` and its refusal, and the same for `more`, found by
    letting each stand as far as possible."""

    def __init__(self, index: int, refused: Untaken, more: Sequence[tuple[int, Untaken]] = ()) -> None:
        super().__init__(str(refused))
        self.index, self.refused, self.more = index, refused, tuple(more)


def begin(record: Record, source: Source, referee: Game | None = None) -> tuple[Record, Any]:
    """Return the record with every rule option filled in, and its first position. `referee` is the game, if it is not
    found by its name. Raises SpecError."""
    game = referee or record.referee
    with _placed(source):
        record = _in_force(record, source, game)
        if not plays(game, source.document):
            expected = say("the spec as the game began with it, in {file}", file=str(source.document.file))
            raise ValueFault(("spec",), say("another edition of the spec"), expected)
        return record, game.begin(source.document, record.players, record.setup)


def final(data: bytes, file: str) -> tuple[Game, Any]:
    """Read a game and its final position from a file's bytes; `file` names it in faults. Raises SpecError."""
    record, source, values = read_final(data, file)
    game = record.referee
    with _placed(source):
        record = _in_force(record, source, game)
        return game, game.final(source.document, record.players, record.setup, values)


def _in_force(record: Record, source: Source, game: Game) -> Record:
    """Return the record with every rule option filled in and its setup options checked. Raises ValueFault."""
    seed, options, given, spec = record.setup
    known = {option.name: option.choices for option in game.setup_options}
    with within("setup"):
        for name, value in options.items():
            check_setup(known, name, value)
            if value == "dealt" and value in known[name] and seed is None:
                raise OptionFault(name, f"{name} dealt without a seed", "a seed, such as 42")
    with within("rules"):
        rules = rules_in_force(source.document.spec.rule_options, given)
    return replace(record, setup=Setup(seed, options, rules, spec))


@contextmanager
def _placed(source: Source) -> Iterator[None]:
    """A block in which a refused setup is a fault at its place in the file. Raises SpecError."""
    try:
        yield
    except Unfit as fault:
        raise SpecError([source.fault(fault.path if isinstance(fault, ValueFault) else ("setup",), fault)]) from None
    except IllegalMove as illegal:
        unfit = Unfit("wrong-value", f"{illegal.rule}: {illegal.message}", "a position that can be")
        raise SpecError([source.fault((), unfit)]) from None


def play(game: Game, start: Any, lines: Sequence[Line]) -> Play:
    """Play every line of a record in order and return the game. Raises RecordStops."""
    made, broken = Play.begin(game, start), list[tuple[int, Untaken]]()
    dealt = list[str]()  # the chance moves after the last line's ply, which a record repeats
    for index, line in enumerate(lines):
        if line.kind == "turn" and dealt and line.text == dealt[0]:
            del dealt[0]
            continue
        try:
            if line.kind == "turn":
                made, steps = _taken(made, line.text, index, broken)
                last = takewhile(lambda step: game.follows(step.before), reversed(steps[1:]))
                dealt = [step.text for step in last][::-1]
            else:
                made = _entered(made, line)
        except Untaken as refused:
            if not broken:
                raise RecordStops(index, refused) from None
            if broken[-1][0] != index:
                broken.append((index, refused))
            break
        except NothingThere as nothing:
            fault = SyntaxFault(str(nothing), f"no more entries than there are to {line.kind}")
            raise RecordStops(index, Untaken(fault, str(nothing), made.journal.ply)) from None
    if broken:
        raise RecordStops(*broken[0], broken[1:])
    return made


def _entered(play: Play, line: Line) -> Play:
    """Enter a line that is not a turn. Raises Untaken, NothingThere."""
    if line.kind == "leave":
        return play.leave(line.text)
    enter = getattr(play.journal, line.kind)
    return play.to(enter(int(line.text))) if line.kind in ("undo", "redo") else play.aside(enter(line.text))


def _taken(play: Play, text: str, index: int, broken: list[tuple[int, Untaken]]) -> tuple[Play, Sequence[Ply]]:
    """Enter a line; if the rules refuse it, note that and enter it as stood. Raises Untaken if it can be neither read
    nor entered."""
    try:
        return play.enter(text)
    except Untaken as refused:
        if not isinstance(refused.refusal, IllegalMove) or len(broken) >= MANY:
            raise
        broken.append((index, refused))
        return play.enter(text, stood=True)


def lines_of(entries: Sequence[Logged]) -> Iterator[Line]:
    """Yield a journal as a record's lines: `play` makes the same journal of them."""
    for entry in entries:
        yield Line(entry.kind, stood_text(entry.text, entry.rule, entry.points) if entry.rule else entry.text)
