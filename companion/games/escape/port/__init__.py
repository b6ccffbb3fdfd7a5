"""Escape from Atlantis by the contract."""
