"""Atlantis: Island of Gods, a game by Krzysztof Wolicki, by the contract of `companion.contract.rules`."""

from __future__ import annotations

CONTRACT = "companion.games.gods"
