"""Atlantis, a game by Leo Colovini, by the contract of `companion.contract.rules`."""

from __future__ import annotations

CONTRACT = "companion.games.atlantis"
