"""A review of a game: each ply beside the best one its seat could have made, by what that seat could know then.

Every ply is weighed by a share of the first half of the playouts; the second half goes to those that seem to have given
most away, on positions of their own, so that a ply is not called a slip because it was unlucky once. All chance comes
from the seed, the ply and what its seat saw.

>>> from companion import Game
>>> table = Game("circles").new("Ann", "Bob").move("-").move("-")
>>> found = review(table, playouts=64)
>>> [(each.ply, each.player, each.turn) for each in found.plies], found == review(table, playouts=64)
([(1, 0, '-'), (2, 1, '-')], True)
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from companion.contract.faults import IllegalMove, Refused
from companion.games import Game
from companion.lab.hints import line, why
from companion.lab.players import Eyes, apart, mean, ponder, share, worths
from companion.lab.worth import of_curve
from companion.table import Logged, Table
from specs.base.languages import Said
from specs.base.workers.cluster import spread

TIMES = 200  # playouts for a whole game, in multiples of a bot's turn
PLAYED, BESIDE = 8, 2  # plies considered, and those compared with the one made
FEWEST = 60  # least playouts for a ply
CLOSER = 4  # one in so many plies is weighed again
DOUBT, LEAST = 2.0, 0.03  # standard errors, and the least share of the win, for one ply to count as better
MOST = 5  # turning points


class Reviewed(NamedTuple):
    """A ply and the best one, as they are typed, and their shares of the win for its player, with the standard error of
    their difference. `best` is empty if its seat's choice is not known; `entered` is the same as it is entered on one
    of the sampled positions; `closer` says that it was weighed again. `spent` points were given for nothing, if the
    best is the same ply without them."""

    ply: int
    player: int
    turn: str
    worth: float
    best: str
    most: float
    error: float
    entered: str = ""
    closer: bool = False
    spent: int = 0

    @property
    def gave(self) -> float:
        """Return the share of the win it gave away; 0 if that may be chance."""
        given = self.most - self.worth
        return given if surely(given, self.error) else 0.0


class Review(NamedTuple):
    """The plies that could be weighed, and how many were made; everybody's share of the win after each ply, as each saw
    it last; and the number of playouts."""

    plies: tuple[Reviewed, ...]
    made: int
    trail: tuple[tuple[int, tuple[float, ...]], ...]
    playouts: int

    @property
    def turning(self) -> list[Reviewed]:
        """Return the plies that gave most away, and those that gave points for nothing, in the order they were made."""
        slips = sorted((each for each in self.plies if each.closer and each.gave), key=lambda each: -each.gave)
        return sorted({*slips[:MOST], *(each for each in self.plies if each.spent)})


class Ply(NamedTuple):
    """A ply to be weighed by `playouts` playouts, beside `best` alone if that is given. It is all text, so that another
    process can do it: the whole position before it, and its line."""

    game: str
    position: str
    player: int
    ply: int
    line: str
    playouts: int
    seed: int
    best: str = ""


def surely(ahead: float, error: float) -> bool:
    """Return whether a ply is better than another by so much, and not by chance."""
    return ahead >= LEAST and ahead > DOUBT * error


def review(
    table: Table,
    seats: Sequence[int] = (),
    *,
    playouts: int = 0,
    seed: int = 1,
    jobs: int = 1,
    progress: Callable[[int, int], object] = lambda done, of: None,
) -> Review:
    """Review a game so far, for these seats (empty: all), by about `playouts` playouts (0: the game's number), in
    `jobs` processes; `progress` is called with the plies done and their total. Raises Lost; SyntaxFault for a game
    without playouts.

    >>> from companion import Game
    >>> [each.best != "" for each in review(Game("circles").new("Ann", "Bob").move("-"), playouts=60).plies]
    [True]
    """
    plies = made_by(table, seats, seed)
    playouts = max(playouts or TIMES * Eyes(table.game, table.start, 0).bots.playouts, FEWEST * len(plies))
    if not plies:
        return Review((), 0, _trail(table, ()), 0)
    again, found = max(1, len(plies) // CLOSER), dict[int, Reviewed]()

    def weigh(parts: Sequence[Ply], before: int) -> None:
        for done, (number, one) in enumerate(spread(judged, parts, jobs)):
            progress(before + done, len(plies) + again)
            if one is not None:
                found[parts[number].ply] = one

    weigh([each._replace(playouts=playouts // 2 // len(plies)) for each in plies], 0)
    ranked = sorted(found.values(), key=lambda one: (one.worth - one.most, one.ply))
    best = {one.ply: one.entered for one in ranked[:again] if one.most > one.worth}
    share_of = playouts // 2 // again
    weigh([each._replace(playouts=share_of, best=best[each.ply]) for each in plies if each.ply in best], len(plies))
    reviewed = tuple(found[each.ply] for each in plies if each.ply in found)
    return Review(reviewed, len(plies), _trail(table, reviewed), playouts)


def made_by(table: Table, seats: Sequence[int], seed: int) -> list[Ply]:
    """Return the legal plies of these seats (empty: of all), as far as the game has come."""
    sought = set(seats or range(len(table.names)))
    made = [entry for entry in table.journal.line() if table.journal.counts(entry) and not entry.rule]
    return [each for each in (ply(table, entry, seed) for entry in made) if each.player in sought]


def ply(table: Table, entry: Logged, seed: int = 1) -> Ply:
    """Return a ply of a game, to be weighed."""
    before = table.journal.after(entry.parent)
    player = table.game.turn(table.sight.state(before))
    assert player is not None, "a ply is somebody's"
    return Ply(table.game.name, before, player, entry.ply, entry.text, 0, seed)


def sight(one: Ply, what: str) -> tuple[Eyes, Any, Random]:
    """Return what its player could know, the ply, and the random numbers for weighing it."""
    game = Game(one.game)
    state = game.read(one.position)
    eyes = Eyes(game, state, one.player)
    return eyes, game.parse(state, one.line), Random(f"{one.seed} {what} {one.ply} {game.text(eyes.seen)}")


def reasons(table: Table, one: Reviewed) -> tuple[list[Said | str], list[Said | str]]:
    """Return what a ply did for sure, and what the best would have done, a phrase each."""
    entry = next(entry for entry in table.journal.line() if entry.ply == one.ply and table.journal.counts(entry))
    eyes, made, chance = sight(ply(table, entry), "why")
    best = eyes.game.parse(eyes.sample(chance), one.entered)
    return why(eyes, table.names, made, chance), why(eyes, table.names, best, chance)


def judged(one: Ply) -> Reviewed | None:
    """Weigh a ply beside the best of those considered, or beside what seemed to be the best; alone if its seat's choice
    is not known, and None if not even that says anything."""
    eyes, made, chance = sight(one, "again" if one.best else "first")
    turn = line(eyes, made)
    if eyes.asks():
        worth = _alone(eyes, made, chance, one.playouts)
        return None if worth is None else Reviewed(one.ply, one.player, turn, worth, "", worth, 0.0)
    cheaper, spent = spared(eyes, made, chance)
    if one.best:
        others, left = [eyes.game.parse(eyes.sample(chance), one.best)], one.playouts
    else:
        thought, left = ponder(eyes, chance, one.playouts // 2, PLAYED), one.playouts - one.playouts // 2
        others = [each.move for each in thought if line(eyes, each.move) != turn][:BESIDE]
        others += [cheaper] * (bool(spent) and cheaper not in others)
    moves = [made, *others]
    found = played(eyes, moves, chance, left // len(moves))
    likely = max(range(len(moves)), key=lambda n: mean(found[n]))
    best = 1 if one.best else moves.index(cheaper) if spent else likely
    ahead, error = apart(found[best], found[0])
    worth, most = estimated(eyes, found[0]), estimated(eyes, found[best])
    error *= (most - worth) / ahead if ahead else 1.0  # so that the certainty stays the same
    weighed = Reviewed(one.ply, one.player, turn, worth, line(eyes, moves[best]), most, error, eyes.line(moves[best]))
    return weighed._replace(closer=bool(one.best), spent=spent * (moves[best] == cheaper))


def spared(eyes: Eyes, made: Any, chance: Random) -> tuple[Any, int]:
    """Return the same ply with one part left out, such as a payment that the companion then finds, if that certainly
    leaves its seat more points and all else as it was; and how many more, 0 if there is no such ply."""
    game, seat, state = eyes.game, eyes.player, eyes.sample(chance)
    found = made, 0

    def stands(move: Any) -> tuple[int, list[int], int | None, float]:
        after = game.apply(state, move)
        points, value = list(game.tally(after)[0]), eyes.bots.value(after, seat)
        return points.pop(seat), points, game.turn(after), value

    with suppress(Refused):
        own, *others, value = stands(made)
        for name, usual in made._field_defaults.items():
            less = made._replace(**{name: usual})
            with suppress(Refused):
                less = less.filled(state.state, seat, game.rules) if hasattr(less, "filled") else less
                ahead, *same, then = stands(game.parse(state, game.format(state, less)))
                if ahead - own > found[1] and same == others and then >= value:
                    found = less, ahead - own
    return found


def played(eyes: Eyes, moves: Sequence[Any], chance: Random, samples: int) -> list[tuple[float, ...]]:
    """Return what each ply is worth on each of the same `samples` positions, two at least."""
    return list(zip(*[worths(eyes, moves, chance) for _ in range(max(2, samples))], strict=True))


def _alone(eyes: Eyes, made: Any, chance: Random, samples: int) -> float | None:
    """Return what a ply is worth on positions where it can be made; None if it can be made on none."""
    found = list[float]()
    for _ in range(samples):
        with suppress(IllegalMove):
            position = eyes.sample(chance)
            eyes.game.apply(position, made)
            found.append(worths(eyes, [made], chance)[0])
    return estimated(eyes, found) if found else None


def estimated(eyes: Eyes, found: Sequence[float]) -> float:
    """Return the share of the win that playouts stand for."""
    return of_curve(eyes.bots.curve, mean(found), len(found), len(eyes.seen.players))


def _trail(table: Table, plies: Sequence[Reviewed]) -> tuple[tuple[int, tuple[float, ...]], ...]:
    count = len(table.names)
    now = [1 / count] * count
    found = [(0, tuple(now))]
    for each in plies:
        now[each.player] = each.worth
        found.append((each.ply, tuple(now)))
    if (result := table.game.result(table.state)) is not None:
        found.append((table.ply, tuple(share(result, player) for player in range(count))))
    return tuple(found)
