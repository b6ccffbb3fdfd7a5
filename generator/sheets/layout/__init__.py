"""Which pieces lie on a sheet, and where."""
