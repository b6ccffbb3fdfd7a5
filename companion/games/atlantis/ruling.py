"""Refusals with their place in the rulebook, and how strict a table is about them."""

from __future__ import annotations

from companion.contract import IllegalMove

SOURCES = {
    "figure.home": "rulebook: Select a Figure",
    "card.unavailable": "rulebook: Play a Card and Move your Figure Forward",
    "walk.occupied": "rulebook: Play a Card and Move your Figure Forward",
    "walk.ended": "rulebook: Play a Card and Move your Figure Forward, Note",
    "gap.unpaid": "rulebook: Crossing Water Tiles Without a Bridge",
    "pay.tile": "rulebook: Crossing Water Tiles Without a Bridge",
    "pay.cards": "rulebook: Crossing Water Tiles Without a Bridge",
    "bridge.spent": "rulebook: Crossing Water Tiles With a Bridge",
    "bridge.place": "rulebook: Crossing Water Tiles With a Bridge",
    "buy.tile": "rulebook: Buying Cards",
    "buy.limit": "rulebook: Buying Cards",
    "stuck.can-move": "rulebook: Play a Card and Move your Figure Forward, Note",
    "stuck.hand": "rulebook: Play a Card and Move your Figure Forward, Note",
    "reveal.needed": "what the referee knows",
    "reveal.impossible": "what the referee knows",
    "game.over": "rulebook: Final Movement and Ending the Game",
    "slip.to": "rulebook: Play a Card and Move your Figure Forward",
    "slip.take": "rules of a turn: take a tile",
    "slip.draw": "rules of a turn: draw cards",
    "hand.count": "what the referee knows",
}


def refusal(rule: str, message: str) -> IllegalMove:
    return IllegalMove(rule, message, SOURCES[rule])


class Ruling:
    """How strict a table is: raises what a turn breaks, or notes it where the table can play on regardless."""

    __slots__ = ("broken", "lenient")

    def __init__(self, lenient: bool) -> None:
        self.lenient = lenient
        self.broken: list[tuple[IllegalMove, int]] = []

    def against(self, rule: str, message: str, points: int = 0) -> None:
        """A breach the table may let stand, worth so many points."""
        if not self.lenient:
            raise refusal(rule, message)
        self.broken.append((refusal(rule, message), points))


STRICT = Ruling(lenient=False)  # notes nothing, so one serves all
