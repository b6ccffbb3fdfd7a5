"""Fonts: their files, metrics and outlines; letters shaped to glyphs."""
