"""A game's journal: every entry ever made, each pointing at the one it and the head where we stand.

Entry 0 is the start. Taking back moves the head to an earlier entry; nothing is ever removed, so what was
taken back stays in the log and can be put back. All of it is pure: a change gives a new journal.

    >>> journal = Journal("the start").enter("2:H", "a position").note("tea").enter("1:O", "another position")
    >>> [(entry.n, entry.ply, entry.text) for entry in journal.line()]
    [(1, 1, '2:H'), (2, 1, 'tea'), (3, 2, '1:O')]
    >>> back = journal.undo(2)
    >>> back.head, back.ply, back.position
    (1, 1, 'a position')
    >>> back.redo(2).head
    3
    >>> back.undo(2)
    Traceback (most recent call last):
    ...
    companion.table.journal.NothingThere: undo: 2
"""

from collections.abc import Sequence
from typing import Final, Literal

from companion.contract.faults import SyntaxFault
from specs.base.languages import say
from specs.base.named import NamedTuple

Kind = Literal["turn", "note", "undo", "redo", "attempt", "players", "leave"]

LONGEST: Final = 4_000  # letters of a note
ASIDE = ("undo", "redo", "attempt", "players")  # entries that no other follows


class NothingThere(Exception):
    """There is less to undo, redo or amend than was asked for. Nothing was changed."""


class Logged(NamedTuple):
    """An entry. `parent` is the entry it follows (for undo and redo: the entry they went to); `ply` counts the turns up
    to and with it; `position` is the whole position after it; `rule` (several joined by commas) and `points` say what
    stood. A leave's text names who left: not a ply, though the position changes. An attempt was refused because of
    hidden things, `players` records changed players: no entry follows those. `seat` is the player whose own page or
    hand entered it; None: the table, or unknown."""

    n: int
    parent: int
    ply: int
    kind: Kind
    text: str
    position: str = ""
    rule: str = ""
    points: int = 0
    seat: int | None = None


