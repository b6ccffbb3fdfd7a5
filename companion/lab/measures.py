"""The figures of a playtest's games. Pure; docs/playtest.md has each formula and its source."""

from collections import Counter
from collections.abc import Callable, Sequence
from math import sqrt
from statistics import fmean, median, variance
from typing import NamedTuple

from msgspec.json import encode
from msgspec.structs import replace

from companion.club.stats import Z, wilson
from companion.lab.playtest import LISTED, Row
from specs.base.languages import mark, word


class Measure(NamedTuple):
    """A number of a game; None if the game has none."""

    key: str
    label: str
    of: Callable[[Row], float | None]

    @property
    def name(self) -> str:
        return word(self.label)


class Summary(NamedTuple):
    """A measure over games: their number, its mean with the 95 % confidence interval, and its median, least
    and most."""

    key: str
    label: str
    games: int
    mean: float
    low: float
    high: float
    median: float
    least: float
    most: float


class Seat(NamedTuple):
    """A seat's wins in finished games; a win shared by two counts a half."""

    wins: float
    share: float
    low: float
    high: float


class Use(NamedTuple):
    """In how many games something occurred, how often in all, and the points it was worth in all."""

    games: int
    times: int
    points: int = 0


class Figures(NamedTuple):
    """`different` games differ in more than the number of legal plies; `endings` counts games by the reason they ended,
    `lasts` by their last ply, `capped` is the share of positions where the count of legal plies reached its limit,
    `words` has the words of plies, `gains` the sources of points."""

    games: int
    ended: int
    shared: int
    different: int
    seats: tuple[Seat, ...]
    measures: tuple[Summary, ...]
    endings: dict[str, int]
    lasts: dict[str, int]
    capped: float
    words: dict[str, Use]
    gains: dict[str, Use]


def _alone(row: Row) -> bool:
    return row.ended and len(row.winners) == 1


def _behind(row: Row) -> float | None:
    return 100 * row.behind / row.turns if _alone(row) else None


def _decided(row: Row) -> float | None:
    return 100 * row.decided / row.turns if row.ended else None


def _margin(row: Row) -> int | None:
    """Return how far a single winner is ahead of the next; None for a game of one player."""
    others = [score for seat, score in enumerate(row.scores) if seat not in row.winners]
    return row.scores[row.winners[0]] - max(others) if others and _alone(row) else None


MEASURES = (
    Measure("turns", mark("turns"), lambda row: row.turns if row.ended else None),
    Measure("plies", mark("plies a turn"), lambda row: row.plies / row.turns if row.turns else None),
    Measure("branching", mark("legal plies"), lambda row: fmean(row.listed) if row.listed else None),
    Measure("leads", mark("lead changes"), lambda row: row.leads if row.ended else None),
    Measure("behind", mark("winner behind, % of turns"), _behind),
    Measure("deficit", mark("winner behind at most, points"), lambda row: row.deficit if _alone(row) else None),
    Measure("decided", mark("decided after, % of turns"), _decided),
    Measure("margin", mark("margin, points"), _margin),
)


def figures(rows: Sequence[Row]) -> Figures:
    """Compute all figures of a plan's games; the order in which they were played does not matter."""
    rows = sorted(rows, key=lambda row: row.number)
    over = [row for row in rows if row.ended]
    seats = range(len(rows[0].scores)) if rows else range(0)
    found = (_summary(each, [value for row in rows if (value := each.of(row)) is not None]) for each in MEASURES)
    return Figures(
        len(rows), len(over), sum(len(row.winners) > 1 for row in over),
        len({encode(replace(row, number=0, deal=0, listed=())) for row in rows}),
        tuple(_seat(over, seat) for seat in seats), tuple(each for each in found if each is not None),
        dict(Counter(row.why for row in over if row.why).most_common()),
        dict(Counter(row.last for row in over).most_common()),
        fmean([each >= LISTED for row in rows for each in row.listed] or [0]),
        _used([{name: (times, 0) for name, times in row.words.items()} for row in rows]),
        _used([row.gains for row in rows]),
    )  # fmt: skip


def _seat(over: Sequence[Row], seat: int) -> Seat:
    wins = sum(1 / len(row.winners) for row in over if seat in row.winners)
    return Seat(wins, wins / len(over) if over else 0.0, *wilson(wins, len(over)))


def _summary(measure: Measure, values: Sequence[float]) -> Summary | None:
    if not values:
        return None
    mean, number = fmean(values), len(values)
    half = Z * sqrt(variance(values) / number) if number > 1 else 0.0
    return Summary(
        measure.key, measure.label, number, mean, mean - half, mean + half, median(values), min(values), max(values)
    )


def _used(found: Sequence[dict[str, tuple[int, int]]]) -> dict[str, Use]:
    """Sum up the uses of all games, the most frequent first, then by name."""
    sums = dict[str, Use]()
    for game in found:
        for name, (times, points) in game.items():
            was = sums.get(name, Use(0, 0))
            sums[name] = Use(was.games + 1, was.times + times, was.points + points)
    return dict(sorted(sums.items(), key=lambda one: (-one[1].times, one[0])))
