"""Escape from Atlantis, a game by Julian Courtland-Smith, by the contract of `companion.contract.rules`."""

from __future__ import annotations

CONTRACT = "companion.games.escape"
