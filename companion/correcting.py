"""An earlier turn corrected: what would follow, by what a viewer sees; then, with a yes, as it is.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from companion.starting import new
>>> from companion.store import Store
>>> folder = TemporaryDirectory()
>>> store = Store(Path(folder.name) / "games.db", create=True)
>>> table = new(store, "atlantis", ["Ann", "Bob"], seed=42).enter("1:H").table.enter("1:O").table
>>> table, made = correct(table, 1, "2:H").keep()
>>> made.was.text, made.now.text, table.ply
('1:H', '2:H', 2)
>>> store.close(); folder.cleanup()
"""

from __future__ import annotations

from typing import NamedTuple

from companion.contract import IllegalMove, SyntaxFault
from companion.journal import NothingThere
from companion.look import PUBLIC, REFEREE, Look, Viewer
from companion.refusing import DEALER
from companion.table import Table
from companion.turns import Corrected, Untaken, amend

__all__ = ["Correction", "correct"]


class Correction(NamedTuple):
    """A turn corrected, not kept yet: see `turns.Corrected` for what follows from it by what the viewer sees. `whole`
    says that there is nothing the viewer does not see."""

    table: Table
    corrected: Corrected
    line: str
    stood: bool
    whole: bool

    def keep(self) -> tuple[Table, Corrected]:
        """Keep it: the table as it is then, and the correction as it was made. Raises Attempted where by what is hidden
        it would break more than was told, Overtaken, StoreError."""
        table, found = self.table, self.corrected
        if not self.whole:
            ply = found.was.ply
            tried = f"amend {ply} {'stood ' * self.stood}{self.line}"
            try:
                before = table.sight.state(table.journal.after(found.was.parent))
                found = amend(table.game, table.journal, before, ply, self.line, stood=self.stood)
            except Untaken:
                raise table.attempted(tried) from None
            told = self.corrected
            until = told.breaks[-1].refused.ply if told.blind else table.ply + 1
            if _broken(found, until) != _broken(told, until):
                raise table.attempted(tried)
        return table.kept(found.journal, found.state), found


def _broken(found: Corrected, until: int) -> object:
    """What breaks before a turn."""
    breaks = [(each.refused.ply, each.stands) for each in found.breaks if each.refused.ply < until]
    return breaks, [entry.n for entry in found.left_out if entry.ply < until]


def correct(table: Table, ply: int, line: str, viewer: Viewer = PUBLIC, *, stood: bool = False) -> Correction:
    """What it would mean to have another turn `ply`; nothing is kept before `Correction.keep`.

    Raises Untaken for the turn itself, SyntaxFault where no such turn was made.
    """
    try:
        before = table.journal.amend(ply)[0].position
    except NothingThere:
        raise SyntaxFault(f"turn {ply}", f"one that was made, 1 to {table.ply}") from None
    look = Look(table.game, table.names, viewer, table.sight.of(before, viewer), ply - 1)
    whole = look.seen == table.sight.state(before)
    if viewer != REFEREE:
        look.allow(line, table.may(PUBLIC))
    try:
        corrected = amend(table.game, table.journal, look.seen, ply, line, stood=stood, whole=whole)
    except Untaken as refused:
        if whole or not refused.unseen:
            raise
        why = IllegalMove("amend.turns-up", "what this turns up is hidden; the referee corrects it", DEALER)
        raise Untaken(why, line, ply) from None
    if not corrected.blind:
        return Correction(table, corrected, line, stood, whole)
    # what follows is decided by what is hidden: where all of it stands, it is kept, and so told to all; where not, the
    # question tells something, and is in the log
    tried = f"amend {ply} {'stood ' * stood}{line}"
    try:
        found = amend(table.game, table.journal, table.sight.state(before), ply, line, stood=stood)
    except Untaken:
        raise table.attempted(tried) from None
    if len(corrected.breaks) == 1 and not (found.breaks or found.left_out):
        return Correction(table, found, line, stood, whole=True)
    return Correction(table.attempted(tried).table, corrected, line, stood, whole)
