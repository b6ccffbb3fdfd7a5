"""Fonts: files, metrics, outlines; and letters shaped to glyphs."""
