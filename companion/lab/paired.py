"""Whether two sets of rules differ beyond chance, on the same deals: tests of pairs, Holm's correction for many.

>>> round(binomial(1, 8), 5), binomial(4, 8), binomial(0, 0)
(0.07031, 1.0, 1.0)
>>> flipped([3, -1, 2, 2]), flipped([1] * 8) == binomial(0, 8)
(0.25, True)
>>> [round(p, 3) for p in holm([0.01, 0.04, 0.03])]
[0.03, 0.06, 0.06]
"""

from collections.abc import Callable, Sequence
from itertools import compress
from math import erfc, sqrt
from random import Random
from typing import NamedTuple

from companion.club.stats import Z
from companion.lab.measures import MEASURES
from companion.lab.players import apart
from companion.lab.playtest import Row
from specs.base.languages import say

BEYOND = 0.05
COUNTED, DRAWN, DRAWS = 12, 100, 9_999  # most pairs to try all signs, most to draw random signs, and how often


class Difference(NamedTuple):
    """A measure under both sets of rules: in how many pairs the second has more, in how many less, the mean difference,
    and how often chance alone does as much: by itself, and corrected for all measures compared. The true mean lies
    between `low` and `high` with 95 % confidence."""

    key: str
    label: str
    pairs: int
    more: int
    less: int
    mean: float
    p: float
    corrected: float = 1.0
    low: float = 0.0
    high: float = 0.0

    @property
    def beyond(self) -> bool:
        return self.corrected < BEYOND


def binomial(fewer: int, number: int) -> float:
    """Return how often a fair coin falls at least as unevenly, either way: McNemar's test."""
    fewer = min(fewer, number - fewer)
    term, tail = 1, 1
    for k in range(1, fewer + 1):
        term = term * (number - k + 1) // k
        tail += term
    return min(1.0, 2 * tail / 2**number) if 2 * fewer < number else 1.0


def flipped(differences: Sequence[float]) -> float:
    """Return how often random signs give differences a sum at least as far from zero (Fisher 1935): counted if few
    pairs differ, else sampled, and by the normal curve for many."""
    differing = [each for each in differences if each]
    total, number = abs(sum(differing)) * (1 - 1e-9), len(differing)
    if number <= COUNTED:
        sums = [0.0]
        for each in differing:
            sums = [one + sign for one in sums for sign in (each, -each)]
        return sum(abs(one) >= total for one in sums) / len(sums)
    if number > DRAWN:
        return erfc(total / sqrt(2 * sum(each * each for each in differing)))
    chance, whole, often = Random(0), sum(differing), 1
    for _ in range(DRAWS):
        coins = map(int, f"{int(chance.random() * 2**52):052b}{int(chance.random() * 2**52):052b}"[:number])
        often += abs(2 * sum(compress(differing, coins)) - whole) >= total
    return often / (DRAWS + 1)


def holm(found: Sequence[float]) -> list[float]:
    """Correct these shares for being several (Holm 1979)."""
    corrected, so_far = [1.0] * len(found), 0.0
    for rank, at in enumerate(sorted(range(len(found)), key=found.__getitem__)):
        so_far = max(so_far, min(1.0, (len(found) - rank) * found[at]))
        corrected[at] = so_far
    return corrected


def compare(one: Sequence[Row], other: Sequence[Row]) -> list[Difference]:
    """Compare the games of two plans, paired by number."""
    second = {row.number: row for row in other}
    pairs = [(row, second[row.number]) for row in one if row.number in second]
    seats = range(len(one[0].scores)) if one else range(0)
    found = [_difference(f"win_{seat + 1}", say("seat {n} wins", n=seat + 1), pairs, _won(seat)) for seat in seats]
    found = [each._replace(p=binomial(each.less, each.more + each.less)) for each in found]
    found += [_difference(each.key, each.name, pairs, each.of) for each in MEASURES]
    found = [each for each in found if each.pairs]
    corrected = holm([each.p for each in found])
    return [each._replace(corrected=p) for each, p in zip(found, corrected, strict=True)]


def _won(seat: int) -> Callable[[Row], float | None]:
    """Return a measure: a seat's share of the win, None for an unfinished game."""
    return lambda row: (seat in row.winners) / len(row.winners) if row.ended else None


def _difference(
    key: str, label: str, pairs: Sequence[tuple[Row, Row]], of: Callable[[Row], float | None]
) -> Difference:
    values = [(a, b) for a, b in ((of(row), of(second)) for row, second in pairs) if a is not None and b is not None]
    more, less = sum(b > a for a, b in values), sum(b < a for a, b in values)
    mean, error = apart([b for _, b in values], [a for a, _ in values]) if values else (0.0, 0.0)
    p = flipped([b - a for a, b in values])
    return Difference(key, label, len(values), more, less, mean, p, low=mean - Z * error, high=mean + Z * error)
