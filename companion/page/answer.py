"""What a page sends, refusals, and the outcome of each request that changes something.

A page that got no answer asks again with the same id, and is told what happened. A request is never carried out twice,
and one reported as not done never will be.
"""

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta, MsgspecError, Struct

from companion.contract.values import JSON
from specs.base.json_values import decoded

KEPT = 2_000  # outcomes remembered
LONGEST_BRANCH, MOST_LINES = 60, 200  # turns of a branch; lines of a lesson or a correction

Text = Annotated[str, Meta(max_length=400)]


class Posted(Struct, frozen=True):
    """What a page sends; each request uses what it needs. `last` is the number of entries the page saw; `id` names a
    change, of which a page that asks `again` has no answer yet; `text` is what is entered, `typed` a line so far."""

    last: int | None = None
    id: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    again: bool = False
    text: Text | None = None
    stood: bool = False
    agree: bool = False
    turn: bool = False  # a whole turn instead of a ply
    ply: int | None = None
    replace: Annotated[dict[int, Text], Meta(max_length=MOST_LINES)] = {}  # lines by the numbers of their turns
    drop: bool = False
    about: dict[str, str] | None = None
    then: Annotated[tuple[str, ...], Meta(max_length=LONGEST_BRANCH)] | None = None  # the turns of a branch
    typed: Text | None = None
    tapped: bool = False
    wide: int = 0  # CSS px of the page; 0: unlimited
    hand: Text = ""
    lines: Annotated[tuple[Text, ...], Meta(max_length=MOST_LINES)] = ()  # of a lesson

    @property
    def line(self) -> str:
        """Return the line to enter. Raises Answer if it is empty."""
        return said(self.text or "")


class Answer(Exception):
    """A refusal: an HTTP status and facts, with a `message`."""

    def __init__(self, status: int, message: str, **facts: JSON) -> None:
        super().__init__(message)
        self.status, self.facts = status, {"message": message, **facts}


def read(data: bytes) -> Posted:
    """Read a request's JSON. Raises Answer."""
    try:
        found = decoded(data, Posted)
    except MsgspecError as error:
        raise Answer(400, f"a request that cannot be read: {error}") from None
    for text in (found.text or "", found.typed or "", found.hand, *found.lines):
        if not text.isprintable():
            raise Answer(400, "signs that are no text; expected lines of at most 400 characters")
    return found


def said(line: str) -> str:
    """Return a non-empty line. Raises Answer."""
    if not line.strip():
        raise Answer(400, "an empty line; expected 1 to 400 characters")
    return line.strip()


def unlike(message: str, rule: str = "", nearest: str = "") -> Answer:
    """Make a refusal that is not about a turn."""
    return Answer(422, message, rule=rule, source="", nearest=nearest)


class Sent:
    """Outcomes by the place that sent the request and the id it gave: the answer, or the refusal."""

    def __init__(self) -> None:
        self.outcomes: dict[tuple[int, str], list[str] | Answer] = {}

    def once(self, key: tuple[int, str], do: Callable[[], list[str]]) -> list[str]:
        """Do it, unless it was done before; return the answer. Raises Answer, also as before."""
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
