"""Bots, hints, reviews and playtests, from seats' views and the contract alone: this package knows no game."""
