"""The last check before a file: only finite numbers are written, whatever drew them.

Faces refuse other numbers long before, with their place; one that reaches this point is a bug of ours, and no file is
written.
"""

from collections.abc import Iterable
from math import isfinite


class NotFinite(ValueError):
    """A number of a drawing is infinite, or none at all."""

    def __init__(self, message: str = "a drawing with a number that is not finite") -> None:
        super().__init__(message)


def require_finite(numbers: Iterable[float]) -> None:
    """Raise NotFinite if one of the numbers is not finite."""
    if not all(map(isfinite, numbers)):
        raise NotFinite


def finite_digits(numbers: str) -> str:
    """Return numbers written as text, with any letters but `n` between. Raises NotFinite for `nan` and `inf`."""
    if "n" in numbers:  # far faster than testing each number
        raise NotFinite
    return numbers
