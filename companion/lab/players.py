"""Bots of three strengths, each seeing only its seat's view: random, greedy at a first look, and steady.

Steady uses a game's `careful` candidates, if it has them. Otherwise it plays candidates out, on positions that look
like the view, by sequential halving: all candidates on the same positions, then the better half on more. It makes so
many playouts, never so many seconds: the same view and the same random numbers give the same ply on any machine.
"""

from collections.abc import Iterator, Sequence
from math import ceil, log2, sqrt
from random import Random
from typing import Any, NamedTuple, cast

from companion.contract import IllegalMove, Position, Result
from companion.contract.entering import mover, random_move
from companion.games import Game
from companion.lab.plain import PlainBots
from companion.lab.worth import PLAIN


class Bots:
    """A game's bots. Each of the `playouts` for a turn goes on for `horizon` plies and then asks `value` (0: to the
    end); its plies are `quick` ones if the game has them, `candidates` if it is `greedy`, else random. The first of up
    to `most` candidates gives way to one that is ahead of it by `doubt` standard errors; `curve` maps a share of the
    playouts to the share of wins."""

    def __init__(self, game: Game) -> None:
        self.game, self.own = game, game.bots or PlainBots(game)
        own = self.own
        self.playouts, self.horizon, self.greedy, self.doubt = own.PLAYOUTS, own.HORIZON, own.GREEDY, own.DOUBT
        self.most = getattr(own, "MOST", MOST)
        self.curve: tuple[float, float, float] = getattr(own, "CURVE", PLAIN)

    def sample(self, seen: Position, chance: Random) -> Position:
        """Return a position with everything known that looks like this one."""
        of_rules = getattr(self.game.rules, "resample", None)
        resample = of_rules or self.game.given("resample", "bots")  # a game without hidden information has none
        return seen if resample is None else seen._replace(state=resample(seen.state, chance))

    def candidates(self, state: Position, chance: Random, most: int, *, careful: bool = False) -> Sequence[Any]:
        """Return up to `most` promising legal plies of a sample, at least one, the likely best first; `careful`: by the
        game's better estimate, if it has one."""
        if mover(self.game.rules.turn(state.state)) is None:
            return [self.by_chance(state, chance)]
        look = getattr(self.own, "careful", self.own.candidates) if careful else self.own.candidates
        return cast(Sequence[Any], look(self.game.rules, state.state, chance, most))

    def by_chance(self, state: Position, chance: Random) -> Any:
        """Return a random legal ply of a sample, fast: not a pass or a resignation if there is another."""
        if hasattr(self.own, "by_chance") and mover(self.game.rules.turn(state.state)) is not None:
            return self.own.by_chance(self.game.rules, state.state, chance)
        return random_move(self.game, state, chance)

    def playout(self, state: Position, chance: Random) -> Any:
        """Return the next ply of a playout: the game's `quick` one, if it has that."""
        if hasattr(self.own, "quick") and mover(self.game.rules.turn(state.state)) is not None:
            return self.own.quick(self.game.rules, state.state, chance)
        return self.candidates(state, chance, 1)[0] if self.greedy else self.by_chance(state, chance)

    def value(self, state: Position, seat: int) -> float:
        """Return how well a seat stands in an unfinished game: roughly its share of the win, above 0 and below 1."""
        return cast(float, self.own.value(state.state, seat))


class Eyes:
    """A position as a seat may see it. It keeps only the seat's view, so that two positions that differ in what the
    seat cannot see make the same eyes; `knowing` adds what the table said.

    >>> from companion import Game
    >>> table = Game("atlantis").new("Ann", "Bob", seed=42, cards="dealt")
    >>> eyes = Eyes(table.game, table.state, 0)
    >>> table.game.hand(eyes.seen, 0), table.game.hand(eyes.seen, 1)
    ('FFAR', '?????')
    >>> table.game.hand(eyes.sample(Random(1)), 1) != '?????'
    True
    """

    __slots__ = ("game", "known", "player", "seen")

    def __init__(self, game: Game, state: Any, player: int) -> None:
        self.game, self.player = game, player
        self.seen = game.seen(state, player)
        self.known = self.seen

    @property
    def bots(self) -> Bots:
        """Return the game's own bots, or the general ones."""
        return Bots(self.game)

    def asks(self) -> str:
        """Return what the table must say before this seat can choose; empty if it sees all it needs."""
        return self.game.asks(self.known)

    @property
    def waits(self) -> bool:
        """Return whether chance is to move before this seat, such as dice that the table rolls."""
        return mover(self.game.rules.turn(self.seen.state)) is None

    def knowing(self, words: str) -> "Eyes":
        """Return the same eyes once they know what the table said. Raises SyntaxFault, IllegalMove."""
        eyes = Eyes(self.game, self.seen, self.player)
        game = self.game
        with_hand = game.assume(self.seen, words) if game.has_hands else None
        eyes.known = with_hand or game.made(self.seen, game.parse(self.seen, words)).after
        return eyes

    def sample(self, chance: Random) -> Any:
        """Return a whole position that looks like this one."""
        return self.bots.sample(self.known, chance)

    def line(self, move: Any) -> str:
        """Return a ply as this seat types it."""
        return self.game.format(self.seen, move)

    def turns_up(self, move: Any) -> str:
        """Return how it is typed if the table reveals something by it; else empty."""
        given = self.game.given("turns_up")
        return "" if given is None else str(given(self.seen, move))


