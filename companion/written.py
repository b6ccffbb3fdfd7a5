"""A whole game told: a record, a transcript in a public format, the trail of points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from companion import report
from companion.club.about import about_of
from companion.contract import Entry, SyntaxFault
from companion.journal import Logged
from companion.look import PUBLIC, REFEREE, Viewer
from companion.record import Record
from companion.refusing import Hidden
from companion.replay import lines_of
from companion.store import unpacked
from companion.turns import steps
from specs.base.languages import say

if TYPE_CHECKING:
    from companion.table import Table

__all__ = ["record", "trail", "transcript"]


def record(table: Table, viewer: Viewer) -> Record:
    """The whole game as a record. Raises Hidden where it would tell the viewer what is hidden."""
    _nothing_hidden(table, viewer)
    stored, lines = table.stored, tuple(lines_of(table.journal.entries))
    return Record(stored.game, stored.players, unpacked(stored.setup), lines, about_of(table))


def transcript(table: Table, viewer: Viewer) -> tuple[str, Sequence[str]]:
    """The whole game in its public format, and what that leaves out. Raises Hidden, SyntaxFault."""
    game = table.game
    if game.transcript is None:
        raise SyntaxFault(say("{game} has no transcript format", game=game.called), say("a record"))
    _nothing_hidden(table, viewer)
    if any(entry.kind == "leave" for entry in table.journal.line()):
        raise SyntaxFault(say("a game that somebody left"), say("a record, which can say so"))
    moves = [step.move for _, step in steps(game, table.start, table.journal.line()) if step.ply]
    return game.transcript.write(table.start, moves), game.transcript.left_out(table.start, moves)


def _nothing_hidden(table: Table, viewer: Viewer) -> None:
    if viewer != REFEREE and table.turn is not None and table.sight.of(table.stored.start, PUBLIC) != table.start:
        raise Hidden(
            say("a record that tells what is hidden while the game is played"), say("--as referee, or the end")
        )


def trail(table: Table, viewer: Viewer) -> Iterator[tuple[Logged | None, Entry]]:
    """What each turn that stands gained or cost whom, first what players began with."""
    totals = [0] * len(table.game.view.facts(table.start)["players"])
    for entry, changes in _changes(table, viewer, totals):
        for change in changes:
            totals[change.player] += change.points
            yield entry, change


def _changes(table: Table, viewer: Viewer, totals: Sequence[int]) -> Iterator[tuple[Logged | None, Sequence[Entry]]]:
    sight, journal = table.sight, table.journal
    yield None, table.game.score.opening(sight.of(table.stored.start, viewer))
    for entry in journal.line():
        if entry.kind == "leave":
            before, after = (sight.of(at, viewer) for at in (journal.after(entry.parent), entry.position))
            yield entry, report.left_trail(table.game, before, after, entry.text, totals)
        elif entry.kind == "turn" and (step := table.step(entry, viewer)) is not None:
            yield entry, table.game.score.trail(step.before, step.move, step.after)
