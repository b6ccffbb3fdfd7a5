"""What cannot be, wherever it was found.

>>> raise Unfit("'seven'", "a whole number")
Traceback (most recent call last):
...
specs.ground.unfit.Unfit: 'seven'; expected a whole number
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from specs.ground.languages import say

if TYPE_CHECKING:
    from specs.document import KeyPath


class Unfit(Exception):
    """A value that cannot be: what was found and what was expected, as short phrases. Where it stands is for whoever
    knows the file to say: `specs.ground.errors.Placed`; `path` are the keys that lead there, as far as they are known.
    """

    path: KeyPath = ()

    def __init__(self, found: str, expected: str, hint: str = "") -> None:
        super().__init__(found, expected, hint)
        self.found, self.expected, self.hint = found, expected, hint

    @property
    def said(self) -> str:
        """It in one phrase, without a place."""
        return say("{found}; expected {expected}", found=self.found, expected=self.expected)

    def __str__(self) -> str:
        return self.said
