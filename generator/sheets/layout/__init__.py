"""Decides which pieces lie on a sheet, and where."""