class Journal(NamedTuple):
    """The first position's line, the entries in the order they were made (`entries[n - 1].n == n`), and the current
    entry, 0 for the start."""

    start: str
    entries: tuple[Logged, ...] = ()
    head: int = 0

    @property
    def ply(self) -> int:
        """Return how many turns have been made."""
        return self.entries[self.head - 1].ply if self.head else 0

    @property
    def position(self) -> str:
        """Return the current position."""
        return self.after(self.head)

    def after(self, n: int) -> str:
        """Return the position after entry `n`, 0 for the start."""
        return self.entries[n - 1].position if n else self.start

    def counts(self, entry: Logged) -> bool:
        """Return whether an entry is a ply, with a number of its own."""
        return entry.kind == "turn" and entry.ply > (self.entries[entry.parent - 1].ply if entry.parent else 0)

    def numbered(self, entry: Logged) -> str:
        """Return an entry as it is shown everywhere: `7. 1:H`, `· hand FF` for a turn that is not a ply, `note: tea`
        for another kind."""
        if entry.kind != "turn":
            return f"{entry.kind}: {entry.text}"
        return f"{entry.ply}. {entry.text}" if self.counts(entry) else f"· {entry.text}"

    def first(self, count: int) -> "Journal":
        """Return the journal as it was with its first `count` entries."""
        made = self.entries[count - 1] if count else None
        head = 0 if made is None else made.parent if made.kind in ASIDE else made.n
        return Journal(self.start, self.entries[:count], head)

    def line(self) -> Sequence[Logged]:
        """Return the entries from the start to the current one."""
        found, at = [], self.head
        while at:
            found.append(self.entries[at - 1])
            at = found[-1].parent
        return found[::-1]

    def following(self) -> Sequence[Logged]:
        """Return the entries that could be put back after the current one, in order: always those made last."""
        latest = {entry.parent: entry for entry in self.entries if entry.kind in ("turn", "note", "leave")}
        found, at = list[Logged](), self.head
        while at in latest:
            found.append(latest[at])
            at = found[-1].n
        return found

    def taken(self) -> Sequence[Logged]:
        """Return what was taken back last, in order, as long as nothing was played since."""
        aside = ("note", "attempt", "players")
        last = next((entry for entry in reversed(self.entries) if entry.kind not in aside), None)
        if last is None or last.kind != "undo":
            return ()
        return [entry for entry in self.first(last.n - 1).line() if entry.n > last.parent]

    # ---- changes ---------------------------------------------------------------------------------

    def signed(self, count: int, seat: int | None) -> "Journal":
        """Return a copy in which a seat entered every entry after the first `count`."""
        if seat is None:
            return self
        made = (entry._replace(seat=seat) for entry in self.entries[count:])
        return self._replace(entries=(*self.entries[:count], *made))

    def enter(self, text: str, position: str, *, counts: bool = True, rule: str = "", points: int = 0) -> "Journal":
        """Add a turn after the current entry; with `counts` false a correction of what is known, which is not a ply."""
        return self._with(Logged(0, self.head, self.ply + counts, "turn", text, position, rule, points))

    def note(self, text: str) -> "Journal":
        """Add a note; the position stays."""
        return self._with(Logged(0, self.head, self.ply, "note", text, self.position))

    def leave(self, name: str, position: str) -> "Journal":
        """Add a player's leaving, and the position then."""
        return self._with(Logged(0, self.head, self.ply, "leave", name, position))

    def attempt(self, text: str) -> "Journal":
        """Add a line that was refused because of hidden things: it is logged, and the current entry stays."""
        return self._with(Logged(0, self.head, self.ply, "attempt", text), self.head)

    def players(self, text: str) -> "Journal":
        """Add what was changed of the players, in words: it is logged, and the current entry stays."""
        return self._with(Logged(0, self.head, self.ply, "players", text), self.head)

    def _with(self, entry: Logged, head: int | None = None) -> "Journal":
        """Add a numbered entry and make it, or another entry, the current one."""
        made = entry._replace(n=len(self.entries) + 1)
        return Journal(self.start, (*self.entries, made), made.n if head is None else head)

    def undo(self, count: int) -> "Journal":
        """Take back the last `count` entries. Raises NothingThere."""
        at, left = self.head, count
        while at and left > 0:
            at, left = self.entries[at - 1].parent, left - 1
        if count < 1 or left:
            raise NothingThere(f"undo: {count}")
        return self._to("undo", at, count)

    def redo(self, count: int) -> "Journal":
        """Put back `count` entries that were taken back; of several ways those made last. Raises NothingThere."""
        following = self.following()
        if not 1 <= count <= len(following):
            raise NothingThere(f"redo: {count}")
        return self._to("redo", following[count - 1].n, count)

    def _to(self, kind: Kind, head: int, count: int) -> "Journal":
        ply = self.entries[head - 1].ply if head else 0
        return self._with(Logged(0, head, ply, kind, str(count)), head)

    def amend(self, ply: int) -> "tuple[Journal, Logged, Sequence[Logged]]":
        """Prepare another turn in place of turn `ply`: return the journal just before it, the turn that was made, and
        the entries that followed, to be entered again. Raises NothingThere."""
        line = self.line()
        at = next((i for i, entry in enumerate(line) if entry.ply == ply and self.counts(entry)), None)
        if at is None:
            raise NothingThere(f"amend: {ply}")
        return self.undo(len(line) - at), line[at], line[at + 1 :]


def noted(text: str) -> str:
    """Return a note in one line. Raises SyntaxFault if it is empty, too long or not text.

    >>> noted("  tea   with Bob ")
    'tea with Bob'
    """
    words = " ".join(text.split())
    if not words:
        raise SyntaxFault(say("a note without text"), say("some words"))
    if len(words) > LONGEST:
        long, most = f"{len(words):,}", f"{LONGEST:,}"
        raise SyntaxFault(say("a note of {n} letters", n=long), say("at most {most}", most=most))
    if not words.isascii() and any("\ud800" <= char <= "\udfff" for char in words):
        raise SyntaxFault(say("a note with bytes that are not text"), say("words in UTF-8"))
    return words
