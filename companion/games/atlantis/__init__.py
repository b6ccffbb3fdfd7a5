"""Atlantis, a game by Leo Colovini, by the contract of `companion.contract.rules`."""
