"""Escape from Atlantis, a game by Julian Courtland-Smith, by the contract of `companion.contract.rules`."""

from __future__ import annotations

from collections.abc import Mapping

from specs.base.languages import mark

CONTRACT = "companion.games.escape"
COMMANDS: Mapping[str, str] = {
    "place": mark("Put an Atlantean of the player to move on an island piece: place F5."),
    "sink": mark("Sink an island piece, and put those on it elsewhere: sink D5 shark r-F5."),
    "roll": mark("Tell the dice, and move a creature: roll octopus 2 C7-C9."),
}
