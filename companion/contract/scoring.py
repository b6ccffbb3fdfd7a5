"""The trail of points of a game, and its result, from the rows of scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.contract.position import Position
from companion.contract.rules import Row, Score, Seat
from companion.contract.sentences import Ruled
from companion.contract.values import Entry, Result, Standing
from specs.base.languages import Said, say, word


def shown(score: Score, lines: Sequence[Iterable[Said | str]]) -> Result:
    """A score as a result, with the lines of each seat's sum."""
    points = score.points(len(lines))
    standings = [Standing(seat, 0, 0, points[seat], tuple(each)) for seat, each in enumerate(lines)]
    return Result(tuple(standings), score.winners)


def sums(score: Score, seat: Seat) -> list[Said]:
    """The lines of a seat's sum, one a row."""
    return [say("{what}: {points}", what=word(row.what), points=row.points) for row in score.rows if row.seat == seat]


def entries(rows: Iterable[Row]) -> list[Entry]:
    """Rows as entries of a trail."""
    return [Entry(row.seat, row.points, word(row.what)) for row in rows]


def opening(game: Ruled, position: Position) -> list[Row]:
    """The points each seat begins with: with the trail of every ply they add up to the scores."""
    return _rows(Counter(), _earned(game.rules.score(position.state), over=False))


def trail(game: Ruled, before: Position, after: Position) -> list[Row]:
    """What a ply gained or cost each seat; at the end, also what is due then."""
    over = [game.rules.turn(each.state) is None for each in (before, after)]
    was, now = (
        _earned(game.rules.score(each.state), over=ended) for each, ended in zip((before, after), over, strict=True)
    )
    return _rows(was, now)


def _earned(score: Score, *, over: bool) -> Counter[tuple[Seat, str]]:
    found = Counter[tuple[Seat, str]]()
    for row in score.rows:
        if row.now or over:
            found[row.seat, row.what] += row.points
    return found


def _rows(was: Counter[tuple[Seat, str]], now: Counter[tuple[Seat, str]]) -> list[Row]:
    keys = dict.fromkeys([*was, *now])
    return [Row(*key, now[key] - was[key]) for key in keys if now[key] != was[key]]
