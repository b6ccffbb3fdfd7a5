"""What a game is made of: the spec language, the four games, and the readers for the files a spec uses."""
