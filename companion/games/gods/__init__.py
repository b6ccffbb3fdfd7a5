"""Atlantis: Island of Gods, a game by Krzysztof Wolicki, following `companion.contract.rules`."""
