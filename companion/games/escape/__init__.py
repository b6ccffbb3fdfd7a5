"""Escape from Atlantis: its modules keep the facets of `companion.contract`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from specs.base.languages import mark

COMMANDS: Mapping[str, str] = {
    "place": mark("Put an Atlantean of the player to move on an island piece: place F5."),
    "sink": mark("Sink an island piece, and put those on it elsewhere: sink D5 shark r-F5."),
    "roll": mark("Tell the dice, and move a creature: roll octopus 2 C7-C9."),
}

if TYPE_CHECKING:
    from companion import contract
    from companion.games.escape import advice, bots, choices, notation, picture, rules, score, setup, view
    from companion.games.escape.state import Move, State

    _rules: contract.Rules[State, Move] = rules
    _notation: contract.Notation[State, Move] = notation
    _setup: contract.SetupFacet[State] = setup
    _score: contract.Score[State, Move] = score
    _view: contract.View[State, Move] = view
    _advice: contract.Advice[State, Move] = advice
    _choices: contract.Choices[State] = choices
    _picture: contract.Picture[State] = picture
    _bots: contract.Bots[State, Move] = bots
