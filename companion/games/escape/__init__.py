"""Escape from Atlantis, a game by Julian Courtland-Smith, following `companion.contract.rules`."""
