"""The prompt: games, new games, lessons and puzzles, line by line."""
