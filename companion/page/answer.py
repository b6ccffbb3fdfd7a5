"""What a page asks, what is said instead of what was asked for, and what became of each deed that a page sent.

A page that got no answer asks again by the deed's id, and hears what became of it. A deed is never done twice, and one
that is reported as not done never will be.
"""

from collections.abc import Callable
from typing import Annotated

from msgspec import Meta, MsgspecError, Struct

from companion.contract.values import JSON
from specs.base.json_values import decoded

KEPT = 2_000  # outcomes remembered
LONGEST_BRANCH, MOST_LINES = 60, 200  # turns of a branch; lines of a lesson, and of a correction

Text = Annotated[str, Meta(max_length=400)]


class Posted(Struct, frozen=True):
    """What a page sends; each question takes what it needs of it. `last` is how many entries the page saw, `id` names a
    deed, of which a page that asks `again` has no answer yet; `text` is what is entered, `typed` a line so far."""

    last: int | None = None
    id: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    again: bool = False
    text: Text | None = None
    stood: bool = False
    agree: bool = False
    turn: bool = False  # a whole turn, not a ply
    ply: int | None = None
    replace: Annotated[dict[int, Text], Meta(max_length=MOST_LINES)] = {}  # lines by the numbers of turns
    drop: bool = False
    about: dict[str, str] | None = None
    then: Annotated[tuple[str, ...], Meta(max_length=LONGEST_BRANCH)] | None = None  # turns of a branch
    typed: Text | None = None
    tapped: bool = False
    wide: int = 0  # CSS px of the page; 0: as wide as there is
    hand: Text = ""
    lines: Annotated[tuple[Text, ...], Meta(max_length=MOST_LINES)] = ()  # of a lesson

    @property
    def line(self) -> str:
        """The line that was entered. Raises Answer if it is empty."""
        return said(self.text or "")


class Answer(Exception):
    """What is said instead of doing it: an HTTP status and facts, with a `message`."""

    def __init__(self, status: int, message: str, **facts: JSON) -> None:
        super().__init__(message)
        self.status, self.facts = status, {"message": message, **facts}


def read(data: bytes) -> Posted:
    """A request's JSON. Raises Answer."""
    try:
        found = decoded(data, Posted)
    except MsgspecError as error:
        raise Answer(400, f"a request that cannot be read: {error}") from None
    for text in (found.text or "", found.typed or "", found.hand, *found.lines):
        if not text.isprintable():
            raise Answer(400, "signs that are no text; expected lines of at most 400 characters")
    return found


def said(line: str) -> str:
    """A line that says something. Raises Answer for any other."""
    if not line.strip():
        raise Answer(400, "an empty line; expected 1 to 400 characters")
    return line.strip()


def unlike(message: str, rule: str = "", nearest: str = "") -> Answer:
    """A refusal that is no turn's."""
    return Answer(422, message, rule=rule, source="", nearest=nearest)


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
