"""The commands of `generator`; each module is imported when its command is called."""
