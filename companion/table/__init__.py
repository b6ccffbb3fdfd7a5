"""One game in play: its journal, its turns, what a viewer may see of it, corrections, and the store it is kept in."""
