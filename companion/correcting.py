"""An earlier turn corrected: what would follow, by what a viewer sees; then, with a yes, as it is.

Later turns that break may be answered for: `lines` has another line for a turn by its number (`-` leaves it out),
`drop` lets go of the first that is not answered for and of all that follow.

>>> from pathlib import Path
>>> from tempfile import TemporaryDirectory
>>> from companion.starting import new
>>> from companion.store import Store
>>> folder = TemporaryDirectory()
>>> store = Store(Path(folder.name) / "games.db", create=True)
>>> table = new(store, "atlantis", ["Ann", "Bob"], seed=42).enter("1:H").table.enter("1:O").table
>>> table, made = correct(table, 1, "2:H", REFEREE, lines={2: "1:F"}).keep()
>>> made.was.text, made.now.text, [entry.text for entry in table.journal.line()]
('1:H', '2:H', ['2:H', '1:F'])
>>> store.close(); folder.cleanup()
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.amending import NO_LINES, Answers, Corrected, amend
from companion.contract import IllegalMove, SyntaxFault
from companion.journal import Logged, NothingThere
from companion.look import PUBLIC, REFEREE, Look, Viewer
from companion.refusing import DEALER
from companion.table import Table
from companion.turns import Untaken
from specs.base.languages import say

__all__ = ["Correction", "correct"]


class Asked(NamedTuple):
    """What a correction is to be: the turn's number and line, whether it stood, and what became of later turns."""

    ply: int
    line: str
    stood: bool
    answers: Answers

    @property
    def text(self) -> str:
        """In words, for the log of what was tried."""
        later = [f"{ply} {line}" for ply, line in sorted(self.answers.lines.items())]
        later += [] if self.answers.drop is None else ["the rest dropped"]
        return "; ".join([f"amend {self.ply} {'stood ' * self.stood}{self.line}", *later])


class Correction(NamedTuple):
    """A turn corrected, not kept yet: see `amending.Corrected` for what follows from it by what the viewer sees.
    `whole` says that there is nothing the viewer does not see."""

    table: Table
    corrected: Corrected
    asked: Asked
    whole: bool

    def keep(self) -> tuple[Table, Corrected]:
        """Keep it: the table as it is then, and the correction as it was made. Raises Attempted where by what is hidden
        it would break more than was told, Overtaken, StoreError."""
        table, found = self.table, self.corrected
        if not self.whole:
            try:
                found = _made(table, self.asked)
            except Untaken:
                raise table.attempted(self.asked.text) from None
            told = self.corrected
            until = told.breaks[-1].entry.ply if told.blind else table.ply + 1
            if _broken(found, until) != _broken(told, until):
                raise table.attempted(self.asked.text)
            found = found._replace(breaks=told.breaks)  # what broke beyond that is told to nobody
        return table.kept(found.journal, found.state), found


def _broken(found: Corrected, until: int) -> object:
    """What breaks before a turn."""
    breaks = [(each.entry.n, each.stands, each.instead) for each in found.breaks if each.entry.ply < until]
    return breaks, [entry.n for entry in found.left_out if entry.ply < until]


def _made(table: Table, asked: Asked) -> Corrected:
    """The correction by all that the companion knows. Raises Untaken."""
    before = table.journal.amend(asked.ply)[0].position
    return _amended(table, asked, table.sight.state(before), REFEREE)


def _amended(table: Table, asked: Asked, before: Any, viewer: Viewer, *, whole: bool = True) -> Corrected:
    def was(entry: Logged) -> Any:
        return table.sight.of(table.journal.after(entry.parent), viewer)

    def allow(state: Any, text: str, ply: int) -> None:
        if viewer != REFEREE:
            Look(table.game, table.names, viewer, state, ply - 1).allow(text, table.may(PUBLIC))

    return amend(
        table.game,
        table.journal,
        before,
        asked.ply,
        asked.line,
        was=was,
        stood=asked.stood,
        whole=whole,
        answers=asked.answers,
        allow=allow,
    )


def correct(
    table: Table,
    ply: int,
    line: str,
    viewer: Viewer = PUBLIC,
    *,
    stood: bool = False,
    lines: Mapping[int, str] = NO_LINES,
    drop: bool = False,
) -> Correction:
    """What it would mean to have another turn `ply`; nothing is kept before `Correction.keep`.

    Raises Untaken for the turn itself and for a line in place of a later one, SyntaxFault where no such turn was made.
    """
    try:
        before = table.journal.amend(ply)[0].position
    except NothingThere:
        raise SyntaxFault(say("turn {ply}", ply=ply), say("one that was made, 1 to {last}", last=table.ply)) from None
    for later in lines:
        if not ply < later <= table.ply:
            raise SyntaxFault(
                say("turn {ply}", ply=later), say("a later one than {ply}, up to {last}", ply=ply, last=table.ply)
            )
    asked = Asked(ply, line, stood, Answers(lines))
    look = Look(table.game, table.names, viewer, table.sight.of(before, viewer), ply - 1)
    whole = look.seen == table.sight.state(before)
    if viewer != REFEREE:
        look.allow(line, table.may(PUBLIC))
    try:
        corrected = _amended(table, asked, look.seen, viewer, whole=whole)
        if drop and corrected.breaks:
            asked = asked._replace(answers=Answers(lines, corrected.breaks[0].entry.n))
            corrected = _amended(table, asked, look.seen, viewer, whole=whole)
    except Untaken as refused:
        if whole or not refused.unseen:
            raise
        sentence = say("what this turns up is hidden; the referee corrects it")
        why = IllegalMove("amend.turns-up", sentence, DEALER)
        raise Untaken(why, refused.text, refused.ply) from None
    if not corrected.blind:
        return Correction(table, corrected, asked, whole)
    # what follows is decided by what is hidden: where all of it stands, it is kept, and so told to all; where not, the
    # question tells something, and is in the log
    try:
        found = _made(table, asked)
    except Untaken:
        raise table.attempted(asked.text) from None
    if len(corrected.breaks) == 1 and not (found.breaks or found.left_out):
        return Correction(table, found, asked, whole=True)
    return Correction(table.attempted(asked.text).table, corrected, asked, whole)
