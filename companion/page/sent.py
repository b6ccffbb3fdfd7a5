"""What became of each deed that a page sent. A page that got no answer asks again by the deed's id, and is told what
became of it; nothing is done twice, and what is told not to have been done never will be.
"""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from typing import TYPE_CHECKING

from companion.contract import Refused
from companion.journal import Logged, NothingThere
from companion.page.answer import Answer
from companion.table import Attempted, Table
from specs.base.languages import say

if TYPE_CHECKING:
    from companion.page.live import Live

KEPT = 2_000  # outcomes remembered
GONE = 410


class Sent:
    """Outcomes by the place that sent the deed and the id it gave it: what was said, or the refusal."""

    def __init__(self) -> None:
        self.outcomes: dict[tuple[int, str], list[str] | Answer] = {}

    def once(self, key: tuple[int, str], do: Callable[[], list[str]]) -> list[str]:
        """Do it, unless that was done before: what it said. Raises Answer, also as before."""
        if key not in self.outcomes:
            if len(self.outcomes) >= KEPT:
                self.outcomes.pop(next(iter(self.outcomes)))
            try:
                self.outcomes[key] = do()
            except Answer as refusal:
                self.outcomes[key] = refusal
        found = self.outcomes[key]
        if isinstance(found, Answer):
            raise found.with_traceback(None)
        return found


def before(live: Live, last: int, deed: Callable[[Live], list[str]]) -> list[str]:
    """What a deed said that no server remembers, such as one killed before it could answer: done again aside, from the
    entry its page saw, it must lead to the entries that follow there. Raises Answer where it was not done."""
    entries = live.table.journal.entries
    if 0 <= last < len(entries):
        aside = copy(live)
        aside.table = _stood(live.table, last)
        said, refused = list[str](), None
        try:
            said = deed(aside)
        except Attempted as attempt:
            aside.table, refused = attempt.table, attempt
        except (Answer, Refused, NothingThere):
            pass
        made = aside.table.journal.entries[last:]
        if made and _alike(made) == _alike(entries[last : last + len(made)]):
            if refused is not None:
                raise refused
            return said
    raise Answer(GONE, say("Not entered: it never reached the companion. Nothing was changed."))


def _stood(table: Table, last: int) -> Table:
    """The table when its journal had so many entries, kept nowhere."""
    play = table.play.to(table.journal.first(last))
    return Table(None, table.stored.after(play.journal, play.turn), play)


def _alike(entries: tuple[Logged, ...]) -> list[tuple[int, int, str, str, str]]:
    """What entries are, whenever they were made."""
    return [(each.n, each.parent, each.kind, each.text, each.position) for each in entries]
