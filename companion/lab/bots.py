"""What machines ask of a game: its `bots` (`candidates`, `value` and four bounds), and what its rules give besides."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, cast

from companion.contract import entering
from companion.contract.position import Position
from companion.games import Game


class Bots:
    """A game's machines. Of `playouts` for a turn each goes on for `horizon` plies and asks `value` then (0: to the
    end); its plies are `candidates` where it is `greedy`, else by chance. The first candidate gives way to one that is
    ahead of it by `doubt` standard errors."""

    def __init__(self, game: Game) -> None:
        self.game, bots = game, game.bots
        self.playouts, self.horizon, self.greedy, self.doubt = bots.PLAYOUTS, bots.HORIZON, bots.GREEDY, bots.DOUBT
        self._candidates, self._value, self._by_chance = bots.candidates, bots.value, getattr(bots, "by_chance", None)

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
        return cast(Sequence[Any], self._candidates(self.game.rules, state.state, chance, most))

    def by_chance(self, state: Position, chance: Random) -> Any:
        """A legal ply of a sample by chance, fast: no pass and no giving up where there is another."""
        turn = self.game.rules.turn(state.state)
        if self._by_chance is not None and turn is not None and turn.seats:
            return self._by_chance(self.game.rules, state.state, chance)
        return entering.random_move(self.game, state, chance)

    def value(self, state: Position, seat: int) -> float:
        """How well a seat stands in a game that is not over: about its share of the win, above 0 and below 1."""
        return cast(float, self._value(state.state, seat))
