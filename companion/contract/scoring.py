"""The trail of points of a game, and its result, from the rows of scores."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from companion.contract.game import Game
from companion.contract.position import Position
from companion.contract.rules import Row, Score, Seat

__all__ = ["Result", "ahead", "opening", "result", "trail"]


class Result(NamedTuple):
    """How a game ended: the points of each seat, who won, and the rows that add up to them."""

    points: tuple[int, ...]
    winners: tuple[Seat, ...]
    rows: tuple[Row, ...]


def result(game: Game[Any, Any], position: Position, *, settle: bool = False) -> Result | None:
    """The result of a game that is over, None before; with `settle`, as if it ended now. Raises Forbidden where
    something must be known first."""
    if not settle and game.rules.turn(position.state) is not None:
        return None
    score = game.rules.score(position.state)
    if score.unknown is not None:
        raise score.unknown
    return Result(score.points(len(position.players)), score.winners, score.rows)


def opening(game: Game[Any, Any], position: Position) -> list[Row]:
    """The points each seat begins with: with the trail of every ply they add up to the scores."""
    return _rows(Counter(), _earned(game.rules.score(position.state), over=False))


def trail(game: Game[Any, Any], before: Position, after: Position) -> list[Row]:
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


def ahead(game: Game[Any, Any], position: Position) -> tuple[Seat, ...]:
    """Who would win if the game ended now."""
    return game.rules.score(position.state).winners
