"""Seven Circles, the game called Atlantis that was never published, by the contract of `companion.contract.rules`."""

from __future__ import annotations

from collections.abc import Mapping

from specs.base.languages import mark

CONTRACT = "companion.games.circles"
COMMANDS: Mapping[str, str] = {
    "agree": mark("Enter that the player to move agrees to end the game."),
    "resign": mark("Enter that the player to move resigns."),
}