MOST = 12  # candidates that are played out
LONGEST = 2_000  # plies of a game; a longer one counts as unfinished


class Thought(NamedTuple):
    """A ply, and its share of the win in playouts, from 0 to 1."""

    move: Any
    worth: float


def decide(eyes: Eyes, strength: str, chance: Random) -> Any:
    """Return the ply that a strength chooses, one of the candidates of a sample."""
    bots = eyes.bots
    match strength:
        case "random":
            return bots.by_chance(eyes.sample(chance), chance)
        case "steady" if not hasattr(bots.own, "careful"):  # playouts, unless the game has a better look of its own
            return ponder(eyes, chance)[0].move
        case "greedy" | "steady":
            return bots.candidates(eyes.sample(chance), chance, 1, careful=strength == "steady")[0]
    raise ValueError(strength)


def plies(game: Game, start: Any, strengths: Sequence[str], seed: object) -> Iterator[tuple[Any, Any]]:
    """Yield each ply of a game between bots, each given its own view, and the position after it: `strengths` by seat.
    All chance comes from the seed, the seat and the number of the ply."""
    state, number = start, 0
    while (player := game.turn(state)) is not None:
        chance = Random(f"{seed}/{player}/{number}")
        move = decide(Eyes(game, state, player), strengths[player], chance)
        state, number = game.apply(state, move), number + 1
        yield move, state


def share(result: Result, player: int) -> float:
    """Return a player's share of the win."""
    return 1 / len(result.winners) if player in result.winners else 0.0


def ponder(eyes: Eyes, chance: Random, playouts: int = 0, most: int = 0) -> list[Thought]:
    """Return promising plies, best first, by `playouts` playouts (0: the game's number). The share of one that was
    dropped early is a rough one."""
    bots, sample = eyes.bots, eyes.sample(chance)
    moves = list(dict.fromkeys(bots.candidates(sample, chance, most or bots.most, careful=True)))
    if _wins(eyes, sample, moves[0]):
        return [Thought(moves[0], 1.0)]
    found: list[list[float]] = [[] for _ in moves]
    alive, out = list(range(len(moves))), list[int]()
    rounds = max(1, ceil(log2(len(moves))))
    for _ in range(rounds):
        for _ in range(max(1, (playouts or bots.playouts) // (rounds * len(alive)))):
            for at, worth in zip(alive, worths(eyes, [moves[at] for at in alive], chance), strict=True):
                found[at].append(worth)
        alive.sort(key=lambda at: mean(found[at]), reverse=True)
        half = max(1, ceil(len(alive) / 2))
        gone = [at for at in alive[half:] if at or not bots.doubt]
        alive, out = [at for at in alive if at not in gone], [*gone, *out]
    if alive[0] and 0 in alive and not _surely(found[alive[0]], found[0], bots.doubt):
        alive = [0, *(at for at in alive if at)]
    return [Thought(moves[at], mean(found[at])) for at in [*alive, *out]]


def weigh(eyes: Eyes, moves: Sequence[Any], chance: Random, samples: int) -> list[Thought]:
    """Return those plies, best first, each played out on the same `samples` positions."""
    found = zip(*[worths(eyes, moves, chance) for _ in range(samples)], strict=True)
    thoughts = [Thought(move, mean(worths)) for move, worths in zip(moves, found, strict=True)]
    return sorted(thoughts, key=lambda thought: thought.worth, reverse=True)


def worths(eyes: Eyes, moves: Sequence[Any], chance: Random) -> list[float]:
    """Return what each ply is worth on one position, with the same luck for all."""
    world = Random(int(chance.random() * 2**48))
    position, luck = eyes.sample(world), int(world.random() * 2**48)
    return [_outcome(eyes, position, move, Random(luck)) for move in moves]


def _surely(better: Sequence[float], first: Sequence[float], doubt: float) -> bool:
    """Return whether one is better than the first by more than `doubt` standard errors of their difference, position by
    position."""
    ahead, error = apart(better, first)
    return len(first) > 1 and ahead > doubt * error


def apart(one: Sequence[float], other: Sequence[float]) -> tuple[float, float]:
    """Return the mean difference of two, position by position, and its standard error."""
    each = [a - b for a, b in zip(one, other, strict=True)]
    ahead, number = mean(each), len(each)
    return ahead, sqrt(sum([(one - ahead) ** 2 for one in each]) / max(1, number - 1) / number)


def mean(found: Sequence[float]) -> float:
    return sum(found) / len(found)


def _wins(eyes: Eyes, sample: Any, move: Any) -> bool:
    """Return whether a ply wins at once."""
    result = eyes.game.result(eyes.game.apply(sample, move))
    return result is not None and result.winners == (eyes.player,)


def _outcome(eyes: Eyes, position: Any, move: Any, chance: Random) -> float:
    """Return what a playout after a ply is worth to the seat; 0 if this position does not allow the ply."""
    game, bots, plies = eyes.game, eyes.bots, 0
    try:
        state = game.apply(position, move)
    except IllegalMove:
        return 0.0
    most = bots.horizon or LONGEST
    while game.turn(state) is not None:
        if plies == most:
            return bots.value(state, eyes.player)
        state, plies = game.apply(state, bots.playout(state, chance)), plies + 1
    result = game.result(state)
    assert result is not None, "a game that nobody is to move in has a result"
    return share(result, eyes.player)
