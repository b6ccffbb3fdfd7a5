"""Puts pieces and pages on the two sides of sheets, in printing order."""
