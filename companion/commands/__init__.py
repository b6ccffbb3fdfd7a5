"""The commands: each module holds those that need the same imports, so that a move at the table starts fast."""
