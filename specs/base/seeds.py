"""What a seed may be, and how it shuffles: the same for every command, record, position and dealt setup.

>>> is_seed(42), is_seed(-1), is_seed(True), is_seed(2**63)
(True, False, False, False)
>>> read("42"), read("-1"), read("9" * 5000), read("\u0664")
(42, None, None, None)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from random import Random

T = TypeVar("T")
MOST = 2**63 - 1  # the largest whole number that all formats can hold
EXPECTED = f"a whole number from 0 to {MOST}"


def is_seed(value: object) -> bool:
    """Return whether a value can be a seed."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST


def read(text: str) -> int | None:
    """Read a seed from digits; None for any other text."""
    if not text.isascii() or not text.isdigit() or len(text) > len(str(MOST)):
        return None
    return int(text) if is_seed(int(text)) else None


def chance(seed: int | str) -> Random:
    """Return random numbers from a seed."""
    from random import Random  # 1 ms: only loaded if random numbers are needed

    return Random(seed)


def shuffle(items: Sequence[T], random: Random) -> list[T]:
    """Return a shuffled copy (Fisher–Yates). Uses only `random.random()`, the one sequence that Python promises to
    keep."""
    shuffled = list(items)
    for i in range(len(shuffled) - 1, 0, -1):
        j = int(random.random() * (i + 1))
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return shuffled
