"""Rows become pieces, expressions values, and a seed a deal."""
