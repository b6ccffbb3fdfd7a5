"""The commands: words in, one call, what happened out. A module is imported when its command is asked for."""
