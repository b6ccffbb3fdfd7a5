"""Edits of specs that keep every other byte of their files."""
