"""The last gate before a file: no number that is not finite is written, whatever drew it.

Faces refuse such a number long before, with its place; what comes here is a slip of ours, and no file is made of it.
"""

from collections.abc import Iterable
from math import isfinite


class NotFinite(ValueError):
    """A number of a drawing is infinite, or none at all."""

    def __init__(self, message: str = "a drawing with a number that is not finite") -> None:
        super().__init__(message)


def require_finite(numbers: Iterable[float]) -> None:
    """Raises NotFinite where one of some numbers is not finite."""
    if not all(map(isfinite, numbers)):
        raise NotFinite


def finite_digits(numbers: str) -> str:
    """Numbers in digits, with letters that are no n between them. Raises NotFinite for `nan` and `inf`."""
    if "n" in numbers:  # far faster than a look at each number
        raise NotFinite
    return numbers
