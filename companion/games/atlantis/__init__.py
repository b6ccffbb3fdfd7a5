"""Atlantis, a game by Leo Colovini, by the contract of `companion.contract.rules`."""

from __future__ import annotations

from collections.abc import Mapping

from specs.base.languages import mark

CONTRACT = "companion.games.atlantis"
COMMANDS: Mapping[str, str] = {
    "stuck": mark("Enter that the player to move has no legal move; with the hand shown, where it is hidden."),
    "hand": mark("Tell how many cards a player was counted to hold: hand red 5. This is no turn."),
    "reveal": mark("Tell what came to light on the table. This is no turn."),
}
