"""Ink modes, printer colours, and colour blindness."""
