"""Figures of a club from how its games ended. Pure; docs/club.md has each formula.

A win counts whether alone or shared. Games played alone, against the rules only, are counted separately; unfinished
games are in no average. `chance` is the share that is expected if the winners of each game are drawn at random.

>>> [round(end, 3) for end in wilson(8, 10)], wilson(0, 0)
([0.49, 0.943], (0.0, 1.0))
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from statistics import fmean
from typing import NamedTuple, TypeVar

from companion.club.names import Names
from companion.club.outcomes import Outcome

K = TypeVar("K")
T = TypeVar("T")
Z = 1.959963984540054  # 95 % of a normal distribution lie within so many standard deviations of its mean


def wilson(wins: float, games: int) -> tuple[float, float]:
    """Return the 95 % confidence interval of a share (Wilson's score interval); 0 to 1 for no games."""
    if not games:
        return 0.0, 1.0
    share, z2 = wins / games, Z * Z
    middle = (share + z2 / (2 * games)) / (1 + z2 / games)
    half = Z * sqrt(share * (1 - share) / games + z2 / (4 * games * games)) / (1 + z2 / games)
    return max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half))  # guards against rounding


class Share(NamedTuple):
    """Wins in so many games; `shared` of them with others. `lots` is the sum of each game's wins expected by chance."""

    games: int = 0
    wins: int = 0
    shared: int = 0
    lots: float = 0.0

    @property
    def share(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.wins, self.games)

    @property
    def chance(self) -> float:
        return self.lots / self.games if self.games else 0.0

    @classmethod
    def of(cls, played: Sequence[tuple[Outcome, int]]) -> "Share":
        """Count the wins of games, each given with the seat in it."""
        won = [len(one.winners) for one, seat in played if seat in one.winners]
        lots = sum(len(one.winners) / len(one.players) for one, _ in played)
        return cls(len(played), len(won), sum(winners > 1 for winners in won), lots)


class Alone(NamedTuple):
    """Games of one player: how many, and how many were won."""

    games: int = 0
    wins: int = 0


class Kind(NamedTuple):
    """Games of a kind with so many players: the mean of all points (for one player: theirs) and of winners' points, the
    most and who had them; the mean of turns, of minutes (None if no game has them) and of the place."""

    game: str
    players: int
    share: Share
    points: float
    winners_points: float | None
    most: int
    most_by: str
    turns: float
    minutes: float | None
    place: float


class Against(NamedTuple):
    """Two players: their common games, and in how many the first was ahead, behind, level."""

    name: str
    games: int
    ahead: int
    behind: int
    level: int

    @property
    def interval(self) -> tuple[float, float]:
        """Return the interval of the share of games ahead, without those that were level."""
        return wilson(self.ahead, self.ahead + self.behind)


class Streaks(NamedTuple):
    """The current run of won games (negative: not won), and the longest ever."""

    now: int = 0
    best: int = 0

    def after(self, won: bool) -> "Streaks":
        now = max(self.now, 0) + 1 if won else min(self.now, 0) - 1
        return Streaks(now, max(self.best, now))


class Who(NamedTuple):
    """A player: the name as last written, the games against others, and figures from them; `sat` has each game's number
    and seat; `left` counts games that were left before their end."""

    key: str
    name: str
    share: Share
    streaks: Streaks
    alone: Alone
    unfinished: int
    kinds: tuple[Kind, ...]
    against: tuple[Against, ...]
    sat: tuple[tuple[int, int], ...]
    left: int


class Club(NamedTuple):
    """All figures. `seats` are shares by kind, number of players and seat, the first seat first."""

    games: int
    unfinished: int
    since: str
    until: str
    players: tuple[Who, ...]
    kinds: tuple[Kind, ...]
    seats: dict[tuple[str, int], tuple[Share, ...]]


