"""Opponents of a game that has no bots of its own, such as a free table: what they choose from, and what it is worth.

Greedy takes the ply behind which it is furthest ahead; steady plays the best of them on for some plies by chance.
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

LISTED, WEIGHED = 2_000, 60  # plies that are looked for, and those of them that are tried
FULL: Final = 0.45  # how much of the win the largest lead is worth beyond an even game


class PlainBots:
    """What a `bots.py` gives, for any game: by its score alone. A game's rules may have `usual(s)`, the plies that a
    bot chooses from."""

    PLAYOUTS, HORIZON, GREEDY, DOUBT = 16, 4, False, 0.0

    def __init__(self, game: Game) -> None:
        self.game = game

    def candidates(self, rules: Any, s: Any, chance: Random, most: int) -> Sequence[Any]:
        """Legal plies by how far ahead they leave the player; of equals one by chance."""
        worth, seat = dict[Any, float](), rules.turn(s).seats[0]
        for move in self._usual(s, chance)[:WEIGHED]:
            with suppress(Forbidden):  # something hidden decides
                worth[move] = self.value(after(self.game, Position(s, ()), move).state, seat)
        return sorted(worth, key=worth.__getitem__, reverse=True)[:most]

    def by_chance(self, rules: Any, s: Any, chance: Random) -> Any:
        """One of the usual plies."""
        return self._usual(s, chance)[0]

    def value(self, s: Any, seat: int) -> float:
        """By how far ahead of the best of the others a seat would be if the game ended here, or behind."""
        score, points = self.game.rules.score(s), Counter[int]()
        for row in score.rows:
            points[row.seat] += row.points
        own, best = points[seat], max([each for other, each in points.items() if other != seat], default=0)
        apart = FULL * abs(own - best) / (1 + abs(own) + abs(best))
        return 0.5 + apart if seat in score.winners else 0.49 - apart

    def _usual(self, s: Any, chance: Random) -> list[Any]:
        usual = getattr(self.game.rules, "usual", None)
        return shuffle(list(usual(s)) if usual is not None else listed(self.game, Position(s, ()), LISTED), chance)
