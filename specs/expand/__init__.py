"""Rows to pieces, expressions to values, a seed to a deal."""
