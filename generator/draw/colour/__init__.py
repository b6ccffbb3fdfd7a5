"""Ink modes, printer colours, and how colours look to others."""
