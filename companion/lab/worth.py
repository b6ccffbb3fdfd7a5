"""A share of the win by playouts, said as an estimate: how often greedy opponents went on to win from there.

Playouts are a few plies and then a guess, or random to the end, so what they come to is too sure in one game and not
sure enough in another. A game's `CURVE` corrects that: an offset of the odds, their slope, and a further slope where
they are nearly even, fitted by `benchmarks/calibration.py` on games between two greedy opponents and tested on others.

>>> estimate(PLAIN, 0.5, 16, 2)
Estimate(share=0.5, low=0.08, high=0.92)
"""

from math import exp, log, sqrt, tanh
from typing import Final, NamedTuple

PLAIN: Final = (0.0, 1.0, 0.0)  # the curve of a game that has none of its own
OFF: Final = 0.05  # largest error of a curve in tests
OFF_PLAIN: Final = 0.2  # largest error of the four games without theirs
DEVIATIONS: Final = 1.96


class Estimate(NamedTuple):
    """A share of the win with its 95 % confidence interval."""

    share: float
    low: float
    high: float


def odds(share: float) -> float:
    return log(share / (1 - share))


def of_curve(curve: tuple[float, float, float], share: float, samples: int, seats: int = 2) -> float:
    """Return the share of wins for a share of playouts."""
    offset, slope, more = curve
    seen, lot = (share * samples + 0.5) / (samples + 1), odds(1 / max(2, seats))
    ahead = odds(seen) - lot
    return 1 / (1 + exp(-(lot + offset + slope * ahead + more * tanh(ahead))))


def estimate(curve: tuple[float, float, float], share: float, samples: int, seats: int) -> Estimate:
    """Return the share of wins that a mean of `samples` playouts stands for, with the error from chance and from the
    curve."""
    seen = (share * samples + 0.5) / (samples + 1)
    half = DEVIATIONS * sqrt(seen * (1 - seen) / (samples + 1))
    low, high = (of_curve(curve, min(1.0, max(0.0, end)), samples, seats) for end in (share - half, share + half))
    off, most_likely = OFF_PLAIN if curve == PLAIN else OFF, of_curve(curve, share, samples, seats)
    return Estimate(round(most_likely, 4), round(max(0.0, low - off), 2), round(min(1.0, high + off), 2))
