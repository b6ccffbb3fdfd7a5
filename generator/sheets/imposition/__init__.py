"""Pieces and pages onto the two sides of sheets, in printing order."""
