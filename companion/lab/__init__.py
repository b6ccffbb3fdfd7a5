"""Opponents and what they are good for, on seats' views and the contract alone: nothing here knows a game."""
