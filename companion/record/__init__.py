"""Whole games as files: records and transcripts, players, and the start of a game from what was typed or read."""
