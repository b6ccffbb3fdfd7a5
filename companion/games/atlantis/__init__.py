"""Atlantis, a game by Leo Colovini, following `companion.contract.rules`."""
