"""Whole games as files: records, transcripts, who plays, and how a game begins from what was typed or read."""
