"""A guided first game: a script in a game's folder, followed turn by turn."""
