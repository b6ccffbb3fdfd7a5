"""Atlantis, a game by Leo Colovini: its modules keep the facets of `companion.contract`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from specs.base.languages import mark

RULES_VERSION = 1
COMMANDS: Mapping[str, str] = {
    "stuck": mark("Enter that the player to move has no legal move; with the hand shown, where it is hidden."),
    "hand": mark("Tell how many cards a player was counted to hold: hand red 5. This is no turn."),
    "reveal": mark("Tell what came to light on the table. This is no turn."),
}

if TYPE_CHECKING:
    from companion import contract
    from companion.games.atlantis import (
        advice,
        bots,
        choices,
        hands,
        notation,
        picture,
        rules,
        score,
        setup,
        view,
        words,
    )
    from companion.games.atlantis.state import Move, State

    _rules: contract.Rules[State, Move] = rules
    _notation: contract.Notation[State, Move] = notation
    _setup: contract.SetupFacet[State] = setup
    _score: contract.Score[State, Move] = score
    _view: contract.View[State, Move] = view
    _advice: contract.Advice[State, Move] = advice
    _hands: contract.Hands[State] = hands
    _choices: contract.Choices[State] = choices
    _picture: contract.Picture[State] = picture
    _words: contract.Words[State] = words
    _bots: contract.Bots[State, Move] = bots
