"""Atlantis: Island of Gods, a game by Krzysztof Wolicki, by the contract of `companion.contract.rules`."""
