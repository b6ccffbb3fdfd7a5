"""Suggests turns, best first, with an estimate of how often each wins and why: from that seat's view alone."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from companion.contract import Entry, IllegalMove
from companion.lab.opponents import chance_of, eyes_of
from companion.lab.players import Eyes, ponder, weigh
from companion.lab.worth import Estimate, estimate
from companion.table import Table, report
from specs.base.languages import Said, say, word

MOST, PLAYED = 3, 8  # hints, and the plies considered
WEIGHED, SURE = 32, 3  # positions for comparing the best, and for checking an effect


class Hint(NamedTuple):
    """A ply as it is typed, an estimate of how often it wins, and its effects, a phrase each."""

    text: str
    worth: Estimate
    why: tuple[Said | str, ...]


def hints(table: Table, seat: int, words: str = "", *, playouts: int = 0) -> list[Hint]:
    """Return the best plies of the seat to move, by `playouts` playouts (0: the game's number); `words` is what the
    table said of its hand or the dice. Raises SyntaxFault, IllegalMove.

    >>> from companion import Game
    >>> [each.worth.low < each.worth.share for each in hints(Game("circles").new("Ann", "Bob"), 0, playouts=8)]
    [True, True, True]
    """
    eyes = eyes_of(table, seat)
    if words:
        eyes = eyes.knowing(words)
    chance = chance_of(table, eyes)
    found = ponder(eyes, chance, playouts, PLAYED)[:MOST]
    if len(found) > 1:
        found = weigh(eyes, [each.move for each in found], chance, playouts or WEIGHED)
    samples, seats = playouts or WEIGHED, len(eyes.seen.players)
    return [
        Hint(
            line(eyes, each.move),
            estimate(eyes.bots.curve, each.worth, samples, seats),
            tuple(why(eyes, table.names, each.move, chance_of(table, eyes))),
        )
        for each in found
    ]


def line(eyes: Eyes, move: Any) -> str:
    """Return a ply as it is typed, with a word in capitals for what the table reveals by it."""
    return eyes.turns_up(move) or eyes.line(move)


def why(eyes: Eyes, names: Sequence[str], move: Any, chance: Random) -> list[Said | str]:
    """Return a ply's certain effects, the same on every one of some positions that look as the seat sees it: points and
    debts; if there are none, the game's own label, and what the seat has more or less of."""
    ways = list[tuple[Any, Any, Any]]()
    for _ in range(SURE):
        before = eyes.sample(chance)
        with suppress(IllegalMove):  # it is not possible in every sample
            ways.append((before, move, eyes.game.apply(before, move)))
    points = _sure([list(_points(eyes, names, *way)) for way in ways])
    return points or [*_called(eyes, move), *_sure([list(_counted(eyes, *way)) for way in ways])]


def _sure(reasons: Sequence[Sequence[Said | str]]) -> list[Said | str]:
    return [phrase for phrase in reasons[0] if all(phrase in other for other in reasons)] if reasons else []


def _called(eyes: Eyes, move: Any) -> list[Said | str]:
    """Return the label of a ply from the game's choices."""
    said = eyes.line(move)
    offered = [each for each in eyes.game.choices(eyes.known, said) if each.text.strip() == said]
    return [part for each in offered for part in (each.label, each.note) if part not in ("", said)][:2]


def _points(eyes: Eyes, names: Sequence[str], before: Any, move: Any, after: Any) -> Iterator[Said | str]:
    """Yield the points that a ply gains or costs, and what it leaves others to pay."""
    game = eyes.game
    result = game.result(after)
    if result is not None and result.winners == (eyes.player,):
        yield say("wins at once")
    for entry in game.trail(before, move, after):
        if entry.player == eyes.player and entry.points:
            yield _gain(entry)
        elif entry.points and entry.player < len(names):
            yield say("{who}: {what}", who=names[entry.player], what=_gain(entry))
    if result is not None:
        return
    dues = [[each.due for each in game.settle(state).standings] for state in (before, after)]
    for player, (was, now) in enumerate(zip(*dues, strict=True)):
        if now > was and player != eyes.player and player < len(names):
            yield say("{who} must pay {n} more on the way", who=names[player], n=now - was)


def _counted(eyes: Eyes, before: Any, move: Any, after: Any) -> Iterator[Said | str]:
    """Yield what the seat has more or less of."""
    labels = eyes.game.labels
    was, now = (eyes.game.facts(state)["players"][eyes.player] for state in (before, after))
    for name, number in was.items():
        if name in labels and type(number) is type(now[name]) is int and number != now[name]:
            yield f"{word(labels[name])} {number} → {now[name]}"


def _gain(entry: Entry) -> str:
    return f"{entry.text} {report.signed(entry.points)}"
