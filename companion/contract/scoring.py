"""The points of a game over time, and its result, from the rows of scores."""

from collections import Counter
from collections.abc import Iterable, Sequence

from companion.contract.position import Position
from companion.contract.rules import Score, Seat
from companion.contract.sentences import Ruled
from companion.contract.values import Entry, Result, Standing
from specs.base.languages import Said, say, word


def shown(score: Score, lines: Sequence[Iterable[Said | str]]) -> Result:
    """Return a score as a result, with the lines of each seat's sum."""
    points = score.points(len(lines))
    standings = [Standing(seat, 0, 0, points[seat], tuple(each)) for seat, each in enumerate(lines)]
    return Result(tuple(standings), score.winners)


def sums(score: Score, seat: Seat) -> list[Said]:
    """Return the lines of a seat's sum, one for each row."""
    return [say("{what}: {points}", what=word(row.what), points=row.points) for row in score.rows if row.seat == seat]


def opening(game: Ruled, position: Position) -> list[Entry]:
    """Return the points each seat begins with: with the points of every ply they add up to the scores."""
    return _changes(Counter(), _earned(game.rules.score(position.state), over=False))


def trail(game: Ruled, before: Position, after: Position) -> list[Entry]:
    """Return what a ply gained or cost each seat; at the end, also what is due then."""
    earned = [_earned(game.rules.score(at.state), over=game.rules.turn(at.state) is None) for at in (before, after)]
    return _changes(*earned)


def _earned(score: Score, *, over: bool) -> Counter[tuple[Seat, str]]:
    found = Counter[tuple[Seat, str]]()
    for row in score.rows:
        if row.now or over:
            found[row.seat, row.what] += row.points
    return found


def _changes(was: Counter[tuple[Seat, str]], now: Counter[tuple[Seat, str]]) -> list[Entry]:
    changes = {key: now[key] - was[key] for key in dict.fromkeys([*was, *now])}
    return [Entry(seat, points, word(what)) for (seat, what), points in changes.items() if points]
