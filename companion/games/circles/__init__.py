"""Seven Circles, the game called Atlantis that was never published: its modules keep the facets of
`companion.contract`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from specs.base.languages import mark

COMMANDS: Mapping[str, str] = {
    "agree": mark("Enter that the player to move agrees to end the game."),
    "resign": mark("Enter that the player to move resigns."),
}

if TYPE_CHECKING:
    from companion import contract
    from companion.games.circles import advice, bots, choices, notation, picture, rules, score, setup, transcript, view
    from companion.games.circles.state import State, Turn

    _rules: contract.Rules[State, Turn] = rules
    _notation: contract.Notation[State, Turn] = notation
    _setup: contract.SetupFacet[State] = setup
    _score: contract.Score[State, Turn] = score
    _view: contract.View[State, Turn] = view
    _advice: contract.Advice[State, Turn] = advice
    _choices: contract.Choices[State] = choices
    _transcript: contract.Transcript[State, Turn] = transcript
    _picture: contract.Picture[State] = picture
    _bots: contract.Bots[State, Turn] = bots
