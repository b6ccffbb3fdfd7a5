"""What a game gives the companion (`rules`), and all that is derived from it, once for every game."""
