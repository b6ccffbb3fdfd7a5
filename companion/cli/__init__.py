"""The command line. Each module holds commands that need the same imports, so that a move at the table starts fast."""
