"""A value that cannot be, before its place in a file is known. This module imports only the languages: a move needs no
more.

>>> raise Unfit("wrong-type", "'seven'", "a whole number")
Traceback (most recent call last):
...
specs.base.unfit.Unfit: 'seven'; expected a whole number
"""

from typing import Literal

from specs.base.languages import say

# The kinds of mistakes: codes that programs can rely on. docs/making/faults.yaml has an example of each.
Code = Literal[
    "missing-file", "outside-folder", "unreadable-file", "wrong-encoding", "wrong-file", "not-yaml", "not-csv",
    "name-taken", "wrong-type", "wrong-value", "out-of-range", "unknown-key", "missing-key", "conflict",
    "not-applicable", "duplicate", "empty", "endless", "over-limit", "more-faults", "unknown-colour",
    "unknown-component", "unknown-field", "unknown-font", "unknown-icon", "unknown-name", "unknown-option",
    "unknown-piece", "unknown-style", "unknown-data", "unknown-template", "wrong-expression", "wrong-map",
    "wrong-count", "wrong-outline", "wrong-gradient", "beyond-bleed", "text-overflow", "missing-letter",
    "missing-emphasis", "unsupported-artwork", "unsupported-markup", "other-edition", "thin-line", "small-letters",
    "low-resolution", "text-near-cut", "picture-near-cut", "large-print", "fixed-colours", "faces-alike",
    "colours-alike", "too-much-ink", "narrow-margin", "missing-words", "stale-words", "unused-words", "unavailable",
]  # fmt: skip

KeyPath = tuple[str | int, ...]  # the keys that lead to a value of a file


class Unfit(Exception):
    """A value that cannot be: what was found and what was expected, as short phrases. `Placed` adds the place; `path`
    are the keys that lead there, as far as they are known."""

    path: KeyPath = ()

    def __init__(self, code: Code, found: str, expected: str, hint: str = "", name: str = "") -> None:
        self.code, self.found, self.expected, self.hint, self.name = code, found, expected, hint, name

    def __reduce__(self) -> tuple[object, ...]:
        return Exception.__new__, (type(self),), self.__dict__  # makes it picklable

    @property
    def said(self) -> str:
        """Return both in one phrase, without a place."""
        return say("{found}; expected {expected}", found=self.found, expected=self.expected)

    def __str__(self) -> str:
        return self.said
