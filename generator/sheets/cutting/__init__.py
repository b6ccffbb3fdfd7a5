"""Cutting order, cutting machines, their marks, and the work there is."""
