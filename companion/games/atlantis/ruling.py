"""Where the rulebook says what a turn is refused for."""

from __future__ import annotations

from companion.ruling import Ruling, refusals

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


refusal = refusals(SOURCES, unseen={"reveal.needed"})
STRICT = Ruling(refusal, lenient=False)  # notes nothing, so one serves all
