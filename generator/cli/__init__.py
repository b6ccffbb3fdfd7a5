"""The commands of `generator`; a module is imported when its command is called."""