def club(games: Sequence[Outcome], names: Names | None = None) -> Club:
    """Compute the figures of games in the order they were played."""
    known = names or Names()
    over = [one for one in games if one.over]
    days = [one.about.date for one in over if one.about.date]
    tables = grouped(((one.kind, len(one.players)), one) for one in over if len(one.players) > 1)
    seats = {
        (game, number): tuple(Share.of([(one, seat) for one in played]) for seat in range(number))
        for (game, number), played in sorted(tables.items())
    }
    shown = {known.key(name): name for one in games for name in one.players}  # the latest spelling wins
    shown |= {key: called for called in known.known_as.values() if (key := known.key(called)) in shown}
    played = grouped((known.key(name), (one, seat)) for one in games for seat, name in enumerate(one.players))
    found = [_who(key, shown, played[key], known) for key in shown]
    found.sort(key=lambda who: (-who.share.games - who.alone.games, who.key))
    return Club(
        len(over), len(games) - len(over), min(days, default=""), max(days, default=""), tuple(found),
        tuple(_kinds((one, seat) for one in over for seat in range(len(one.players)))), seats,
    )  # fmt: skip


def grouped(pairs: Iterable[tuple[K, T]]) -> Mapping[K, Sequence[T]]:
    """Group values by key, in order."""
    found = defaultdict[K, list[T]](list)
    for key, value in pairs:
        found[key].append(value)
    return found


def place(one: Outcome, seat: int) -> int:
    """Return a player's place, from 1: winners come first, then points count."""
    return 1 + sum(_rank(one, other) > _rank(one, seat) for other in range(len(one.players)))


def _rank(one: Outcome, seat: int) -> tuple[bool, int]:
    return seat in one.winners, one.scores[seat]


def _who(key: str, shown: dict[str, str], played: Sequence[tuple[Outcome, int]], names: Names) -> Who:
    streaks, alone = Streaks(), Alone()
    met: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0])  # ahead, behind, level
    for one, seat in played:
        if not one.over:
            continue
        won = seat in one.winners
        if len(one.players) == 1:
            alone = Alone(alone.games + 1, alone.wins + won)
            continue
        streaks, own = streaks.after(won), _rank(one, seat)
        for other, name in enumerate(one.players):
            if other != seat:
                theirs = _rank(one, other)
                met[names.key(name)][0 if own > theirs else 1 if own < theirs else 2] += 1
    found = [Against(shown[each], sum(counts), *counts) for each, counts in met.items()]
    against = tuple(sorted(found, key=lambda one: (-one.games, one.name)))
    share = Share.of([(one, seat) for one, seat in played if one.over and len(one.players) > 1])
    unfinished = sum(not one.over for one, _ in played)
    kinds = tuple(_kinds((one, seat) for one, seat in played if one.over))
    left = sum(seat in one.left for one, seat in played)
    sat = tuple((one.number, seat) for one, seat in played)
    return Who(key, shown[key], share, streaks, alone, unfinished, kinds, against, sat, left)


def _kinds(seats: Iterable[tuple[Outcome, int]]) -> Iterator[Kind]:
    """Compute figures by kind and number of players for the given seats: every seat, or one player's."""
    groups = grouped(((one.kind, len(one.players)), (one, seat)) for one, seat in seats)
    for (game, players), group in sorted(groups.items()):
        each = {one.number: one for one, _ in group}.values()  # a game counts once, whatever the number of its seats
        points = [one.scores[seat] for one, seat in group]
        winners = [one.scores[seat] for one, seat in group if seat in one.winners]
        best = max(range(len(group)), key=lambda at: points[at])
        one, seat = group[best]
        timed = [one.minutes for one in each if one.minutes is not None]
        yield Kind(
            game, players, Share.of(group), fmean(points), fmean(winners) if winners else None, points[best],
            one.players[seat],
            fmean([one.turns for one in each]), fmean(timed) if timed else None,
            fmean([place(one, seat) for one, seat in group]),
        )  # fmt: skip
