"""What is said instead of what was asked for."""

from __future__ import annotations

from companion.contract import JSON


class Answer(Exception):
    """What is said instead of doing it: an HTTP status and facts, with a `message`."""

    def __init__(self, status: int, message: str, **facts: JSON) -> None:
        super().__init__(message)
        self.status, self.facts = status, {"message": message, **facts}
