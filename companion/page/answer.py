"""What is said instead of what was asked for; and what became of each deed that a page sent.

A page that got no answer asks again by the deed's id, and hears what became of it. A deed is never done twice, and one
that is reported as not done never will be.
"""

from __future__ import annotations

from collections.abc import Callable

from companion.contract.values import JSON

KEPT = 2_000  # outcomes remembered


class Answer(Exception):
    """What is said instead of doing it: an HTTP status and facts, with a `message`."""

    def __init__(self, status: int, message: str, **facts: JSON) -> None:
        super().__init__(message)
        self.status, self.facts = status, {"message": message, **facts}


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
