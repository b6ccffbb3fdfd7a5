"""What each game is made of: the language of specs, the four games in it, and what is read of their files."""
