"""The prompt: whole games, new games, lessons and puzzles, line by line."""
