"""What a machine is given of a game: a seat's own view, and nothing behind it.

>>> from companion import Game
>>> table = Game("atlantis").new("Ann", "Bob", seed=42, cards="dealt")
>>> eyes = Eyes(table.game, table.state, 0)
>>> table.game.hand(eyes.seen, 0), table.game.hand(eyes.seen, 1)
('FFAR', '?????')
>>> table.game.hand(eyes.sample(Random(1)), 1) != '?????'
True
"""

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Any, cast

from companion.contract.entering import mover, random_move
from companion.contract.faults import SyntaxFault
from companion.contract.position import Position
from companion.games import Game
from specs.base.languages import say

LISTED = 2_000  # turns of a game without bots of its own, of which one is drawn


class Bots:
    """A game's machines. Of `playouts` for a turn each goes on for `horizon` plies and asks `value` then (0: to the
    end); its plies are `candidates` where it is `greedy`, else by chance. The first candidate gives way to one that is
    ahead of it by `doubt` standard errors."""

    def __init__(self, game: Game) -> None:
        self.game, self.own = game, game.bots
        own = self.own
        self.playouts, self.horizon, self.greedy, self.doubt = own.PLAYOUTS, own.HORIZON, own.GREEDY, own.DOUBT

    def sample(self, seen: Position, chance: Random) -> Position:
        """A position with everything known that looks like this one."""
        of_rules = getattr(self.game.rules, "resample", None)
        resample = of_rules or self.game.given("resample", "bots")  # a game that hides nothing has none
        return seen if resample is None else seen._replace(state=resample(seen.state, chance))

    def candidates(self, state: Position, chance: Random, most: int) -> Sequence[Any]:
        """Up to so many legal plies of a sample that are worth a thought, at least one, the likely best first."""
        turn = self.game.rules.turn(state.state)
        if turn is not None and not turn.seats:
            return [self.by_chance(state, chance)]
        return cast(Sequence[Any], self.own.candidates(self.game.rules, state.state, chance, most))

    def by_chance(self, state: Position, chance: Random) -> Any:
        """A legal ply of a sample by chance, fast: no pass and no giving up where there is another."""
        turn = self.game.rules.turn(state.state)
        if hasattr(self.own, "by_chance") and turn is not None and turn.seats:
            return self.own.by_chance(self.game.rules, state.state, chance)
        return random_move(self.game, state, chance)

    def value(self, state: Position, seat: int) -> float:
        """How well a seat stands in a game that is not over: about its share of the win, above 0 and below 1."""
        return cast(float, self.own.value(state.state, seat))


class Eyes:
    """A position as a seat may see it. Whatever position it is made from, it keeps the seat's view of it alone, so
    that two which differ in what the seat cannot see make the same eyes; `knowing` adds what the table said."""

    __slots__ = ("game", "known", "player", "seen")

    def __init__(self, game: Game, state: Any, player: int) -> None:
        self.game, self.player = game, player
        self.seen = game.seen(state, player)
        self.known = self.seen

    @property
    def bots(self) -> Bots:
        """The game's own help. Raises SyntaxFault where it has none."""
        if self.game.bots is None:
            found = say("a thinking opponent in {game}", game=self.game.called)
            raise SyntaxFault(found, say("random: this game has no other"))
        return Bots(self.game)

    def asks(self) -> str:
        """What the table must tell before this seat can choose; empty where it sees all it needs."""
        asks = self.game.given("asks")
        return "" if asks is None else str(asks(self.known))

    @property
    def waits(self) -> bool:
        """Whether chance is to move before this seat, such as dice that the table rolls."""
        return mover(self.game.rules.turn(self.seen.state)) is None

    def knowing(self, words: str) -> "Eyes":
        """The same eyes once that is known. Raises SyntaxFault, IllegalMove."""
        eyes = Eyes(self.game, self.seen, self.player)
        eyes.known = self.game.assume(self.seen, words) if self.game.has_hands else self._after(words)
        return eyes

    def _after(self, words: str) -> Any:
        return self.game.made(self.seen, self.game.parse(self.seen, words)).after

    def sample(self, chance: Random) -> Any:
        """A whole position that looks like this one."""
        return self.bots.sample(self.known, chance)

    def listed(self, chance: Random) -> Any:
        """One of the legal plies of a game that has no bots of its own, each of the first so many as likely."""
        found = list(islice(self.game.moves(self.seen), LISTED))
        return found[int(chance.random() * len(found))]

    def line(self, move: Any) -> str:
        """A ply as this seat says it."""
        return self.game.format(self.seen, move)

    def turns_up(self, move: Any) -> str:
        """How it is typed where the table turns something up by it; else empty."""
        given = self.game.given("turns_up")
        return "" if given is None else str(given(self.seen, move))
