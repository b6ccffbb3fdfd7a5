"""Escape from Atlantis, a game by Julian Courtland-Smith, by the contract of `companion.contract.rules`."""
