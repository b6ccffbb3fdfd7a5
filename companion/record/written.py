"""Writes a whole game to a file: as a record, or in its public format if it has one."""

from collections.abc import Sequence

from companion.contract.faults import SyntaxFault
from companion.record.about import about_of
from companion.record.record import Record
from companion.record.replay import lines_of
from companion.table import PUBLIC, REFEREE, Table, Viewer
from companion.table.stored import unpacked
from specs.base.languages import say


class Hidden(SyntaxFault):
    """What was asked for would show the viewer what only the referee may know."""


def record(table: Table, viewer: Viewer = PUBLIC) -> Record:
    """Return the whole game as a record. Raises Hidden if it would show the viewer what is hidden."""
    _nothing_hidden(table, viewer)
    stored, lines = table.stored, tuple(lines_of(table.journal.entries))
    return Record(stored.game, stored.players, unpacked(stored.setup), lines, about_of(table))


def transcript(table: Table, viewer: Viewer = PUBLIC) -> tuple[str, Sequence[str]]:
    """Return the whole game in its public format, and what that leaves out, a sentence each. Raises Hidden, SyntaxFault
    if the game has none."""
    game = table.game
    if game.transcript is None:
        raise SyntaxFault(say("{game} has no transcript format", game=game.called), say("a record"))
    _nothing_hidden(table, viewer)
    if any(entry.kind == "leave" for entry in table.journal.line()):
        raise SyntaxFault(say("a game that a player has left"), say("a record, which can show it"))
    moves = [step.move for _, step in table.play.steps() if step.counts]
    return game.transcript.write(table.start, moves), game.transcript.left_out(table.start, moves)


def _nothing_hidden(table: Table, viewer: Viewer) -> None:
    if viewer != REFEREE and table.turn is not None and table.sight.of(table.stored.start, PUBLIC) != table.start:
        raise Hidden(say("a record that shows hidden cards during the game"), say("--as referee, or the end"))
