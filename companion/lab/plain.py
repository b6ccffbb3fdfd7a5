"""Bots of a game that has none of its own, such as a free table: the plies they consider, and their worth.

Greedy takes the ply that leaves it furthest ahead; steady plays the best of them on for some random plies.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any, Final

from companion.contract.entering import after, listed
from companion.contract.judges import Forbidden
from companion.contract.position import Position
from companion.games import Game
from specs.base.seeds import shuffle

LISTED, WEIGHED = 2_000, 60  # plies listed, and plies tried
FULL: Final = 0.45  # how far the largest lead moves the share of the win from an even game


class PlainBots:
    """What a `bots.py` gives, for any game: by its score alone. A game's rules may have `usual(s)`, the plies that a
    bot chooses from."""

    PLAYOUTS, HORIZON, GREEDY, DOUBT = 16, 4, False, 0.0

    def __init__(self, game: Game) -> None:
        self.game = game

    def candidates(self, rules: Any, s: Any, chance: Random, most: int) -> Sequence[Any]:
        """Return legal plies by how far ahead they leave the player; equal ones in random order."""
        worth, seat = dict[Any, float](), rules.turn(s).seats[0]
        for move in shuffle(list(self._usual(s)), chance)[:WEIGHED]:
            with suppress(Forbidden):  # something hidden decides
                worth[move] = self.value(after(self.game, Position(s, ()), move).state, seat)
        return sorted(worth, key=worth.__getitem__, reverse=True)[:most]

    def by_chance(self, rules: Any, s: Any, chance: Random) -> Any:
        """Return one of the usual plies at random."""
        usual = self._usual(s)
        return usual[int(chance.random() * len(usual))]

    def value(self, s: Any, seat: int) -> float:
        """Return about a seat's share of the win: by how far it would be ahead of the best other one, or behind, if the
        game ended here."""
        score, points = self.game.rules.score(s), Counter[int]()
        for row in score.rows:
            points[row.seat] += row.points
        own, best = points[seat], max([each for other, each in points.items() if other != seat], default=0)
        apart = FULL * abs(own - best) / (1 + abs(own) + abs(best))
        return 0.5 + apart if seat in score.winners else 0.49 - apart

    def _usual(self, s: Any) -> Sequence[Any]:
        usual = getattr(self.game.rules, "usual", None)
        return usual(s) if usual is not None else listed(self.game, Position(s, ()), LISTED)
