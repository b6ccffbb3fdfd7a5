"""A value that cannot be, before its place in a file is known. Loads nothing but the languages: a move needs no more.

>>> raise Unfit("wrong-type", "'seven'", "a whole number")
Traceback (most recent call last):
...
specs.base.unfit.Unfit: 'seven'; expected a whole number
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from specs.base.languages import say

if TYPE_CHECKING:
    from specs.base.fault_codes import Code

KeyPath = tuple[str | int, ...]  # the keys that lead to a value of a file


class Unfit(Exception):
    """A value that cannot be: what was found and what was expected, as short phrases. Where it stands is for whoever
    knows the file to say: `Placed`; `path` are the keys that lead there, as far as they are known.
    """

    path: KeyPath = ()

    def __init__(self, code: Code, found: str, expected: str, hint: str = "", name: str = "") -> None:
        self.code, self.found, self.expected, self.hint, self.name = code, found, expected, hint, name

    def __reduce__(self) -> tuple[object, ...]:
        return Exception.__new__, (type(self),), self.__dict__  # for one raised in another process

    @property
    def said(self) -> str:
        """It in one phrase, without a place."""
        return say("{found}; expected {expected}", found=self.found, expected=self.expected)

    def __str__(self) -> str:
        return self.said
